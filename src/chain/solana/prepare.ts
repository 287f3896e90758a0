// Prepares and signs a transfer. Nothing here sends it.
import type { Address, KeyPairSigner, Nonce } from "@solana/kit";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { AccountState, getTokenSize, type Mint, type Token } from "@solana-program/token";
import type { PreparedTransfer, TransferOrder } from "../adapter.ts";
import { ChainError } from "../error.ts";
import { type NetworkAccount, readAccounts } from "./accounts.ts";
import { feeOf, priceFor } from "./fees.ts";
import { type Lane, LANES, type Lanes, laneAddresses, laneOf } from "./lanes.ts";
import { accountAddress, accountName, mintAddress } from "./names.ts";
import type { CheckedNode } from "./node.ts";
import { mintIn, tokenAccount, tokenIn } from "./token.ts";
import { readSigned, type SignedTransaction, signMovement } from "./transaction.ts";

const U64_MAX = 2n ** 64n - 1n;
/** A checked transfer order with network addresses instead of CAIP names. */
export interface Plan {
  readonly mint: Address;
  readonly to: Address;
  readonly amount: bigint;
  readonly sequence: bigint;
  readonly replaces: Uint8Array | undefined;
  readonly feeRaisePercent: number;
}

/** Checks an order without asking the node. @throws ChainError INVALID_ASSET, INVALID_ACCOUNT, INVALID_AMOUNT, INVALID_SEQUENCE */
export function planOf(order: TransferOrder, network: string): Plan {
  const { asset, to, amount, sequence, replaces, feeRaisePercent = 0 } = order;
  const mint = mintAddress(asset, network);
  const receiver = accountAddress(to, network);
  if (amount <= 0n || amount > U64_MAX) {
    throw ChainError.because("INVALID_AMOUNT", "the amount must be above zero and below 2^64");
  }
  if (sequence < 0n || sequence > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw ChainError.because("INVALID_SEQUENCE", `the sequence must be from 0 to ${Number.MAX_SAFE_INTEGER}`);
  }
  return { mint, to: receiver, amount, sequence, replaces, feeRaisePercent };
}

/** Everything that a preparation needs. */
export interface Preparation {
  readonly node: CheckedNode;
  readonly lanes: Lanes;
  readonly signer: KeyPairSigner;
  readonly network: string;
  /** Maximum fee of one transfer in lamports. Undefined: no limit. */
  readonly feeMax: bigint | undefined;
  /** Sends the transactions that create the signer's lanes. */
  readonly open: () => Promise<unknown>;
}

/**
 * Returns the nonce value for a transfer of this sequence. It is the lane's value after the lane's previous transfer, which must be final.
 * Only the use of this sequence can change the value. So all transfers that are ever signed for a sequence carry the same value, and the
 * network executes at most one of them.
 *
 * @throws ChainError SEQUENCE_NOT_READY, SEQUENCE_USED
 */
async function nonceFor({ lanes, open }: Preparation, sequence: bigint): Promise<Nonce> {
  const lane: Lane = await lanes.one(laneOf(sequence), "finalized");
  if (lane.kind === "missing") {
    await open();
    throw ChainError.because(
      "SEQUENCE_NOT_READY",
      "the signer's sequence is being set up on the network; repeat the call",
    );
  }
  const last = lane.last?.sequence ?? BigInt(laneOf(sequence) - LANES);
  if (last >= sequence) throw ChainError.because("SEQUENCE_USED", "another transaction used the sequence");
  if (last !== sequence - BigInt(LANES)) {
    throw ChainError.because(
      "SEQUENCE_NOT_READY",
      "an earlier transfer must become final first; repeat the call",
    );
  }
  return lane.nonce;
}

/** Returns the transaction that a plan displaces. @throws ChainError INVALID_SEQUENCE if it has another signer or sequence */
async function replacedBy(
  { replaces, sequence }: Plan,
  signer: Address,
): Promise<SignedTransaction | undefined> {
  if (!replaces) return undefined;
  const replaced = await readSigned(replaces);
  if (replaced.sequence !== sequence || replaced.signer !== signer) {
    throw ChainError.because(
      "INVALID_SEQUENCE",
      "the transaction to replace must have the same signer and sequence as the new one",
    );
  }
  return replaced;
}

/** Checks that the receiver can take the amount. @throws ChainError TRANSFER_REFUSED */
function requireReceiver(to: Address, owner: NetworkAccount | undefined, held: Token | undefined): void {
  if (owner && owner.owner !== SYSTEM_PROGRAM_ADDRESS) {
    throw ChainError.because(
      "TRANSFER_REFUSED",
      "the receiver is an account of a program: name the owner, not a token account",
    );
  }
  if (!held) return;
  if (held.owner !== to) {
    throw ChainError.because("TRANSFER_REFUSED", "the receiver's token account belongs to another owner");
  }
  if (held.state === AccountState.Frozen) {
    throw ChainError.because("TRANSFER_REFUSED", "the receiver's token account is frozen");
  }
}

interface Held {
  readonly mint: Mint;
  /** Lamports of the signer. */
  readonly lamports: bigint;
  /** Lamports for the receiver's token account. The signer pays them if the account does not exist. */
  readonly rent: bigint;
}

/**
 * Reads the accounts of a transfer and checks that the network would carry out the transfer. @param same skips the checks, which were made
 * when the same transfer was first prepared
 */
async function held(
  { node, signer }: Preparation,
  { mint, to, amount }: Plan,
  [source, destination]: readonly [Address, Address],
  same: boolean,
): Promise<Held> {
  const rpc = await node.rpc();
  const asked = [mint, source, to, destination, signer.address];
  const { accounts } = await readAccounts(rpc, node.ask, asked, "confirmed");
  const description = mintIn(accounts[0]);
  const from = tokenIn(accounts[1]);
  if (!same) {
    if (!from || from.owner !== signer.address || from.amount < amount) {
      throw ChainError.because(
        "INSUFFICIENT_BALANCE",
        "the signer does not hold enough of the asset; fund the signer",
      );
    }
    if (from.state === AccountState.Frozen) {
      throw ChainError.because("TRANSFER_REFUSED", "the signer's token account is frozen");
    }
    requireReceiver(to, accounts[2], tokenIn(accounts[3]));
  }
  const rent = accounts[3]
    ? 0n
    : await node.ask(rpc.getMinimumBalanceForRentExemption(BigInt(getTokenSize())));
  return { mint: description, lamports: accounts[4]?.lamports ?? 0n, rent };
}

/** Signs the transfer of a plan. @throws ChainError if the network would not carry out the transfer in its current state */
export async function prepare(preparation: Preparation, plan: Plan): Promise<PreparedTransfer> {
  const { node, signer, network, feeMax } = preparation;
  const { mint, to, amount, sequence, feeRaisePercent: raisePercent } = plan;
  const rpc = await node.rpc({ anew: true });
  const source = await tokenAccount(signer.address, mint);
  const destination = await tokenAccount(to, mint);
  const replaced = await replacedBy(plan, signer.address);
  // The same transfer at another price needs no second check. The displaced transaction may be in a block by now, or may have to fail.
  const same = replaced?.mint === mint && replaced.receiver === to && replaced.amount === amount;
  const state = await held(preparation, plan, [source, destination], same);
  const price = await priceFor(node, { source, replaced, raisePercent, feeMax });
  // The signer itself must stay exempt from rent.
  const kept = await node.ask(rpc.getMinimumBalanceForRentExemption(0n));
  if (state.lamports < feeOf(price) + state.rent + kept) {
    throw ChainError.because(
      "INSUFFICIENT_FEE_BALANCE",
      "the signer's balance does not cover the network's fee; fund the signer",
    );
  }

  const nonce = await nonceFor(preparation, sequence);
  const lane = (await laneAddresses(signer.address))[laneOf(sequence)] as Address;
  // Beside a transfer of another value or lane, the network would execute the new one as well.
  if (replaced && (replaced.nonce !== nonce || replaced.lane !== lane)) {
    throw ChainError.because("SEQUENCE_USED", "another transaction used the sequence");
  }
  const { decimals } = state.mint;
  const movement = {
    sequence,
    lane,
    nonce,
    mint,
    decimals,
    source,
    receiver: to,
    destination,
    amount,
    price,
  };
  const signed = await signMovement(signer, movement);
  return {
    network,
    reference: signed.signature,
    signer: accountName(network, signer.address),
    sequence,
    signedTransaction: signed.bytes,
  };
}
