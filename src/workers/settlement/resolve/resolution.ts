import { setTimeout as sleep } from "node:timers/promises";
import type { ChainAdapter, SignerInfo, NetworkTransfer } from "../../../chain/adapter.ts";
import type { SignerState } from "../../../store/settlement/signer.ts";
import type { Store, Transaction } from "../../../store/store.ts";

/** The person who decides, and the reason. Both are stored with the decision. */
interface Decider {
  readonly decidedBy: string;
  readonly reason: string;
}

/** Everything that a resolution needs. */
export interface ResolutionContext extends Decider {
  readonly store: Store;
  readonly adapter: ChainAdapter;
  /** True makes the changes. False only checks, and changes nothing. */
  readonly apply: boolean;
}

/** The resolution is not safe, or no problem exists to resolve. Nothing was changed. */
export class NotResolvable extends Error {
  override readonly name = "NotResolvable";
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** Deadline of one call to the adapter in milliseconds. */
export const askMs = 10_000;

/** A worker prepares a transfer within this time in milliseconds; a person waits that long for it. */
const signerBusyMs = 10_000;
const signerPauseMs = 50;

/** Locks the signer of a network. No transfer is prepared until the transaction ends. @throws NotResolvable */
export async function requireSigner(tx: Transaction, network: string): Promise<SignerState> {
  const deadline = performance.now() + signerBusyMs;
  let signer = await tx.signers.lock(network);
  while (signer === "busy" && performance.now() < deadline) {
    await sleep(signerPauseMs);
    signer = await tx.signers.lock(network);
  }
  if (!signer)
    throw new NotResolvable(
      `nothing was ever paid on ${network}`,
      "list the networks with: pda settlement problems",
    );
  if (signer === "busy")
    throw new NotResolvable("a worker is still preparing a transfer", "run the same command again");
  return signer;
}

/**
 * Returns the network's view of an account that this database pays, or has paid, with. The adapter may sign with another account by now.
 * @throws NotResolvable if the adapter cannot tell
 */
export async function askSigner(
  { adapter }: ResolutionContext,
  network: string,
  account: string,
): Promise<SignerInfo> {
  const seen = await adapter.getSigner({ network, account }, { timeoutMs: askMs });
  if (seen.account !== account)
    throw new NotResolvable(
      `the chain adapter signs with ${seen.account} and does not report on ${account}: the adapter is of an older version`,
      "upgrade the chain adapter to this version, then run the same command again",
    );
  return seen;
}

const fewMax = 3;

/** Returns the first few items of a list and the number of the others, because a refusal is one line. */
export function few(items: readonly unknown[]): string {
  const first = items.slice(0, fewMax).join(", ");
  return items.length > fewMax ? `${first} and ${items.length - fewMax} more` : first;
}

/** A transaction of the signer that this service did not make. */
export interface Foreign {
  readonly reference: string;
  readonly sequence: bigint;
  readonly transfer: NetworkTransfer;
}

/**
 * Checks a transaction that is said to be foreign: it must be the signer's, in a final block, and not signed by this service.
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
      "look up the account's transactions in an explorer of the network",
    );
  if (!final)
    throw new NotResolvable(
      `${reference} is not final yet: a reorganisation could still bring back the service's own transfer`,
      "wait until the transaction is final, then run the same command again",
    );
  if (placement.signer !== signer)
    throw new NotResolvable(
      `${reference} belongs to ${placement.signer}, not to ${signer}`,
      "name a transaction of this signer",
    );
  if ((await store.read.settlementProblems.own(network, [transfer.reference])).length > 0)
    throw new NotResolvable(
      `${reference} is a transfer that was signed here`,
      "leave it: the worker tracks it",
    );
  return { reference: transfer.reference, sequence: placement.sequence, transfer };
}
