import type { ListedTier, ProcessReport, ReportedProcess } from "../domain/process/process.ts";
import { idOf, uuidOf } from "../domain/identifier/identifier.ts";
import { Repository, type Row, sql, type TransactionSession } from "./database.ts";
import type { Page, PageRequest } from "./page.ts";

/** A process reports four times in this time. */
const SILENT_AFTER_SECONDS = 60;
const FORGOTTEN_AFTER_HOURS = 24;

const columns =
  "process_id, tier, version, build_commit, host, started_at, reported_at, certificate_expires_at";
type ProcessRow = Row<"process", typeof columns> & { readonly is_running: boolean };

/** Reads the processes of the tiers. */
export class ProcessReader extends Repository {
  /** Lists the processes, the one that started last first. */
  list(page: PageRequest): Promise<Page<ReportedProcess>> {
    const query = sql("process").select(
      ...columns.split(", "),
      sql.raw(`reported_at > now() - interval '${SILENT_AFTER_SECONDS} seconds' as is_running`),
    );
    return this.newestFirst<"process_id", ProcessRow, ReportedProcess>(
      query,
      ["process_id", "process"],
      page,
      processOf,
    );
  }
}

/** Keeps what processes report of themselves. Each report is one statement outside a transaction. */
export class ProcessReports extends Repository {
  /** Keeps the report of a process. Changes nothing when the process is of another tier. */
  async keep(tier: ListedTier, report: ProcessReport): Promise<void> {
    const { processId, version, buildCommit, host, startedAt, certificateExpiresAt } = report;
    await this.session.run(
      {
        name: "process_keep",
        text: `insert into process as p (process_id, tier, version, build_commit, host, started_at, certificate_expires_at)
          values ($1, $2, $3, $4, $5, $6, $7)
          on conflict (process_id) do update set reported_at = excluded.reported_at,
            certificate_expires_at = excluded.certificate_expires_at where p.tier = excluded.tier`,
      },
      [
        uuidOf("process", processId),
        tier,
        version,
        buildCommit ?? null,
        host,
        startedAt,
        certificateExpiresAt,
      ],
    );
  }

  /** Deletes a process that stops. Changes nothing when the process is of another tier. */
  async remove(tier: ListedTier, processId: string): Promise<void> {
    await this.session.run(
      { name: "process_remove", text: "delete from process where process_id = $1 and tier = $2" },
      [uuidOf("process", processId), tier],
    );
  }
}

/** Deletes processes that are gone; exists inside a transaction only. */
export class ProcessWriter extends Repository<TransactionSession> {
  /** Deletes at most `limit` processes that have not reported for a day. @returns how many */
  forget(limit: number): Promise<number> {
    const old = `reported_at < now() - interval '${FORGOTTEN_AFTER_HOURS} hours' limit $1 for update skip locked`;
    return this.forgetRows("process", old, [limit]);
  }
}

const processOf = (row: ProcessRow): ReportedProcess => ({
  processId: idOf("process", row.process_id),
  tier: row.tier,
  version: row.version,
  ...(row.build_commit === null ? {} : { buildCommit: row.build_commit }),
  host: row.host,
  startedAt: row.started_at,
  certificateExpiresAt: row.certificate_expires_at,
  reportedAt: row.reported_at,
  isRunning: row.is_running,
});
