// Keeps the development chain's state on disk. One whole copy exists at any moment, even if the process or the machine stops.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Logger } from "../../../logger.ts";

/** Number of the newest empty blocks to keep. Older empty blocks would only make the file grow. */
const EMPTY_BLOCKS_KEPT = 64;

interface Block {
  readonly header: { readonly number: string };
  readonly transactions: readonly unknown[];
}

/** The members of anvil's state that this code reads; all others pass through. */
interface ChainState {
  readonly best_block_number: number;
  readonly blocks: readonly Block[];
}

function isChainState(value: unknown): value is ChainState {
  const state = value as Partial<ChainState> | null;
  return (
    typeof state === "object" &&
    state !== null &&
    Number.isSafeInteger(state.best_block_number) &&
    Array.isArray(state.blocks) &&
    state.blocks.length > 0
  );
}

/** Removes old empty blocks. Blocks with transactions stay, and so do their receipts. */
function compact(state: ChainState): ChainState {
  const oldest = state.best_block_number - EMPTY_BLOCKS_KEPT;
  const kept = state.blocks.filter(({ header, transactions }) => {
    const height = Number(header.number);
    return transactions.length > 0 || height === 0 || height > oldest;
  });
  return { ...state, blocks: kept };
}

/** The files `state.json` and `state.previous.json` of a folder. */
export class StateFiles {
  readonly #current: string;
  readonly #previous: string;
  readonly #next: string;
  readonly #log: Logger;

  constructor(dir: string, log: Logger) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#current = join(dir, "state.json");
    this.#previous = join(dir, "state.previous.json");
    this.#next = join(dir, "state.next.json");
    this.#log = log;
  }

  /** Returns the paths of the whole copies, newest first. Logs unreadable copies and puts them aside. */
  candidates(): string[] {
    return [this.#current, this.#previous].filter((path) => this.#isWhole(path));
  }

  /** Renames an unusable copy, so that the copy is kept but not tried again. */
  putAside(path: string, reason: string): void {
    const aside = `${path}.damaged`;
    renameSync(path, aside);
    this.#log.warn({ path, aside, reason }, "the development network's saved state cannot be used");
  }

  /** Replaces the current copy, which becomes the previous one. `dump` is anvil's answer: gzip in hexadecimal digits. */
  save(dump: string): void {
    const state: unknown = JSON.parse(gunzipSync(Buffer.from(dump.slice(2), "hex")).toString("utf8"));
    if (!isChainState(state)) throw new Error("the development network's dump has an unknown form");
    writeFileSync(this.#next, JSON.stringify(compact(state)), { mode: 0o600, flush: true });
    // If the process stops between the two renames, the previous copy remains. It lacks only blocks that are not final.
    try {
      renameSync(this.#current, this.#previous);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    renameSync(this.#next, this.#current);
  }

  #isWhole(path: string): boolean {
    let text: string;
    try {
      text = readFileSync(path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
    try {
      if (isChainState(JSON.parse(text))) return true;
      this.putAside(path, "the file does not hold a chain's state");
    } catch (error) {
      this.putAside(path, (error as Error).message);
    }
    return false;
  }
}
