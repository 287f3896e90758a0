import type { Timestamp } from "../../../gen/ts/google/protobuf/timestamp.ts";
import { Failure } from "../../rpc/failure.ts";

/** First and last moment that a Timestamp can say. */
const firstMs = Date.parse("0001-01-01T00:00:00.000Z");
const lastMs = Date.parse("9999-12-31T23:59:59.999Z");

/** A date as protobuf's Timestamp. */
export function timestamp(date: Date): Timestamp {
  const ms = date.getTime();
  const seconds = Math.floor(ms / 1000);
  return { seconds: BigInt(seconds), nanos: (ms - seconds * 1000) * 1_000_000 };
}

/** The date of a request field, to the millisecond; what is finer is cut off. @throws Failure INVALID_ARGUMENT about the field */
export function requireDate(field: string, { seconds, nanos }: Timestamp): Date {
  const ms = Number(seconds) * 1000 + Math.floor(nanos / 1_000_000);
  if (nanos < 0 || nanos > 999_999_999 || !(ms >= firstMs && ms <= lastMs))
    throw Failure.ofField(
      "INVALID_ARGUMENT",
      field,
      "TIME_OUT_OF_RANGE",
      "It is no time of the years 1 to 9999.",
    );
  return new Date(ms);
}
