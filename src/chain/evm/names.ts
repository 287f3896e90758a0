// CAIP names of the eip155 namespace: accounts with EIP-55 checksums, and EIP-20 tokens.
import { type Address, getAddress, isAddress, isHash, zeroAddress } from "viem";
import { addressOf, assetOf } from "../caip.ts";
import { ChainError } from "../error.ts";

/** Returns the CAIP-2 name of a chain id (EIP-155). */
export function networkName(chainId: number): string {
  return `eip155:${chainId}`;
}

/**
 * Returns the address with its checksum. Accepts an address in one case only, which has no checksum, or with the correct checksum (EIP-55).
 */
function checksummed(text: string): Address | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined;
  const digits = text.slice(2);
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!oneCase && !isAddress(text, { strict: true })) return undefined;
  return getAddress(`0x${digits.toLowerCase()}`);
}

/** Returns the address of a CAIP-10 account that can receive assets. @throws ChainError INVALID_ACCOUNT */
export function accountAddress(account: string, network: string): Address {
  const address = checksummed(addressOf(account, network));
  if (!address) {
    throw ChainError.because(
      "INVALID_ACCOUNT",
      "the account's address must be 0x and 40 hexadecimal digits with a correct EIP-55 checksum",
    );
  }
  if (address === zeroAddress) {
    throw ChainError.because(
      "INVALID_ACCOUNT",
      "the account must not be the zero address, because nobody can move assets from it",
    );
  }
  return address;
}

/** Returns the CAIP-10 name of an address. */
export function accountName(network: string, address: Address): string {
  return `${network}:${getAddress(address)}`;
}

/** Returns the contract address of a CAIP-19 asset of kind erc20. @throws ChainError INVALID_ASSET */
export function tokenAddress(asset: string, network: string): Address {
  const { kind, reference } = assetOf(asset, network);
  if (kind !== "erc20") {
    throw ChainError.because("INVALID_ASSET", `assets of kind ${kind} cannot be transferred; use erc20`);
  }
  const address = checksummed(reference);
  if (!address || address === zeroAddress) {
    throw ChainError.because(
      "INVALID_ASSET",
      "the asset's address must be 0x and 40 hexadecimal digits with a correct EIP-55 checksum, and not the zero address",
    );
  }
  return address;
}

/** Returns the CAIP-19 name of a token contract. */
export function tokenName(network: string, address: Address): string {
  return `${network}/erc20:${getAddress(address)}`;
}

/** Returns a transaction hash in lower case. @throws ChainError INVALID_REFERENCE */
export function transactionHash(reference: string): `0x${string}` {
  const hash = reference.toLowerCase();
  if (isHash(hash)) return hash;
  throw ChainError.because(
    "INVALID_REFERENCE",
    "the reference must be a transaction hash: 0x and 64 hexadecimal digits",
  );
}
