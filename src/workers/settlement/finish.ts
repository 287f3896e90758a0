import { newId } from "../../domain/identifier/identifier.ts";
import { merchantAccounts } from "../../domain/ledger/ledger.ts";
import { assetTypeOf } from "../../services/asset/asset-types.ts";
import { settlementFinalized } from "../../services/payment/events.ts";
import type { Due } from "../../store/settlement/queue.ts";
import type { Transaction } from "../../store/store.ts";
import { countItems } from "../../telemetry.ts";
import { ifHeld, type SettlementContext } from "./context.ts";
import type { Look } from "./record.ts";

/** A settlement to finish, locked by the transaction. */
type Finishable = Pick<Due, "merchantId" | "assetTypeId" | "settlementId" | "amount" | "shown">;

/** Finishes a settlement whose transfer is final, exactly once. */
export async function finish(context: SettlementContext, due: Due, look: Look): Promise<void> {
  const finished = await ifHeld(context, due, async (tx) => {
    await complete(tx, due, look);
    return true;
  });
  if (!finished) return;
  const { settlementId, network } = due;
  const { reference } = look.shown ?? due.shown;
  context.log.info({ settlementId, network, reference }, "settlement finalized");
  countItems({ loop: "settlement-track", outcome: "finalized" });
}

/** Moves the money of a locked settlement out of clearing, ends the settlement and records its event. */
export async function complete(tx: Transaction, due: Finishable, look: Look): Promise<void> {
  const finalizedAt = await tx.clock.now();
  const payoutTransactionId = await payOut(tx, due, finalizedAt);
  await tx.settlementQueue.record(due, {
    ...look,
    failures: 0,
    nextAttemptMs: 0,
    finalizedAt,
    ...(payoutTransactionId ? { payoutTransactionId } : {}),
  });
  const settlement = await tx.settlements.get({ kind: "all" }, due.settlementId);
  if (!settlement) throw new Error(`settlement ${due.settlementId} is missing from the store`);
  await tx.outbox.append([
    settlementFinalized(settlement, await assetTypeOf(tx.assetTypes, settlement.assetTypeId)),
  ]);
}

/**
 * Moves the transferred amount from clearing to settled. Refunds may have drawn on clearing; then the amount is less than the transfer. The
 * difference stays as a debt of the settled money, which a later settlement nets.
 *
 * @returns the ledger transaction; undefined if no money was left to move
 */
async function payOut(tx: Transaction, due: Finishable, createdAt: Date): Promise<string | undefined> {
  const { merchantId, assetTypeId, settlementId } = due;
  const accounts = merchantAccounts(due);
  // Lock the settled account before the clearing account, as all code does.
  await tx.ledger.lockedBalance(accounts.settled);
  const clearing = await tx.ledger.lockedBalance(accounts.clearing);
  const amount = clearing < due.amount ? clearing : due.amount;
  if (amount === 0n) return undefined;
  const transactionId = newId("transaction");
  await tx.ledger.post(
    { transactionId, kind: "payout", merchantId, assetTypeId, settlementId, amount, createdAt },
    [{ debit: accounts.clearing, credit: accounts.settled, amount }],
  );
  return transactionId;
}
