import { uuidOf } from "../../domain/identifier/identifier.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { SettlementReader } from "./reader.ts";

/** Records settlements; exists inside a transaction only. */
export class SettlementWriter extends SettlementReader {
  /**
   * Stores a new settlement and marks its payments and refunds as settled by it. The caller has locked the payments, and the
   * merchant's account against other settlements of the same refunds.
   *
   * @param rehearsal the reorganisation that a sandbox must rehearse for this settlement
   */
  async insert(
    settlement: Settlement,
    items: { readonly paymentIds: readonly string[]; readonly refundIds: readonly string[] },
    rehearsal?: "reverted",
  ): Promise<void> {
    const merchant = uuidOf("merchant", settlement.merchantId);
    const id = uuidOf("settlement", settlement.settlementId);
    await this.session.run(
      {
        name: "settlement_insert",
        text: `insert into settlement (merchant_id, settlement_id, asset_type_id, network, network_asset, account, amount, status,
            transaction_id, created_at, confirmations_required, payment_count, refund_count, rehearsal)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      },
      [
        merchant,
        id,
        uuidOf("assetType", settlement.assetTypeId),
        settlement.network,
        settlement.networkAsset,
        settlement.account,
        settlement.amount.toString(),
        settlement.status,
        uuidOf("transaction", settlement.transactionId),
        settlement.createdAt,
        settlement.confirmationsRequired,
        settlement.paymentCount,
        settlement.refundCount,
        rehearsal ?? null,
      ],
    );
    await this.#mark(
      "payment",
      merchant,
      id,
      items.paymentIds.map((payment) => uuidOf("payment", payment)),
    );
    await this.#mark(
      "refund",
      merchant,
      id,
      items.refundIds.map((refund) => uuidOf("refund", refund)),
    );
  }

  /** Marks items as settled. @throws Error when an item is already settled, because no item may be paid out twice */
  async #mark(
    what: "payment" | "refund",
    merchant: string,
    settlement: string,
    items: readonly string[],
  ): Promise<void> {
    if (items.length === 0) return;
    const marked = await this.session.run(
      {
        name: `settlement_mark_${what}`,
        text: `update ${what} set settlement_id = $2
          where merchant_id = $1 and ${what}_id = any($3::uuid[]) and settlement_id is null and status = 'completed'
          returning 1`,
      },
      [merchant, settlement, items],
    );
    if (marked.length !== items.length)
      throw new Error(`a ${what} of the settlement is not there to be settled`);
  }
}
