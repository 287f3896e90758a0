import type { ChainAdapter, SignerInfo } from "../../chain/adapter.ts";
import type { SignerState } from "../../store/settlement/signer.ts";
import type { Transaction } from "../../store/store.ts";
import { callTimeoutMs, type SettlementContext, type Trouble, troubleOf } from "./context.ts";

/** The signer of the network cannot be used until an operator has looked at it. */
export class SignerConflict extends Error {
  readonly trouble: Trouble;

  constructor(reason: string, passing = false) {
    super(reason);
    this.trouble = { reason, passing };
  }
}

/**
 * Records the signer of each network as soon as a worker learns of it, and not only when it first pays: a backup from before the first
 * payout would otherwise not tell, once it is restored, that the network has paid since.
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

/** None while the adapter is away. */
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
 * The signer's row, locked; made from what the adapter says when there is none yet.
 *
 * Nothing is prepared when the network has seen more of the signer than this database gave out. Either somebody else uses the
 * account, or this database has lost what it had sent (a restored backup): whoever goes on from there may pay twice. Nor when the
 * network has included less than what was final: its node answers for another past, or the network has started over.
 *
 * @throws SignerConflict SIGNER_CHANGED, SEQUENCE_AHEAD, NETWORK_BEHIND, SIGNER_BUSY
 */
export async function lockSigner(
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
  // What a restored database has lost may still be on its way, and would pay beside what is prepared now.
  if (seen.nextSequence > signer.nextSequence) throw new SignerConflict("SIGNER_BUSY", true);
  const lowestOpen = await tx.settlementQueue.lowestOpenSequence(network);
  if (seen.includedSequence < (lowestOpen ?? signer.nextSequence)) throw new SignerConflict("NETWORK_BEHIND");
  return signer;
}

/** Makes the row of a signer that has none from what the network shows of it, and locks it. @throws SignerConflict SIGNER_BUSY */
async function openSigner(tx: Transaction, network: string, seen: SignerInfo): Promise<SignerState | "busy"> {
  // What waits at the node and is not ours may be dropped, and whatever is prepared behind it would wait for ever.
  if (seen.nextSequence !== seen.includedSequence) throw new SignerConflict("SIGNER_BUSY", true);
  await tx.signers.open(network, seen);
  return (await tx.signers.lock(network)) ?? "busy";
}
