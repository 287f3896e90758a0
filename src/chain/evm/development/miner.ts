// Makes blocks while there is something to confirm, and saves each block that holds transactions before it can become final.
import type { PublicClient } from "viem";
import type { Logger } from "../../../logger.ts";

export interface MinerOptions {
  readonly client: PublicClient;
  readonly blockTimeMs: number;
  /** Blocks that are made above the last one with transactions. */
  readonly quietBlocks: number;
  /** Stores the dump of the chain's state, durably. */
  readonly save: (dump: string) => void;
  readonly log: Logger;
}

/**
 * A chain that ticks for ever would grow for ever; this one rests when nothing waits and everything is confirmed.
 * A block with transactions is on disk before the next one is made, so what was final stays so after a crash.
 */
export class Miner {
  readonly #options: MinerOptions;
  readonly #client: PublicClient;
  #quietLeft: number;
  /** Blocks were made since the last save. */
  #unsaved = false;
  /** A block that may hold transactions is not on disk. */
  #due = false;
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

  /** Makes a block now and saves it. */
  async mineAndSave(): Promise<void> {
    await this.#mine();
    await this.#save();
  }

  /** Stops after the tick that runs and saves what is not yet saved, when the node still answers. */
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
      // The next tick tries again: the node may be busy, or the disk full. No block is made above an unsaved one.
      if (!this.#failing && !this.#closed) {
        this.#options.log.error({ err: error }, "no block could be made or saved");
      }
      this.#failing = true;
    }
    this.#schedule();
  }

  async #step(): Promise<void> {
    if (this.#due) await this.#save();
    const waiting = await this.#client.request<{
      Method: "txpool_status";
      Parameters: undefined;
      ReturnType: { pending: `0x${string}` };
    }>({ method: "txpool_status" });
    if (Number(waiting.pending) === 0 && this.#quietLeft === 0) return;
    this.#due = true;
    await this.#mine();
    const { transactions } = await this.#client.getBlock({ blockTag: "latest" });
    this.#due = transactions.length > 0;
    this.#quietLeft = this.#due ? this.#options.quietBlocks : Math.max(this.#quietLeft - 1, 0);
    if (this.#due || this.#quietLeft === 0) await this.#save();
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
    this.#due = false;
  }
}
