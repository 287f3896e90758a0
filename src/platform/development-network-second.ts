import { developmentMint } from "../chain/solana/development/genesis.ts";
import type { DevelopmentNodeSettings } from "../chain/solana/development/main.ts";
import { assetName, developmentNetwork } from "../chain/solana/names.ts";
import { programFile, READY, startChild } from "./child.ts";
import type { Part } from "./supervisor.ts";

const SCRIPT = programFile("../chain/solana/development/main", import.meta.url);
const BLOCK_TIME_MS = 400;

export interface SecondNetworkOptions {
  /** Folder for the chain's journal; created when missing. */
  readonly dir: string;
  /** Port on the loopback interface. */
  readonly port: number;
  /** The network makes at least this many blocks above each transaction. */
  readonly confirmations: number;
  readonly logLevel: string;
  /** Receives each line that the network's process writes. */
  readonly onLine: (line: string) => void;
  readonly nodeFlags: readonly string[];
}

/** Returns the CAIP-19 name of the second development network's token. The development signer holds the token's whole supply. */
export async function secondNetworkAsset(): Promise<string> {
  return assetName(developmentNetwork, await developmentMint());
}

/**
 * Starts the second development network in a separate process, because it runs native code. Its blocks survive restarts and SIGKILL.
 * @throws PlatformError with the process's last error line when it does not start
 */
export function startSecondNetwork(options: SecondNetworkOptions): Promise<Part> {
  const { dir, port, confirmations, logLevel, onLine, nodeFlags } = options;
  const settings: DevelopmentNodeSettings = {
    dir,
    port,
    confirmations,
    // A transaction must not be final before it has the requested confirmations.
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
