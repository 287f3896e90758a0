/** How far business time is ahead of real time, as far as this process knows. Only a sandbox puts it ahead; it never goes back. */
export class BusinessClock {
  readonly #followers = new Set<(aheadSeconds: number) => void>();
  #aheadSeconds = 0;

  get aheadSeconds(): number {
    return this.#aheadSeconds;
  }

  /** Takes notice of what the database or another process says. Who says less is behind the times. */
  note(aheadSeconds: number): void {
    if (!(aheadSeconds > this.#aheadSeconds)) return;
    this.#aheadSeconds = aheadSeconds;
    for (const follower of this.#followers) follower(aheadSeconds);
  }

  /** Calls back after each change; returns the function that ends it. */
  onChange(follower: (aheadSeconds: number) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
}
