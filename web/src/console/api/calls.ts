// The calls that have made, ended or refunded a payment, from the audit log. Reads leave records, too, many more of them.
import { pages } from "@pda/client/browser";
import { api, type Schemas } from "./client.ts";

/** A call, with its place in the order of what happened. */
export interface Call {
  /** RFC 3339, by the clock of the service: that of a sandbox may be ahead of the real time that the record has. */
  readonly at: string;
  readonly record: Schemas["AuditRecord"];
}

interface Calls {
  readonly calls: readonly Call[];
  /** False when a call was not found, and not all records that could be about it were looked through. */
  readonly isWhole: boolean;
}

interface Asked {
  readonly operation: string;
  readonly resourceId: string;
  readonly at: string;
}

/** Records of calls are looked for so long before and after what they did. */
const AROUND_MS = 60_000;
/** Pages of one search. Where many calls were made at once, a page can be empty although a later one has the record. */
const PAGES_MAX = 8;

/**
 * Returns the calls that the reader may see: a merchant those of its own credentials.
 * @param isSandbox whether the clock may be ahead, so that times say nothing about records
 */
export async function callsOf(
  payment: Schemas["Payment"],
  refunds: readonly Schemas["Refund"][],
  isSandbox: boolean,
): Promise<Calls> {
  const done = new Set<string>();
  const found = await Promise.all(
    askedOf(payment, refunds).map(async (asked) => ({ asked, ...(await find(asked, isSandbox, done)) })),
  );
  const calls = found.flatMap(({ asked, records }) => {
    // What ends a payment is one of several operations. The call that did it tells how far the clocks are apart.
    const alike = found.flatMap((each) => (each.asked.at === asked.at ? each.records : []));
    return records.map((record) => ({ at: timeOf(record, asked, alike, isSandbox), record }));
  });
  return { calls, isWhole: found.every(({ asked, isWhole }) => isWhole || done.has(changeOf(asked))) };
}

/** Names what a call has done: one of several operations has ended a payment. */
const changeOf = ({ resourceId, at }: Asked): string => `${resourceId} ${at}`;

/** Tells whether a call has done what it asked for. */
const hasDone = ({ outcome, replayed }: Schemas["AuditRecord"]): boolean =>
  outcome === "succeeded" && !replayed;

/** Returns when a call was made, by the clock of the service, as far from the call that did it as by real time. */
function timeOf(
  { callTime }: Schemas["AuditRecord"],
  { at }: Asked,
  alike: readonly Schemas["AuditRecord"][],
  isSandbox: boolean,
): string {
  const done = alike.find(hasDone);
  if (done) return new Date(Date.parse(at) + Date.parse(callTime) - Date.parse(done.callTime)).toISOString();
  return isSandbox ? at : callTime;
}

function askedOf(
  { paymentId, createTime, endTime }: Schemas["Payment"],
  refunds: readonly Schemas["Refund"][],
) {
  const ends = endTime === undefined ? [] : ["AuthorizePayment", "DeclinePayment", "CancelPayment"];
  return [
    { operation: "CreatePayment", resourceId: paymentId, at: createTime },
    ...ends.map((operation) => ({ operation, resourceId: paymentId, at: endTime ?? createTime })),
    ...refunds.map(({ refundId, createTime: at }) => ({
      operation: "CreateRefund",
      resourceId: refundId,
      at,
    })),
  ] satisfies Asked[];
}

/** Searches page by page until the call is found that has made the change. @param done changes whose calls are found, by any search */
async function find(
  asked: Asked,
  isSandbox: boolean,
  done: Set<string>,
): Promise<{ readonly records: readonly Schemas["AuditRecord"][]; readonly isWhole: boolean }> {
  const { operation, resourceId, at } = asked;
  const around = (ms: number): string => new Date(Date.parse(at) + ms).toISOString();
  const period = isSandbox ? {} : { fromTime: around(-AROUND_MS), toTime: around(AROUND_MS) };
  const query = { operation, resourceId, ...period };
  const records: Schemas["AuditRecord"][] = [];
  let left = PAGES_MAX;
  const search = pages((page) =>
    api().GET("/api/v1/audit/records", { params: { query: { ...query, ...page } } }),
  );
  for await (const { items, nextPageToken } of search) {
    records.push(...items);
    if (items.some(hasDone)) done.add(changeOf(asked));
    if (nextPageToken === "") return { records, isWhole: true };
    left -= 1;
    if (left === 0 || done.has(changeOf(asked))) break;
  }
  return { records, isWhole: false };
}
