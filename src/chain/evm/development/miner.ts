// Makes blocks while transactions need confirmations. Saves each block with transactions before the block can become final.
import type { PublicClient } from "viem";
import type { Logger } from "../../../logger.ts";

export interface MinerOptions {
  readonly client: PublicClient;
  readonly blockTimeMs: number;
  /** Number of blocks to make above the last block that contains transactions. */
  readonly quietBlocks: number;
  /** Stores the dump of the chain's state durably. */
  readonly save: (dump: string) => void;
  readonly log: Logger;
}

/**
 * Makes the blocks of a development chain. The miner rests when no transaction waits and all are confirmed, because otherwise the chain
 * would grow for ever. It saves a block with transactions before it makes the next one, so a final transfer stays final after a crash.
 */
export class Miner {
  readonly #options: MinerOptions;
  readonly #client: PublicClient;
  #quietLeft: number;
  /** True when blocks were made after the last save. */
  #unsaved = false;
  /** True when a block that may contain transactions is not on disk. */
  #mustSave = false;
  #timer: NodeJS.Timeout | undefined;
  #tick: Promise<void> = Promise.resolve();
  #closed = false;
  #failing = false;

  constructor(options: MinerOptions) {
    this.#options = options;
    this.#client = options.client;
    this.#quietLeft = options.quietBlocks;
    this.#schedule();
  }

  /** Makes and saves a block at once. */
  async mineAndSave(): Promise<void> {
    await this.#mine();
    await this.#save();
  }

  /** Waits for the running tick, stops, and saves unsaved blocks if the node still answers. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#tick;
    if (!this.#unsaved) return;
    try {
      await this.#save();
    } catch (error) {
      this.#options.log.warn({ reason: (error as Error).name }, "the newest empty blocks were not saved");
    }
  }

  #schedule(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#tick = this.#try();
    }, this.#options.blockTimeMs);
  }

  async #try(): Promise<void> {
    try {
      await this.#step();
      this.#failing = false;
    } catch (error) {
      // The next tick tries again, because the node may be busy or the disk full. No block is made above an unsaved one.
      if (!this.#failing && !this.#closed) {
        this.#options.log.error(
          { err: error },
          "a block could not be made or saved; the next tick tries again",
        );
      }
      this.#failing = true;
    }
    this.#schedule();
  }

  async #step(): Promise<void> {
    if (this.#mustSave) await this.#save();
    const waiting = await this.#client.request<{
      Method: "txpool_status";
      Parameters: undefined;
      ReturnType: { pending: `0x${string}` };
    }>({ method: "txpool_status" });
    if (Number(waiting.pending) === 0 && this.#quietLeft === 0) return;
    this.#mustSave = true;
    await this.#mine();
    const { transactions } = await this.#client.getBlock({ blockTag: "latest" });
    this.#mustSave = transactions.length > 0;
    this.#quietLeft = this.#mustSave ? this.#options.quietBlocks : Math.max(this.#quietLeft - 1, 0);
    if (this.#mustSave || this.#quietLeft === 0) await this.#save();
  }

  async #mine(): Promise<void> {
    this.#unsaved = true;
    await this.#client.request<{ Method: "evm_mine"; Parameters: []; ReturnType: string }>({
      method: "evm_mine",
      params: [],
    });
  }

  async #save(): Promise<void> {
    const dump = await this.#client.request<{
      Method: "anvil_dumpState";
      Parameters: undefined;
      ReturnType: `0x${string}`;
    }>({ method: "anvil_dumpState" });
    this.#options.save(dump);
    this.#unsaved = false;
    this.#mustSave = false;
  }
}
