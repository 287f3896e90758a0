// Observes the state of a transfer and checks it against the network's blocks at that moment.
import { type Address, getBase64Encoder, getTransactionDecoder, type Signature } from "@solana/kit";
import type { NetworkMovement, Placement, NetworkTransfer } from "../adapter.ts";
import { History } from "./history.ts";
import { Lanes, laneOf } from "./lanes.ts";
import { accountName, assetName } from "./names.ts";
import { type CheckedNode, inconsistent } from "./node.ts";
import { readMessage } from "./transaction.ts";

export interface Query {
  readonly network: string;
  readonly signature: Signature;
  /** Confirmations that a transfer needs before it can be final, whatever the node reports. */
  readonly confirmations: number;
  readonly placement: { readonly signer: Address; readonly sequence: bigint } | undefined;
}

const withoutInclusion = (
  { network, signature }: Query,
  state: "not_found" | "pending" | "replaced",
): NetworkTransfer => ({ network, reference: signature, state, confirmationCount: 0, final: false });

/** Returns the state of a transfer. @param lanesOf gives the lanes of a signer @throws ChainError NODE_INCONSISTENT, NODE_UNAVAILABLE */
export async function observe(
  node: CheckedNode,
  query: Query,
  lanesOf: (signer: Address) => Lanes,
): Promise<NetworkTransfer> {
  const first = await look(node, query);
  if (first.state !== "not_found" || !query.placement) return first;
  const { signer, sequence } = query.placement;
  const lane = await lanesOf(signer).one(laneOf(sequence), "confirmed");
  if (lane.kind === "missing" || lane.last === undefined || lane.last.sequence < sequence) return first;
  // The sequence is used. The transfer itself may have been included between the two requests, so look again.
  const second = await look(node, query);
  if (second.state !== "not_found") return second;
  if (lane.last.signature === query.signature) {
    throw inconsistent("the node lists a transaction but does not know its status");
  }
  return withoutInclusion(query, "replaced");
}

/** Returns a function that finds a signer's lanes. It keeps the lanes of its own signer and reads those of other signers each time. */
export function lanesOfSigners(node: CheckedNode, own: Address, lanes: Lanes): (signer: Address) => Lanes {
  return (signer) => (signer === own ? lanes : new Lanes(node, signer, new History(node, signer)));
}

async function look(node: CheckedNode, query: Query): Promise<NetworkTransfer> {
  const rpc = await node.rpc();
  const { value } = await node.ask(
    rpc.getSignatureStatuses([query.signature], { searchTransactionHistory: true }),
  );
  const status = value[0];
  if (!status) return withoutInclusion(query, "not_found");
  // Only one validator has seen the transaction. The network has accepted a block once two thirds of the stake have voted for it.
  if (status.confirmationStatus === "processed" || status.confirmationStatus === null) {
    return withoutInclusion(query, "pending");
  }
  return included(node, query, status.confirmationStatus === "finalized");
}

async function included(node: CheckedNode, query: Query, rooted: boolean): Promise<NetworkTransfer> {
  const rpc = await node.rpc();
  const found = await node.ask(
    rpc.getTransaction(query.signature, {
      commitment: "confirmed",
      encoding: "base64",
      maxSupportedTransactionVersion: 0,
    }),
  );
  if (!found)
    throw inconsistent("the node has the status of a transaction but does not return the transaction");
  const [block, head, finalized] = await Promise.all([
    node.ask(
      rpc.getBlock(found.slot, {
        commitment: "confirmed",
        maxSupportedTransactionVersion: 0,
        transactionDetails: "signatures",
        rewards: false,
      }),
    ),
    node.ask(rpc.getBlockHeight({ commitment: "confirmed" })),
    node.ask(rpc.getBlockHeight({ commitment: "finalized" })),
  ]);
  if (!block || !block.signatures.includes(query.signature) || head < block.blockHeight) {
    throw inconsistent("the node's blocks changed while it was asked");
  }
  const confirmationCount = Number(head - block.blockHeight) + 1;
  const final = confirmationCount >= query.confirmations && rooted && finalized >= block.blockHeight;
  const bytes = getBase64Encoder().encode(found.transaction[0]);
  const ours = readMessage(Uint8Array.from(getTransactionDecoder().decode(bytes).messageBytes));
  if (!found.meta) throw inconsistent("the node does not return the result of a transaction that it has");
  return {
    network: query.network,
    reference: query.signature,
    state: stateOf(found.meta.err !== null, ours !== undefined, final),
    inclusion: {
      height: block.blockHeight,
      block: block.blockhash,
      blockTime: timeOf(block.blockTime ?? found.blockTime),
    },
    confirmationCount,
    final,
    ...(ours ? identity(query.network, ours) : {}),
  };
}

/**
 * Returns the time of a block; now, when the node has lost it. A time that is too late makes the recovery of payouts refuse. A time that
 * is too early would let it pay a merchant twice.
 */
const timeOf = (seconds: bigint | null): Date =>
  seconds === null ? new Date() : new Date(Number(seconds) * 1000);

/**
 * Returns the state of an included transaction. A transfer of the token program moves the whole amount or fails as a whole. What another
 * transaction moves is not read.
 */
function stateOf(failed: boolean, ours: boolean, final: boolean): NetworkTransfer["state"] {
  if (failed) return "failed";
  if (!ours) return "unclear";
  return final ? "finalized" : "included";
}

/** Returns the signer, the sequence and the movement of a transaction. */
function identity(
  network: string,
  { signer, sequence, mint, receiver, amount }: NonNullable<ReturnType<typeof readMessage>>,
): { placement: Placement; movement: NetworkMovement } {
  return {
    placement: { signer: accountName(network, signer), sequence },
    movement: { asset: assetName(network, mint), to: accountName(network, receiver), amount },
  };
}
