import { quantile } from "../statistics.ts";

/** When the measured time begins and ends, by `performance.now()`. */
export interface Clock {
  readonly from: number;
  readonly to: number;
}

/** Notes answers and how long they took. */
export class Recorder {
  readonly #clock: Clock;
  readonly #kept: string[] | undefined;
  readonly #at: number[] = [];
  readonly #latencies: number[] = [];
  /** Answers so far, the ones outside of the measured time too. */
  answered = 0;

  /** @param keep whether the bodies are kept */
  constructor(clock: Clock, keep: boolean) {
    this.#clock = clock;
    this.#kept = keep ? [] : undefined;
  }

  /** An answer that came, or in an open loop one to what was due, at `at`; it counts when that is within the measured time. */
  note(at: number, ms: number, body: Buffer): void {
    this.answered++;
    this.#kept?.push(body.toString());
    if (at < this.#clock.from || at >= this.#clock.to) return;
    this.#at.push(at);
    this.#latencies.push(ms);
  }

  /** Bodies of the answers, when they are kept. */
  get bodies(): readonly string[] {
    return this.#kept ?? [];
  }

  /**
   * Calls, measured seconds and quantiles.
   * @param endedAt when the requests ran out, if they did: what came later is not counted, because fewer and fewer were under way
   * @throws Error when nothing was measured
   */
  summary(endedAt = this.#clock.to): { calls: number; seconds: number; p50: number; p99: number } {
    const to = Math.min(endedAt, this.#clock.to);
    const counted = this.#latencies.filter((_, index) => (this.#at[index] ?? to) < to);
    if (counted.length === 0) throw new Error("nothing was answered within the measured time");
    const sorted = Float64Array.from(counted).sort();
    return {
      calls: sorted.length,
      seconds: (to - this.#clock.from) / 1000,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
    };
  }
}
