// The initial state of a development network: funded keys, a token, and the sequence accounts of the development signer.
import { createHash } from "node:crypto";
import {
  type Address,
  createKeyPairSignerFromPrivateKeyBytes,
  type Instruction,
  type KeyPairSigner,
} from "@solana/kit";
import { getCreateAccountInstruction, getNonceSize } from "@solana-program/system";
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import { laneAddresses } from "../lanes.ts";
import { laneInstructions } from "../open-lanes.ts";
import { developmentSigner } from "../signer.ts";
import { tokenAccount } from "../token.ts";
import type { Bank } from "./bank.ts";
import { signedInstructions } from "./sign.ts";

/** A million SOL for each development key. */
export const FUNDED_LAMPORTS = 10n ** 15n;
/** 10^12 whole units with 6 decimals. */
const SUPPLY = 10n ** 18n;
const DECIMALS = 6;
const LANES_TOGETHER = 4;

/** Returns the key pair of the development token's mint. */
function mintSigner(): Promise<KeyPairSigner> {
  return createKeyPairSignerFromPrivateKeyBytes(
    Uint8Array.from(createHash("sha256").update("pda development network: token").digest()),
  );
}

/**
 * Returns the mint of the development token. The development signer holds its whole supply. The address is the same on every development
 * network.
 */
export async function developmentMint(): Promise<Address> {
  return (await mintSigner()).address;
}

/** Returns the addresses of the development keys: the settling key first, then others for tests. */
export async function fundedAddresses(): Promise<Address[]> {
  const signers = await Promise.all([0, 1, 2, 3].map((index) => developmentSigner(index)));
  return signers.map(({ address }) => address);
}

/** Returns functions that sign the transactions of the first blocks, one function per block. */
export async function setUpTransactions(
  bank: Bank,
): Promise<((blockhash: string) => readonly Promise<string>[])[]> {
  const signer = await developmentSigner(0);
  const mint = await mintSigner();
  const holder = await tokenAccount(signer.address, mint.address);
  const token: Instruction[] = [
    getCreateAccountInstruction({
      payer: signer,
      newAccount: mint,
      lamports: bank.rentExemption(BigInt(getMintSize())),
      space: getMintSize(),
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({ mint: mint.address, decimals: DECIMALS, mintAuthority: signer.address }),
    getCreateAssociatedTokenIdempotentInstruction({
      payer: signer,
      ata: holder,
      owner: signer.address,
      mint: mint.address,
    }),
    getMintToInstruction({ mint: mint.address, token: holder, mintAuthority: signer, amount: SUPPLY }),
  ];
  const rent = bank.rentExemption(BigInt(getNonceSize()));
  const addresses = await laneAddresses(signer.address);
  const lanes = addresses.map((address, lane) => laneInstructions({ signer, lane, address, lamports: rent }));
  const groups = Array.from({ length: Math.ceil(lanes.length / LANES_TOGETHER) }, (_, i) =>
    lanes.slice(i * LANES_TOGETHER, (i + 1) * LANES_TOGETHER).flat(),
  );
  return [
    (blockhash) => [
      signedInstructions(signer, [mint], token, blockhash),
      ...groups.map((group) => signedInstructions(signer, [], group, blockhash)),
    ],
  ];
}
