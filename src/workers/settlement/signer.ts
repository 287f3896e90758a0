import type { ChainAdapter, SignerInfo } from "../../chain/adapter.ts";
import type { SignerState } from "../../store/settlement/signer.ts";
import type { Transaction } from "../../store/store.ts";
import { callTimeoutMs, type SettlementContext, type Trouble, troubleOf } from "./context.ts";

/** The signer of a network cannot be used until an operator has resolved the conflict. */
export class SignerConflict extends Error {
  readonly trouble: Trouble;

  constructor(reason: string, temporary = false) {
    super(reason);
    this.trouble = { reason, temporary };
  }
}

/**
 * Records the signer of each network as soon as a worker learns of it, before its first payout. Otherwise a backup from before the first
 * payout would not show, once restored, that the network has paid since.
 */
export function recordSigners({ store, adapter, log }: SettlementContext): () => Promise<boolean> {
  const recorded = new Set<string>();
  const record = async (network: string): Promise<void> => {
    try {
      await store.transact(async (tx) => {
        if (!(await tx.signers.lock(network))) await openSigner(tx, network, await ask(adapter, network));
      });
      recorded.add(network);
    } catch (error) {
      const { reason } = error instanceof SignerConflict ? error.trouble : troubleOf(error);
      log.debug({ network, reason }, "the signer of a network could not be recorded yet");
    }
  };
  return async () => {
    for (const network of await networksOf(adapter)) if (!recorded.has(network)) await record(network);
    return false;
  };
}

/** Returns the adapter's networks. Returns an empty list while the adapter is unreachable. */
async function networksOf(adapter: ChainAdapter): Promise<string[]> {
  try {
    return (await adapter.listNetworks({ timeoutMs: callTimeoutMs })).map(({ network }) => network);
  } catch (error) {
    troubleOf(error);
    return [];
  }
}

const ask = (adapter: ChainAdapter, network: string): Promise<SignerInfo> =>
  adapter.getSigner({ network }, { timeoutMs: callTimeoutMs });

/**
 * Locks the signer's row. If the row does not exist, it is created from the adapter's answer.
 *
 * Nothing is prepared in these two cases:
 * - The network has seen more of the signer than this database gave out. Either someone else uses the account, or this database has lost
 *   transfers that it sent (a restored backup). Preparing more transfers could pay twice.
 * - The network has included less than what was final. Its node reports another past, or the network has started over.
 *
 * @throws SignerConflict SIGNER_CHANGED, SEQUENCE_AHEAD, NETWORK_BEHIND, SIGNER_BUSY
 */
export async function lockCheckedSigner(
  tx: Transaction,
  adapter: ChainAdapter,
  network: string,
): Promise<SignerState | "busy"> {
  const known = await tx.signers.lock(network);
  if (known === "busy") return "busy";
  const seen = await ask(adapter, network);
  const signer = known ?? (await openSigner(tx, network, seen));
  if (signer === "busy") return "busy";
  if (seen.account !== signer.account) throw new SignerConflict("SIGNER_CHANGED");
  if (seen.includedSequence > signer.nextSequence) throw new SignerConflict("SEQUENCE_AHEAD");
  // Transfers that a restored database has lost may still be on their way. They would pay in addition to a transfer that is prepared now.
  if (seen.nextSequence > signer.nextSequence) throw new SignerConflict("SIGNER_BUSY", true);
  const lowestOpen = await tx.settlementQueue.lowestOpenSequence(network);
  if (seen.includedSequence < (lowestOpen ?? signer.nextSequence)) throw new SignerConflict("NETWORK_BEHIND");
  return signer;
}

/** Creates the row of a signer from the network's view of it, and locks the row. @throws SignerConflict SIGNER_BUSY */
async function openSigner(tx: Transaction, network: string, seen: SignerInfo): Promise<SignerState | "busy"> {
  // The node may drop a waiting foreign transaction. A transfer that is prepared behind it would then wait for ever.
  if (seen.nextSequence !== seen.includedSequence) throw new SignerConflict("SIGNER_BUSY", true);
  await tx.signers.open(network, seen);
  return (await tx.signers.lock(network)) ?? "busy";
}
