/** Messages share slabs of so many bytes; a view of a slab costs a tenth of a buffer of its own. */
const SLAB_BYTES = 65_536;
/** With less room than this a new slab is begun, instead of moving the next message when it has no room. */
const ROOM_BYTES_MIN = 2_048;
/** Strings up to this length have a length of one byte, as long as they are ASCII. */
const SHORT_MAX = 0x7f;

/** Writes messages, one after the other. What was taken is never written again. */
export class Output {
  #slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
  #start = 0;
  #at = 0;

  /** Begins a message; one that was not taken is forgotten. */
  open(): void {
    if (this.#slab.length - this.#start < ROOM_BYTES_MIN) {
      this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.#start = 0;
    }
    this.#at = this.#start;
  }

  /** The message since `open`. */
  take(): Buffer {
    const taken = this.#slab.subarray(this.#start, this.#at);
    // A slab that grew for one message is not kept for the next.
    this.#start = this.#slab.length > SLAB_BYTES ? this.#slab.length : this.#at;
    return taken;
  }

  /** A number below 2^32. */
  varint(value: number): void {
    const slab = this.#room(5);
    let rest = value;
    while (rest > 0x7f) {
      slab[this.#at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    slab[this.#at++] = rest;
  }

  /** A number of 64 bits; negative ones in two's complement. */
  long(value: bigint): void {
    const slab = this.#room(10);
    let rest = BigInt.asUintN(64, value);
    while (rest > 0x7fn) {
      slab[this.#at++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    slab[this.#at++] = Number(rest);
  }

  /** A well-formed string behind its tag. */
  string(tag: number, text: string): void {
    this.varint(tag);
    const { length } = text;
    if (length <= SHORT_MAX) {
      const slab = this.#room(length + 1);
      let at = this.#at;
      slab[at++] = length;
      let index = 0;
      for (; index < length; index += 1) {
        const code = text.charCodeAt(index);
        if (code > 0x7f) break;
        slab[at++] = code;
      }
      if (index === length) {
        this.#at = at;
        return;
      }
    }
    const size = Buffer.byteLength(text);
    this.varint(size);
    const slab = this.#room(size);
    this.#at += slab.write(text, this.#at);
  }

  /** Begins what stands in a message behind this tag. @returns what `join` takes. */
  fork(tag: number): number {
    this.varint(tag);
    this.#room(1);
    this.#at += 1;
    // Distances outlive a change of the slab.
    return this.#at - this.#start;
  }

  /** Ends what `fork` began: its length is written before it. */
  join(forked: number): void {
    const length = this.#at - this.#start - forked;
    // Room first, for a length of any size: from here on, what stands behind it must not be left in another slab.
    const slab = this.#room(5);
    const from = this.#start + forked;
    let more = 0;
    for (let rest = length; rest > 0x7f; rest >>>= 7) more += 1;
    if (more > 0) slab.copyWithin(from + more, from, this.#at);
    this.#at = from - 1;
    this.varint(length);
    this.#at += length;
  }

  /** The slab, with room for so many bytes more. */
  #room(size: number): Buffer {
    if (this.#at + size > this.#slab.length) {
      const written = this.#at - this.#start;
      const larger = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, (written + size) * 2));
      this.#slab.copy(larger, 0, this.#start, this.#at);
      this.#slab = larger;
      this.#start = 0;
      this.#at = written;
    }
    return this.#slab;
  }
}
