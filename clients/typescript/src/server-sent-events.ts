// Reads Server-Sent Events (WHATWG HTML section 9.2.6).

/** One frame of a stream. */
export interface Frame {
  /** Absent when the frame has none. */
  readonly id?: string;
  /** Empty for a frame that only tells where the stream is. */
  readonly data: string;
  /** Milliseconds after which to connect again; absent when the frame does not say. */
  readonly retryMs?: number;
}

/** Far above the longest event. */
const frameLengthMax = 4_194_304;

/** Turns pieces of a stream into frames. A frame that is not whole at the end counts as not sent. */
export class FrameReader {
  readonly #decoder = new TextDecoder();
  #rest = "";
  #frame: { id?: string; data: string[]; retryMs?: number } = { data: [] };
  #length = 0;

  /** Returns the frames that this piece completes. @throws RangeError for a frame that is too long */
  read(piece: Uint8Array): Frame[] {
    const text = this.#decoder.decode(piece, { stream: true });
    // A long line comes in many pieces, which are searched once.
    const lines = text.includes("\n") ? (this.#rest + text).split("\n") : [this.#rest + text];
    this.#rest = lines.pop() ?? "";
    const frames = lines.flatMap((line) => this.#line(line.endsWith("\r") ? line.slice(0, -1) : line));
    if (this.#length + this.#rest.length > frameLengthMax)
      throw new RangeError(`a frame has more than ${frameLengthMax} characters`);
    return frames;
  }

  #line(line: string): Frame[] {
    if (line === "") return this.#end();
    this.#length += line.length;
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "data") this.#frame.data.push(value);
    else if (name === "id" && !value.includes("\0")) this.#frame.id = value;
    else if (name === "retry" && /^\d{1,9}$/.test(value)) this.#frame.retryMs = Number(value);
    return [];
  }

  #end(): Frame[] {
    const { data, ...rest } = this.#frame;
    this.#frame = { data: [] };
    this.#length = 0;
    const isEmpty = data.length === 0 && rest.id === undefined && rest.retryMs === undefined;
    return isEmpty ? [] : [{ ...rest, data: data.join("\n") }];
  }
}
