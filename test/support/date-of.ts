import type { Timestamp } from "../../gen/ts/google/protobuf/timestamp.ts";

/** Converts a protobuf Timestamp to a date, cut off to the millisecond. */
export function dateOf({ seconds, nanos }: Timestamp): Date {
  return new Date(Number(seconds) * 1000 + Math.floor(nanos / 1_000_000));
}
