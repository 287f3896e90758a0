// Sends a signed transaction. Repeats have the same outcome.
import { BaseError, type Hex, type PublicClient, TransactionNotFoundError } from "viem";
import { ChainError, type ChainReason } from "../error.ts";
import { ask, isAway, nodeError } from "./node.ts";
import type { SignedTransaction } from "./transaction.ts";

/** JSON-RPC has no codes for these refusals. The patterns match the words of go-ethereum, Erigon, Nethermind, Besu, Reth and anvil. */
const refusals: readonly (readonly [RegExp, ChainReason, string])[] = [
  [
    /nonce (is )?too low|old nonce|nonce.*already used/i,
    "SEQUENCE_USED",
    "another transaction used its sequence",
  ],
  [/underpriced|fee too low|less than block base fee|fee.*below/i, "FEE_TOO_LOW", "its fee is too low"],
  [
    /insufficient funds|insufficient balance/i,
    "INSUFFICIENT_FEE_BALANCE",
    "the signer's balance does not cover the network's fee; fund the signer",
  ],
];
const known = /already known|already imported|\bknown transaction|already exists/i;

/** Returns true if the node has the transaction, waiting or in a block. */
async function isKnown(client: PublicClient, hash: Hex): Promise<boolean> {
  try {
    await client.getTransaction({ hash });
    return true;
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false;
    throw nodeError(error);
  }
}

/**
 * Sends a transaction and returns its hash. Succeeds too if the node already has the transaction.
 * @throws ChainError SEQUENCE_USED, FEE_TOO_LOW, INSUFFICIENT_FEE_BALANCE, NODE_UNAVAILABLE (the transaction may or may not have arrived)
 */
export async function submit(client: PublicClient, transaction: SignedTransaction): Promise<Hex> {
  try {
    const hash = await client.sendRawTransaction({ serializedTransaction: transaction.raw });
    if (hash !== transaction.hash) {
      throw ChainError.because(
        "NODE_INCONSISTENT",
        "the node returned the hash of another transaction than the sent one",
      );
    }
    return hash;
  } catch (error) {
    if (!(error instanceof BaseError)) throw error;
    const text = `${error.details ?? ""} ${error.message}`;
    if (known.test(text) || (!isAway(error) && (await isKnown(client, transaction.hash)))) {
      return transaction.hash;
    }
    const refusal = refusals.find(([words]) => words.test(text));
    if (refusal) {
      throw ChainError.because(refusal[1], `the network refuses the transaction: ${refusal[2]}`, error);
    }
    throw nodeError(error);
  }
}

/** Returns the number of an account's included transactions, and the number of included and waiting ones together. */
export async function sequences(
  client: PublicClient,
  address: Hex,
): Promise<{ included: bigint; next: bigint }> {
  const [included, next] = await ask(
    Promise.all([
      client.getTransactionCount({ address, blockTag: "latest" }),
      client.getTransactionCount({ address, blockTag: "pending" }),
    ]),
  );
  return { included: BigInt(included), next: BigInt(Math.max(included, next)) };
}
