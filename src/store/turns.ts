/** The work of an owner is refused because too much work of the owner is waiting, or because the work waited too long. */
export class Crowded extends Error {
  override readonly name = "Crowded";
}

/** Limits of the places and of the waiting work. */
export interface TurnsOptions {
  /** Places that all owners together may hold at once. */
  readonly places: number;
  /** Places that one owner may hold at once, so that a place remains for other owners. */
  readonly share: number;
  /** Work of one owner that may wait at once. */
  readonly waitingMax: number;
  /** Longest wait. */
  readonly waitMs: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

/** The places that an owner holds, and its waiting work. */
interface Owner {
  held: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Shares a number of places among owners. An owner never holds more than its share, even when more places are free. Waiting owners get
 * free places in turn, however many requests they have: an owner with a thousand requests delays another owner by one request.
 */
export class Turns {
  readonly #options: TurnsOptions;
  /** Owners that hold a place or wait for one. The owner to be served next comes first. */
  readonly #owners = new Map<string, Owner>();
  #held = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Work of all owners that waits for a place. */
  get waiting(): number {
    return [...this.#owners.values()].reduce((sum, owner) => sum + owner.waiting.size, 0);
  }

  /**
   * Runs `work` while the owner holds a place.
   *
   * @throws Crowded when too much work of the owner is waiting, or this work waited too long; errors of `work` unchanged
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
    if (owner.waiting.size >= waitingMax)
      return Promise.reject(new Crowded("too many calls are waiting already"));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        owner.waiting.delete(waiting);
        this.#forgetIdle(name, owner);
        reject(new Crowded(`no place became free within ${waitMs} ms`));
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
      // The owner moves to the end: the other owners are served before its next work.
      this.#owners.delete(next);
      this.#owners.set(next, one);
      first.begin();
      return;
    }
  }
}
