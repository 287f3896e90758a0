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

/**
 * Sends a transaction and returns its signature. Succeeds too if a block already contains the transaction.
 * @throws ChainError SEQUENCE_USED, TRANSFER_REFUSED, INSUFFICIENT_FEE_BALANCE, NODE_UNAVAILABLE (the transaction may or may not have
 * arrived)
 */
export async function submit(node: CheckedNode, transaction: SignedTransaction): Promise<Signature> {
  try {
    const signature = await sendWire(node, transaction.wire);
    if (signature !== transaction.signature) {
      throw inconsistent("the node returned the signature of another transaction than the sent one");
    }
    return signature;
  } catch (error) {
    if (!(error instanceof TrialFailure)) throw error;
    if (await isIncluded(node, transaction.signature)) return transaction.signature;
    if (!error.spent) {
      throw ChainError.because(
        "TRANSFER_REFUSED",
        "the network would not carry out the transfer in its current state",
        error,
      );
    }
    throw await whySpent(node, transaction, error);
  }
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
