import type { Timestamp } from "../../../gen/ts/google/protobuf/timestamp.ts";
import type { CreatedRange } from "../../store/created.ts";
import type { Readers } from "../../store/store.ts";
import { requireDate } from "./timestamp.ts";

/** The range of creation times that a list is asked for; both bounds are optional. */
export interface TimeRange {
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** Reads `from_time` and `to_time` of a list. @throws Failure INVALID_ARGUMENT */
export function timeRangeOf(request: {
  readonly fromTime?: Timestamp | undefined;
  readonly toTime?: Timestamp | undefined;
}): TimeRange {
  const { fromTime, toTime } = request;
  return {
    ...(fromTime ? { from: boundOf("from_time", fromTime) } : {}),
    ...(toTime ? { to: boundOf("to_time", toTime) } : {}),
  };
}

/** Rounds a bound up to the next millisecond, because creation times are whole milliseconds. */
export function boundOf(field: string, time: Timestamp): Date {
  const date = requireDate(field, time);
  return time.nanos % 1_000_000 === 0 ? date : new Date(date.getTime() + 1);
}

/** Returns what a page token is bound to in a time range. */
export function timeRangeBinding({ from, to }: TimeRange): Record<"from" | "to", number | undefined> {
  return { from: from?.getTime(), to: to?.getTime() };
}

/** Returns the range for a list in the order of identifiers, which hold real time. */
export async function createdRange(
  range: TimeRange,
  read: Pick<Readers, "clock">,
): Promise<{ created?: CreatedRange }> {
  if (!range.from && !range.to) return {};
  return { created: { ...range, offsetSeconds: range.from ? Number(await read.clock.offsetSeconds()) : 0 } };
}
