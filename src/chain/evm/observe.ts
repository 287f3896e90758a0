// Observes the state of a transfer and checks it against the canonical chain at that moment.
import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  type Hex,
  type PublicClient,
  parseEventLogs,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem";
import type { NetworkMovement, Placement, NetworkTransfer } from "../adapter.ts";
import { ChainError } from "../error.ts";
import type { Finality } from "./finality.ts";
import { accountName, tokenName } from "./names.ts";
import { ask, nodeError } from "./node.ts";

export interface Query {
  readonly network: string;
  readonly hash: Hex;
  /** Confirmations that a transfer needs before it can be final, whatever the node reports. */
  readonly confirmations: number;
  readonly finality: Finality;
  readonly placement: { readonly signer: Address; readonly nonce: number } | undefined;
}

async function orAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TransactionNotFoundError || error instanceof TransactionReceiptNotFoundError) {
      return undefined;
    }
    throw nodeError(error);
  }
}

const withoutInclusion = (
  { network, hash }: Query,
  state: "not_found" | "pending" | "replaced",
  transaction?: Transaction,
): NetworkTransfer => ({
  network,
  reference: hash,
  state,
  confirmationCount: 0,
  final: false,
  ...(transaction ? identity(network, transaction) : {}),
});

/** Returns the signer, the sequence and the movement of a transaction. */
function identity(
  network: string,
  transaction: Transaction,
): { placement: Placement; movement?: NetworkMovement } {
  const { from, nonce, to } = transaction;
  const placement = { signer: accountName(network, from), sequence: BigInt(nonce) };
  const order = orderIn(transaction);
  if (!order || !to) return { placement };
  const asset = tokenName(network, to);
  return { placement, movement: { asset, to: accountName(network, order.to), amount: order.amount } };
}

/** Returns the state of a transfer. @throws ChainError NODE_INCONSISTENT, NODE_UNAVAILABLE */
export async function observe(client: PublicClient, query: Query): Promise<NetworkTransfer> {
  const first = await look(client, query);
  if (first.state !== "not_found" || !query.placement) return first;
  const { signer, nonce } = query.placement;
  const used = await ask(client.getTransactionCount({ address: signer, blockTag: "latest" }));
  if (used <= nonce) return first;
  // The sequence is used. The transfer itself may have been included between the two requests, so look again.
  const second = await look(client, query);
  return second.state === "not_found" ? withoutInclusion(query, "replaced") : second;
}

async function look(client: PublicClient, query: Query): Promise<NetworkTransfer> {
  const [transaction, receipt] = await Promise.all([
    orAbsent(client.getTransaction({ hash: query.hash })),
    orAbsent(client.getTransactionReceipt({ hash: query.hash })),
  ]);
  if (!transaction) return withoutInclusion(query, "not_found");
  return receipt
    ? included(client, query, transaction, receipt)
    : withoutInclusion(query, "pending", transaction);
}

async function included(
  client: PublicClient,
  query: Query,
  transaction: Transaction,
  receipt: TransactionReceipt,
): Promise<NetworkTransfer> {
  const finalized = await query.finality.height(client);
  const [head, block] = await ask(
    Promise.all([
      client.getBlock({ blockTag: "latest" }),
      client.getBlock({ blockNumber: receipt.blockNumber }),
    ]),
  );
  if (block.hash !== receipt.blockHash || head.number < receipt.blockNumber) {
    throw ChainError.because("NODE_INCONSISTENT", "the node's blocks changed while it was asked");
  }
  const confirmationCount = Number(head.number - receipt.blockNumber) + 1;
  const deep = confirmationCount >= query.confirmations;
  const final = deep && (finalized === undefined || receipt.blockNumber <= finalized);
  return {
    network: query.network,
    reference: query.hash,
    state: stateOf(transaction, receipt, final),
    inclusion: {
      height: receipt.blockNumber,
      block: receipt.blockHash,
      blockTime: new Date(Number(block.timestamp) * 1000),
    },
    confirmationCount,
    final,
    ...identity(query.network, transaction),
  };
}

/**
 * Returns the state of an included transaction. Only a reverted transaction has moved nothing for certain. A token that keeps a part of
 * each transfer, or a node that leaves logs out, must never make a transfer look as if it had to be paid again.
 */
function stateOf(
  transaction: Transaction,
  receipt: TransactionReceipt,
  final: boolean,
): NetworkTransfer["state"] {
  if (receipt.status === "reverted") return "failed";
  if (receipt.status !== "success" || !moved(transaction, receipt)) return "unclear";
  return final ? "finalized" : "included";
}

/** Returns true if the token reports exactly the ordered transfer. A token call may succeed and move nothing, less, or the amount without a report. */
function moved(transaction: Transaction, receipt: TransactionReceipt): boolean {
  const order = orderIn(transaction);
  return (
    order !== undefined &&
    parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: receipt.logs }).some(
      ({ address, args }) =>
        address.toLowerCase() === transaction.to?.toLowerCase() &&
        args.from.toLowerCase() === transaction.from.toLowerCase() &&
        args.to.toLowerCase() === order.to.toLowerCase() &&
        args.value === order.amount,
    )
  );
}

function orderIn(transaction: Transaction): { to: Address; amount: bigint } | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: transaction.input });
    return functionName === "transfer" ? { to: args[0], amount: args[1] } : undefined;
  } catch {
    // The data is not a call of an EIP-20 function, so the transaction is not a transfer of this adapter.
    return undefined;
  }
}
