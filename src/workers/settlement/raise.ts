import type { Due } from "../../store/settlement/queue.ts";
import { ChainError } from "../../chain/error.ts";
import { workerItems } from "../../telemetry.ts";
import {
  callTimeoutMs,
  complain,
  retryMs,
  type SettlementContext,
  type Trouble,
  troubleOf,
} from "./context.ts";
import { lookMs, lookOfAbsent, record } from "./record.ts";
import { newestOf } from "./submit.ts";

/**
 * Whether a transfer that waits is stuck: it is the next one in the signer's order, and has been for as long as the policy grants.
 * One that waits behind another is not helped by a higher fee.
 */
export function isStuck({ fees }: SettlementContext, due: Due, refusedForFee: boolean): boolean {
  if (fees.raiseAfterMs === 0 || due.headMs === undefined) return false;
  return refusedForFee || Math.min(due.headMs, newestOf(due).ageMs) >= fees.raiseAfterMs;
}

/**
 * Replaces a stuck transfer by one of the same sequence that pays more. It is stored before it is sent, and both are followed from
 * then on: the network includes at most one of them, whichever it is. The one that waited may have been included meanwhile; the new one is then
 * refused, and the next look finds the other.
 */
export async function raiseFee(context: SettlementContext, due: Due): Promise<void> {
  const { store, fees, log } = context;
  const { settlementId, network } = due;
  if (due.transfers.length > fees.raisesMax) {
    return await waitOn(context, due, { reason: "TRANSFER_STUCK", passing: false }, "a transfer is stuck");
  }
  const replaced = newestOf(due);
  const signed = await sign(context, due);
  if ("reason" in signed) return await waitOn(context, due, signed, "a fee could not be raised");
  const stored = await store.transact(async (tx) => {
    if (!(await tx.settlementQueue.holds(due))) return undefined;
    const shown = await tx.settlementTransfers.replaced(due, replaced, signed);
    // Sent at the next look, which finds that the network does not have it.
    await tx.settlementQueue.record(due, {
      ...lookOfAbsent(due, "pending"),
      shown,
      failures: 0,
      nextAttemptMs: 0,
      atHead: true,
    });
    return shown;
  });
  if (!stored) return;
  const line = { settlementId, network, reference: stored.reference, replaces: replaced.reference };
  log.warn({ ...line, raise: due.transfers.length }, "a transfer was stuck and is sent with a higher fee");
  workerItems.inc({ loop: "settlement-track", outcome: "fee_raised" });
}

async function sign(
  { adapter, fees }: SettlementContext,
  due: Due,
): Promise<{ reference: string; sequence: bigint; signedTransfer: Uint8Array } | Trouble> {
  const { network, networkAsset: asset, account: to, amount, sequence, signer } = due;
  const { signedTransfer: replaces } = newestOf(due);
  const order = { network, asset, to, amount, sequence, replaces, feeRaisePercent: fees.raisePercent };
  try {
    const transfer = await adapter.prepareTransfer(order, { timeoutMs: callTimeoutMs });
    if (transfer.signer !== signer || transfer.sequence !== sequence)
      throw new ChainError(
        "INTERNAL",
        "the adapter signed with another account or sequence than it was asked to",
      );
    return { reference: transfer.reference, sequence, signedTransfer: transfer.signedTransaction };
  } catch (error) {
    return troubleOf(error);
  }
}

/** It may be included all the same: it is looked at as before. */
async function waitOn(
  context: SettlementContext,
  due: Due,
  trouble: Trouble,
  message: string,
): Promise<void> {
  complain(context.log, due, trouble, message);
  await record(context, due, {
    ...lookOfAbsent(due, "pending"),
    failures: due.failures + 1,
    nextAttemptMs: Math.max(lookMs(context, due), trouble.passing ? retryMs(due.failures + 1) : 0),
    lastError: trouble.reason,
    atHead: true,
  });
}
