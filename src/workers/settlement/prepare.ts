import type { ChainAdapter, PreparedTransfer } from "../../chain/adapter.ts";
import { ChainError } from "../../chain/error.ts";
import type { Unprepared } from "../../store/settlement/queue.ts";
import type { SignerState } from "../../store/settlement/signer.ts";
import type { Transaction } from "../../store/store.ts";
import { workerItems } from "../../telemetry.ts";
import {
  callTimeoutMs,
  complain,
  retryMs,
  type SettlementContext,
  type Trouble,
  troubleOf,
} from "./context.ts";

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

/** The signer of the network cannot be used until an operator has looked at it. */
class SignerConflict extends Error {
  readonly trouble: Trouble;

  constructor(reason: string, passing = false) {
    super(reason);
    this.trouble = { reason, passing };
  }
}

/**
 * The signer's row, locked; made from what the adapter says on its first use.
 *
 * Nothing is prepared when the network has seen more of the signer than this database gave out. Either somebody else uses the
 * account, or this database has lost what it had sent (a restored backup): whoever goes on from there may pay twice. Nor when the
 * network has included less than what was final: its node answers for another past, or the network has started over.
 *
 * @throws SignerConflict SIGNER_CHANGED, SEQUENCE_AHEAD, NETWORK_BEHIND, SIGNER_BUSY
 */
async function lockSigner(
  tx: Transaction,
  adapter: ChainAdapter,
  network: string,
): Promise<SignerState | "busy"> {
  let signer = await tx.signers.lock(network);
  if (signer === "busy") return "busy";
  const seen = await adapter.getSigner({ network }, { timeoutMs: callTimeoutMs });
  if (!signer) {
    // What waits at the node and is not ours may be dropped, and whatever is prepared behind it would wait for ever.
    if (seen.nextSequence !== seen.includedSequence) throw new SignerConflict("SIGNER_BUSY", true);
    await tx.signers.open(network, seen);
    signer = await tx.signers.lock(network);
    if (signer === "busy" || !signer) return "busy";
  }
  if (seen.account !== signer.account) throw new SignerConflict("SIGNER_CHANGED");
  if (seen.includedSequence > signer.nextSequence) throw new SignerConflict("SEQUENCE_AHEAD");
  // What a restored database has lost may still be on its way, and would pay beside what is prepared now.
  if (seen.nextSequence > signer.nextSequence) throw new SignerConflict("SIGNER_BUSY", true);
  const lowestOpen = await tx.settlementQueue.lowestOpenSequence(network);
  if (seen.includedSequence < (lowestOpen ?? signer.nextSequence)) throw new SignerConflict("NETWORK_BEHIND");
  return signer;
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
