import { Repository } from "./database.ts";

/** Reads business time. */
export class ClockReader extends Repository {
  /** Returns the business time of this transaction, to the millisecond. */
  async now(): Promise<Date> {
    const row = await this.session.one<{ readonly now: Date }>({
      name: "clock_now",
      text: "select business_now() as now",
    });
    return row.now;
  }

  /** Returns the current business time, independent of when the transaction began. */
  async moment(): Promise<Date> {
    const row = await this.session.one<{ readonly now: Date }>({
      name: "clock_moment",
      text: `select date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => offset_seconds) as now from business_clock`,
    });
    return row.now;
  }

  /** Returns how many seconds business time is ahead of real time. */
  async offsetSeconds(): Promise<bigint> {
    const row = await this.session.one<{ readonly offset_seconds: string }>({
      name: "clock_offset",
      text: "select offset_seconds from business_clock",
    });
    return BigInt(row.offset_seconds);
  }
}

/** Advances business time, in a sandbox. */
export class ClockWriter extends ClockReader {
  /** Advances business time by `seconds`. */
  async advance(seconds: bigint): Promise<void> {
    await this.session.run(
      {
        name: "clock_advance",
        text: `update business_clock set offset_seconds = offset_seconds + $1, advanced_at = 'infinity',
          closed_offset_seconds = case when advanced_at < oldest_open_transaction() then offset_seconds else closed_offset_seconds end`,
      },
      [seconds.toString()],
    );
  }
}
