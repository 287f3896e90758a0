import { v7 } from "uuid";

/**
 * Makes UUIDs of version 7, each higher than the one before. The library's own order outlasts a clock that was ahead: when the clock is right
 * again, it goes on from the highest time until that time comes.
 */
export class UuidSource {
  readonly #backMsMax: number;
  readonly #last = { msecs: Number.NEGATIVE_INFINITY, seq: 0 };

  /** @param backMsMax if the clock is further back than this, the UUIDs follow the clock again and the order starts over */
  constructor(backMsMax: number) {
    this.#backMsMax = backMsMax;
  }

  /** @param into has room for 16 bytes */
  write(into: Uint8Array): void {
    const last = this.#last;
    const msecs = Date.now();
    if (msecs > last.msecs || last.msecs - msecs > this.#backMsMax) {
      v7({ msecs }, into);
      last.msecs = msecs;
      last.seq = counterOf(into);
      return;
    }
    last.seq = (last.seq + 1) | 0;
    // All 32 bits of the counter are used up.
    if (last.seq === 0) last.msecs += 1;
    v7(last, into);
  }
}

/** Reads the counter, which the library makes at random when it is not given one. */
function counterOf(uuid: Uint8Array): number {
  const at = (index: number): number => uuid[index] as number;
  return ((at(6) & 15) << 28) | (at(7) << 20) | ((at(8) & 63) << 14) | (at(9) << 6) | (at(10) >> 2);
}
