// What others than the adapter do on a Solana test network.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ed25519 } from "@noble/curves/ed25519";
import {
  type Address,
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  type Instruction,
  type KeyPairSigner,
} from "@solana/kit";
import {
  getCreateAccountInstruction,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from "@solana-program/system";
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import { signedInstructions } from "../../../src/chain/solana/development/sign.ts";
import { assetName } from "../../../src/chain/solana/names.ts";
import { developmentSigner } from "../../../src/chain/solana/signer.ts";
import { tokenAccount } from "../../../src/chain/solana/token.ts";
import { network, type TestNode } from "./solana.ts";

export const SOL = 1_000_000_000n;
const MINT_LAMPORTS = 10_000_000n;

/** A key pair that nobody else has. */
export function newSigner(): Promise<KeyPairSigner> {
  return createKeyPairSignerFromPrivateKeyBytes(ed25519.utils.randomPrivateKey());
}

/** A signing key in a file as `solana-keygen` writes it, and how to remove it. */
export async function keyFile(): Promise<{ signer: KeyPairSigner; path: string; remove: () => void }> {
  const secret = ed25519.utils.randomPrivateKey();
  const dir = mkdtempSync(join(tmpdir(), "pda-signer-"));
  const path = join(dir, "signer.json");
  writeFileSync(path, JSON.stringify([...secret, ...ed25519.getPublicKey(secret)]), { mode: 0o600 });
  const signer = await createKeyPairSignerFromPrivateKeyBytes(secret);
  return { signer, path, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Signs instructions, has them included in a block of their own, and gives the signature. @throws Error when they fail */
export async function include(
  test: TestNode,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
  others: readonly KeyPairSigner[] = [],
): Promise<string> {
  const latest = (await test.rpc("getLatestBlockhash", [{ commitment: "processed" }])) as {
    value: { blockhash: string };
  };
  const wire = await signedInstructions(payer, others, instructions, latest.value.blockhash);
  const signature = (await test.rpc("sendTransaction", [wire, { encoding: "base64" }])) as string;
  await test.mine(1);
  const status = (await test.rpc("getSignatureStatuses", [[signature]])) as {
    value: ({ err: unknown } | null)[];
  };
  if (status.value[0]?.err !== null) throw new Error(`not carried out: ${JSON.stringify(status)}`);
  return signature;
}

/** Someone with lamports who is not the adapter's signer. */
export const stranger = (): Promise<KeyPairSigner> => developmentSigner(1);

/** Gives lamports to an address. */
export async function fund(test: TestNode, to: Address, amount: bigint): Promise<void> {
  const from = await stranger();
  await include(test, from, [getTransferSolInstruction({ source: from, destination: to, amount })]);
}

/** Makes an account of any program. */
export async function createAccount(
  test: TestNode,
  account: KeyPairSigner,
  space: bigint | number,
  programAddress: Address = SYSTEM_PROGRAM_ADDRESS,
): Promise<void> {
  const payer = await stranger();
  const create = getCreateAccountInstruction({
    payer,
    newAccount: account,
    lamports: MINT_LAMPORTS,
    space,
    programAddress,
  });
  await include(test, payer, [create], [account]);
}

/** A token of its own, of which an owner holds an amount. `authority` can freeze. */
export async function newToken(
  test: TestNode,
  owner: Address,
  amount: bigint,
): Promise<{ mint: Address; asset: string; authority: KeyPairSigner }> {
  const authority = await stranger();
  const mint = await newSigner();
  const holder = await tokenAccount(owner, mint.address);
  const instructions: Instruction[] = [
    getCreateAccountInstruction({
      payer: authority,
      newAccount: mint,
      lamports: MINT_LAMPORTS,
      space: getMintSize(),
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({
      mint: mint.address,
      decimals: 2,
      mintAuthority: authority.address,
      freezeAuthority: authority.address,
    }),
    getCreateAssociatedTokenIdempotentInstruction({
      payer: authority,
      ata: holder,
      owner,
      mint: mint.address,
    }),
    getMintToInstruction({ mint: mint.address, token: holder, mintAuthority: authority, amount }),
  ];
  await include(test, authority, instructions, [mint]);
  return { mint: mint.address, asset: assetName(network, mint.address), authority };
}

/** The address within a CAIP-10 account of the network. */
export const addressIn = (account: string): Address => address(account.slice(account.lastIndexOf(":") + 1));
