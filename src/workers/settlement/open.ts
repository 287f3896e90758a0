import { newId } from "../../domain/identifier/identifier.ts";
import type { Account } from "../../domain/ledger/ledger.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Pair } from "../../store/settlement/unsettled.ts";
import type { Transaction } from "../../store/store.ts";
import { workerItems } from "../../telemetry.ts";
import { choose } from "./choose.ts";
import type { SettlementContext } from "./context.ts";

/** Bounds one settlement; with it, the identifiers in its event and a page of the list stay within their message sizes. */
export const itemsMax = 500;
const pairsMax = 100;

/** Opens settlements for the next pairs that have something to settle; all have had their turn when it starts over. */
export function openRound({ store, log }: Pick<SettlementContext, "store" | "log">): () => Promise<boolean> {
  let after: Pair | undefined;
  return async () => {
    const { payable, next } = await store.read.unsettled.pairs(after, pairsMax);
    after = next;
    for (const pair of payable) {
      const settlement = await store.transact((tx) => openSettlement(tx, pair));
      if (!settlement) continue;
      const { settlementId, merchantId, network, amount } = settlement;
      log.info({ settlementId, merchantId, network, amount: `${amount}` }, "settlement opened");
      workerItems.inc({ loop: "settlement-open", outcome: "opened" });
    }
    return next !== undefined;
  };
}

/**
 * Opens a settlement of what a merchant is owed in one asset type, if it is owed something and has an account to pay it to.
 * Payments and refunds are netted, and each is in one settlement.
 *
 * What holds in every committed state, per merchant and asset type:
 *   merchant balance = unsettled payments − unsettled refunds, as far as these came out of the merchant account
 *   settled balance  = transfers of all settlements − what unsettled refunds took out of settled money
 * so that once everything is netted and final, the settled balance is what the merchant was paid on its network.
 *
 * Locks are taken in the order payments, merchant account, settled account, as in a refund: neither waits for the other in a
 * circle, and settlements of one pair take turns. A payment that is being refunded just now is passed over.
 */
export async function openSettlement(
  tx: Transaction,
  pair: Pair,
  limit = itemsMax,
): Promise<Settlement | undefined> {
  const merchant = accountOf("merchant", pair);
  const settled = accountOf("settled", pair);
  // A look without locks first: a pair that has to wait is asked at every round.
  if ((await owedFrom(tx, pair, await tx.ledger.balance(merchant))) <= 0n) return undefined;
  const target = await tx.unsettled.target(pair);
  if (!target || (await tx.unsettled.waitsForPreparation(pair))) return undefined;

  const payments = await tx.unsettled.lockPayments(pair, limit);
  const balance = await tx.ledger.lockedBalance(merchant);
  await tx.ledger.lockedBalance(settled);
  const refunds = await tx.unsettled.refunds(pair, limit);
  const choice = choose(payments, refunds, await owedFrom(tx, pair, balance));
  if (!choice) return undefined;

  const transactionId = newId("transaction");
  const settlement: Settlement = {
    settlementId: newId("settlement"),
    ...pair,
    ...target,
    amount: choice.transfer,
    status: "pending",
    confirmationCount: 0,
    paymentIds: choice.payments.map(({ paymentId }) => paymentId),
    createdAt: await tx.clock.now(),
  };
  const { settlementId, createdAt } = settlement;
  const amount = choice.fromMerchant;
  await tx.ledger.post({ transactionId, kind: "settlement", ...pair, settlementId, amount, createdAt }, [
    { debit: merchant, credit: settled, amount },
  ]);
  await tx.settlements.insert(
    settlement,
    transactionId,
    choice.refunds.map(({ refundId }) => refundId),
  );
  return settlement;
}

/** All unsettled payments less all unsettled refunds. */
async function owedFrom(tx: Transaction, pair: Pair, merchantBalance: bigint): Promise<bigint> {
  return merchantBalance - (await tx.unsettled.refundedFromSettled(pair));
}

function accountOf(kind: "merchant" | "settled", pair: Pair): Account {
  return { kind, ownerId: pair.merchantId, assetTypeId: pair.assetTypeId };
}
