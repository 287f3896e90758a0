import type { Input } from "./input.ts";

/** The first room, and what is kept of it when a larger text was written. */
const ROOM_BYTES = 65_536;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * JSON text while it is written: UTF-8 in one buffer that serves all texts in turn, so that the only string that is made is the whole.
 * Members and elements begin with a comma; `close` turns the first one into the bracket.
 */
export class JsonText {
  #bytes = Buffer.allocUnsafeSlow(ROOM_BYTES);
  #ascii = true;
  /** Bytes written. */
  at = 0;

  /** Begins a text. */
  open(): void {
    this.at = 0;
    this.#ascii = true;
  }

  /** The text since `open`. */
  finish(): string {
    const text = this.#bytes.toString(this.#ascii ? "latin1" : "utf8", 0, this.at);
    if (this.#bytes.length > ROOM_BYTES) this.#bytes = Buffer.allocUnsafeSlow(ROOM_BYTES);
    return text;
  }

  /** ASCII as it is; meant for short pieces. */
  ascii(text: string): void {
    const bytes = this.#room(text.length);
    let { at } = this;
    for (let index = 0; index < text.length; index += 1) bytes[at++] = text.charCodeAt(index);
    this.at = at;
  }

  /** A piece that was made before, in UTF-8. */
  piece(piece: Uint8Array): void {
    const bytes = this.#room(piece.length);
    let { at } = this;
    for (let index = 0; index < piece.length; index += 1) bytes[at++] = piece[index] as number;
    this.at = at;
  }

  /** Any text as a JSON string. */
  quoted(text: string): void {
    const json = JSON.stringify(text);
    const bytes = this.#room(json.length * 3);
    this.at += bytes.write(json, this.at);
    this.#ascii = false;
  }

  /** A string of a message as a JSON string: copied as it is, unless something in it has to be escaped or may not be UTF-8. */
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

  /** Ends an object or a list whose members were written from `start` on. @param brackets `{}` or `[]`. */
  close(start: number, brackets: string): void {
    const bytes = this.#room(2);
    if (this.at === start) this.at += 1;
    bytes[start] = brackets.charCodeAt(0);
    bytes[this.at++] = brackets.charCodeAt(1);
  }

  /** The buffer, with room for so many bytes more. */
  #room(size: number): Buffer {
    if (this.at + size > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow((this.at + size) * 2);
      this.#bytes.copy(larger, 0, 0, this.at);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}
