// Writes protocol buffers straight into one buffer, because every call passes here. The length of a nested message is known before it is
// written, so that nothing is written twice or moved. Together with the reader it saves 1 to 2 % of the CPU time of a call against the code
// generated from the contract, and more where a message has few calls (docs/performance.md).

const slabBytes = 65_536;

/** Returns the varint size of a number below 2^32, in bytes. */
export function varintSize(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;
}

/** Returns the size of a length-delimited value with its length and without its tag, in bytes. */
export function delimitedSize(bytes: number): number {
  return varintSize(bytes) + bytes;
}

/** Writes messages one after the other. Never overwrites a message that was taken, because the transport may still hold it. */
export class WireWriter {
  #slab = Buffer.allocUnsafeSlow(slabBytes);
  #at = 0;

  /** Bytes written since the last `take`. */
  get size(): number {
    return this.#at;
  }

  /** Makes room for the bytes of the next values. Call before writing them. */
  reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#slab.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(slabBytes, needed * 2));
    this.#slab.copy(larger, 0, 0, this.#at);
    this.#slab = larger;
  }

  /** Writes a number below 2^32. */
  varint(value: number): void {
    const slab = this.#slab;
    let rest = value >>> 0;
    while (rest > 0x7f) {
      slab[this.#at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    slab[this.#at++] = rest;
  }

  /** Writes a tag below 128, i.e. of fields 1 to 15. */
  tag(tag: number): void {
    this.#slab[this.#at++] = tag;
  }

  /** Writes a tag and a length-delimited value. */
  bytes(tag: number, value: Uint8Array): void {
    this.tag(tag);
    this.varint(value.length);
    this.#slab.set(value, this.#at);
    this.#at += value.length;
  }

  /** Writes a tag and a text. @param byteLength length of the text in UTF-8 */
  text(tag: number, value: string, byteLength: number): void {
    this.tag(tag);
    this.varint(byteLength);
    this.#slab.write(value, this.#at, byteLength, "utf8");
    this.#at += byteLength;
  }

  /** Returns the bytes written and starts anew. */
  take(): Buffer {
    const taken = this.#slab.subarray(0, this.#at);
    const rest = this.#slab.subarray(this.#at);
    this.#slab = rest.length >= slabBytes / 8 ? rest : Buffer.allocUnsafeSlow(slabBytes);
    this.#at = 0;
    return taken;
  }
}
