import { confirmationsFor } from "../../domain/settlement/policy.ts";
import { assetTypeOf } from "../../services/asset/asset-types.ts";
import type { Unprepared } from "../../store/settlement/queue.ts";
import type { PayoutTarget } from "../../store/settlement/unsettled.ts";
import type { Transaction } from "../../store/store.ts";
import { countItems } from "../../telemetry.ts";
import {
  callTimeoutMs,
  complain,
  prepareTransfer,
  retryMs,
  type SettlementContext,
  troubleOf,
} from "./context.ts";
import { lockCheckedSigner, SignerConflict } from "./signer.ts";

/** Reasons for which another account of the merchant may be payable. They come after the check of the signer. */
const receiverTroubles: ReadonlySet<string> = new Set(["TRANSFER_REFUSED", "INVALID_ACCOUNT"]);

/** Prepares one transfer on each network that has an unprepared settlement. */
export function prepareRound(context: SettlementContext): () => Promise<boolean> {
  return async () => {
    const networks = await context.store.read.settlementQueue.unpreparedNetworks();
    if (networks.length === 0) return false;
    const confirmations = await confirmationsOf(context);
    const outcomes = await Promise.all(
      networks.map((network) => prepareOne(context, network, confirmations.get(network))),
    );
    return outcomes.includes(true);
  };
}

/**
 * Returns the confirmations that each network requires. Returns an empty map while the adapter is unreachable; no transfer can be prepared
 * then either.
 */
async function confirmationsOf({ adapter }: SettlementContext): Promise<ReadonlyMap<string, number>> {
  try {
    const networks = await adapter.listNetworks({ timeoutMs: callTimeoutMs });
    return new Map(networks.map(({ network, confirmations }) => [network, confirmations]));
  } catch (error) {
    troubleOf(error);
    return new Map();
  }
}

/**
 * Asks the adapter to sign a transfer, and stores the transfer with its reference and sequence before anything is sent.
 *
 * Only here does a transaction stay open during calls to the network. Sequences must be given out without gaps and never twice. So the
 * signer's row stays locked from reading the sequence until the signed transfer is stored. The wait is bounded by two calls, each with a
 * deadline. Other workers are not held up, because they skip a locked signer. If the transaction fails, the signed transfer is lost unsent,
 * and its sequence is given out again.
 *
 * @returns true if a settlement was prepared or postponed; false if none was due or another worker has the signer
 */
async function prepareOne(context: SettlementContext, network: string, confirmations = 1): Promise<boolean> {
  const { store, adapter, log } = context;
  const outcome = await store.transact(async (tx) => {
    const item = await tx.settlementQueue.lockUnprepared(network);
    if (!item) return undefined;
    try {
      const signer = await lockCheckedSigner(tx, adapter, network);
      if (signer === "busy") return undefined;
      const { networkAsset: asset, account: to, amount } = item;
      const order = { network, asset, to, amount, sequence: signer.nextSequence };
      const transfer = await prepareTransfer(adapter, order, signer.account);
      const signed = { ...transfer, signedTransfer: transfer.signedTransaction };
      await tx.settlementTransfers.prepared(network, item, signer, signed, confirmations);
      await tx.signers.setNext(network, transfer.sequence + 1n);
      return { item, transfer };
    } catch (error) {
      const trouble = error instanceof SignerConflict ? error.trouble : troubleOf(error);
      const target = receiverTroubles.has(trouble.reason) && (await followAccount(context, tx, item));
      if (target) return { item, target };
      await tx.settlementQueue.postpone(item, retryMs(item.failures + 1), trouble.reason);
      return { item, trouble };
    }
  });
  if (!outcome) return false;
  const { item, transfer, target, trouble } = outcome;
  if (target) {
    const { settlementId } = item;
    const line = { settlementId, network: target.network, from: item.account, to: target.account };
    log.warn(
      line,
      "a settlement goes to the merchant's present account, because the former one cannot be paid",
    );
    countItems({ loop: "settlement-prepare", outcome: "redirected" });
  } else if (transfer) {
    const { reference, sequence } = transfer;
    log.info(
      { settlementId: item.settlementId, network, reference, sequence: `${sequence}` },
      "transfer prepared",
    );
    countItems({ loop: "settlement-prepare", outcome: "prepared" });
  } else {
    complain(log, { ...item, network }, trouble, "a settlement could not be prepared");
    countItems({ loop: "settlement-prepare", outcome: "postponed" });
  }
  return true;
}

/**
 * Lets a locked settlement whose account cannot be paid follow the merchant to the account that is in force now, if that is another one. It
 * has no transfer, or all its transfers have ended without effect, so nothing can be paid to the former account any more.
 *
 * @returns the present account; undefined if the settlement already goes to it, or the merchant has none
 */
async function followAccount(
  { batches }: SettlementContext,
  tx: Transaction,
  item: Unprepared,
): Promise<PayoutTarget | undefined> {
  const target = await tx.unsettled.target(item);
  if (!target || (target.account === item.account && target.networkAsset === item.networkAsset))
    return undefined;
  const { code, decimals } = await assetTypeOf(tx.assetTypes, item.assetTypeId);
  const { network } = target;
  const tiered = { assetType: code, decimals, network, amount: item.amount };
  await tx.settlementQueue.payTo(item, target, confirmationsFor(batches.tiers, tiered));
  return target;
}
