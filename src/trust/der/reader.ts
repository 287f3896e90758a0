import { DerError } from "./error.ts";
import { isConstructed, TAG } from "./tags.ts";

/** Maximum nesting. A certificate with every extension needs 10 levels. */
const DEPTH_MAX = 16;
/** Largest document that the reader opens by default. Callers set other limits for their own format. */
const DOCUMENT_BYTES_MAX = 64 * 1024;

/** One TLV. Both arrays are views into the document. */
export interface DerElement {
  /** Whole identifier octet: class, constructed bit and number. */
  readonly tag: number;
  readonly contents: Uint8Array;
  /** Identifier, length and contents. */
  readonly encoding: Uint8Array;
  /** Nesting level of the contents, counted from the document. */
  readonly depth: number;
}

/**
 * Reads the elements of one DER level in order (X.690 §10: definite, minimal lengths).
 * Refuses high tag numbers, because no structure of RFC 5280 or RFC 2986 has one.
 * Every method throws `DerError` and nothing else.
 */
export class DerReader {
  readonly #bytes: Uint8Array;
  readonly #depth: number;
  #position = 0;

  private constructor(bytes: Uint8Array, depth: number) {
    if (depth > DEPTH_MAX) throw new DerError("DER_TOO_DEEP", `nested deeper than ${DEPTH_MAX}`);
    this.#bytes = bytes;
    this.#depth = depth;
  }

  /** Opens a document. Checks its length against `bytesMax` before reading. */
  static document(bytes: Uint8Array, bytesMax: number = DOCUMENT_BYTES_MAX): DerReader {
    if (bytes.length > bytesMax)
      throw new DerError("DER_TOO_LARGE", `${bytes.length} bytes, at most ${bytesMax}`);
    return new DerReader(bytes, 0);
  }

  /** Opens the contents of a constructed element. */
  static inside(element: DerElement): DerReader {
    return new DerReader(element.contents, element.depth);
  }

  get atEnd(): boolean {
    return this.#position === this.#bytes.length;
  }

  /** Returns the identifier octet of the next element, or undefined at the end of this level. */
  peekTag(): number | undefined {
    return this.#bytes[this.#position];
  }

  /** Reads the next element of any type. */
  readAny(): DerElement {
    const start = this.#position;
    const tag = this.#octet();
    if ((tag & 0x1f) === 0x1f) throw new DerError("DER_HIGH_TAG_NUMBER", `at byte ${start}`);
    // X.690 §8.1.5 reserves this octet for the end of indefinite lengths, which DER does not have.
    if (tag === 0) throw new DerError("DER_UNEXPECTED_TAG", "end-of-contents octets");
    const length = this.#length();
    const contentsStart = this.#position;
    const end = contentsStart + length;
    if (end > this.#bytes.length) {
      throw new DerError(
        "DER_TRUNCATED",
        `${length} bytes announced, ${this.#bytes.length - contentsStart} left`,
      );
    }
    this.#position = end;
    return {
      tag,
      contents: this.#bytes.subarray(contentsStart, end),
      encoding: this.#bytes.subarray(start, end),
      depth: this.#depth + 1,
    };
  }

  /** Reads the next element, which must have this identifier octet. */
  read(tag: number): DerElement {
    const next = this.peekTag();
    if (next !== undefined && next !== tag) {
      throw new DerError(
        "DER_UNEXPECTED_TAG",
        `found 0x${next.toString(16)}, expected 0x${tag.toString(16)}`,
      );
    }
    return this.readAny();
  }

  /** Reads the next element if it has this identifier octet. Otherwise consumes nothing. */
  readOptional(tag: number): DerElement | undefined {
    return this.peekTag() === tag ? this.readAny() : undefined;
  }

  /** Opens the next element, which must be constructed and have this identifier octet. */
  enter(tag: number = TAG.sequence): DerReader {
    if (!isConstructed(tag))
      throw new DerError("DER_UNEXPECTED_TAG", "a primitive element contains no elements");
    return DerReader.inside(this.read(tag));
  }

  /** Opens the next element if it has this identifier octet. */
  enterOptional(tag: number): DerReader | undefined {
    return this.peekTag() === tag ? this.enter(tag) : undefined;
  }

  /** Closes this level. Remaining bytes are an error. */
  end(): void {
    if (!this.atEnd)
      throw new DerError("DER_TRAILING_BYTES", `${this.#bytes.length - this.#position} bytes left over`);
  }

  /** Reads the rest of this level, one item per element (SEQUENCE OF, SET OF). */
  list<Item>(readItem: (reader: DerReader) => Item): Item[] {
    const items: Item[] = [];
    while (!this.atEnd) items.push(readItem(this));
    return items;
  }

  #octet(): number {
    const octet = this.#bytes[this.#position];
    if (octet === undefined) throw new DerError("DER_TRUNCATED", "no bytes left");
    this.#position += 1;
    return octet;
  }

  /** Reads a length. X.690 §8.1.3, restricted by §10.1: definite, in the fewest octets. */
  #length(): number {
    const first = this.#octet();
    if (first < 0x80) return first;
    if (first === 0x80) throw new DerError("DER_INDEFINITE_LENGTH", "DER requires definite lengths");
    const octets = first & 0x7f;
    // Three octets reach 16 MiB, far more than any document that is opened.
    if (octets > 3) throw new DerError("DER_TOO_LARGE", `a length of ${octets} octets`);
    let length = 0;
    for (let index = 0; index < octets; index += 1) length = length * 256 + this.#octet();
    const shorter = octets === 1 ? 0x80 : 256 ** (octets - 1);
    if (length < shorter) throw new DerError("DER_NON_MINIMAL_LENGTH", `${length} in ${octets} octets`);
    return length;
  }
}
