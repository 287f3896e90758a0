import { LRUCache } from "lru-cache";

const originsMax = 10_000;
/** Questions to one origin that may be under way, or that may have failed, before it is asked more slowly. */
const freeMax = 5;
const pauseMs = 5_000;
const pauseMsMax = 3_600_000;
const soonMs = 1_000;

interface Asked {
  open: number;
  /** Failures since the last right answer. */
  failures: number;
  /** Nothing is asked before this time. */
  until: number;
}

/**
 * Bounds how often an asker asks an origin that does not answer: the owner of the origin has not agreed to be asked. An asker is a tenant, or all
 * wallets together, because anybody can create wallets. After five failures in a row the questions pause for 5 seconds, then twice as long each time,
 * up to an hour.
 */
export class AskedOrigins {
  readonly #asked = new LRUCache<string, Asked>({ max: originsMax, ttl: 2 * pauseMsMax });

  /** Begins a question. @param bound the asker and the origin @returns 0, or the milliseconds after which to try again */
  begin(bound: string, now = performance.now()): number {
    const asked = this.#asked.get(bound) ?? { open: 0, failures: 0, until: 0 };
    if (now < asked.until) return Math.ceil(asked.until - now);
    const isSlow = asked.failures >= freeMax;
    if (asked.open >= (isSlow ? 1 : freeMax - asked.failures)) return isSlow ? pauseMs : soonMs;
    asked.open += 1;
    this.#asked.set(bound, asked);
    return 0;
  }

  /** Ends a question. @param answered whether the origin gave the right answer */
  end(bound: string, answered: boolean, now = performance.now()): void {
    const asked = this.#asked.get(bound);
    if (!asked) return;
    asked.open -= 1;
    asked.failures = answered ? 0 : asked.failures + 1;
    const doublings = asked.failures - freeMax;
    asked.until = doublings < 0 ? 0 : now + Math.min(pauseMsMax, pauseMs * 2 ** Math.min(doublings, 20));
    this.#asked.set(bound, asked);
  }
}
