import { idOf } from "../../domain/identifier/identifier.ts";
import { Repository, type Row } from "../database.ts";
import { checks, type LedgerCheck, type Scan } from "./check-scans.ts";

/** Default number of rows that one statement examines. */
const chunkRows = 1000;
/** Maximum number of violations of one check that are described. */
const toldMax = 20;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/** The result row of a scan statement. */
interface ScanRow {
  readonly last: readonly string[] | null;
  readonly examined: string;
  readonly subjects: readonly string[];
  readonly problems: readonly string[];
}

/** The result of one check. */
export interface CheckResult {
  readonly name: string;
  /** The rule in one sentence. */
  readonly title: string;
  /** Number of examined rows. */
  readonly examined: number;
  readonly violations: number;
  /** Descriptions of the first violations. */
  readonly told: readonly string[];
}

/** The last check of the whole ledger that has finished. */
export interface FinishedCheck {
  /** Real time. */
  readonly checkedAt: Date;
  readonly results: readonly CheckResult[];
}

/** Runs the checks of the ledger. Use it within one snapshot, so that all checks see the same state. */
export class LedgerCheckReader extends Repository {
  /** Tries to become the only checker of this database until the snapshot ends. @returns false when another process is checking */
  async claim(): Promise<boolean> {
    const row = await this.session.one<{ readonly claimed: boolean }>({
      name: "ledger_check_claim",
      text: "select pg_try_advisory_xact_lock(hashtext('pda ledger check')) as claimed",
    });
    return row.claimed;
  }

  /** Returns the last finished check of the whole ledger; undefined before the first one. */
  last(): Promise<FinishedCheck | undefined> {
    return this.findOne(
      { name: "ledger_check_last", text: "select checked_at, results from ledger_check" },
      [],
      (row: Row<"ledger_check", "checked_at, results">) => ({
        checkedAt: row.checked_at,
        results: row.results as CheckResult[],
      }),
    );
  }

  /** Runs one check after the other, in chunks of at most `rows` rows. */
  async *run({
    rows = chunkRows,
    signal,
  }: {
    readonly rows?: number;
    readonly signal?: AbortSignal;
  } = {}): AsyncGenerator<CheckResult> {
    for (const check of checks) yield await this.#check(check, rows, signal);
  }

  async #check(
    { name, title, scans }: LedgerCheck,
    rows: number,
    signal?: AbortSignal,
  ): Promise<CheckResult> {
    let examined = 0;
    let violations = 0;
    const told: string[] = [];
    for (const [index, scan] of scans.entries()) {
      for await (const found of this.#chunks(`ledger_check_${name}_${index}`, scan, rows)) {
        signal?.throwIfAborted();
        examined += found.examined;
        violations += found.problems.length;
        told.push(...found.problems.slice(0, toldMax - told.length));
      }
    }
    return { name, title, examined, violations, told };
  }

  async *#chunks(
    name: string,
    { text, subject }: Scan,
    rows: number,
  ): AsyncGenerator<{ examined: number; problems: string[] }> {
    let after: readonly string[] = [beforeAll, beforeAll];
    for (;;) {
      const row = await this.session.one<ScanRow>({ name, text }, [after, rows]);
      const examined = Number(row.examined);
      const problems = row.problems.map(
        (problem, index) => `${idOf(subject, row.subjects[index] as string)} ${problem}`,
      );
      yield { examined, problems };
      if (examined < rows || !row.last) return;
      after = row.last;
    }
  }
}

/** Keeps the result of a check; exists inside a transaction only. */
export class LedgerCheckWriter extends LedgerCheckReader {
  /** Replaces the last finished check. */
  async keep(results: readonly CheckResult[]): Promise<void> {
    await this.session.run(
      {
        name: "ledger_check_keep",
        text: `insert into ledger_check (results) values ($1)
          on conflict (singleton) do update set checked_at = excluded.checked_at, results = excluded.results`,
      },
      [JSON.stringify(results)],
    );
  }
}
