import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../domain/identifier/identifier.ts";
import type { ProcessReport } from "../domain/process/process.ts";
import type { Logger } from "../logger.ts";
import { isUnimplemented } from "./client/status.ts";

/** Four reports fit into the time after which a process counts as silent. */
const REPORT_MS = 15_000;
/** A stop waits no longer for the last report. */
const REMOVE_MS = 1_000;
/** As long as a name in the DNS. */
const HOST_LENGTH_MAX = 253;

/** What the reports of a process need. */
export interface ProcessReporterOptions {
  readonly release: { readonly version: string; readonly commit: string | undefined };
  /** The certificate by which other tiers know the process. */
  readonly certificate: { current(): { readonly notAfter: Date } };
  readonly keep: (report: ProcessReport) => Promise<void>;
  /** Takes the process off the list when it stops. */
  readonly remove: (report: ProcessReport) => Promise<void>;
  readonly log: Logger;
  /** Time between two reports; 15 s by default. */
  readonly everyMs?: number;
}

/** Reports this process to the operator's list of processes, until it is disposed. A report that fails has no effect on anything else. */
export class ProcessReporter implements AsyncDisposable {
  readonly #options: ProcessReporterOptions;
  readonly #processId = newId("process");
  readonly #startedAt = new Date(Date.now() - process.uptime() * 1_000);
  #timer: NodeJS.Timeout | undefined;
  #reporting: Promise<void> | undefined;
  #isListed = false;
  #isFailing = false;

  constructor(options: ProcessReporterOptions) {
    this.#options = options;
  }

  /** Reports now, and then again and again. */
  start(): void {
    const report = (): void => {
      this.#reporting ??= this.#report().finally(() => {
        this.#reporting = undefined;
      });
    };
    report();
    this.#timer ??= setInterval(report, this.#options.everyMs ?? REPORT_MS).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    const { remove, log } = this.#options;
    const removed = (async () => {
      await this.#reporting;
      if (this.#isListed) await remove(this.#said());
    })().catch((error: unknown) => log.debug({ err: error }, "this process is still listed after its stop"));
    await Promise.race([removed, sleep(REMOVE_MS, undefined, { ref: false })]);
  }

  #said(): ProcessReport {
    const { release, certificate } = this.#options;
    return {
      processId: this.#processId,
      version: release.version,
      ...(release.commit === undefined ? {} : { buildCommit: release.commit }),
      host: hostname().slice(0, HOST_LENGTH_MAX) || "unknown",
      startedAt: this.#startedAt,
      certificateExpiresAt: certificate.current().notAfter,
    };
  }

  async #report(): Promise<void> {
    const { keep, log } = this.#options;
    try {
      await keep(this.#said());
      if (this.#isFailing) log.info("this process is reported to the operator again");
      this.#isListed = true;
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#tell(error);
      this.#isFailing = true;
    }
  }

  #tell(error: unknown): void {
    const { log } = this.#options;
    if (isUnimplemented(error)) log.debug("the core is older and has no list of processes");
    else log.warn({ err: error }, "this process could not be reported to the operator; it tries again");
  }
}
