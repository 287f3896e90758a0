import type { Outcome } from "./outcome.ts";
import { overloaded } from "./overload.ts";

/** Limits of a gatherer. */
export interface GathererLimits {
  /** Limit of calls in one set. */
  readonly sizeMax: number;
  /** Limit of sets that run at once. */
  readonly setsMax: number;
  /** Limit of waiting calls; further calls are refused at once. */
  readonly waitingMax: number;
  /** How long a call waits for others to join it while another set may still start. */
  readonly patienceMs: number;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Runs waiting calls of one operation together as a set.
 * - When nothing runs, a call starts at the end of the current microtask with the calls that arrived in that microtask. So a lone call is
 *   never delayed.
 * - While a set runs, another set starts when as many calls wait as the last set began with, or after `patienceMs`.
 *
 * A set has a high fixed cost and a low cost for each call. So sets grow with the load, and no call waits long behind a slow set.
 */
export class Gatherer<Item, Answer> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Outcome<Answer>[]>;
  readonly #limits: GathererLimits;
  #waiting: Waiting<Item, Answer>[] = [];
  #running = 0;
  #due = false;
  /** Number of waiting calls at which a set starts beside the running ones; the size of the last set. */
  #enough = 1;
  #impatience: NodeJS.Timeout | undefined;

  /** @param run returns the outcome of each item, in the order of the items */
  constructor(run: (items: readonly Item[]) => Promise<readonly Outcome<Answer>[]>, limits: GathererLimits) {
    this.#run = run;
    this.#limits = limits;
  }

  /** Submits an item. @throws Failure UNAVAILABLE when too many items wait, and the error of the item's outcome */
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
              else reject(outcome?.reason ?? new Error("a set returned no outcome for a call"));
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
