import { Repository, sql } from "../database.ts";

/** Removes old records; exists inside a transaction only. */
export class AuditRetention extends Repository {
  /**
   * Drops the partitions of a month and of all earlier months. Positions follow the months, so that the records that are left begin with
   * one position. The tiles stay.
   *
   * @param month such as `2026-01`
   * @returns the names of the dropped partitions
   */
  async forget(month: string): Promise<string[]> {
    const last = `audit_record_${month.replace("-", "")}`;
    await this.session.run({
      name: "audit_forget_patience",
      text: "select set_config('lock_timeout', '2s', true)",
    });
    // The sequencer waits for this lock, so that no position is given meanwhile.
    await this.session.run({ name: "audit_forget_lock", text: "select size from audit_log for update" });
    const months = await this.session.run<{ readonly name: string }>(
      {
        name: "audit_forget_months",
        text: `select relid::regclass::text as name from pg_partition_tree('audit_record')
          where isleaf and relid::regclass::text ~ '^audit_record_[0-9]{6}$' and relid::regclass::text <= $1 order by name`,
      },
      [last],
    );
    for (const { name } of months) await this.session.query(sql.raw(`drop table ${name}`));
    await this.session.run({
      name: "audit_forget_retained",
      text: `update audit_log set retained_from = coalesce((select min(position) from audit_record), size)`,
    });
    return months.map(({ name }) => name);
  }
}
