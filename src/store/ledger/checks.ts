import { idOf } from "../../domain/identifier/identifier.ts";
import { Repository } from "../database.ts";
import { type LedgerCheck, checks, type Scan } from "./check-scans.ts";

/** Rows that one statement looks at, unless said otherwise. */
const chunkRows = 1000;
/** Violations of one check that are told one by one. */
const toldMax = 20;
const beforeAll = "00000000-0000-0000-0000-000000000000";

/** What a scan gives. */
interface ScanRow {
  readonly last: readonly string[] | null;
  readonly examined: string;
  readonly subjects: readonly string[];
  readonly problems: readonly string[];
}

/** What came of one check. */
export interface CheckResult {
  readonly name: string;
  /** What holds when there is no violation. */
  readonly title: string;
  /** Rows that were looked at. */
  readonly examined: number;
  readonly violations: number;
  /** The first of them in words. */
  readonly told: readonly string[];
}

/** Checks what must always hold of the ledger; for one state of it, to be used within one snapshot. */
export class LedgerCheckReader extends Repository {
  /** Whether nobody else checks this database; if so, nobody else will until the snapshot ends. */
  async claim(): Promise<boolean> {
    const row = await this.session.one<{ readonly claimed: boolean }>({
      name: "ledger_check_claim",
      text: "select pg_try_advisory_xact_lock(hashtext('pda ledger check')) as claimed",
    });
    return row.claimed;
  }

  /** Goes through the ledger check by check, in chunks of bounded size. */
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
