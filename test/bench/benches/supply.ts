import type { LoadResult } from "../load/plan.ts";
import { loadShape } from "../load/start.ts";

/** How many single-use requests a turn needs: enough for its time, not so many that making them takes longer than using them. */
export class Supply {
  readonly #seconds: number;
  #perSecond: number;

  /**
   * @param seconds measured seconds of a turn
   * @param perSecond what the first turn uses at most
   */
  constructor(seconds: number, perSecond = 8_000) {
    this.#seconds = seconds;
    this.#perSecond = perSecond;
  }

  /** Requests for the next turn. */
  get size(): number {
    return Math.ceil(this.#perSecond * (this.#seconds + loadShape.warmUpSeconds));
  }

  /** Learns from a turn how many the next one needs. @returns the turn's result */
  seen(result: LoadResult): LoadResult {
    this.#perSecond = Math.max(2_000, 1.4 * (result.calls / result.seconds));
    return result;
  }
}
