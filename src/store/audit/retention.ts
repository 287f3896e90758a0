import { Repository, sql } from "../database.ts";

const tables = ["audit_batch", "audit_place"];

/** Removes old records; exists inside a transaction only. */
export class AuditRetention extends Repository {
  /**
   * Drops the partitions of a month and of all earlier months. The tiles stay. Records of the first moments of the next month may have
   * positions among those of the dropped records; they stay.
   *
   * @param month such as `2026-01`
   * @returns the dropped months
   * @throws Error when a record of these months has no position yet
   */
  async forget(month: string): Promise<string[]> {
    // To drop a partition takes a lock on the whole table. Calls that write wait behind it, so the wait for it is short.
    await this.session.run({
      name: "audit_forget_patience",
      text: "select set_config('lock_timeout', '500ms', true)",
    });
    // The sequencer waits for this lock, so that no position is given meanwhile.
    await this.session.run({ name: "audit_forget_lock", text: "select size from audit_log for update" });
    const months = await this.session.run<{ readonly month: string }>(
      {
        name: "audit_forget_months",
        text: `select right(relid::regclass::text, 6) as month from pg_partition_tree('audit_batch')
          where relid::regclass::text ~ '^audit_batch_[0-9]{6}$' and right(relid::regclass::text, 6) <= $1 order by month`,
      },
      [month.replace("-", "")],
    );
    for (const dropped of months) await this.#drop(dropped.month);
    return months.map((dropped) => dropped.month.replace(/(?=..$)/, "-"));
  }

  async #drop(month: string): Promise<void> {
    const batches = `audit_batch_${month}`;
    await this.session.query(sql.raw(`lock table ${batches} in access exclusive mode`));
    const waiting = sql(batches).select(sql.raw("1")).whereNull("first_position").limit(1);
    if ((await this.session.query(waiting)).length > 0)
      throw new Error(`records of ${batches} have no position yet: start a worker, then try again`);
    await this.session.query(
      sql.raw(
        `update audit_log set retained_from = greatest(retained_from, (select max(first_position + count) from ${batches}))`,
      ),
    );
    for (const table of tables) await this.session.query(sql.raw(`drop table ${table}_${month}`));
  }
}
