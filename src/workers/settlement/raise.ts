import type { Due } from "../../store/settlement/queue.ts";
import { countItems } from "../../telemetry.ts";
import {
  complain,
  ifHeld,
  prepareTransfer,
  retryMs,
  type SettlementContext,
  type Trouble,
  troubleOf,
} from "./context.ts";
import { lookMs, lookOfAbsent, record } from "./record.ts";
import { newestOf } from "./submit.ts";

/**
 * Returns true if a waiting transfer is stuck: it is the next one in the signer's order, and has been for the time that the policy allows.
 * A higher fee does not help a transfer that waits behind another.
 */
export function isStuck({ fees }: SettlementContext, due: Due, refusedForFee: boolean): boolean {
  if (fees.raiseAfterMs === 0 || due.headMs === undefined) return false;
  return refusedForFee || Math.min(due.headMs, newestOf(due).ageMs) >= fees.raiseAfterMs;
}

/**
 * Replaces a stuck transfer by one of the same sequence with a higher fee. The new transfer is stored before it is sent. From then on the
 * worker tracks both; the network includes at most one of them. If the old transfer was included meanwhile, the network refuses the new
 * one, and the next look finds the old one.
 */
export async function raiseFee(context: SettlementContext, due: Due): Promise<void> {
  const { fees, log } = context;
  const { settlementId, network } = due;
  if (due.transfers.length > fees.raisesMax) {
    return await waitOn(context, due, { reason: "TRANSFER_STUCK", temporary: false }, "a transfer is stuck");
  }
  const replaced = newestOf(due);
  const signed = await sign(context, due);
  if ("reason" in signed) return await waitOn(context, due, signed, "a fee could not be raised");
  const stored = await ifHeld(context, due, async (tx) => {
    const shown = await tx.settlementTransfers.replaced(due, replaced, signed);
    // The next look finds that the network does not have the transfer, and sends it.
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
  countItems({ loop: "settlement-track", outcome: "fee_raised" });
}

async function sign(
  { adapter, fees }: SettlementContext,
  due: Due,
): Promise<{ reference: string; sequence: bigint; signedTransfer: Uint8Array } | Trouble> {
  const { network, networkAsset: asset, account: to, amount, sequence, signer } = due;
  const { signedTransfer: replaces } = newestOf(due);
  const order = { network, asset, to, amount, sequence, replaces, feeRaisePercent: fees.raisePercent };
  try {
    const transfer = await prepareTransfer(adapter, order, signer);
    return { reference: transfer.reference, sequence, signedTransfer: transfer.signedTransaction };
  } catch (error) {
    return troubleOf(error);
  }
}

/** Records the trouble and keeps tracking the transfer, because it may still be included. */
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
    nextAttemptMs: Math.max(lookMs(context, due), trouble.temporary ? retryMs(due.failures + 1) : 0),
    lastError: trouble.reason,
    atHead: true,
  });
}
