import type { Timestamp } from "../../gen/ts/google/protobuf/timestamp.ts";

/** A protobuf Timestamp as a date, to the millisecond; what is finer is cut off. */
export function dateOf({ seconds, nanos }: Timestamp): Date {
  return new Date(Number(seconds) * 1000 + Math.floor(nanos / 1_000_000));
}
