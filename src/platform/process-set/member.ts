// A member of a process set, as its supervisor handles it.
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { EXIT_FAILED, EXIT_PASSING } from "../../files/advised.ts";
import { READY } from "../child.ts";
import { adviceIn, lastWords } from "../last-words.ts";
import { pause } from "../pause.ts";
import { rescueConnections } from "./handover.ts";
import { type Metrics, type Order, type Report, reportIn } from "./messages.ts";
import { NotStarted } from "./not-started.ts";

const ANSWER_MS = 2_000;
const READY_POLL_MS = 200;
const WORDS_MAX = 10;

/** System errors of a start that pass when other processes give back memory, processes or open files. */
const SCARCE = new Set(["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"]);

/** @throws NotStarted when the system refuses the new process at once; some refusals come later, as an event */
function fork(): Worker {
  try {
    return cluster.fork();
  } catch (error) {
    const { message, code = "" } = error as NodeJS.ErrnoException;
    const exitCode = SCARCE.has(code) ? EXIT_PASSING : EXIT_FAILED;
    throw new NotStarted(message, "see: pda doctor", { exitCode });
  }
}

type Answer = Extract<Report, { pda: "answer" }>;

/** One process; the constructor forks it. */
export class Member {
  /** Number of the member, from 1 upwards and never reused; log lines about the member show it. */
  readonly number: number;
  /** Resolves with how the process ended. */
  readonly exited: Promise<string>;
  /** Latest metrics that the member has sent. */
  metrics: Metrics = [];
  state: "starting" | "ready" | "stopping" | "ended" = "starting";
  /** True when the supervisor told the member to stop, so its end is expected. */
  wasStopped = false;
  readonly #worker: Worker;
  readonly #said: string[] = [];
  readonly #asked = new Map<number, (answer?: Answer) => void>();
  readonly #announced = Promise.withResolvers<void>();
  #questions = 0;
  #exitCode = EXIT_FAILED;

  /** @throws NotStarted when the system refuses the new process */
  constructor() {
    const worker = fork();
    this.#worker = worker;
    this.number = worker.id;
    // A broken channel also ends the process, which is handled there.
    worker.on("error", (error: NodeJS.ErrnoException) => {
      this.#said.push(error.message);
      if (this.pid === undefined && SCARCE.has(error.code ?? "")) this.#exitCode = EXIT_PASSING;
    });
    worker.on("message", (message: unknown) => this.#hear(message));
    this.#readWords();
    // Not `once` of node:events, which rejects after an error: a process that could not be started has both, an error and an end.
    this.exited = new Promise((resolve) => {
      worker.process.once("close", (code: number | null, signal: NodeJS.Signals | null) => {
        this.state = "ended";
        for (const done of this.#asked.values()) done();
        // node:cluster forgets a member at its exit, and a process that never ran has none.
        if (this.pid === undefined) delete cluster.workers?.[worker.id];
        else if (code) this.#exitCode = code;
        resolve(signal ? `by ${signal}` : `with code ${code}`);
      });
    });
    if (this.pid !== undefined) rescueConnections(worker);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /**
   * Waits until the member says that it runs, and with `works` also until it is ready for requests.
   * @throws NotStarted when the member ends first or takes too long; the member is killed then
   */
  async becomesReady(withinMs: number, { works }: { works: boolean }): Promise<void> {
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), withinMs);
    const ended = this.exited.then((how) => {
      const why = lastWords(this.#said) ?? `it ended ${how}`;
      throw new NotStarted(why, adviceIn(this.#said), { exitCode: this.#exitCode });
    });
    const aborted = once(stop.signal, "abort").then(() => {
      throw new NotStarted(`it was not ready within ${withinMs / 1000} s`, "see its log lines above");
    });
    const ready = async () => {
      await this.#announced.promise;
      if (!works) return;
      while (!stop.signal.aborted && !(await this.isReady())) await pause(READY_POLL_MS, stop.signal);
    };
    try {
      await Promise.race([ready(), ended, aborted]);
      if (this.state === "starting") this.state = "ready";
    } catch (error) {
      this.kill();
      throw error;
    } finally {
      clearTimeout(late);
      stop.abort();
      for (const loser of [ended, aborted]) loser.catch(() => undefined);
    }
  }

  /** Asks the member whether it is ready; false when the member does not answer in time. */
  async isReady(): Promise<boolean> {
    return (await this.#ask("ready"))?.ready === true;
  }

  /** Asks the member for its metrics. The latest ones stay when the member does not answer in time. */
  async askMetrics(): Promise<void> {
    const answer = await this.#ask("metrics");
    if (answer?.metrics) this.metrics = answer.metrics;
  }

  /** Drains the member; kills it after `withinMs`. Resolves when the process has ended. */
  async stop(withinMs: number): Promise<void> {
    if (this.state === "ended") return;
    if (this.state !== "stopping") {
      this.state = "stopping";
      this.wasStopped = true;
      this.#send({ pda: "stop" });
    }
    const force = setTimeout(() => this.kill(), withinMs);
    await this.exited;
    clearTimeout(force);
  }

  kill(): void {
    this.#worker.process.kill("SIGKILL");
  }

  #send(order: Order): void {
    // A closed channel belongs to a process that has ended or is about to end.
    if (this.#worker.isConnected()) this.#worker.send(order, undefined, () => undefined);
  }

  #ask(what: "ready" | "metrics"): Promise<Answer | undefined> {
    if (!this.#worker.isConnected()) return Promise.resolve(undefined);
    const id = (this.#questions += 1);
    return new Promise((resolve) => {
      const done = (answer?: Answer) => {
        clearTimeout(timer);
        this.#asked.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(done, ANSWER_MS);
      this.#asked.set(id, done);
      this.#send({ pda: "ask", id, what });
    });
  }

  #hear(message: unknown): void {
    if (message === READY) {
      this.#announced.resolve();
      return;
    }
    const report = reportIn(message);
    if (report?.pda === "answer") this.#asked.get(report.id)?.(report);
    else if (report?.pda === "farewell") this.metrics = report.metrics;
  }

  /** Copies the member's standard error to ours, except while the member starts: then the lines become the reason of NotStarted. */
  #readWords(): void {
    const { stderr } = this.#worker.process;
    if (!stderr) return;
    createInterface({ input: stderr }).on("line", (line) => {
      this.#said.push(line);
      if (this.#said.length > WORDS_MAX) this.#said.shift();
      if (this.state !== "starting" || process.env.PDA_DEBUG) process.stderr.write(`${line}\n`);
    });
  }
}
