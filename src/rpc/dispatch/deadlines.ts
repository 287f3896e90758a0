import { type Link, Ring, unlink } from "../ring.ts";

/** How often deadlines are checked; a deadline is never reported early. */
const tickMs = 10;

/** An item that has a deadline. */
export interface Expiring extends Link {
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  expire(): void;
}

/**
 * Watches the deadlines of many calls with one timer, which runs only while calls are open. A timer for each call would cost more than the
 * rest of its bookkeeping, and most calls end long before their deadlines.
 *
 * A deadline is turned into a time that has passed since the start of the process when its item is added. A clock that is set back or ahead
 * afterwards does not move it.
 */
export class Deadlines {
  readonly #ticks = new Map<number, Ring<Expiring>>();
  #passed = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Adds an item. An item is in at most one `Deadlines` at a time. */
  add(item: Expiring): void {
    if (!Number.isFinite(item.deadlineMs)) return;
    const now = performance.now();
    if (!this.#timer) {
      this.#passed = Math.floor(now / tickMs);
      this.#timer = setInterval(() => this.#advance(), tickMs);
      this.#timer.unref();
    }
    // A deadline that has already passed is found at the next tick.
    const number = Math.max(Math.ceil((now + item.deadlineMs - Date.now()) / tickMs), this.#passed + 1);
    let tick = this.#ticks.get(number);
    if (!tick) {
      tick = new Ring();
      this.#ticks.set(number, tick);
    }
    tick.add(item);
  }

  /** Removes an item, if present. */
  delete(item: Expiring): void {
    unlink(item);
  }

  /** Stops the timer; no further item expires. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#ticks.clear();
  }

  #advance(): void {
    const now = Math.floor(performance.now() / tickMs);
    // After a long sleep, skips the ticks without items.
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
