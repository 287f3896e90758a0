import type { Row, Session } from "../database.ts";
import { anyLength } from "../arrays.ts";

/** A signed transfer of a settlement. The final use of the transfer's sequence is not decided yet. */
export interface LiveTransfer {
  /** Number of the transfer within its settlement, from 1. */
  readonly attempt: number;
  /** CAIP-10. */
  readonly signer: string;
  /** The network's reference of the transfer, known before the transfer is sent. */
  readonly reference: string;
  /** The signed bytes. The same bytes are sent every time, so that the transfer can be included at most once. */
  readonly signedTransfer: Uint8Array;
  /** Milliseconds since the transfer was prepared. */
  readonly ageMs: number;
}

interface TransferRow
  extends Row<"settlement_transfer", "settlement_id, attempt, signer, reference, signed_transfer"> {
  readonly age_ms: number;
}

/** Returns, by settlement UUID, all transfers that share the sequence of the transfer that the settlement shows, oldest first. */
export async function liveTransfers(
  session: Session,
  settlements: readonly Row<"settlement", "merchant_id, settlement_id, attempt">[],
): Promise<Map<string, LiveTransfer[]>> {
  const rows = await session.run<TransferRow>(
    {
      name: "settlement_live_transfers",
      text: `select t.settlement_id, t.attempt, t.signer, t.reference, t.signed_transfer,
          (extract(epoch from clock_timestamp() - t.prepared_at) * 1000)::float8 as age_ms
        from unnest(${anyLength("$1::uuid[]")}, $2::uuid[], $3::int[]) as x (merchant_id, settlement_id, attempt)
        join settlement_transfer shown using (merchant_id, settlement_id, attempt)
        join settlement_transfer t on t.merchant_id = shown.merchant_id and t.settlement_id = shown.settlement_id
          and (t.signer, t.epoch, t.sequence) = (shown.signer, shown.epoch, shown.sequence)
        order by t.settlement_id, t.attempt`,
    },
    [
      settlements.map((settlement) => settlement.merchant_id),
      settlements.map((settlement) => settlement.settlement_id),
      settlements.map((settlement) => settlement.attempt),
    ],
  );
  const found = new Map<string, LiveTransfer[]>();
  for (const row of rows) {
    const of = found.get(row.settlement_id) ?? [];
    of.push({
      attempt: row.attempt,
      signer: row.signer,
      reference: row.reference,
      signedTransfer: row.signed_transfer,
      ageMs: row.age_ms,
    });
    found.set(row.settlement_id, of);
  }
  return found;
}
