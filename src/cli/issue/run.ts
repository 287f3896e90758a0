import type { PdaClient } from "../../../clients/typescript/src/index.ts";
import { catalogue } from "../../../gen/errors/catalogue.ts";
import type { RowProblem } from "../../domain/asset-file/problem.ts";
import { CommandError } from "../failure.ts";
import type { Screen } from "../output/progress.ts";
import { Bar } from "./bar.ts";
import { OutcomeFiles, type RowCounts, type RowFault, type RowOutcome } from "./outcome.ts";
import { JOB_ITEMS_MAX, type Piece, piecesOf, Source } from "./source.ts";
import { type Job, type Result, Upload } from "./upload.ts";

/** File to issue, and how. */
export interface IssueOptions {
  readonly api: PdaClient;
  readonly publisherId: string;
  readonly file: string;
  /** Name of the run; another name issues the same file once more. */
  readonly run: string;
  /** How long to retry while the service does not answer, in milliseconds. */
  readonly patienceMs: number;
  readonly screen: Screen;
}

/** Result of an issuance. */
export interface Issued {
  readonly counts: RowCounts;
  readonly resultsFile: string;
  readonly errorsFile: string;
  /** True when rows failed and some rows have no reference: a corrected copy of the file would issue those rows again. */
  readonly mayRepeat: boolean;
}

/**
 * Issues the rows of a file. The issuance jobs are named by the digest of the rows. After any interruption the same file therefore
 * continues with the next row, and is never issued twice under the same run name.
 *
 * @throws CommandError about the file; PdaError when the service refuses a whole request
 */
export async function issueFile(options: IssueOptions): Promise<Issued> {
  const { file, run, screen } = options;
  const source = await Source.read(file);
  await using files = new OutcomeFiles(file);
  const bar = new Bar(screen, source.rowCount);
  const jobs = new Jobs(options, source, (why) => bar.say(`waiting for the service: ${why}`));
  bar.goOnAfter(await jobs.open(run));
  try {
    for await (const piece of piecesOf(source.rows())) {
      const results = await jobs.resultsOf(piece);
      await files.add(inOrder(piece, results));
      const { issued, already_issued: already, failed } = files.counts;
      bar.show(issued + already + failed, failed);
    }
  } finally {
    bar.end();
  }
  await files.finish();
  const { counts, resultsFile, errorsFile } = files;
  return { counts, resultsFile, errorsFile, mayRepeat: counts.failed > 0 && !source.allNamed };
}

/** The issuance jobs of a file, one per 100,000 items. */
class Jobs {
  readonly #upload: Upload;
  readonly #source: Source;
  readonly #jobs: Job[] = [];
  /** Results of an earlier run that are not yet written. */
  #earlier: AsyncGenerator<Result> | undefined;

  constructor(
    { api, publisherId, patienceMs }: IssueOptions,
    source: Source,
    waiting: (why: string) => void,
  ) {
    this.#upload = new Upload(api, publisherId, patienceMs, waiting);
    this.#source = source;
  }

  /** Creates or finds the jobs. @returns how many items the jobs have received already */
  async open(run: string): Promise<number> {
    const { itemCount, digest } = this.#source;
    let received = 0;
    for (let first = 0; first < itemCount; first += JOB_ITEMS_MAX) {
      const part = first / JOB_ITEMS_MAX + 1;
      const reference = ["pda-issue", digest, part, ...(run === "" ? [] : [run])].join(":");
      const job = await this.#upload.job(reference, Math.min(JOB_ITEMS_MAX, itemCount - first));
      this.#jobs.push(job);
      received += job.receivedCount;
    }
    return received;
  }

  /** Returns the results of a piece: first those of an earlier run, then those of the items that this call sends. */
  async resultsOf({ firstIndex, items }: Piece): Promise<readonly Result[]> {
    if (items.length === 0) return [];
    const job = this.#jobs[Math.floor(firstIndex / JOB_ITEMS_MAX)];
    if (!job) throw new Error("the file has more items than at the first reading");
    const inJob = firstIndex % JOB_ITEMS_MAX;
    if (inJob === 0) this.#earlier = this.#upload.results(job.issuanceJobId);
    const known = Math.max(0, Math.min(items.length, job.receivedCount - inJob));
    const results: Result[] = [];
    while (results.length < known) {
      const next = await this.#earlier?.next();
      if (!next || next.done)
        throw new Error(`the job ${job.issuanceJobId} has fewer results than its receivedCount`);
      results.push(next.value);
    }
    if (known === items.length) return results;
    this.#source.requireUnchanged();
    const sent = await this.#upload.send(job.issuanceJobId, inJob + known, items.slice(known));
    return [...results, ...sent];
  }
}

/** Returns a status of an item. @throws CommandError for a status that only a later version knows */
function knownStatus(status: Result["status"]): RowOutcome["status"] {
  const known = (["issued", "already_issued", "failed"] as const).find((each) => each === status);
  if (known !== undefined) return known;
  throw new CommandError(
    `the service gave an item the status "${status}"`,
    "the service is newer than this command: update pda, and run the same command again",
  );
}

/** Merges the results of sent rows and the faults of unsent rows, in the order of the lines. */
function inOrder({ lines, problems }: Piece, results: readonly Result[]): RowOutcome[] {
  const sent = results.map((result, place): RowOutcome => {
    const { assetIdentifier, reference, errors } = result;
    const status = knownStatus(result.status);
    return {
      line: lines[place] ?? 0,
      status,
      ...(assetIdentifier === undefined ? {} : { assetIdentifier }),
      ...(reference === undefined ? {} : { reference }),
      ...(status === "failed" ? { errors } : {}),
    };
  });
  const unsent = problems.map(
    ({ line, problem }): RowOutcome => ({ line, status: "failed", errors: [faultOf(problem)] }),
  );
  return [...sent, ...unsent].sort((a, b) => a.line - b.line);
}

/** Returns the fault of a row that cannot be sent, in the form that the service uses. */
const faultOf = ({ reason, message }: RowProblem): RowFault => ({
  code: catalogue.INVALID_ARGUMENT.code,
  message,
  field: "",
  reason,
});
