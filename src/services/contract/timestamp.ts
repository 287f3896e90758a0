import type { Timestamp } from "../../../gen/ts/google/protobuf/timestamp.ts";
import { Failure } from "../../rpc/failure.ts";

/** The first and the last moment that a Timestamp can hold. */
const firstMs = Date.parse("0001-01-01T00:00:00.000Z");
const lastMs = Date.parse("9999-12-31T23:59:59.999Z");

/** Converts a date to protobuf's Timestamp. */
export function timestamp(date: Date): Timestamp {
  const ms = date.getTime();
  const seconds = Math.floor(ms / 1000);
  return { seconds: BigInt(seconds), nanos: (ms - seconds * 1000) * 1_000_000 };
}

/** Returns the date of a request field, truncated to milliseconds. @throws Failure INVALID_ARGUMENT about the field */
export function requireDate(field: string, { seconds, nanos }: Timestamp): Date {
  const ms = Number(seconds) * 1000 + Math.floor(nanos / 1_000_000);
  if (nanos < 0 || nanos > 999_999_999 || !(ms >= firstMs && ms <= lastMs))
    throw Failure.ofField(field, "TIME_OUT_OF_RANGE", "It must be a time between the years 1 and 9999.");
  return new Date(ms);
}
