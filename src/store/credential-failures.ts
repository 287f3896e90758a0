import { type Counted, FORGET_SECONDS } from "../domain/access/failures.ts";
import { anyLength, byteas } from "./arrays.ts";
import { Repository, type TransactionSession } from "./database.ts";

/** Above this a failure does not count, so that the counter falls within the hour. */
const failuresMax = 60;
const age = "extract(epoch from clock_timestamp() - f.last_failed_at)";
/** A row that another transaction has just written may be this far ahead. */
const AHEAD_SECONDS_MAX = 5;
/** What is left of a row's count: one less each minute. */
const counted = `greatest(0, f.failures - floor(greatest(0, ${age}) / ${FORGET_SECONDS})::int)`;
/**
 * Seconds since the last failure. A time further ahead means that the clock of the database has been set back. Its delay is over then, or
 * the caller would have to wait until the time comes; the failures still count.
 */
const sinceLast = `case when ${age} < -${AHEAD_SECONDS_MAX} then ${FORGET_SECONDS} else greatest(0, ${age}) end`;

/** Counts of wrong credentials, by subjects of 16 bytes. */
export class CredentialFailures extends Repository {
  /** Returns the counts of the subjects, in their order. */
  async of<Subjects extends readonly Uint8Array[]>(
    subjects: Subjects,
  ): Promise<{ [Index in keyof Subjects]: Counted }> {
    const rows = await this.session.run<{ subject: Buffer; failures: number; age: number }>(
      {
        name: "credential_failure_get",
        text: `select f.subject, ${counted} as failures,
            (${sinceLast})::float8 as age
          from credential_failure f where f.subject = any(${anyLength("$1::bytea[]")})`,
      },
      [byteas(subjects)],
    );
    return subjects.map((subject) => {
      const row = rows.find((each) => each.subject.equals(subject));
      return row ? { failures: row.failures, ageSeconds: row.age } : { failures: 0, ageSeconds: 0 };
    }) as { [Index in keyof Subjects]: Counted };
  }

  /** Counts a failure of each of the subjects, which differ. */
  async count(subjects: readonly Uint8Array[]): Promise<void> {
    await this.session.run(
      {
        name: "credential_failure_count",
        text: `insert into credential_failure as f (subject, failures, last_failed_at)
          select s, 1, clock_timestamp() from unnest($1::bytea[]) as s order by s
          on conflict (subject) do update set failures = least(${failuresMax}, ${counted} + 1), last_failed_at = excluded.last_failed_at`,
      },
      [byteas(subjects)],
    );
  }
}

/** Deletes counts that have fallen to zero; exists inside a transaction only. */
export class CredentialFailureWriter extends Repository<TransactionSession> {
  /** @returns how many */
  async forget(limit: number): Promise<number> {
    const old = `last_failed_at + make_interval(secs => failures * ${FORGET_SECONDS}) < clock_timestamp() limit $1 for update skip locked`;
    return this.forgetRows("credential_failure", old, [limit]);
  }
}
