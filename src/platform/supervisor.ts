import { pause } from "./pause.ts";

/** A running part that may end by itself: a child process, the database. */
export interface Part {
  /** Resolves when the part has ended, with how it ended. */
  exited: Promise<string>;
  pid?: number;
  /** Stops the part in order. */
  close(): Promise<void>;
  /** Ends the part at once. */
  kill?(): void;
  /** Makes the part read its settings again without an interruption; absent when it cannot. */
  reload?(): void;
}

export interface PartSpec {
  name: string;
  start(): Promise<Part>;
}

/** Reports when parts end and start again. */
export interface Reporter {
  ended(name: string, how: string, againInMs: number): void;
  failedAgain(name: string, reason: string, againInMs: number): void;
  back(name: string): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** After a part has run this long, the next pause before a restart is short again. */
const STEADY_MS = 60_000;

interface Running {
  spec: PartSpec;
  part: Part | undefined;
  watching: Promise<void>;
}

/**
 * Keeps parts running: starts a part that ended by itself again after a growing pause. `close` stops all parts in reverse order. Parts
 * that do not need each other may start at the same time.
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
   * Starts a part and waits until it is ready. Restarts the part when it ends later.
   * @throws the error of the part's first start; Error when the supervisor is closing
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
    if (this.#stop.signal.aborted) throw new Error(`${spec.name} is not started: pda is stopping`);
    const part = await spec.start();
    if (this.#stop.signal.aborted) {
      await part.close();
      throw new Error(`${spec.name} is stopped: pda is stopping`);
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

  /** Tries to start the part until it runs or the supervisor is closing. */
  async #startAgain(spec: PartSpec, firstPauseMs: number): Promise<Part | undefined> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await pause(pauseMs, this.#stop.signal);
      if (this.#stop.signal.aborted) return undefined;
      try {
        const part = await spec.start();
        if (!this.#stop.signal.aborted) {
          this.#reporter.back(spec.name);
          return part;
        }
        // `close` began while the part started and did not see it yet.
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

  /** Stops every part, one after the other, in the reverse order of their starts. */
  async close(): Promise<void> {
    this.#stop.abort();
    // Parts that are still starting must stop first, while the parts they need still run.
    await Promise.allSettled(this.#starting);
    for (const running of this.#running.toReversed()) {
      await running.part?.close();
      await running.watching;
    }
  }

  /** Reloads every part that can reload. @returns how many parts reload */
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
