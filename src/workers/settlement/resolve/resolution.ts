import type { ChainAdapter, SignerInfo, NetworkTransfer } from "../../../chain/adapter.ts";
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

/**
 * How the network sees an account that this database pays, or has paid, with; the adapter may sign with another one by now.
 * @throws NotResolvable when the adapter cannot tell
 */
export async function askSigner(
  { adapter }: ResolutionContext,
  network: string,
  account: string,
): Promise<SignerInfo> {
  const seen = await adapter.getSigner({ network, account }, { timeoutMs: askMs });
  if (seen.account !== account)
    throw new NotResolvable(
      `the chain adapter signs with ${seen.account} and tells nothing of ${account}: it is of an older version`,
      "bring the chain adapter to this version, then run the same command again",
    );
  return seen;
}

const fewMax = 3;

/** The first few of a list, and how many more there are: a refusal is one line. */
export function few(items: readonly unknown[]): string {
  const first = items.slice(0, fewMax).join(", ");
  return items.length > fewMax ? `${first} and ${items.length - fewMax} more` : first;
}

/** A transaction of the signer that is none of ours. */
export interface Foreign {
  readonly reference: string;
  readonly sequence: bigint;
  readonly transfer: NetworkTransfer;
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
