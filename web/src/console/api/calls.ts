// The calls that have made, ended or refunded a payment, from the audit log. Reads leave records, too, many more of them.
import { api, type Schemas } from "./client.ts";

/** A call, with the time of what it did. */
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
  const found = await Promise.all(askedOf(payment, refunds).map((asked) => find(asked, isSandbox)));
  return found.flat();
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

async function find({ operation, resourceId, at }: Asked, isSandbox: boolean): Promise<Call[]> {
  const around = (ms: number): string => new Date(Date.parse(at) + ms).toISOString();
  const period = isSandbox ? {} : { fromTime: around(-AROUND_MS), toTime: around(AROUND_MS) };
  const query = { operation, resourceId, ...period };
  const { data } = await api().GET("/api/v1/audit/records", { params: { query } });
  return data.items.map((record) => ({ at, record }));
}
