// Forks, replaces and drains several processes behind one address. The processes share their listening ports.
import cluster from "node:cluster";
import type { Logger } from "../logger.ts";
import { pause } from "./pause.ts";
import { Member } from "./process-set/member.ts";
import type { Metrics } from "./process-set/messages.ts";
import { MemberMetrics } from "./process-set/metrics.ts";
import { NotStarted } from "./process-set/not-started.ts";

/** How long a member may take to become ready. */
const READY_MS = 30_000;
/** How long a member may take to drain; a little more than its own limit. */
const STOP_MS = 17_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** After a member has run this long, the next pause before a restart is short again. */
const STEADY_MS = 60_000;
/** Number of failed starts in a row, with no running member, after which the set gives up. */
const FAILURES_MAX = 5;

export interface SetOptions {
  /** Script that each process runs, and its arguments. */
  readonly script: string;
  readonly args: readonly string[];
  /** Returns the number of processes; called at the start and at each reload. @throws ConfigError for invalid settings */
  readonly count: () => number;
  readonly log: Logger;
  readonly readyMs?: number;
  /** Pause before the first replacement of a died member; doubles with each further replacement, up to 15 s. */
  readonly pauseMs?: number;
}

/**
 * A set of equal processes of one tier. node:cluster gives each new connection to the next process (round robin). The supervisor owns the
 * listening socket, so no connection is lost while members come and go. With SO_REUSEPORT the kernel would reset connections that wait
 * in the queue of a member that stops listening.
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
    // Prevents an unhandled rejection when the set fails before a caller listens.
    this.#failed.promise.catch(() => undefined);
  }

  /** Rejects when no member runs and the set has given up starting members. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  /**
   * Starts all members. A member that lacks a dependency for a time, such as the database, is started again after growing pauses. This
   * method waits for the first member; the others are retried in the background.
   * @returns how many members are ready
   * @throws NotStarted with the last error of a member that cannot start; no member runs then
   */
  async start(): Promise<number> {
    const { script, args, count } = this.#options;
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({ exec: script, args: [...args], stdio: ["ignore", "inherit", "pipe", "ipc"] });
    this.#wanted = count();
    try {
      // The first member starts alone: when it cannot start, no member can, and only one reason is reported.
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

  /** Tells whether at least one member is ready. */
  async isReady(): Promise<boolean> {
    const answers = await Promise.all(this.#ready().map((member) => member.isReady()));
    return answers.includes(true);
  }

  /** Returns the metrics of the set: sums over all members, draining and ended ones included, and how many members run. */
  async metrics(): Promise<Metrics> {
    // A member that starts does not answer yet. One that drains does, and its counts are in the sums until they are kept at its end.
    const answering = [...this.#members].filter(({ state }) => state === "ready" || state === "stopping");
    await Promise.all(answering.map((member) => member.askMetrics()));
    // Reads the members after the answers. A member that ended meanwhile is no longer here, and its counts are already kept.
    const present = [...this.#members].map(({ metrics }) => metrics);
    return this.#metrics.all(present, { ready: this.#ready().length, wanted: this.#wanted });
  }

  /**
   * Replaces every member, one by one: a new member is ready before an old member drains. When a new member does not become ready, the
   * reload ends and the remaining old members stay. A call during a reload causes one more reload.
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

  /** Drains all members at the same time. Resolves when all have ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#members].map((member) => this.#end(member)));
  }

  /** Kills all members. */
  kill(): void {
    this.#stop.abort();
    for (const member of this.#members) member.kill();
  }

  #ready(): Member[] {
    return [...this.#members].filter(({ state }) => state === "ready");
  }

  /** Members that run or start, and were not told to stop. */
  #staying(): Member[] {
    return [...this.#members].filter(({ state }) => state === "starting" || state === "ready");
  }

  /**
   * Starts a member.
   * @param works true to wait until the member is ready for requests, not only until it runs. A reload must not replace a working member
   * by a member that does not work yet
   */
  async #startOne({ works = false } = {}): Promise<void> {
    const { log, readyMs } = this.#options;
    const member = new Member();
    this.#members.add(member);
    void member.exited.then((how) => this.#ended(member, how));
    const since = Date.now();
    await member.becomesReady(readyMs, { works });
    // The set may have been stopped while the member started.
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
    if (!member.wasStopped && !this.#stop.signal.aborted) this.#metrics.fell();
    if (member.wasStopped) this.#options.log.info({ process: member.number, how }, "process drained");
  }

  #end(member: Member): Promise<void> {
    return member.stop(STOP_MS);
  }

  /** Starts replacements, each after a growing pause, until the set has the wanted number of members. */
  async #heal(): Promise<void> {
    if (this.#healing) return;
    this.#healing = true;
    while (!this.#stop.signal.aborted && this.#staying().length < this.#wanted) {
      await this.#pause();
      if (!this.#stop.signal.aborted && this.#staying().length < this.#wanted) await this.#replace();
    }
    this.#healing = false;
  }

  /** Waits; each call waits longer than the one before. */
  async #pause(): Promise<void> {
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await pause(pauseMs, this.#stop.signal);
  }

  /**
   * Tries to start a member.
   * @returns why the member does not run, when a later start may succeed by itself
   * @throws NotStarted for any other reason
   */
  async #tryOne(): Promise<NotStarted | undefined> {
    try {
      await this.#startOne();
      return undefined;
    } catch (error) {
      if (this.#stop.signal.aborted || !(error instanceof NotStarted && error.passes)) throw error;
      const reason = error.message;
      this.#options.log.warn({ reason, againInMs: this.#pauseMs }, "a process did not start; trying again");
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
      // A member that died during the reload may have been replaced in addition.
      const surplus = this.#ready().slice(0, -this.#wanted);
      await Promise.all(surplus.map((member) => this.#end(member)));
      log.info({ processes: this.#ready().map(({ number }) => number) }, "reloaded");
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const stays = this.#ready().map(({ number }) => number);
      const reason = (error as Error).message;
      log.error(
        { reason, processes: stays },
        "not reloaded: a new process did not start; the other processes keep running",
      );
      this.#wanted = before;
      void this.#heal();
    }
  }
}
