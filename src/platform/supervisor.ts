/** Something that runs and may end by itself: a child process, the database. */
export interface Part {
  /** Resolves when it has ended, with how it ended. */
  exited: Promise<string>;
  pid?: number;
  /** Ends it in good order. */
  close(): Promise<void>;
  /** Ends it at once. */
  kill?(): void;
  /** Makes it read its settings again without a gap; absent when it cannot. */
  reload?(): void;
}

export interface PartSpec {
  name: string;
  start(): Promise<Part>;
}

/** What people are told while parts come and go. */
export interface Reporter {
  ended(name: string, how: string, againInMs: number): void;
  failedAgain(name: string, reason: string, againInMs: number): void;
  back(name: string): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** A part that ran this long has shown that it can run: the next pause is short again. */
const STEADY_MS = 60_000;

interface Running {
  spec: PartSpec;
  part: Part | undefined;
  watching: Promise<void>;
}

/**
 * Keeps parts running: what ends by itself is started again after a growing pause, until everything is closed in reverse order. Parts that
 * do not need each other may start at the same time.
 */
export class Supervisor {
  readonly #reporter: Reporter;
  readonly #running: Running[] = [];
  readonly #starting = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  /**
   * Starts a part and waits until it is ready; later ends are dealt with here.
   * @throws what its first start throws, and Error when everything is being closed
   */
  async run(spec: PartSpec): Promise<void> {
    const starting = this.#start(spec);
    this.#starting.add(starting);
    try {
      await starting;
    } finally {
      this.#starting.delete(starting);
    }
  }

  async #start(spec: PartSpec): Promise<void> {
    if (this.#stop.signal.aborted)
      throw new Error(`${spec.name} is not started: everything is being stopped`);
    const part = await spec.start();
    if (this.#stop.signal.aborted) {
      await part.close();
      throw new Error(`${spec.name} is stopped: everything is being stopped`);
    }
    const running: Running = { spec, part, watching: Promise.resolve() };
    running.watching = this.#watch(running, Date.now());
    this.#running.push(running);
  }

  async #watch(running: Running, startedAt: number): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    let since = startedAt;
    while (running.part) {
      const how = await running.part.exited.catch((error: Error) => error.message);
      running.part = undefined;
      if (this.#stop.signal.aborted) return;
      if (Date.now() - since > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
      this.#reporter.ended(running.spec.name, how, pauseMs);
      running.part = await this.#startAgain(running.spec, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      since = Date.now();
    }
  }

  /** Tries until it runs or everything is being closed. */
  async #startAgain(spec: PartSpec, firstPauseMs: number): Promise<Part | undefined> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await this.#pause(pauseMs);
      if (this.#stop.signal.aborted) return undefined;
      try {
        const part = await spec.start();
        if (!this.#stop.signal.aborted) {
          this.#reporter.back(spec.name);
          return part;
        }
        // Closing began while it started, and looked for it too early.
        await part.close();
        return undefined;
      } catch (error) {
        this.#reporter.failedAgain(
          spec.name,
          (error as Error).message,
          Math.min(pauseMs * 2, LONGEST_PAUSE_MS),
        );
      }
    }
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#stop;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done);
      if (signal.aborted) done();
    });
  }

  /** Ends every part, the last started first, each before the next. */
  async close(): Promise<void> {
    this.#stop.abort();
    // A part that is still starting ends itself once it has started, while what it needs still runs.
    await Promise.allSettled(this.#starting);
    for (const running of this.#running.toReversed()) {
      await running.part?.close();
      await running.watching;
    }
  }

  /** Makes every part that can read its settings again. @returns how many */
  reload(): number {
    if (this.#stop.signal.aborted) return 0;
    const parts = this.#running.flatMap(({ part }) => (part?.reload ? [part] : []));
    for (const part of parts) part.reload?.();
    return parts.length;
  }

  /** Ends every part at once. */
  kill(): void {
    this.#stop.abort();
    for (const running of this.#running) running.part?.kill?.();
  }
}
