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
      await tx.settlementQueue.postpone(item, retryMs(item.failures + 1), trouble.reason);
      return { item, trouble };
    }
  });
  if (!outcome) return false;
  const { item, transfer, trouble } = outcome;
  if (transfer) {
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
