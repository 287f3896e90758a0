import { fileURLToPath } from "node:url";
import { developmentMint } from "../chain/solana/development/genesis.ts";
import type { DevelopmentNodeSettings } from "../chain/solana/development/main.ts";
import { assetName, developmentNetwork } from "../chain/solana/names.ts";
import { READY, startChild } from "./child.ts";
import type { Part } from "./supervisor.ts";

const SCRIPT = fileURLToPath(new URL("../chain/solana/development/main.ts", import.meta.url));
const BLOCK_TIME_MS = 400;

export interface SecondNetworkOptions {
  /** Folder for the chain's journal; made when missing. */
  readonly dir: string;
  /** Port on the loopback interface. */
  readonly port: number;
  /** Confirmations that someone waits for: at least as many blocks are made above a transaction. */
  readonly confirmations: number;
  readonly logLevel: string;
  /** Each line that the network's process writes. */
  readonly onLine: (line: string) => void;
  readonly nodeFlags: readonly string[];
}

/** CAIP-19 name of the second development network's token, whose whole supply its development signer holds. */
export async function secondNetworkAsset(): Promise<string> {
  return assetName(developmentNetwork, await developmentMint());
}

/**
 * Starts the second development network as a process of its own, since it runs native code. It keeps its blocks: they survive
 * restarts and SIGKILL.
 * @throws PlatformError with its last words when it does not start
 */
export function startSecondNetwork(options: SecondNetworkOptions): Promise<Part> {
  const { dir, port, confirmations, logLevel, onLine, nodeFlags } = options;
  const settings: DevelopmentNodeSettings = {
    dir,
    port,
    confirmations,
    // Nothing is final before it has the confirmations that are asked for.
    finalizedAfter: Math.max(confirmations, 2),
    blockTimeMs: BLOCK_TIME_MS,
    logLevel,
    ready: READY,
  };
  return startChild({
    name: "second development network",
    args: [...nodeFlags, SCRIPT, JSON.stringify(settings)],
    env: process.env,
    onLine,
  });
}
