import type { Input } from "./input.ts";

/** Initial size of the buffer, and its size again after a larger text was written. */
const ROOM_BYTES = 65_536;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Builds a JSON text as UTF-8 in one buffer that serves all texts in turn, so that only the whole text becomes a string. Every member or
 * element begins with a comma; `close` replaces the first comma by the bracket.
 */
export class JsonText {
  #bytes = Buffer.allocUnsafeSlow(ROOM_BYTES);
  #ascii = true;
  /** Bytes written. */
  at = 0;

  open(): void {
    this.at = 0;
    this.#ascii = true;
  }

  /** Returns the text since `open`. */
  finish(): string {
    const text = this.#bytes.toString(this.#ascii ? "latin1" : "utf8", 0, this.at);
    if (this.#bytes.length > ROOM_BYTES) this.#bytes = Buffer.allocUnsafeSlow(ROOM_BYTES);
    return text;
  }

  /** Writes ASCII unchanged; fast only for short texts. */
  ascii(text: string): void {
    const bytes = this.#room(text.length);
    let { at } = this;
    for (let index = 0; index < text.length; index += 1) bytes[at++] = text.charCodeAt(index);
    this.at = at;
  }

  /** Writes a piece of UTF-8 that was made before. */
  piece(piece: Uint8Array): void {
    const bytes = this.#room(piece.length);
    let { at } = this;
    for (let index = 0; index < piece.length; index += 1) bytes[at++] = piece[index] as number;
    this.at = at;
  }

  /** Writes any text as a JSON string. */
  quoted(text: string): void {
    const json = JSON.stringify(text);
    const bytes = this.#room(json.length * 3);
    this.at += bytes.write(json, this.at);
    this.#ascii = false;
  }

  /** Writes a string of a message as a JSON string. Copies the bytes when all are ASCII that needs no escape. */
  quotedFrom(input: Input): void {
    const start = input.at;
    const end = input.end();
    const source = input.bytes;
    const bytes = this.#room(end - input.at + 2);
    let { at } = this;
    bytes[at++] = QUOTE;
    for (let from = input.at; from < end; from += 1) {
      const byte = source[from] as number;
      if (byte < 0x20 || byte > 0x7e || byte === QUOTE || byte === BACKSLASH) {
        input.at = start;
        this.quoted(input.text());
        return;
      }
      bytes[at++] = byte;
    }
    bytes[at++] = QUOTE;
    this.at = at;
    input.at = end;
  }

  /** Ends an object or a list whose members begin at `start`. @param brackets `{}` or `[]`. */
  close(start: number, brackets: string): void {
    const bytes = this.#room(2);
    if (this.at === start) this.at += 1;
    bytes[start] = brackets.charCodeAt(0);
    bytes[this.at++] = brackets.charCodeAt(1);
  }

  /** Returns the buffer with room for `size` more bytes. */
  #room(size: number): Buffer {
    if (this.at + size > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow((this.at + size) * 2);
      this.#bytes.copy(larger, 0, 0, this.at);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}
