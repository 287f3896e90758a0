// CAIP names of the solana namespace: accounts are ed25519 public keys, assets are mints of the SPL token program.
import { createHash } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519";
import {
  type Address,
  getAddressEncoder,
  getBase58Decoder,
  getBase58Encoder,
  isAddress,
  isSignature,
  type Signature,
} from "@solana/kit";
import { addressOf, assetOf } from "../caip.ts";
import { ChainError } from "../error.ts";

/** CAIP-2 limits a network's reference to 32 characters. */
const REFERENCE_LENGTH = 32;

/** Returns the CAIP-2 name of the network with this genesis block. */
export function networkName(genesisHash: string): string {
  return `solana:${genesisHash.slice(0, REFERENCE_LENGTH)}`;
}

/** Hash of the genesis block of every development network. */
export const developmentGenesis: string = getBase58Decoder().decode(
  createHash("sha256").update("pda development network").digest(),
);

/** CAIP-2 name of every development network. */
export const developmentNetwork: string = networkName(developmentGenesis);

/** Returns true if a CAIP-2 name has the form of a name of this family: the first 32 characters of a genesis hash. */
export function isNetworkName(name: string): boolean {
  return /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/.test(name);
}

/**
 * Returns true if an address is the public key of a key pair (RFC 8032). Program-derived addresses, such as token accounts, are not points
 * of the curve. Points of small order, such as the address of the system program, have no key either.
 */
function isPublicKey(address: Address): boolean {
  try {
    return ed25519.ExtendedPoint.fromHex(
      Uint8Array.from(getAddressEncoder().encode(address)),
    ).isTorsionFree();
  } catch {
    // The address is not a point of the curve.
    return false;
  }
}

/** Returns the address of a CAIP-10 account that can receive assets. @throws ChainError INVALID_ACCOUNT */
export function accountAddress(account: string, network: string): Address {
  const text = addressOf(account, network);
  if (!isAddress(text)) {
    throw ChainError.because("INVALID_ACCOUNT", "the account's address must be 32 bytes in base58");
  }
  if (!isPublicKey(text)) {
    throw ChainError.because(
      "INVALID_ACCOUNT",
      "the account must be a public key: name the owner, not a token account or a program's address",
    );
  }
  return text;
}

/** Returns the CAIP-10 name of an address. */
export function accountName(network: string, address: Address): string {
  return `${network}:${address}`;
}

/** Returns the mint of a CAIP-19 asset of kind token. @throws ChainError INVALID_ASSET */
export function mintAddress(asset: string, network: string): Address {
  const { kind, reference } = assetOf(asset, network);
  if (kind !== "token") {
    throw ChainError.because("INVALID_ASSET", `assets of kind ${kind} cannot be transferred; use token`);
  }
  if (!isAddress(reference)) {
    throw ChainError.because("INVALID_ASSET", "the asset's address must be 32 bytes in base58");
  }
  return reference;
}

/** Returns the CAIP-19 name of a mint. */
export function assetName(network: string, mint: Address): string {
  return `${network}/token:${mint}`;
}

/** Returns a transaction's first signature. @throws ChainError INVALID_REFERENCE */
export function transactionSignature(reference: string): Signature {
  // Check the length first, because the time to decode base58 grows with its square.
  if (reference.length <= 88 && isSignature(reference)) return reference;
  throw ChainError.because(
    "INVALID_REFERENCE",
    "the reference must be a transaction signature: 64 bytes in base58",
  );
}

/** Decodes base58. */
export function base58Bytes(text: string): Uint8Array {
  return Uint8Array.from(getBase58Encoder().encode(text));
}
