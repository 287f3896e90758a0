import type { Outcome } from "./outcome.ts";
import { overloaded } from "./overload.ts";

/** Bounds of what a gatherer holds. */
export interface GathererLimits {
  /** Calls of one set at most. */
  readonly sizeMax: number;
  /** Sets that run at the same time at most. */
  readonly setsMax: number;
  /** Calls that wait at most; more are refused at once. */
  readonly waitingMax: number;
  /** A call waits so long at most for others to join it, while there is a place for a set. */
  readonly patienceMs: number;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Runs the calls of one operation that wait together as one set. A call that finds nothing running starts at the end of the current
 * microtask, with those that arrived in the same one, so a lone call is never delayed. While a set runs, another one starts beside
 * it once as many wait as the running one was begun with, or when that one takes long: a set costs much by itself and little more
 * for each call, so sets grow with the load until they are large, and none waits long behind a slow one.
 */
export class Gatherer<Item, Answer> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Outcome<Answer>[]>;
  readonly #limits: GathererLimits;
  #waiting: Waiting<Item, Answer>[] = [];
  #running = 0;
  #due = false;
  /** Calls that have to wait before a set starts beside those that run: as many as the last one began with. */
  #enough = 1;
  #impatience: NodeJS.Timeout | undefined;

  /** @param run gives each item its outcome, in their order */
  constructor(run: (items: readonly Item[]) => Promise<readonly Outcome<Answer>[]>, limits: GathererLimits) {
    this.#run = run;
    this.#limits = limits;
  }

  /** @throws Failure UNAVAILABLE when too many wait already, and what the item's outcome is */
  submit(item: Item): Promise<Answer> {
    if (this.#waiting.length >= this.#limits.waitingMax) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#due || !this.#mayStart()) return;
      this.#due = true;
      queueMicrotask(() => this.#start());
    });
  }

  #mayStart(): boolean {
    const waiting = this.#waiting.length;
    if (waiting === 0 || this.#running >= this.#limits.setsMax) return false;
    if (this.#running === 0 || waiting >= this.#enough) return true;
    this.#impatience ??= setTimeout(() => {
      this.#impatience = undefined;
      this.#enough = 1;
      this.#start();
    }, this.#limits.patienceMs);
    return false;
  }

  #start(): void {
    this.#due = false;
    while (this.#mayStart()) {
      const set = this.#waiting.splice(0, this.#limits.sizeMax);
      clearTimeout(this.#impatience);
      this.#impatience = undefined;
      this.#enough = set.length;
      this.#running++;
      this.#run(set.map(({ item }) => item))
        .then(
          (outcomes) => {
            for (const [index, { resolve, reject }] of set.entries()) {
              const outcome = outcomes[index];
              if (outcome?.status === "fulfilled") resolve(outcome.value);
              else reject(outcome?.reason ?? new Error("a set has left a call without an outcome"));
            }
          },
          (reason: unknown) => {
            for (const { reject } of set) reject(reason);
          },
        )
        .finally(() => {
          this.#running--;
          this.#start();
        });
    }
  }
}
