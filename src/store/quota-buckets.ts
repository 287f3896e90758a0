import { byteas, integers } from "./arrays.ts";
import { Repository, type Row, type TransactionSession } from "./database.ts";

/** A call that waits for the lock of a row finds the time of a later call there. Further ahead means that the clock has been set back. */
const AHEAD_SECONDS_MAX = 5;

/** What a process wants from one bucket. */
export interface BucketDemand {
  /** 16 bytes; different in every demand of one call. */
  readonly subject: Uint8Array;
  readonly unitsPerSecond: number;
  readonly capacity: number;
  /** Units spent on credit, or below 0 the units that are given back. */
  readonly spent: number;
  readonly wanted: number;
}

/** A share of a bucket. */
export interface BucketLease {
  readonly granted: number;
  /** What is left in the bucket. */
  readonly left: number;
}

/** The quotas of the installation, one token bucket for each subject. */
export class QuotaBuckets extends Repository {
  /**
   * Settles what was spent on credit and leases what is left, in one statement for all subjects. An unknown bucket is full. A bucket is
   * overdrawn at most by its capacity, so no caller waits longer than it takes to fill one twice. Rows are locked in the order of their
   * subjects, so two calls cannot block each other for good. A bucket whose time is far ahead goes on from now: the clock of the database
   * has been set back, and the bucket would gain nothing until its time comes.
   *
   * @returns the leases in the order of the demands
   */
  async lease(demands: readonly BucketDemand[]): Promise<BucketLease[]> {
    const columns = "subject, level, granted";
    const rows = await this.session.run<Row<"quota_bucket", typeof columns>>(
      {
        name: "quota_bucket_lease",
        text: `insert into quota_bucket as b (subject, level, wanted, asked_at, units_per_second, capacity)
          select d.subject, d.capacity - d.spent, d.wanted, clock_timestamp(), d.units_per_second, d.capacity
            from unnest($1::bytea[], $2::int[], $3::int[], $4::int[], $5::int[])
              as d (subject, units_per_second, capacity, spent, wanted)
            order by d.subject
          on conflict (subject) do update set
            level = greatest(-excluded.capacity, least(excluded.capacity, excluded.level - excluded.capacity + least(excluded.capacity,
              b.level - b.granted
                + excluded.units_per_second * greatest(0, extract(epoch from excluded.asked_at - b.asked_at)::float8)))),
            wanted = excluded.wanted,
            asked_at = case when b.asked_at > excluded.asked_at + interval '${AHEAD_SECONDS_MAX} seconds' then excluded.asked_at
              else greatest(b.asked_at, excluded.asked_at) end,
            units_per_second = excluded.units_per_second, capacity = excluded.capacity
          returning ${columns}`,
      },
      [
        byteas(demands.map(({ subject }) => subject)),
        integers(demands.map(({ unitsPerSecond }) => unitsPerSecond)),
        integers(demands.map(({ capacity }) => capacity)),
        integers(demands.map(({ spent }) => spent)),
        integers(demands.map(({ wanted }) => wanted)),
      ],
    );
    const leases = new Map(
      rows.map(({ subject, level, granted }) => [
        subject.toString("hex"),
        { granted: granted ?? 0, left: level - (granted ?? 0) },
      ]),
    );
    return demands.map(({ subject }) => {
      const lease = leases.get(Buffer.from(subject).toString("hex"));
      if (!lease) throw new Error("a bucket has no lease");
      return lease;
    });
  }
}

/** Deletes what the table need not remember; exists inside a transaction only. */
export class QuotaBucketWriter extends Repository<TransactionSession> {
  /** Deletes buckets that are full again, because an unknown bucket is full. @returns how many */
  async forget(limit: number): Promise<number> {
    const old = `asked_at + make_interval(secs => (capacity - level + granted) / units_per_second) < clock_timestamp()
      limit $1 for update skip locked`;
    return this.forgetRows("quota_bucket", old, [limit]);
  }
}
