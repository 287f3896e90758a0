/** This process's knowledge of the lead of business time over real time. Only a sandbox advances business time. The lead never shrinks. */
export class BusinessClock {
  readonly #followers = new Set<(aheadSeconds: number) => void>();
  #aheadSeconds = 0;

  get aheadSeconds(): number {
    return this.#aheadSeconds;
  }

  /** Takes the lead that the database or another process reports. A smaller lead is outdated and ignored. */
  note(aheadSeconds: number): void {
    if (!(aheadSeconds > this.#aheadSeconds)) return;
    this.#aheadSeconds = aheadSeconds;
    for (const follower of this.#followers) follower(aheadSeconds);
  }

  /** Calls back after each change. @returns a function that ends the calls. */
  onChange(follower: (aheadSeconds: number) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
}
