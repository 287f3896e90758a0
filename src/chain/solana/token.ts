// Mints and token accounts of the SPL token program.
import type { Address, Slot } from "@solana/kit";
import {
  findAssociatedTokenPda,
  getMintDecoder,
  getMintSize,
  getTokenDecoder,
  getTokenSize,
  type Mint,
  TOKEN_PROGRAM_ADDRESS,
  type Token,
} from "@solana-program/token";
import { ChainError } from "../error.ts";
import { type NetworkAccount, readAccounts } from "./accounts.ts";
import { inconsistent, type CheckedNode } from "./node.ts";

/** The token program of 2022: its tokens may charge on transfer or run code, so that less arrives than was sent. */
const TOKEN_2022_PROGRAM = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

/** The token account of an owner that every sender can compute. */
export async function tokenAccount(owner: Address, mint: Address): Promise<Address> {
  const [address] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  return address;
}

/** What a mint's account says. @throws ChainError UNKNOWN_ASSET, INVALID_ASSET */
export function mintIn(account: NetworkAccount | undefined): Mint {
  if (account?.owner === TOKEN_2022_PROGRAM) {
    throw ChainError.because("INVALID_ASSET", "the asset is of a token program that cannot be transferred");
  }
  if (account?.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getMintSize()) {
    throw ChainError.because("UNKNOWN_ASSET", "the network has no such asset");
  }
  const mint = getMintDecoder().decode(account.data);
  if (!mint.isInitialized) throw ChainError.because("UNKNOWN_ASSET", "the network has no such asset");
  return mint;
}

/** What a token account says; undefined when there is none. */
export function tokenIn(account: NetworkAccount | undefined): Token | undefined {
  if (account?.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getTokenSize()) return undefined;
  return getTokenDecoder().decode(account.data);
}

/** Fraction digits of a mint. It has no symbol of its own: what wallets show is kept elsewhere, by anybody. */
export async function describeMint(
  node: CheckedNode,
  mint: Address,
): Promise<{ decimals: number; symbol: string }> {
  const { accounts } = await readAccounts(await node.rpc(), node.ask, [mint], "confirmed");
  return { decimals: mintIn(accounts[0]).decimals, symbol: "" };
}

/** Height of the block of a slot. Slots without a block have no height. */
async function heightOf(node: CheckedNode, slot: Slot): Promise<bigint> {
  const config = {
    commitment: "confirmed",
    maxSupportedTransactionVersion: 0,
    transactionDetails: "none",
    rewards: false,
  } as const;
  const block = await node.ask((await node.rpc()).getBlock(slot, config));
  if (!block) throw inconsistent("the node does not know the block of its own answer");
  return block.blockHeight;
}

/** What an owner holds in its token account. @throws ChainError UNKNOWN_ASSET */
export async function balanceOf(
  node: CheckedNode,
  mint: Address,
  owner: Address,
): Promise<{ amount: bigint; height: bigint }> {
  const addresses = [mint, await tokenAccount(owner, mint)];
  const { slot, accounts } = await readAccounts(await node.rpc(), node.ask, addresses, "confirmed");
  mintIn(accounts[0]);
  const token = tokenIn(accounts[1]);
  const amount = token?.owner === owner ? token.amount : 0n;
  return { amount, height: await heightOf(node, slot) };
}
