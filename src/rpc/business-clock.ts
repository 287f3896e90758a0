/** How far business time is ahead of real time, as far as this process knows. Only a sandbox puts business time ahead, and never back. */
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
