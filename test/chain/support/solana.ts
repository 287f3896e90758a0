import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ed25519 } from "@noble/curves/ed25519";
import { address, getAddressDecoder } from "@solana/kit";
import type { ChainAdapter } from "../../../src/chain/adapter.ts";
import { adapterOf } from "../../../src/chain/networks.ts";
import {
  type DevelopmentNode,
  type DevelopmentNodeOptions,
  startDevelopmentNode,
} from "../../../src/chain/solana/development/server.ts";
import { accountName, developmentNetwork as network } from "../../../src/chain/solana/names.ts";
import { openSolanaNetwork, type SolanaNetworkOptions } from "../../../src/chain/solana/network.ts";
import { tokenAccount } from "../../../src/chain/solana/token.ts";
import type { ConformanceFixture } from "./conformance-bench.ts";
import { recordingLog } from "./log.ts";
import { served } from "./served.ts";

export { network };

/** A node without any clock, in a folder of its own: blocks are made by the test. */
export interface TestNode {
  readonly node: DevelopmentNode;
  readonly dir: string;
  readonly asset: string;
  rpc(method: string, params?: unknown[]): Promise<unknown>;
  mine(blocks: number): Promise<void>;
  /** Gives up the newest blocks and makes as many empty ones. */
  fork(depth: number): Promise<void>;
  close(): Promise<void>;
}

/** Asks a node. @throws Error with what it refuses */
export async function ask(rpcUrl: string, method: string, params: unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const response = await fetch(rpcUrl, { method: "POST", headers, body });
  const answer = (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
  if (answer.error) throw new Error(`${answer.error.code} ${answer.error.message}`);
  return answer.result;
}

export async function testNode(changes: Partial<DevelopmentNodeOptions> = {}): Promise<TestNode> {
  const dir = mkdtempSync(join(tmpdir(), "pda-chain-"));
  const log = recordingLog().log;
  const node = await startDevelopmentNode({ dir, port: 0, blockTimeMs: 0, log, ...changes });
  const rpc = (method: string, params: unknown[] = []): Promise<unknown> => ask(node.rpcUrl, method, params);
  return {
    node,
    dir,
    asset: node.asset,
    rpc,
    mine: async (blocks) => void (await rpc("pdaMine", [blocks])),
    fork: async (depth) => void (await rpc("pdaFork", [depth])),
    async close() {
      await node.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Options of a network on a test node, signing with the development key. */
export function solanaOptions(
  rpcUrl: string,
  changes: Partial<SolanaNetworkOptions> = {},
): SolanaNetworkOptions {
  return {
    network,
    rpcUrl,
    confirmations: 2,
    signer: { kind: "development" },
    development: true,
    log: recordingLog().log,
    ...changes,
  };
}

export async function solanaAdapter(
  rpcUrl: string,
  changes: Partial<SolanaNetworkOptions> = {},
): Promise<ChainAdapter> {
  return adapterOf([await openSolanaNetwork(solanaOptions(rpcUrl, changes))]);
}

/** A fresh account that holds nothing. */
export function newAccount(): string {
  const key = ed25519.getPublicKey(ed25519.utils.randomPrivateKey());
  return accountName(network, getAddressDecoder().decode(key));
}

/** The token account of an owner. */
function associated(owner: string, asset: string): Promise<string> {
  return tokenAccount(address(owner), address(asset.slice(asset.indexOf("/token:") + 7)));
}

/** The Solana adapter as the conformance suite wants it: behind gRPC, on a real node. */
export async function solanaFixture(): Promise<ConformanceFixture> {
  const test = await testNode();
  const adapter = await served(await solanaAdapter(test.node.rpcUrl));
  let stopped = false;
  return {
    adapter,
    network,
    asset: test.asset,
    decimals: 6,
    traits: { showsWaiting: false, keepsOrder: false, preparesAhead: 16 },
    newAccount,
    // Base58 has one spelling.
    spellings: () => [],
    invalidAccounts: [
      "",
      network,
      "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9aE476sH92Vz7DMPyq5WLPkrKWivxeuTKEFKd2sZZcde",
      `${network}:9aE476sH92Vz7DMPyq5WLPkrKWivxeuTKEFKd2sZ`,
      `${network}:9aE476sH92Vz7DMPyq5WLPkrKWivxeuTKEFKd2sZZcd0`,
      // The system program, of which nobody has the key.
      `${network}:11111111111111111111111111111111`,
      // A token account, which is no public key.
      `${network}:${await associated("9aE476sH92Vz7DMPyq5WLPkrKWivxeuTKEFKd2sZZcde", test.asset)}`,
      `${network}:alice.sol`,
    ],
    invalidAssets: [
      "",
      "USDX",
      test.asset.replace(network, "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"),
      `${network}/slip44:501`,
      `${network}/token:12`,
    ],
    unknownAsset: `${network}/token:9aE476sH92Vz7DMPyq5WLPkrKWivxeuTKEFKd2sZZcde`,
    unknownReference:
      "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW",
    invalidReference: "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9Cos",
    controls: {
      finalAfterBlocks: 3,
      mine: (blocks) => test.mine(blocks),
      reorganise: (depth) => test.fork(depth),
      async stopNode() {
        stopped = true;
        await test.node.close();
      },
    },
    async close() {
      await adapter.close();
      if (stopped) rmSync(test.dir, { recursive: true, force: true });
      else await test.close();
    },
  };
}
