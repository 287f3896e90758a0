// Sending a signed transfer: once or many times, the outcome is the same.
import type { Signature } from "@solana/kit";
import { getNonceDecoder, getNonceSize } from "@solana-program/system";
import { ChainError } from "../error.ts";
import { readAccounts } from "./accounts.ts";
import { type CheckedNode, inconsistent } from "./node.ts";
import { sendWire, TrialFailure } from "./send.ts";
import type { SignedTransaction } from "./transaction.ts";

/** Whether a block has the transaction, as far as the node has seen. */
async function isIncluded(node: CheckedNode, signature: Signature): Promise<boolean> {
  const rpc = await node.rpc();
  const { value } = await node.ask(rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }));
  return Boolean(value[0]);
}

/**
 * Sends a transaction and returns its signature. That a block has it already is success.
 * @throws ChainError SEQUENCE_USED, TRANSFER_REFUSED, INSUFFICIENT_FEE_BALANCE, NODE_UNAVAILABLE (it may or may not have arrived)
 */
export async function submit(node: CheckedNode, transaction: SignedTransaction): Promise<Signature> {
  try {
    const signature = await sendWire(node, transaction.wire);
    if (signature !== transaction.signature) {
      throw inconsistent("the node names another transaction than the one sent");
    }
    return signature;
  } catch (error) {
    if (!(error instanceof TrialFailure)) throw error;
    if (await isIncluded(node, transaction.signature)) return transaction.signature;
    if (!error.spent) {
      throw ChainError.because("TRANSFER_REFUSED", "the network would not carry out the transfer now", error);
    }
    throw await whySpent(node, transaction, error);
  }
}

/** The lane's value is another: its sequence was used, or the node is behind. */
async function whySpent(
  node: CheckedNode,
  { lane, nonce }: SignedTransaction,
  cause: unknown,
): Promise<ChainError> {
  const { accounts } = await readAccounts(await node.rpc(), node.ask, [lane], "confirmed");
  const data = accounts[0]?.data;
  const value = data?.length === getNonceSize() ? getNonceDecoder().decode(data).blockhash : undefined;
  return (value as string | undefined) === nonce
    ? inconsistent("the node refuses a sequence that it says is next", cause)
    : ChainError.because("SEQUENCE_USED", "its sequence was used by another transaction", cause);
}
