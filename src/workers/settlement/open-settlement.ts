import { newId } from "../../domain/identifier/identifier.ts";
import { merchantAccounts } from "../../domain/ledger/ledger.ts";
import type { RequestedFailures } from "../../domain/payment/requested-failures.ts";
import { type Choice, choose, legsOf, type UnsettledPayment } from "../../domain/settlement/choice.ts";
import {
  type BatchPolicy,
  confirmationsFor,
  minorOf,
  promptBatches,
} from "../../domain/settlement/policy.ts";
import { namedPaymentsMax, type Settlement } from "../../domain/settlement/settlement.ts";
import { assetTypeOf } from "../../services/asset/asset-types.ts";
import type { Pair } from "../../store/settlement/unsettled.ts";
import type { Transaction } from "../../store/store.ts";

/**
 * Opens a settlement of the amount that a merchant is owed in one asset type. It does so only if the amount is high enough, has waited long
 * enough, and the merchant has an account to pay it to. Payments and refunds are netted. Each payment and refund belongs to one settlement
 * only.
 *
 * The following holds in every committed state, per merchant and asset type. A debt is the amount that unsettled refunds took out of money
 * that a settlement had already taken.
 *
 * - merchant balance = unsettled payments − unsettled refunds, as far as these came out of the merchant account
 * - clearing + settled balance = transfers of all settlements − debt
 * - clearing balance ≤ transfers of settlements that are not final
 *
 * So without debt, the settled balance is the amount that was finally paid to the merchant on its network.
 *
 * Locks are taken in the order payments, merchant account, settled account, clearing account, as in a refund. So a settlement and a refund
 * cannot deadlock, and settlements of one pair take turns. A payment with a running refund is skipped.
 */
export async function openSettlement(
  tx: Transaction,
  pair: Pair,
  batches: BatchPolicy = promptBatches,
  requestedFailures?: RequestedFailures,
): Promise<Settlement | undefined> {
  // Check without locks first, because a pair that has to wait is checked in every round. Payments gather while the transfer of the pair's
  // last settlement waits for its block: a second one in the same block would cost a second fee and arrive no earlier.
  if (await tx.unsettled.waitsForInclusion(pair, batches.inclusionMs)) return undefined;
  const assetType = await assetTypeOf(tx.assetTypes, pair.assetTypeId);
  const owed = await owedFrom(tx, pair, await tx.ledger.balance(merchantAccounts(pair).merchant));
  if (owed <= 0n || owed < minorOf(batches.amountMin, assetType.decimals)) return undefined;
  const target = await tx.unsettled.target(pair);
  if (!target) return undefined;
  if (batches.waitMs > 0 && (await gathers(tx, pair, batches))) return undefined;

  const payments = await tx.unsettled.lockPayments(pair, batches.itemsMax);
  const funds = await tx.ledger.lockFunds(pair);
  const choice = await choiceOf(
    tx,
    pair,
    payments,
    await owedFrom(tx, pair, funds.merchant),
    batches.itemsMax,
  );
  if (!choice) return undefined;

  const createdAt = await tx.clock.now();
  const tiered = { assetType: assetType.code, decimals: assetType.decimals, network: target.network };
  const paymentIds = choice.payments.map(({ paymentId }) => paymentId);
  const settlement: Settlement = {
    settlementId: newId("settlement"),
    ...pair,
    ...target,
    amount: choice.transfer,
    status: "pending",
    confirmationCount: 0,
    confirmationsRequired: confirmationsFor(batches.tiers, { ...tiered, amount: choice.transfer }),
    paymentIds: paymentIds.slice(0, namedPaymentsMax),
    paymentCount: paymentIds.length,
    refundCount: choice.refunds.length,
    transactionId: newId("transaction"),
    createdAt,
  };
  const { settlementId, transactionId } = settlement;
  const debtOfClearing = (await tx.unsettled.inFlight(pair)) - funds.clearing;
  await tx.ledger.post(
    { transactionId, kind: "settlement", ...pair, settlementId, amount: choice.fromMerchant, createdAt },
    legsOf(merchantAccounts(pair), choice, debtOfClearing),
  );
  const refundIds = choice.refunds.map(({ refundId }) => refundId);
  const reverts =
    requestedFailures &&
    (await tx.unsettled.haveMetadata(pair, paymentIds, requestedFailures.key, requestedFailures.reversal));
  await tx.settlements.insert(settlement, { paymentIds, refundIds }, reverts ? "reverted" : undefined);
  return settlement;
}

/**
 * Chooses from as many refunds as a settlement may have. Only if these leave more than is owed, and so nothing could ever be paid out, it
 * looks at more of them.
 */
async function choiceOf(
  tx: Transaction,
  pair: Pair,
  payments: readonly UnsettledPayment[],
  owed: bigint,
  itemsMax: number,
): Promise<Choice | undefined> {
  for (let limit = itemsMax; ; limit *= 2) {
    const refunds = await tx.unsettled.refunds(pair, limit);
    const choice = choose(payments, refunds, owed);
    if (choice || owed <= 0n || refunds.length < limit) return choice;
  }
}

/** Returns true while the payments of the pair have neither waited long enough nor filled a batch. */
async function gathers(tx: Transaction, pair: Pair, { itemsMax, waitMs }: BatchPolicy): Promise<boolean> {
  const { since, full } = await tx.unsettled.gathered(pair, itemsMax);
  if (full || !since) return false;
  return (await tx.clock.now()).getTime() - since.getTime() < waitMs;
}

/** Returns the sum of all unsettled payments minus all unsettled refunds. */
async function owedFrom(tx: Transaction, pair: Pair, merchantBalance: bigint): Promise<bigint> {
  return merchantBalance - (await tx.unsettled.refundedFromSettled(pair));
}
