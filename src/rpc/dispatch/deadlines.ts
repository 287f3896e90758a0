import { type Link, Ring, unlink } from "../ring.ts";

/** Deadlines are found out this often; none is ever reported early. */
const tickMs = 10;

/** Something that has a deadline. */
export interface Expiring extends Link {
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  expire(): void;
}

/**
 * The deadlines of many calls with one timer, which runs only while there are any: a timer per call would cost more than the rest of
 * its bookkeeping, and most calls end long before.
 */
export class Deadlines {
  readonly #ticks = new Map<number, Ring<Expiring>>();
  #passed = 0;
  #timer: NodeJS.Timeout | undefined;

  /** An item is added once at a time, and to one of these. */
  add(item: Expiring): void {
    if (!Number.isFinite(item.deadlineMs)) return;
    if (!this.#timer) {
      this.#passed = Math.floor(Date.now() / tickMs);
      this.#timer = setInterval(() => this.#advance(), tickMs);
      this.#timer.unref();
    }
    // What has passed already is found out with the next tick.
    const number = Math.max(Math.ceil(item.deadlineMs / tickMs), this.#passed + 1);
    let tick = this.#ticks.get(number);
    if (!tick) {
      tick = new Ring();
      this.#ticks.set(number, tick);
    }
    tick.add(item);
  }

  /** Forgets an item; nothing when it was not there. */
  delete(item: Expiring): void {
    unlink(item);
  }

  /** Ends the timer; nothing expires any more. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#ticks.clear();
  }

  #advance(): void {
    const now = Math.floor(Date.now() / tickMs);
    // After a jump of the clock or a long sleep: no tick between them holds anything.
    if (now - this.#passed > this.#ticks.size) {
      const next = Math.min(now, ...this.#ticks.keys());
      this.#passed = Math.max(this.#passed, next - 1);
    }
    while (this.#passed < now) {
      this.#passed += 1;
      const tick = this.#ticks.get(this.#passed);
      if (!tick) continue;
      this.#ticks.delete(this.#passed);
      for (let item = tick.take(); item; item = tick.take()) item.expire();
    }
    if (this.#ticks.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
