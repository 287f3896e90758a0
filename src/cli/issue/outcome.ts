import { once } from "node:events";
import { createWriteStream, renameSync, rmSync, type WriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { named } from "../../files/error.ts";
import { FileLock } from "./lock.ts";

/** One fault of a row, in the form of the service's item errors. */
export interface RowFault {
  readonly code: string;
  readonly message: string;
  readonly field: string;
  readonly reason: string;
}

/** Result of a row. */
export interface RowOutcome {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly status: "issued" | "already_issued" | "failed";
  readonly assetIdentifier?: string;
  readonly reference?: string;
  readonly errors?: readonly RowFault[];
}

/** Number of rows by status. */
export type RowCounts = Record<RowOutcome["status"], number>;

/** Writes two files beside the issued file: results of all rows and of failed rows. Both are replaced only when they are complete. */
export class OutcomeFiles implements AsyncDisposable {
  readonly resultsFile: string;
  readonly errorsFile: string;
  readonly counts: RowCounts = { issued: 0, already_issued: 0, failed: 0 };
  readonly #results: WriteStream;
  readonly #errors: WriteStream;
  readonly #lock: FileLock;
  #finished = false;

  /** @throws CommandError while another process issues the file */
  constructor(file: string) {
    this.#lock = new FileLock(file);
    this.resultsFile = `${file}.results.ndjson`;
    this.errorsFile = `${file}.errors.ndjson`;
    this.#results = writer(draft(this.resultsFile));
    this.#errors = writer(draft(this.errorsFile));
  }

  /** Adds rows, in the order of their lines. */
  async add(outcomes: readonly RowOutcome[]): Promise<void> {
    for (const { status } of outcomes) this.counts[status] += 1;
    await write(this.#results, outcomes);
    await write(
      this.#errors,
      outcomes.filter(({ status }) => status === "failed"),
    );
  }

  /** Moves the files to their final names. Without failed rows, no errors file is kept. */
  async finish(): Promise<void> {
    for (const stream of [this.#results, this.#errors]) {
      stream.end();
      await finished(stream);
    }
    this.#finished = true;
    renameSync(draft(this.resultsFile), this.resultsFile);
    if (this.counts.failed > 0) renameSync(draft(this.errorsFile), this.errorsFile);
    else for (const file of [draft(this.errorsFile), this.errorsFile]) rmSync(file, { force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#finished) {
      for (const stream of [this.#results, this.#errors]) stream.destroy();
      for (const file of [this.resultsFile, this.errorsFile]) rmSync(draft(file), { force: true });
    }
    this.#lock[Symbol.dispose]();
  }
}

const draft = (file: string): string => `${file}.part`;

function writer(file: string): WriteStream {
  const stream = createWriteStream(file, { mode: 0o600 });
  // The next write throws this error. Without a listener the error would end the process with a stack trace.
  stream.on("error", (error) => named(file, error));
  return stream;
}

/** @throws Error that names the file, also when an earlier write failed */
async function write(stream: WriteStream, outcomes: readonly RowOutcome[]): Promise<void> {
  if (stream.errored) throw stream.errored;
  if (outcomes.length === 0) return;
  const text = outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join("");
  if (!stream.write(text)) await once(stream, "drain");
}
