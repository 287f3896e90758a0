/** The pause of a loop, which a signal ends early. A signal that comes during a round ends the pause after the round. */
export class Pause {
  readonly #stop: AbortSignal;
  #woken = false;
  /** Ends the wait that a signal ends. */
  #wake: (() => void) | undefined;
  /** Ends any wait. */
  #end: (() => void) | undefined;

  /** @param stop ends every pause */
  constructor(stop: AbortSignal) {
    this.#stop = stop;
    // One listener for all pauses: a platform signal for each would cost the collector more than the rounds of an idle worker.
    stop.addEventListener("abort", () => this.#end?.(), { once: true });
  }

  /** Forgets signals from before a round, because the round does what they are about. */
  begin(): void {
    this.#woken = false;
  }

  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Waits for `longestMs`, or after a signal for `shortestMs`. */
  async take(longestMs: number, shortestMs: number): Promise<void> {
    const start = performance.now();
    if (!this.#woken) {
      const waited = this.#wait(longestMs);
      this.#wake = this.#end;
      await waited;
      this.#wake = undefined;
    }
    const restMs = shortestMs - (performance.now() - start);
    if (this.#woken && restMs > 0) await this.#wait(restMs);
  }

  #wait(ms: number): Promise<void> {
    if (this.#stop.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#end?.(), ms);
      this.#end = () => {
        clearTimeout(timer);
        this.#end = undefined;
        resolve();
      };
    });
  }
}
