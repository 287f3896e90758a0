// Converts between the messages of pda.chain.v1 and the types of adapter.ts.
import type { NetworkAsset, Network as NetworkMessage, Signer } from "../../gen/ts/pda/chain/v1/network.ts";
import {
  type Inclusion as InclusionMessage,
  type Transfer as TransferMessage,
  TransferState as WireState,
} from "../../gen/ts/pda/chain/v1/transfer.ts";
import type {
  AssetInfo,
  Inclusion,
  NetworkInfo,
  SignerInfo,
  NetworkTransfer,
  NetworkTransferState,
} from "./adapter.ts";
import { ChainError } from "./error.ts";

const wireState: Readonly<Record<NetworkTransferState, WireState>> = {
  not_found: WireState.TRANSFER_STATE_NOT_FOUND,
  pending: WireState.TRANSFER_STATE_PENDING,
  included: WireState.TRANSFER_STATE_INCLUDED,
  finalized: WireState.TRANSFER_STATE_FINALIZED,
  failed: WireState.TRANSFER_STATE_FAILED,
  unclear: WireState.TRANSFER_STATE_UNCLEAR,
  replaced: WireState.TRANSFER_STATE_REPLACED,
};
const stateOfWire = new Map(
  Object.entries(wireState).map(([state, wire]) => [wire, state as NetworkTransferState] as const),
);

/** The error for an answer that breaks the contract. */
const malformed = (what: string): ChainError =>
  new ChainError("INTERNAL", `the adapter's answer has no ${what}`);

/** Returns a required member of a message. @throws ChainError INTERNAL if the peer left the member out */
export function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw malformed(what);
  return value;
}

/** Parses minor units from a decimal string of at most 78 digits, the length of 2^256. @throws ChainError INVALID_AMOUNT */
export function amountFromWire(text: string): bigint {
  if (!/^(0|[1-9]\d{0,77})$/.test(text)) {
    throw ChainError.because(
      "INVALID_AMOUNT",
      "the amount must be a whole number of minor units with at most 78 digits",
    );
  }
  return BigInt(text);
}

export function networkToWire(info: NetworkInfo): NetworkMessage {
  return { network: info.network, confirmations: info.confirmations, signer: info.signer };
}

export function networkFromWire({ network, confirmations, signer }: NetworkMessage): NetworkInfo {
  return { network, confirmations, signer };
}

export function signerFromWire({ account, nextSequence, includedSequence }: Signer): SignerInfo {
  return { account, nextSequence, includedSequence };
}

export function assetFromWire({ asset, decimals, symbol }: NetworkAsset): AssetInfo {
  return { asset, decimals, symbol };
}

function inclusionToWire({ height, block, blockTime }: Inclusion) {
  const ms = blockTime.getTime();
  const seconds = Math.floor(ms / 1000);
  return {
    height,
    block,
    blockTime: { seconds: BigInt(seconds), nanos: (ms - seconds * 1000) * 1_000_000 },
  };
}

export function transferToWire(transfer: NetworkTransfer): TransferMessage {
  const { state, inclusion, placement, movement, ...rest } = transfer;
  return {
    ...rest,
    state: wireState[state],
    inclusion: inclusion && inclusionToWire(inclusion),
    signer: placement?.signer,
    sequence: placement?.sequence,
    movement: movement && { ...movement, amount: movement.amount.toString() },
  };
}

export function transferFromWire(message: TransferMessage): NetworkTransfer {
  const { network, reference, inclusion, confirmationCount, final, signer, sequence, movement } = message;
  const state = present(stateOfWire.get(message.state), "transfer state");
  return {
    network,
    reference,
    state,
    ...(inclusion ? { inclusion: inclusionFromWire(inclusion) } : {}),
    confirmationCount,
    final,
    ...(signer !== undefined && sequence !== undefined ? { placement: { signer, sequence } } : {}),
    ...(movement ? { movement: { ...movement, amount: amountFromWire(movement.amount) } } : {}),
  };
}

function inclusionFromWire({ height, block, blockTime }: InclusionMessage): Inclusion {
  const { seconds, nanos } = present(blockTime, "block time");
  return { height, block, blockTime: new Date(Number(seconds) * 1000 + Math.floor(nanos / 1_000_000)) };
}
