// Making and signing a transfer. Nothing here sends it.
import type { Address, KeyPairSigner, Nonce } from "@solana/kit";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { AccountState, getTokenSize, type Token } from "@solana-program/token";
import type { PreparedTransfer, TransferOrder } from "../adapter.ts";
import { ChainError } from "../error.ts";
import { type NetworkAccount, readAccounts } from "./accounts.ts";
import { type Lane, LANES, type Lanes, laneAddresses, laneOf } from "./lanes.ts";
import { accountAddress, accountName, mintAddress } from "./names.ts";
import type { CheckedNode } from "./node.ts";
import { mintIn, tokenAccount, tokenIn } from "./token.ts";
import { COMPUTE_UNITS, readSigned, signMovement } from "./transaction.ts";

const U64_MAX = 2n ** 64n - 1n;
/** What the network charges for a signature, in lamports. */
const SIGNATURE_FEE = 5000n;
/** Millionths of a lamport for a compute unit, at least: a transfer that pays nothing for its place may wait long. */
const PRICE_MIN = 1000n;
/** Bounds what a busy moment can cost: 0.012 SOL. */
const PRICE_MAX = 100_000_000n;

/** A transfer before it meets the network: checked, and free of CAIP. */
export interface Plan {
  readonly mint: Address;
  readonly to: Address;
  readonly amount: bigint;
  readonly sequence: bigint;
  readonly replaces: Uint8Array | undefined;
}

/** Checks an order without asking the node. @throws ChainError INVALID_ASSET, INVALID_ACCOUNT, INVALID_AMOUNT, INVALID_SEQUENCE */
export function planOf({ asset, to, amount, sequence, replaces }: TransferOrder, network: string): Plan {
  const mint = mintAddress(asset, network);
  const receiver = accountAddress(to, network);
  if (amount <= 0n || amount > U64_MAX) {
    throw ChainError.because("INVALID_AMOUNT", "the amount must be above zero and below 2^64");
  }
  if (sequence < 0n || sequence > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw ChainError.because("INVALID_SEQUENCE", "the sequence is out of range");
  }
  return { mint, to: receiver, amount, sequence, replaces };
}

/** What a preparation works with. */
export interface Preparation {
  readonly node: CheckedNode;
  readonly lanes: Lanes;
  readonly signer: KeyPairSigner;
  readonly network: string;
  /** Sends what makes the signer's lanes. */
  readonly open: () => Promise<unknown>;
}

/**
 * The value that a transfer of this sequence carries. It is that of the lane after the transfer before it on the lane, which is
 * final: nothing can change it but the use of this very sequence. So all transfers that are ever signed for a sequence carry the
 * same value, and the network executes one of them at most.
 *
 * @throws ChainError SEQUENCE_NOT_READY, SEQUENCE_USED
 */
async function nonceFor({ lanes, open }: Preparation, sequence: bigint): Promise<Nonce> {
  const lane: Lane = await lanes.one(laneOf(sequence), "finalized");
  if (lane.kind === "missing") {
    await open();
    throw ChainError.because("SEQUENCE_NOT_READY", "the signer's sequence is being set up on the network");
  }
  const last = lane.last?.sequence ?? BigInt(laneOf(sequence) - LANES);
  if (last >= sequence) throw ChainError.because("SEQUENCE_USED", "the sequence was used");
  if (last !== sequence - BigInt(LANES)) {
    throw ChainError.because("SEQUENCE_NOT_READY", "an earlier transfer has to become final first");
  }
  return lane.nonce;
}

/** What others pay just now for their place among transactions of the signer's token account, and more than what is replaced. */
async function priceFor(
  { node, signer }: Preparation,
  source: Address,
  { sequence, replaces }: Plan,
): Promise<bigint> {
  const replaced = replaces ? await readSigned(replaces) : undefined;
  if (replaced && (replaced.sequence !== sequence || replaced.signer !== signer.address)) {
    throw ChainError.because("INVALID_SEQUENCE", "the transaction to replace has another sequence or signer");
  }
  const recent = await node.ask((await node.rpc()).getRecentPrioritizationFees([source]));
  const paid = recent
    .map(({ prioritizationFee }) => BigInt(prioritizationFee))
    .toSorted((a, b) => (a < b ? -1 : 1));
  const usual = paid[Math.floor((paid.length * 3) / 4)] ?? 0n;
  const bounded = usual < PRICE_MIN ? PRICE_MIN : usual > PRICE_MAX ? PRICE_MAX : usual;
  if (!replaced) return bounded;
  // The network has no rule for how much more; a quarter more stands out.
  const more = replaced.price + replaced.price / 4n + 1n;
  return more > bounded ? more : bounded;
}

/** Whether the receiver's side can take the amount. @throws ChainError TRANSFER_REFUSED */
function requireReceiver(to: Address, owner: NetworkAccount | undefined, held: Token | undefined): void {
  if (owner && owner.owner !== SYSTEM_PROGRAM_ADDRESS) {
    throw ChainError.because(
      "TRANSFER_REFUSED",
      "the receiver belongs to a program: name the owner, not a token account",
    );
  }
  if (!held) return;
  if (held.owner !== to) {
    throw ChainError.because("TRANSFER_REFUSED", "the receiver's token account belongs to somebody else");
  }
  if (held.state === AccountState.Frozen) {
    throw ChainError.because("TRANSFER_REFUSED", "the receiver's token account is frozen");
  }
}

/** Signs the transfer of a plan. @throws ChainError for what the network would not carry out as it stands now */
export async function prepare(preparation: Preparation, plan: Plan): Promise<PreparedTransfer> {
  const { node, signer, network } = preparation;
  const { mint, to, amount, sequence } = plan;
  const source = await tokenAccount(signer.address, mint);
  const destination = await tokenAccount(to, mint);
  const price = await priceFor(preparation, source, plan);
  const rpc = await node.rpc();
  const { accounts } = await readAccounts(
    rpc,
    node.ask,
    [mint, source, to, destination, signer.address],
    "confirmed",
  );
  const { decimals } = mintIn(accounts[0]);
  const from = tokenIn(accounts[1]);
  if (!from || from.owner !== signer.address || from.amount < amount) {
    throw ChainError.because("INSUFFICIENT_BALANCE", "the signer does not hold enough of the asset");
  }
  if (from.state === AccountState.Frozen) {
    throw ChainError.because("TRANSFER_REFUSED", "the signer's token account is frozen");
  }
  requireReceiver(to, accounts[2], tokenIn(accounts[3]));

  const fee = SIGNATURE_FEE + (price * BigInt(COMPUTE_UNITS) + 999_999n) / 1_000_000n;
  // The signer pays for the receiver's token account, and must itself stay exempt from rent.
  const [made, kept] = await Promise.all([
    accounts[3] ? 0n : node.ask(rpc.getMinimumBalanceForRentExemption(BigInt(getTokenSize()))),
    node.ask(rpc.getMinimumBalanceForRentExemption(0n)),
  ]);
  if ((accounts[4]?.lamports ?? 0n) < fee + made + kept) {
    throw ChainError.because("INSUFFICIENT_FEE_BALANCE", "the signer cannot pay the network's fee");
  }

  const nonce = await nonceFor(preparation, sequence);
  const lane = (await laneAddresses(signer.address))[laneOf(sequence)] as Address;
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
