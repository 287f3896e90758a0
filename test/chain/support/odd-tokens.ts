import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createWalletClient, getContractAddress, http, parseAbi } from "viem";
import { tokenName } from "../../../src/chain/evm/names.ts";
import { developmentAccount } from "../../../src/chain/evm/signer.ts";
import { network, type TestNode } from "./evm.ts";

export type OddToken = "Refusing" | "Silent" | "Charging" | "Blocking";
let compiled: Record<OddToken, { evm: { bytecode: { object: string } } }> | undefined;

function compile(): NonNullable<typeof compiled> {
  const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };
  const content = readFileSync(new URL("OddTokens.sol", import.meta.url), "utf8");
  const input = {
    language: "Solidity",
    sources: { "OddTokens.sol": { content } },
    settings: { evmVersion: "cancun", outputSelection: { "*": { "*": ["evm.bytecode.object"] } } },
  };
  return JSON.parse(solc.compile(JSON.stringify(input))).contracts["OddTokens.sol"];
}

/** Deploys a token by the adapter's signer, who then holds 1,000,000 minor units of it, and returns its CAIP-19 name. */
export async function deployOddToken(test: TestNode, name: OddToken): Promise<string> {
  compiled ??= compile();
  const account = developmentAccount(0);
  const nonce = await test.client.getTransactionCount({ address: account.address });
  const wallet = createWalletClient({ account, transport: http(test.node.rpcUrl) });
  await wallet.sendTransaction({ chain: null, data: `0x${compiled[name].evm.bytecode.object}` });
  await test.mine(1);
  return tokenName(network, getContractAddress({ from: account.address, nonce: BigInt(nonce) }));
}

/** Has the issuer of a `Blocking` token block an account. Mines a block. */
export async function blockAccount(test: TestNode, asset: string, account: string): Promise<void> {
  const [token, blocked] = [asset, account].map((name) => name.split(/[:/]/).at(-1) as `0x${string}`) as [
    `0x${string}`,
    `0x${string}`,
  ];
  const wallet = createWalletClient({ account: developmentAccount(1), transport: http(test.node.rpcUrl) });
  await wallet.writeContract({
    chain: null,
    address: token,
    abi: parseAbi(["function setBlocked(address account)"]),
    functionName: "setBlocked",
    args: [blocked],
  });
  await test.mine(1);
}
