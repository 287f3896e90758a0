// How the file of a statement is called, so that it can be told from others in a folder.
import { dayOf } from "./days.ts";

interface Of {
  readonly merchantId: string;
  readonly account: string;
  readonly assetType: string;
  /** RFC 3339. */
  readonly fromTime: string;
  /** RFC 3339, exclusive. Absent: not known. */
  readonly toTime: string | undefined;
}

/** Returns the name of a file: merchant, account, asset type and period, and a number from the second page on. */
export function statementFile(
  { merchantId, account, assetType, fromTime, toTime }: Of,
  number: number,
  ends: string,
): string {
  // The end is exclusive: that of a day is the begin of the next.
  const end = toTime === undefined ? [] : [new Date(Date.parse(toTime) - 1)];
  const days = [new Date(fromTime), ...end].map(dayOf);
  const parts = [
    "statement",
    merchantId,
    account,
    assetType,
    days.join("_"),
    ...(number > 1 ? [number] : []),
  ];
  return `${parts.join("-")}.${ends}`;
}
