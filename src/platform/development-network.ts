import { rmSync } from "node:fs";
import { Anvil, AnvilStartError, cacheDir, type Exit } from "../chain/evm/development/anvil.ts";
import { ensureToken } from "../chain/evm/development/deploy-token.ts";
import { Miner } from "../chain/evm/development/miner.ts";
import { StateFiles } from "../chain/evm/development/state.ts";
import { networkName, tokenName } from "../chain/evm/names.ts";
import { nodeClient } from "../chain/evm/node.ts";
import type { Logger } from "../logger.ts";

const REQUEST_TIMEOUT_MS = 10_000;
const QUIET_BLOCKS = 16;

export interface DevelopmentNetworkOptions {
  /** Folder for the chain's state; created when missing. */
  readonly dir: string;
  /** Port on the loopback interface; 0 for any free one. */
  readonly port: number;
  /** 31337 by default. */
  readonly chainId?: number;
  /** Time between blocks while a transaction waits for confirmations; 1000 by default. */
  readonly blockTimeMs?: number;
  /** The network makes at least this many blocks above each transaction. */
  readonly confirmations?: number;
  /** Setting that `port` comes from; the error for a taken port names it. */
  readonly portSetting?: string;
  readonly log: Logger;
}

export interface DevelopmentNetwork extends AsyncDisposable {
  readonly rpcUrl: string;
  /** CAIP-2. */
  readonly network: string;
  /** CAIP-19 name of the network's token. The development signer holds its whole supply. */
  readonly asset: string;
  /** Settles when the node process has ended, for any reason. */
  readonly exited: Promise<Exit>;
  close(): Promise<void>;
}

/**
 * Starts a development network whose balances, sequences, blocks and receipts survive restarts and SIGKILL.
 * The network makes blocks only while a transaction waits or needs more confirmations, so an idle network costs nothing.
 * A damaged state is moved aside; the network then starts from the previous copy, or as a new chain.
 * @throws Error when the port is taken, the platform has no node, or the node does not start
 */
export async function startDevelopmentNetwork(
  options: DevelopmentNetworkOptions,
): Promise<DevelopmentNetwork> {
  const { dir, chainId = 31_337, blockTimeMs = 1000, confirmations = 0, log } = options;
  const files = new StateFiles(dir, log);
  // A killed node leaves this folder behind; a new node creates its own empty folder in it.
  rmSync(cacheDir(dir), { recursive: true, force: true });
  const node = await startFromState(options, files, chainId);
  const client = nodeClient({ chainId, rpcUrl: node.rpcUrl, requestTimeoutMs: REQUEST_TIMEOUT_MS });
  const quietBlocks = Math.max(QUIET_BLOCKS, confirmations + 4);
  const miner = new Miner({
    client,
    blockTimeMs,
    quietBlocks,
    save: (dump) => files.save(dump),
    log,
  });
  const close = async (): Promise<void> => {
    await miner.close();
    await node.stop();
  };
  try {
    const token = await ensureToken(client, node.rpcUrl, () => miner.mineAndSave());
    const network = networkName(chainId);
    log.info({ network, rpcUrl: node.rpcUrl }, "the development network runs");
    return {
      rpcUrl: node.rpcUrl,
      network,
      asset: tokenName(network, token),
      exited: node.exited,
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts the node from the newest state that it accepts, or as a new chain. */
async function startFromState(
  options: DevelopmentNetworkOptions,
  files: StateFiles,
  chainId: number,
): Promise<Anvil> {
  const { dir, port, log } = options;
  for (const stateFile of files.candidates()) {
    try {
      return await Anvil.start({ dir, port, chainId, stateFile });
    } catch (error) {
      const failure = startFailure(error, options);
      if (!failure.stateRefused) throw failure;
      files.putAside(stateFile, failure.exit?.output ?? "");
    }
  }
  try {
    const node = await Anvil.start({ dir, port, chainId });
    log.warn({ dir }, "the development network starts as a new chain");
    return node;
  } catch (error) {
    throw startFailure(error, options);
  }
}

/** Returns the failure of the node's start. @throws Error that names the setting when the port is taken */
function startFailure(error: unknown, options: DevelopmentNetworkOptions): AnvilStartError {
  if (!(error instanceof AnvilStartError)) throw error;
  if (error.portTaken) {
    const { port, portSetting = "chainAdapter.network.developmentPort" } = options;
    throw new Error(
      `port ${port} of the development network is taken by another program; stop that program, or set ${portSetting} to a free port`,
      { cause: error },
    );
  }
  return error;
}
