import { Failure } from "./failure.ts";
import type { Outcome } from "./outcome.ts";

/** Bounds of what a gatherer holds. */
export interface GathererLimits {
  /** Calls of one set at most. */
  readonly sizeMax: number;
  /** Sets that run at the same time at most. */
  readonly setsMax: number;
  /** Calls that wait at most; more are refused at once. */
  readonly waitingMax: number;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Runs the calls of one operation that wait together as one set. A call that finds a free place starts at the end of the current
 * microtask, with those that arrived in the same one; calls gather only while as many sets run as may. So a lone call is never
 * delayed, and sets grow with the load by themselves.
 */
export class Gatherer<Item, Answer> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Outcome<Answer>[]>;
  readonly #limits: GathererLimits;
  #waiting: Waiting<Item, Answer>[] = [];
  #running = 0;
  #due = false;

  /** @param run gives each item its outcome, in their order */
  constructor(run: (items: readonly Item[]) => Promise<readonly Outcome<Answer>[]>, limits: GathererLimits) {
    this.#run = run;
    this.#limits = limits;
  }

  /** @throws Failure UNAVAILABLE when too many wait already, and what the item's outcome is */
  submit(item: Item): Promise<Answer> {
    if (this.#waiting.length >= this.#limits.waitingMax)
      return Promise.reject(new Failure("UNAVAILABLE", { reason: "OVERLOADED", retryAfterSeconds: 1 }));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#due || this.#running >= this.#limits.setsMax) return;
      this.#due = true;
      queueMicrotask(() => this.#start());
    });
  }

  #start(): void {
    this.#due = false;
    while (this.#waiting.length > 0 && this.#running < this.#limits.setsMax) {
      const set = this.#waiting.splice(0, this.#limits.sizeMax);
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
