// Sends a signed transfer. Repeats have the same outcome.
import type { Signature } from "@solana/kit";
import { getNonceDecoder, getNonceSize } from "@solana-program/system";
import { ChainError } from "../error.ts";
import { readAccounts } from "./accounts.ts";
import { type CheckedNode, inconsistent } from "./node.ts";
import { sendWire, TrialFailure } from "./send.ts";
import type { SignedTransaction } from "./transaction.ts";

/** Returns true if the node has seen the transaction in a block. */
async function isIncluded(node: CheckedNode, signature: Signature): Promise<boolean> {
  const rpc = await node.rpc();
  const { value } = await node.ask(rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }));
  return Boolean(value[0]);
}

/** Failed trials of one transfer after which it is sent without a trial. */
const trialsMax = 4;
/** Transfers whose failed trials are counted. More than the lanes and their raised fees can have in flight. */
const countedMax = 256;

/** Counts the failed trials of transfers, in this process. */
export class FailedTrials {
  readonly #counts = new Map<Signature, number>();

  /** Counts a failed trial. @returns true when a further trial would only hold up the lane */
  enough(signature: Signature): boolean {
    const count = (this.#counts.get(signature) ?? 0) + 1;
    this.#counts.delete(signature);
    this.#counts.set(signature, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > countedMax && oldest !== undefined) this.#counts.delete(oldest);
    return count > trialsMax;
  }
}

/**
 * Sends a transaction and returns its signature. Succeeds too if a block already contains the transaction.
 *
 * A signed transfer keeps its lane until its sequence is used, and 16 sequences later no transfer can be prepared. So a transfer whose trial
 * fails again and again, as when the receiver's account was frozen meanwhile, is sent without a trial. It then fails in a block, which uses
 * its sequence, or it still succeeds.
 *
 * @throws ChainError SEQUENCE_USED, TRANSFER_REFUSED, INSUFFICIENT_FEE_BALANCE, NODE_UNAVAILABLE (the transaction may or may not have
 * arrived)
 */
export async function submit(
  node: CheckedNode,
  trials: FailedTrials,
  transaction: SignedTransaction,
): Promise<Signature> {
  try {
    return await send(node, transaction);
  } catch (error) {
    if (!(error instanceof TrialFailure)) throw error;
    if (await isIncluded(node, transaction.signature)) return transaction.signature;
    if (!error.spent) {
      if (trials.enough(transaction.signature)) return await send(node, transaction, true);
      throw ChainError.because(
        "TRANSFER_REFUSED",
        "the network would not carry out the transfer in its current state",
        error,
      );
    }
    throw await whySpent(node, transaction, error);
  }
}

async function send(
  node: CheckedNode,
  { wire, signature }: SignedTransaction,
  untried = false,
): Promise<Signature> {
  const sent = await sendWire(node, wire, untried);
  if (sent !== signature) {
    throw inconsistent("the node returned the signature of another transaction than the sent one");
  }
  return sent;
}

/** Returns the error for a spent nonce value: the sequence was used. If the lane still has the value, the node contradicts itself. */
async function whySpent(
  node: CheckedNode,
  { lane, nonce }: SignedTransaction,
  cause: unknown,
): Promise<ChainError> {
  const { accounts } = await readAccounts(await node.rpc(), node.ask, [lane], "confirmed");
  const data = accounts[0]?.data;
  const value = data?.length === getNonceSize() ? getNonceDecoder().decode(data).blockhash : undefined;
  return (value as string | undefined) === nonce
    ? inconsistent("the node refuses a sequence that it reports as the next one", cause)
    : ChainError.because("SEQUENCE_USED", "another transaction used its sequence", cause);
}
