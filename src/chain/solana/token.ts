// Reads mints and token accounts of the SPL token program.
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

/** The Token-2022 program. Its tokens may charge a fee or run code on transfer, so that less may arrive than was sent. */
const TOKEN_2022_PROGRAM = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

/** Returns the associated token account of an owner, whose address every sender can compute. */
export async function tokenAccount(owner: Address, mint: Address): Promise<Address> {
  const [address] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  return address;
}

/** Decodes a mint's account. @throws ChainError UNKNOWN_ASSET, INVALID_ASSET */
export function mintIn(account: NetworkAccount | undefined): Mint {
  if (account?.owner === TOKEN_2022_PROGRAM) {
    throw ChainError.because(
      "INVALID_ASSET",
      "the asset belongs to the Token-2022 program, which is not supported; use an asset of the SPL token program",
    );
  }
  if (account?.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getMintSize()) {
    throw ChainError.because("UNKNOWN_ASSET", "the network has no such asset");
  }
  const mint = getMintDecoder().decode(account.data);
  if (!mint.isInitialized) throw ChainError.because("UNKNOWN_ASSET", "the network has no such asset");
  return mint;
}

/** Decodes a token account. Returns undefined if the account is not a token account. */
export function tokenIn(account: NetworkAccount | undefined): Token | undefined {
  if (account?.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getTokenSize()) return undefined;
  return getTokenDecoder().decode(account.data);
}

/**
 * Returns the fraction digits of a mint. A mint has no symbol of its own: the symbol that wallets show is kept elsewhere, where anyone can
 * set it.
 */
export async function describeMint(
  node: CheckedNode,
  mint: Address,
): Promise<{ decimals: number; symbol: string }> {
  const { accounts } = await readAccounts(await node.rpc(), node.ask, [mint], "confirmed");
  return { decimals: mintIn(accounts[0]).decimals, symbol: "" };
}

/** Returns the height of the block of a slot. Slots without a block have no height. */
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

/** Returns the balance of an owner's token account. @throws ChainError UNKNOWN_ASSET */
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
