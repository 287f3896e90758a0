import type { Knex } from "knex";

/** A range of creation times, business time. */
export interface CreatedRange {
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  /** Seconds by which business time is ahead of real time now; it was never further ahead. */
  readonly offsetSeconds: number;
}

/** Largest assumed difference between the clock of a process that creates identifiers and the clock of the database. */
const clockSkewMs = 300_000;

/**
 * Restricts a query to rows that were created in a range. Identifiers begin with their real time of creation, and lists are in the order
 * of identifiers. A range of times is therefore a range of the index that a list is read from. The exact decision is made on `created_at`.
 */
export function restrictCreated(
  query: Knex.QueryBuilder,
  key: string,
  range: CreatedRange | undefined,
): void {
  if (range?.from) {
    const realMs = range.from.getTime() - range.offsetSeconds * 1000 - clockSkewMs;
    query.where("created_at", ">=", range.from).where(key, ">=", firstIdAt(realMs));
  }
  if (range?.to) {
    const realMs = range.to.getTime() + clockSkewMs;
    query.where("created_at", "<", range.to).where(key, "<", firstIdAt(realMs));
  }
}

const timeMsMax = 2 ** 48 - 1;

/** Returns the lowest UUIDv7 of a time (RFC 9562 §5.7). */
export function firstIdAt(ms: number): string {
  const time = Math.min(Math.max(ms, 0), timeMsMax).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
