/** One message of a stream of Server-Sent Events. */
export interface Frame {
  /** Where the stream is after this message. */
  readonly id: string;
  /** The event's JSON; absent in a message that only tells where the stream is. */
  readonly data: string | undefined;
}

/** Longest message; the service's largest event is a small part of it. */
const charactersMax = 16 * 1024 * 1024;

/** Reads Server-Sent Events (WHATWG HTML section 9.2.6) from text that comes in pieces. */
export class FrameReader {
  #rest = "";
  #id = "";
  /** Milliseconds after which the server asks for a new connection; undefined before it has said so. */
  retryMs: number | undefined;

  /** Returns the messages that a piece of text completes. @throws Error when a message is too long */
  read(text: string): Frame[] {
    const all = this.#rest + text;
    // The line feed of a CRLF may come in the next piece.
    const whole = all.endsWith("\r") ? all.length - 1 : all.length;
    const blocks = all.slice(0, whole).replace(/\r\n?/g, "\n").split("\n\n");
    this.#rest = (blocks.pop() ?? "") + all.slice(whole);
    if (this.#rest.length > charactersMax) throw new Error("the service sends a message without an end");
    return blocks.flatMap((block) => this.#frame(block));
  }

  #frame(block: string): Frame[] {
    const data: string[] = [];
    let isMessage = false;
    for (const line of block.split("\n")) {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (name === "data") data.push(value);
      if (name === "id") this.#id = value;
      if (name === "retry" && /^\d{1,6}$/.test(value)) this.retryMs = Number(value);
      isMessage ||= name === "data" || name === "id";
    }
    return isMessage ? [{ id: this.#id, data: data.length > 0 ? data.join("\n") : undefined }] : [];
  }
}
