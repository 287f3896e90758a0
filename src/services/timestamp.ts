import type { Timestamp } from "../../gen/ts/google/protobuf/timestamp.ts";

/** A date as protobuf's Timestamp. */
export function timestamp(date: Date): Timestamp {
  const ms = date.getTime();
  const seconds = Math.floor(ms / 1000);
  return { seconds: BigInt(seconds), nanos: (ms - seconds * 1000) * 1_000_000 };
}

/** A protobuf Timestamp as a date, to the millisecond. */
export function dateOf({ seconds, nanos }: Timestamp): Date {
  return new Date(Number(seconds) * 1000 + Math.floor(nanos / 1_000_000));
}
