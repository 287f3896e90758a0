// Several processes behind one address: they are forked, replaced and drained here, and share the ports that they listen on.
import cluster from "node:cluster";
import type { Logger } from "../logger.ts";
import { Member } from "./process-set/member.ts";
import { MemberMetrics } from "./process-set/metrics.ts";
import { NotStarted } from "./process-set/not-started.ts";

/** How long a member may take until it can do its work. */
const READY_MS = 30_000;
/** How long one may take to drain; a little more than it gives itself. */
const STOP_MS = 17_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** One that ran this long has shown that it can run: the next pause is short again. */
const STEADY_MS = 60_000;
/** Failed starts in a row, with nothing left that runs, after which it is of no use to go on. */
const FAILURES_MAX = 5;

export interface SetOptions {
  /** Arguments of each process: the script and what follows it. */
  readonly script: string;
  readonly args: readonly string[];
  /** How many; asked at the start and at each reload. @throws ConfigError for settings that cannot be used */
  readonly count: () => number;
  readonly log: Logger;
  readonly readyMs?: number;
  /** Before the first replacement of one that died; each further one waits twice as long, up to 15 s. */
  readonly pauseMs?: number;
}

/**
 * A set of equal processes of one tier. node:cluster's round robin gives each new connection to the next one: the listening socket
 * belongs to this process, so no connection is lost while members come and go (with SO_REUSEPORT the kernel resets those that wait in
 * the queue of a member that stops listening).
 */
export class ProcessSet {
  readonly #options: Required<SetOptions>;
  readonly #members = new Set<Member>();
  readonly #metrics = new MemberMetrics();
  readonly #failed = Promise.withResolvers<never>();
  readonly #stop = new AbortController();
  #wanted = 0;
  #failures = 0;
  #pauseMs: number;
  #healing = false;
  #reloading: Promise<void> | undefined;
  #reloadAgain = false;

  constructor(options: SetOptions) {
    this.#options = { readyMs: READY_MS, pauseMs: FIRST_PAUSE_MS, ...options };
    this.#pauseMs = this.#options.pauseMs;
    // Nobody may be listening yet when it fails.
    this.#failed.promise.catch(() => undefined);
  }

  /** Rejects when no member runs and none can be started any more. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  /**
   * Starts all of them. One that only misses for a while what it needs, the database for instance, is started again after growing
   * pauses: the first until it is ready, the others beside it.
   * @returns how many are ready
   * @throws NotStarted with the last words of one that cannot be started; none runs then
   */
  async start(): Promise<number> {
    const { script, args, count } = this.#options;
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({ exec: script, args: [...args], stdio: ["ignore", "inherit", "pipe", "ipc"] });
    this.#wanted = count();
    try {
      // The first alone: when it cannot start, none can, and there is one reason.
      for (let missing = await this.#tryOne(); missing; missing = await this.#tryOne()) {
        await this.#pause();
        if (this.#stop.signal.aborted) throw missing;
      }
      await Promise.all(Array.from({ length: this.#wanted - 1 }, () => this.#tryOne()));
    } catch (error) {
      this.kill();
      throw error;
    }
    void this.#heal();
    return this.#ready().length;
  }

  /** Whether at least one member can do its work. */
  async isReady(): Promise<boolean> {
    const answers = await Promise.all(this.#ready().map((member) => member.isReady()));
    return answers.includes(true);
  }

  /** Metrics of the set as Prometheus text: those of all members, ended ones included, and how many run. */
  async metrics(): Promise<string> {
    const present = await Promise.all(this.#ready().map((member) => member.latestMetrics()));
    return this.#metrics.text(present, { ready: this.#ready().length, wanted: this.#wanted });
  }

  /**
   * Replaces every member, one by one: a new one starts and is ready before an old one drains. One that does not become ready ends the
   * reload and leaves the old ones as they are. A further call while it runs makes it run once more.
   */
  reload(): void {
    if (this.#stop.signal.aborted) return;
    if (this.#reloading) {
      this.#reloadAgain = true;
      return;
    }
    this.#reloading = this.#replaceAll().finally(() => {
      this.#reloading = undefined;
      if (!this.#reloadAgain) return;
      this.#reloadAgain = false;
      this.reload();
    });
  }

  /** Drains all of them at once. Resolves when all have ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#members].map((member) => this.#end(member)));
  }

  /** Ends all of them now. */
  kill(): void {
    this.#stop.abort();
    for (const member of this.#members) member.kill();
  }

  #ready(): Member[] {
    return [...this.#members].filter(({ state }) => state === "ready");
  }

  /** Those that run or are about to, and are not told to stop. */
  #staying(): Member[] {
    return [...this.#members].filter(({ state }) => state === "starting" || state === "ready");
  }

  /**
   * Starts one. A tier may start before what it needs; but nothing that works is given up for one that does not work yet.
   */
  async #startOne({ works = false } = {}): Promise<void> {
    const { log, readyMs } = this.#options;
    const member = new Member();
    this.#members.add(member);
    void member.exited.then((how) => this.#ended(member, how));
    const since = Date.now();
    await member.becomesReady(readyMs, { works });
    // The order to stop may have come while it started.
    if (this.#stop.signal.aborted) void this.#end(member);
    log.info({ process: member.number, pid: member.pid, ms: Date.now() - since }, "process ready");
    this.#failures = 0;
    const steady = setTimeout(() => {
      this.#pauseMs = this.#options.pauseMs;
    }, STEADY_MS).unref();
    void member.exited.then((how) => {
      clearTimeout(steady);
      if (member.wasStopped || this.#stop.signal.aborted) return;
      log.error({ process: member.number, how, againInMs: this.#pauseMs }, "process ended by itself");
      void this.#heal();
    });
  }

  #ended(member: Member, how: string): void {
    this.#members.delete(member);
    this.#metrics.keep(member.metrics);
    if (member.wasStopped) this.#options.log.info({ process: member.number, how }, "process drained");
  }

  #end(member: Member): Promise<void> {
    return member.stop(STOP_MS);
  }

  /** Starts replacements, each after a growing pause, until there are as many as wanted. */
  async #heal(): Promise<void> {
    if (this.#healing) return;
    this.#healing = true;
    while (!this.#stop.signal.aborted && this.#staying().length < this.#wanted) {
      await this.#pause();
      if (!this.#stop.signal.aborted && this.#staying().length < this.#wanted) await this.#replace();
    }
    this.#healing = false;
  }

  /** Waits, and longer the next time. */
  async #pause(): Promise<void> {
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await pause(pauseMs, this.#stop.signal);
  }

  /**
   * Starts one.
   * @returns why it does not run, when it only missed what may come by itself
   * @throws NotStarted for any other reason
   */
  async #tryOne(): Promise<NotStarted | undefined> {
    try {
      await this.#startOne();
      return undefined;
    } catch (error) {
      if (this.#stop.signal.aborted || !(error instanceof NotStarted && error.passes)) throw error;
      const reason = error.message;
      this.#options.log.warn({ reason, againInMs: this.#pauseMs }, "a process did not start yet");
      return error;
    }
  }

  async #replace(): Promise<void> {
    try {
      await this.#tryOne();
    } catch (error) {
      this.#failures += 1;
      const reason = (error as Error).message;
      this.#options.log.error({ reason, failures: this.#failures }, "a process did not start");
      if (this.#failures >= FAILURES_MAX && this.#ready().length === 0) this.#failed.reject(error);
    }
  }

  async #replaceAll(): Promise<void> {
    const { log, count } = this.#options;
    const before = this.#wanted;
    try {
      this.#wanted = count();
      const outdated = this.#ready();
      log.info({ processes: this.#wanted }, "reloading");
      for (let fresh = 0; fresh < this.#wanted && !this.#stop.signal.aborted; fresh += 1) {
        await this.#startOne({ works: true });
        await outdated.shift()?.stop(STOP_MS);
      }
      await Promise.all(outdated.map((member) => this.#end(member)));
      // A member that died meanwhile may have been replaced beside.
      const surplus = this.#ready().slice(0, -this.#wanted);
      await Promise.all(surplus.map((member) => this.#end(member)));
      log.info({ processes: this.#ready().map(({ number }) => number) }, "reloaded");
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const stays = this.#ready().map(({ number }) => number);
      const reason = (error as Error).message;
      log.error({ reason, processes: stays }, "not reloaded: a new process did not start, the others stay");
      this.#wanted = before;
      void this.#heal();
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
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
