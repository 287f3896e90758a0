/** What one owner may not do now because too much of it waits already. */
export class Crowded extends Error {
  override readonly name = "Crowded";
}

/** How places are shared. */
export interface TurnsOptions {
  /** Held at once by all owners. */
  readonly places: number;
  /** Held at once by one owner, so that there is always one for another. */
  readonly share: number;
  /** Of one owner, waiting at once. */
  readonly waitingMax: number;
  /** Longest wait. */
  readonly waitMs: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Who holds places and who waits. */
interface Owner {
  held: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Places that owners hold for a while. An owner holds its share at most however many places are free; those who wait get the next free
 * place in turn, whatever the number of their requests, so that one with a thousand of them delays another by one.
 */
export class Turns {
  readonly #options: TurnsOptions;
  /** Those who hold or wait, the next one to be served first. */
  readonly #owners = new Map<string, Owner>();
  #held = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /**
   * Holds a place of the owner while `work` goes on.
   *
   * @throws Crowded when too many of the owner wait, or this one has waited too long; what `work` throws
   */
  async within<T>(name: string, work: () => Promise<T>): Promise<T> {
    const owner = this.#owners.get(name) ?? { held: 0, waiting: new Set() };
    this.#owners.set(name, owner);
    if (this.#mayHold(owner)) this.#hold(owner);
    else await this.#wait(name, owner);
    try {
      return await work();
    } finally {
      this.#giveBack(name, owner);
    }
  }

  #mayHold(owner: Owner): boolean {
    return this.#held < this.#options.places && owner.held < this.#options.share;
  }

  #hold(owner: Owner): void {
    owner.held += 1;
    this.#held += 1;
  }

  #wait(name: string, owner: Owner): Promise<void> {
    const { waitingMax, waitMs } = this.#options;
    if (owner.waiting.size >= waitingMax) return Promise.reject(new Crowded("too many wait already"));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        owner.waiting.delete(waiting);
        this.#forgetIdle(name, owner);
        reject(new Crowded(`not within ${waitMs} ms`));
      }, waitMs);
      const waiting: Waiting = { begin: resolve, timer };
      owner.waiting.add(waiting);
    });
  }

  #forgetIdle(name: string, owner: Owner): void {
    if (owner.held === 0 && owner.waiting.size === 0) this.#owners.delete(name);
  }

  #giveBack(name: string, owner: Owner): void {
    owner.held -= 1;
    this.#held -= 1;
    this.#forgetIdle(name, owner);
    for (const [next, one] of this.#owners) {
      const [first] = one.waiting;
      if (!first || !this.#mayHold(one)) continue;
      one.waiting.delete(first);
      clearTimeout(first.timer);
      this.#hold(one);
      // Behind the others, who are served before its next one.
      this.#owners.delete(next);
      this.#owners.set(next, one);
      first.begin();
      return;
    }
  }
}
