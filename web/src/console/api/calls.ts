// The calls that have made, ended or refunded a payment, from the audit log. Reads leave records, too, many more of them.
import { api, type Schemas } from "./client.ts";

/** A call, with its place in the order of what happened. */
export interface Call {
  /** RFC 3339, by the clock of the service: that of a sandbox may be ahead of the real time that the record has. */
  readonly at: string;
  readonly record: Schemas["AuditRecord"];
}

interface Asked {
  readonly operation: string;
  readonly resourceId: string;
  readonly at: string;
}

/** Records of calls are looked for so long before and after what they did. */
const AROUND_MS = 60_000;

/**
 * Returns the calls that the reader may see: a merchant those of its own credentials.
 * @param isSandbox whether the clock may be ahead, so that times say nothing about records
 */
export async function callsOf(
  payment: Schemas["Payment"],
  refunds: readonly Schemas["Refund"][],
  isSandbox: boolean,
): Promise<Call[]> {
  const found = await Promise.all(
    askedOf(payment, refunds).map(async (asked) => ({ asked, records: await find(asked, isSandbox) })),
  );
  return found.flatMap(({ asked, records }) => {
    // What ends a payment is one of several operations. The call that did it tells how far the clocks are apart.
    const alike = found.flatMap((each) => (each.asked.at === asked.at ? each.records : []));
    return records.map((record) => ({ at: timeOf(record, asked, alike, isSandbox), record }));
  });
}

/** Returns when a call was made, by the clock of the service, as far from the call that did it as by real time. */
function timeOf(
  { callTime }: Schemas["AuditRecord"],
  { at }: Asked,
  alike: readonly Schemas["AuditRecord"][],
  isSandbox: boolean,
): string {
  const done = alike.find(({ outcome, replayed }) => outcome === "succeeded" && !replayed);
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

async function find(
  { operation, resourceId, at }: Asked,
  isSandbox: boolean,
): Promise<readonly Schemas["AuditRecord"][]> {
  const around = (ms: number): string => new Date(Date.parse(at) + ms).toISOString();
  const period = isSandbox ? {} : { fromTime: around(-AROUND_MS), toTime: around(AROUND_MS) };
  const query = { operation, resourceId, ...period };
  const { data } = await api().GET("/api/v1/audit/records", { params: { query } });
  return data.items;
}
