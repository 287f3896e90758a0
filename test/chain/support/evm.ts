import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PublicClient } from "viem";
import type { ChainAdapter } from "../../../src/chain/adapter.ts";
import { Anvil } from "../../../src/chain/evm/development/anvil.ts";
import { ensureToken } from "../../../src/chain/evm/development/deploy-token.ts";
import { accountName, networkName, tokenName } from "../../../src/chain/evm/names.ts";
import { type EvmNetworkOptions, openEvmNetwork } from "../../../src/chain/evm/network.ts";
import { nodeClient } from "../../../src/chain/evm/node.ts";
import { adapterOf } from "../../../src/chain/networks.ts";
import type { ConformanceFixture } from "./conformance-bench.ts";
import { recordingLog } from "./log.ts";
import { served } from "./served.ts";

export const chainId = 31_337;
export const network = networkName(chainId);

/** A node without any clock: blocks are made by the test. */
export interface TestNode {
  readonly node: Anvil;
  readonly client: PublicClient;
  readonly asset: string;
  rpc(method: string, params?: unknown[]): Promise<unknown>;
  mine(blocks: number): Promise<void>;
  close(): Promise<void>;
}

export async function testNode(): Promise<TestNode> {
  const dir = mkdtempSync(join(tmpdir(), "pda-chain-"));
  const node = await Anvil.start({ dir, port: 0, chainId });
  const client = nodeClient({ chainId, rpcUrl: node.rpcUrl, requestTimeoutMs: 5000 });
  const rpc = (method: string, params: unknown[] = []): Promise<unknown> =>
    client.request({ method, params } as unknown as Parameters<PublicClient["request"]>[0]);
  const mine = async (blocks: number): Promise<void> => {
    for (let i = 0; i < blocks; i++) await rpc("evm_mine");
  };
  const token = await ensureToken(client, node.rpcUrl, () => mine(1));
  return {
    node,
    client,
    asset: tokenName(network, token),
    rpc,
    mine,
    async close() {
      await node.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Options of an adapter on a test node, signing with the development account. */
export function evmOptions(rpcUrl: string, changes: Partial<EvmNetworkOptions> = {}): EvmNetworkOptions {
  return {
    chainId,
    rpcUrl,
    confirmations: 2,
    signer: { kind: "development" },
    development: true,
    log: recordingLog().log,
    ...changes,
  };
}

export async function evmAdapter(
  rpcUrl: string,
  changes: Partial<EvmNetworkOptions> = {},
): Promise<ChainAdapter> {
  return adapterOf([await openEvmNetwork(evmOptions(rpcUrl, changes))]);
}

/** A fresh account that holds nothing. */
export function newAccount(): string {
  return accountName(network, `0x${randomBytes(20).toString("hex")}`);
}

/** The EVM adapter as the conformance suite wants it: behind gRPC, on a real node. */
export async function evmFixture(): Promise<ConformanceFixture> {
  const test = await testNode();
  const adapter = await served(await evmAdapter(test.node.rpcUrl));
  return {
    adapter,
    network,
    asset: test.asset,
    decimals: 6,
    traits: { showsWaiting: true, keepsOrder: true, preparesAhead: undefined },
    newAccount,
    spellings: (account) => [account.toLowerCase()],
    invalidAccounts: [
      "",
      "eip155:31337",
      "eip155:1:0x00000000000000000000000000000000000000aa",
      "eip155:31337:0x00000000000000000000000000000000000000a",
      "eip155:31337:0x5FbDB2315678afecb367f032d93F642f64180aA3",
      "eip155:31337:0x0000000000000000000000000000000000000000",
      "eip155:31337:alice.eth",
    ],
    invalidAssets: [
      "",
      "USDX",
      "eip155:1/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3",
      "eip155:31337/slip44:60",
      "eip155:31337/erc20:0x12",
    ],
    unknownAsset: "eip155:31337/erc20:0x00000000000000000000000000000000000000aa",
    unknownReference: `0x${"11".repeat(32)}`,
    invalidReference: "0x11",
    controls: {
      finalAfterBlocks: 3,
      mine: (blocks) => test.mine(blocks),
      async reorganise(depth) {
        await test.rpc("anvil_reorg", [depth, []]);
      },
      async stopNode() {
        await test.node.stop();
      },
    },
    async close() {
      await adapter.close();
      await test.close();
    },
  };
}
