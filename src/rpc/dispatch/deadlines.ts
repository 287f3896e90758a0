/** Deadlines are found out this often; none is ever reported early. */
const tickMs = 10;

/** Something that has a deadline. */
export interface Expiring {
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  expire(): void;
}

/**
 * The deadlines of many calls with one timer, which runs only while there are any: a timer per call would cost more than the rest of
 * its bookkeeping, and most calls end long before.
 */
export class Deadlines {
  readonly #ticks = new Map<number, Set<Expiring>>();
  #passed = 0;
  #timer: NodeJS.Timeout | undefined;

  add(item: Expiring): void {
    if (!Number.isFinite(item.deadlineMs)) return;
    if (!this.#timer) {
      this.#passed = Math.floor(Date.now() / tickMs);
      this.#timer = setInterval(() => this.#advance(), tickMs);
      this.#timer.unref();
    }
    const tick = this.#tickOf(item);
    const items = this.#ticks.get(tick);
    if (items) items.add(item);
    else this.#ticks.set(tick, new Set([item]));
  }

  /** Forgets an item; nothing when it was not there. */
  delete(item: Expiring): void {
    const tick = Math.ceil(item.deadlineMs / tickMs);
    // A deadline that had passed when it was added is in the tick after the last one that has been looked at.
    if (this.#ticks.get(tick)?.delete(item) !== true) this.#ticks.get(this.#passed + 1)?.delete(item);
  }

  /** Ends the timer; nothing expires any more. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#ticks.clear();
  }

  #tickOf(item: Expiring): number {
    return Math.max(Math.ceil(item.deadlineMs / tickMs), this.#passed + 1);
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
      const items = this.#ticks.get(this.#passed);
      if (!items) continue;
      this.#ticks.delete(this.#passed);
      for (const item of items) item.expire();
    }
    if (this.#ticks.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
