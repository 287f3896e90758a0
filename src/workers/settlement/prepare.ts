import type { ChainAdapter, PreparedTransfer } from "../../chain/adapter.ts";
import { ChainError } from "../../chain/error.ts";
import type { Unprepared } from "../../store/settlement/queue.ts";
import type { SignerState } from "../../store/settlement/signer.ts";
import { workerItems } from "../../telemetry.ts";
import { callTimeoutMs, complain, retryMs, type SettlementContext, troubleOf } from "./context.ts";
import { lockSigner, SignerConflict } from "./signer.ts";

/** Prepares one transfer on each network that has a settlement waiting for it. */
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

/** The confirmations that each network asks for. None while the adapter is away: then nothing can be prepared either. */
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
 * Has a transfer signed, and stores it with its reference and sequence before anything is sent.
 *
 * This is the one place where a transaction stays open over calls to the network. The sequence must be given out without gaps and
 * never twice, so the signer's row has to be locked from reading the sequence to storing what was signed with it. The wait is
 * bounded: two calls with a deadline each; and nobody else is held up, because other workers pass over a locked signer. When the
 * transaction fails, the signed transfer is lost without having been sent, and its sequence is given out again.
 *
 * @returns true when a settlement was prepared or put off, false when there was none or another worker has the signer
 */
async function prepareOne(context: SettlementContext, network: string, confirmations = 1): Promise<boolean> {
  const { store, adapter, log } = context;
  const outcome = await store.transact(async (tx) => {
    const item = await tx.settlementQueue.lockUnprepared(network);
    if (!item) return undefined;
    try {
      const signer = await lockSigner(tx, adapter, network);
      if (signer === "busy") return undefined;
      const transfer = await sign(adapter, network, item, signer);
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
    workerItems.inc({ loop: "settlement-prepare", outcome: "prepared" });
  } else {
    complain(log, { ...item, network }, trouble, "a settlement could not be prepared");
    workerItems.inc({ loop: "settlement-prepare", outcome: "postponed" });
  }
  return true;
}

async function sign(
  adapter: ChainAdapter,
  network: string,
  { networkAsset, account, amount }: Unprepared,
  signer: SignerState,
): Promise<PreparedTransfer> {
  const order = { network, asset: networkAsset, to: account, amount, sequence: signer.nextSequence };
  const transfer = await adapter.prepareTransfer(order, { timeoutMs: callTimeoutMs });
  if (transfer.signer !== signer.account || transfer.sequence !== signer.nextSequence)
    throw new ChainError(
      "INTERNAL",
      "the adapter signed with another account or sequence than it was asked to",
    );
  return transfer;
}
