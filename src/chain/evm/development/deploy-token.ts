// Deploys the development token to a new chain, always at the same address.
import { readFileSync } from "node:fs";
import {
  type Abi,
  type Address,
  createWalletClient,
  encodeDeployData,
  getContractAddress,
  http,
  type PublicClient,
} from "viem";
import { developmentAccount } from "../signer.ts";
import type { Artifact } from "../token/compile.ts";

/** 10^12 whole units with 6 decimals. */
const SUPPLY = 10n ** 18n;
const NAME = "PDA Development Dollar";
const SYMBOL = "USDX";

/**
 * Returns the token's address. The address of a deployer's first contract depends only on the deployer (Ethereum yellow paper, section 7).
 */
function developmentToken(): Address {
  return getContractAddress({ from: developmentAccount(0).address, nonce: 0n });
}

/** Reads the committed compilation of the token. */
function tokenArtifact(): Artifact {
  return JSON.parse(readFileSync(new URL("../token/artifact.json", import.meta.url), "utf8")) as Artifact;
}

/** Sends the transaction that creates the token. The caller must make the block that includes the transaction. */
async function deployToken(
  client: PublicClient,
  rpcUrl: string,
  deployer: number,
  supply = SUPPLY,
): Promise<void> {
  const { abi, bytecode } = tokenArtifact();
  const wallet = createWalletClient({
    account: developmentAccount(deployer),
    transport: http(rpcUrl, { retryCount: 0 }),
  });
  await wallet.sendTransaction({
    chain: null,
    data: encodeDeployData({ abi: abi as Abi, bytecode, args: [NAME, SYMBOL, supply] }),
  });
}

/**
 * Deploys the token unless the chain already has it. Returns the token's address.
 * @param mine makes the block that includes the contract creation
 * @throws Error if the deployer's first transaction was used for something else
 */
export async function ensureToken(
  client: PublicClient,
  rpcUrl: string,
  mine: () => Promise<void>,
): Promise<Address> {
  const token = developmentToken();
  const exists = async (): Promise<boolean> => (await client.getCode({ address: token })) !== undefined;
  if (await exists()) return token;
  await deployToken(client, rpcUrl, 0);
  await mine();
  if (!(await exists())) {
    throw new Error(
      "the development token cannot be deployed, because another transaction used the deployer's first nonce; delete the chain's folder",
    );
  }
  return token;
}
