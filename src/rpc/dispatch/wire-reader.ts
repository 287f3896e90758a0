import { BinaryReader } from "@bufbuild/protobuf/wire";

/** A message that violates the rules of the stream, which ends the stream. */
export class MalformedBatch extends Error {
  override readonly name = "MalformedBatch";
}

/** Runs a decoder and converts its errors to MalformedBatch. */
export function decoding<T>(decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    if (cause instanceof MalformedBatch) throw cause;
    throw new MalformedBatch("the message is not valid protobuf", { cause });
  }
}

/**
 * Reads a message field by field: `while (reader.within(end)) switch (reader.tag()) …`. Nested messages and bytes are views of the message,
 * not copies.
 */
export class WireReader {
  readonly #bytes: Buffer;
  readonly #reader: BinaryReader;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#reader = new BinaryReader(bytes);
  }

  /** The position where the whole message ends. */
  get end(): number {
    return this.#bytes.length;
  }

  /** Tells whether more fields come before this end. */
  within(end: number): boolean {
    if (this.#reader.pos > end) throw new MalformedBatch("a field extends beyond its message");
    return this.#reader.pos < end;
  }

  /** Reads the field number and wire type of the next field, as on the wire. */
  tag(): number {
    return this.#reader.uint32();
  }

  /** Reads a length and returns the position where the nested message ends. */
  nested(): number {
    const length = this.#reader.uint32();
    const end = this.#reader.pos + length;
    if (end > this.#bytes.length) throw new MalformedBatch("a length extends beyond the message");
    return end;
  }

  uint32(): number {
    return this.#reader.uint32();
  }

  bool(): boolean {
    return this.#reader.bool();
  }

  bytes(): Buffer {
    const end = this.nested();
    const view = this.#bytes.subarray(this.#reader.pos, end);
    this.#reader.pos = end;
    return view;
  }

  text(): string {
    const end = this.nested();
    const text = this.#bytes.toString("utf8", this.#reader.pos, end);
    this.#reader.pos = end;
    return text;
  }

  /** Skips a field that this version does not know. */
  skip(tag: number): void {
    this.#reader.skip(tag & 7, tag >>> 3);
  }
}
