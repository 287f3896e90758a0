import type { ChainAdapter, SignerInfo, Transfer } from "../../../chain/adapter.ts";
import type { SignerState } from "../../../store/settlement/signer.ts";
import type { Store, Transaction } from "../../../store/store.ts";

/** Who decides, and why: kept with what was decided. */
interface Decider {
  readonly decidedBy: string;
  readonly reason: string;
}

/** What a resolution works with. */
export interface ResolutionContext extends Decider {
  readonly store: Store;
  readonly adapter: ChainAdapter;
  /** Does it; without, everything is checked and nothing is changed. */
  readonly apply: boolean;
}

/** It would not be safe, or there is nothing to resolve. Nothing was changed. */
export class NotResolvable extends Error {
  override readonly name = "NotResolvable";
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** Time for one question to the adapter. */
export const askMs = 10_000;

/** The signer of a network, locked: nothing is prepared until the transaction ends. @throws NotResolvable */
export async function lockSigner(tx: Transaction, network: string): Promise<SignerState> {
  const signer = await tx.signers.lock(network);
  if (!signer)
    throw new NotResolvable(
      `nothing was ever paid on ${network}`,
      "see the networks with: pda settlement problems",
    );
  if (signer === "busy")
    throw new NotResolvable("a worker is preparing a transfer just now", "run the same command again");
  return signer;
}

/** Sequences that one command looks at, at most. */
const aheadMax = 100;

/**
 * How the network sees a signer that it may know more of than this database does.
 * @throws NotResolvable when the adapter signs with another one, when something of it waits at the node, or when it is much too far ahead
 */
export async function lookAhead(
  { adapter }: ResolutionContext,
  network: string,
  { account, nextSequence }: SignerState,
): Promise<SignerInfo> {
  const seen = await adapter.getSigner({ network }, { timeoutMs: askMs });
  if (seen.account !== account)
    throw new NotResolvable(
      `the adapter signs with ${seen.account}, not with ${account}`,
      "resolve that first: pda settlement resolve --adopt-signer",
    );
  if (seen.nextSequence !== seen.includedSequence)
    throw new NotResolvable(
      "further transactions of the signer wait at the node: somebody is using its key, or what a restored database has lost is on its way",
      "find out which, wait until they are included, then run the same command again",
    );
  if (seen.includedSequence - nextSequence > BigInt(aheadMax))
    throw new NotResolvable(
      `${seen.includedSequence - nextSequence} transactions are not of this database, more than ${aheadMax}`,
      "is the key in use elsewhere? then pay with a new one (chainAdapter.network.signerKeyFile); or restore a newer state",
    );
  return seen;
}

/** @throws NotResolvable unless each sequence from `from` on, before `to`, is that of one of the transactions */
export function requireAllNamed(from: bigint, to: bigint, named: readonly Foreign[], option: string): void {
  const known = new Set(named.map(({ sequence }) => sequence));
  const missing: bigint[] = [];
  for (let sequence = from; sequence < to; sequence++) if (!known.has(sequence)) missing.push(sequence);
  if (missing.length > 0)
    throw new NotResolvable(
      `the transactions with these sequences are not named: ${missing.join(", ")}`,
      `look them up in an explorer of the network and name each with ${option}`,
    );
}

/** A transaction of the signer that is none of ours. */
export interface Foreign {
  readonly reference: string;
  readonly sequence: bigint;
  readonly transfer: Transfer;
}

/**
 * What a network says of a transaction that is held to be foreign: it must be the signer's, in a final block, and not signed here.
 * @throws NotResolvable
 */
export async function requireForeign(
  { store, adapter }: ResolutionContext,
  network: string,
  signer: string,
  reference: string,
): Promise<Foreign> {
  const transfer = await adapter.getTransfer({ network, reference }, { timeoutMs: askMs });
  const { placement, final } = transfer;
  if (!placement)
    throw new NotResolvable(
      `${network} does not know ${reference}`,
      "look the account's transactions up in an explorer of the network",
    );
  if (!final)
    throw new NotResolvable(
      `${reference} is not final yet: a reorganisation could still bring our transfer back`,
      "wait until the network holds it to be final, and run the same command again",
    );
  if (placement.signer !== signer)
    throw new NotResolvable(
      `${reference} is of ${placement.signer}, not of ${signer}`,
      "name the transaction of the signer",
    );
  if ((await store.read.settlementProblems.own(network, [transfer.reference])).length > 0)
    throw new NotResolvable(
      `${reference} is a transfer that was signed here`,
      "leave it: it is being followed",
    );
  return { reference: transfer.reference, sequence: placement.sequence, transfer };
}
