/** Size of a slab, which many messages share. A view of a slab costs a tenth of a separate buffer. */
const SLAB_BYTES = 65_536;
/** With less free room, `open` starts a new slab, so that the next message seldom has to be moved. */
const ROOM_BYTES_MIN = 2_048;
/** ASCII strings up to this length have a length prefix of one byte. */
const SHORT_MAX = 0x7f;

/** Writes messages one after the other. Never overwrites a message that was taken. */
export class Output {
  #slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
  #start = 0;
  #at = 0;

  /** Begins a message and discards a message that was not taken. */
  open(): void {
    if (this.#slab.length - this.#start < ROOM_BYTES_MIN) {
      this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.#start = 0;
    }
    this.#at = this.#start;
  }

  /** Returns the message since `open`. */
  take(): Buffer {
    const taken = this.#slab.subarray(this.#start, this.#at);
    // A slab that grew for one message is not used for the next.
    this.#start = this.#slab.length > SLAB_BYTES ? this.#slab.length : this.#at;
    return taken;
  }

  /** Writes a number below 2^32. */
  varint(value: number): void {
    const slab = this.#room(5);
    let rest = value;
    while (rest > 0x7f) {
      slab[this.#at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    slab[this.#at++] = rest;
  }

  /** Writes a 64-bit number; a negative number in two's complement. */
  long(value: bigint): void {
    const slab = this.#room(10);
    let rest = BigInt.asUintN(64, value);
    while (rest > 0x7fn) {
      slab[this.#at++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    slab[this.#at++] = Number(rest);
  }

  /** Writes a tag and a well-formed string. */
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

  /** Begins the content of a message field. @returns the argument for `join`. */
  fork(tag: number): number {
    this.varint(tag);
    this.#room(1);
    this.#at += 1;
    // A distance from the start stays valid when the slab is replaced.
    return this.#at - this.#start;
  }

  /** Ends the content that `fork` began and writes its length before it. */
  join(forked: number): void {
    const length = this.#at - this.#start - forked;
    // Makes room for a length of any size first. From here on the content must not move to another slab.
    const slab = this.#room(5);
    const from = this.#start + forked;
    let more = 0;
    for (let rest = length; rest > 0x7f; rest >>>= 7) more += 1;
    if (more > 0) slab.copyWithin(from + more, from, this.#at);
    this.#at = from - 1;
    this.varint(length);
    this.#at += length;
  }

  /** Returns the slab with room for `size` more bytes. */
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
