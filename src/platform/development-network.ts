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
  /** Folder for the chain's state; made when missing. */
  readonly dir: string;
  /** Port on the loopback interface; 0 for any free one. */
  readonly port: number;
  /** 31337 unless given. */
  readonly chainId?: number;
  /** Time between blocks while there is something to confirm; 1000 unless given. */
  readonly blockTimeMs?: number;
  /** Confirmations that someone waits for: at least as many blocks are made above a transaction. */
  readonly confirmations?: number;
  /** The setting behind `port`, named when the port is taken. */
  readonly portSetting?: string;
  readonly log: Logger;
}

export interface DevelopmentNetwork extends AsyncDisposable {
  readonly rpcUrl: string;
  /** CAIP-2. */
  readonly network: string;
  /** CAIP-19 name of the token whose whole supply the development signer holds. */
  readonly asset: string;
  /** Settles when the node process has ended, also when nobody asked for it. */
  readonly exited: Promise<Exit>;
  close(): Promise<void>;
}

/**
 * Starts a development network that keeps its state: balances, sequences, blocks and receipts survive restarts and SIGKILL.
 * Blocks are made only while a transaction waits or is not yet deep enough, so an idle network costs nothing.
 * A damaged state is put aside and the copy before it is used, or a new chain.
 * @throws Error when the port is taken, the platform has no node, or the node does not start
 */
export async function startDevelopmentNetwork(
  options: DevelopmentNetworkOptions,
): Promise<DevelopmentNetwork> {
  const { dir, chainId = 31_337, blockTimeMs = 1000, confirmations = 0, log } = options;
  const files = new StateFiles(dir, log);
  // Left by a node that was killed; a new one starts an empty folder of its own in it.
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

/** Starts from the newest state that the node accepts, or from none. */
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

/** What the failure says about the node. @throws Error in the user's words when the port is taken */
function startFailure(error: unknown, options: DevelopmentNetworkOptions): AnvilStartError {
  if (!(error instanceof AnvilStartError)) throw error;
  if (error.portTaken) {
    const { port, portSetting = "chainAdapter.network.developmentPort" } = options;
    throw new Error(
      `port ${port} of the development network is taken by another program; end it, or set ${portSetting} to a free port`,
      { cause: error },
    );
  }
  return error;
}
