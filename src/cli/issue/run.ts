import type { PdaClient } from "../../client/index.ts";
import { Bar, type Screen } from "./bar.ts";
import { OutcomeFiles, type RowCounts, type RowOutcome } from "./outcome.ts";
import { JOB_ITEMS_MAX, type Piece, piecesOf, Source } from "./source.ts";
import { type Job, type Result, Upload } from "./upload.ts";

/** What is to be issued, and how. */
export interface IssueOptions {
  readonly api: PdaClient;
  readonly publisherId: string;
  readonly file: string;
  /** Tells one issuance of a file from another one of the same file. */
  readonly run: string;
  /** How long to go on asking while the service is away. */
  readonly patienceMs: number;
  readonly screen: Screen;
}

/** What came of it. */
export interface Issued {
  readonly counts: RowCounts;
  readonly resultsFile: string;
  readonly errorsFile: string;
  /** Rows without a reference failed: in a corrected file the others would be issued again. */
  readonly mayRepeat: boolean;
}

/**
 * Issues the rows of a file. The jobs that it fills are named by what the rows say, so the same file goes on where it was, however it
 * broke off, and is never issued twice under the same name of a run.
 *
 * @throws CommandError about the file; what the service refuses as a whole
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

/** The jobs of a file, one for each hundred thousand items. */
class Jobs {
  readonly #upload: Upload;
  readonly #source: Source;
  readonly #jobs: Job[] = [];
  /** Results of an earlier run that are still to be told. */
  #earlier: AsyncGenerator<Result> | undefined;

  constructor(
    { api, publisherId, patienceMs }: IssueOptions,
    source: Source,
    waiting: (why: string) => void,
  ) {
    this.#upload = new Upload(api, publisherId, patienceMs, waiting);
    this.#source = source;
  }

  /** Makes or finds them. @returns items that they have already */
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

  /** The results of a piece: those of an earlier run, and for the rest those of now. */
  async resultsOf({ firstIndex, items }: Piece): Promise<readonly Result[]> {
    if (items.length === 0) return [];
    const job = this.#jobs[Math.floor(firstIndex / JOB_ITEMS_MAX)];
    if (!job) throw new Error("there are more items than were counted");
    const inJob = firstIndex % JOB_ITEMS_MAX;
    if (inJob === 0) this.#earlier = this.#upload.results(job.issuanceJobId);
    const known = Math.max(0, Math.min(items.length, job.receivedCount - inJob));
    const results: Result[] = [];
    while (results.length < known) {
      const next = await this.#earlier?.next();
      if (!next || next.done) throw new Error(`the job ${job.issuanceJobId} has fewer results than it says`);
      results.push(next.value);
    }
    if (known === items.length) return results;
    this.#source.requireUnchanged();
    const sent = await this.#upload.send(job.issuanceJobId, inJob + known, items.slice(known));
    return [...results, ...sent];
  }
}

/** Rows that were sent and rows that could not be, by their lines. */
function inOrder({ lines, problems }: Piece, results: readonly Result[]): RowOutcome[] {
  const sent = results.map((result, place): RowOutcome => {
    const { status, assetIdentifier, reference, errors } = result;
    return {
      line: lines[place] ?? 0,
      status,
      ...(assetIdentifier === undefined ? {} : { assetIdentifier }),
      ...(reference === undefined ? {} : { reference }),
      ...(status === "failed" ? { errors } : {}),
    };
  });
  const unsent = problems.map(
    ({ line, problem }): RowOutcome => ({ line, status: "failed", errors: [problem.fault] }),
  );
  return [...sent, ...unsent].sort((a, b) => a.line - b.line);
}
