// Keeps the development chain on disk: one line per event, from which the state is rebuilt.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Logger } from "../../../logger.ts";
import type { BankMoment } from "./bank.ts";

/** A new block, or a fork that abandons the newest blocks. */
export type JournalEntry =
  | (BankMoment & {
      readonly kind: "block";
      readonly height: number;
      readonly hash: string;
      /** Base64. */
      readonly transactions: readonly string[];
    })
  | { readonly kind: "fork"; readonly depth: number };

const isEntry = (value: unknown): value is JournalEntry => {
  const { kind } = (value ?? {}) as Partial<JournalEntry>;
  return kind === "block" || kind === "fork";
};

/** The file `blocks.jsonl` of a folder. A line is on disk before any caller learns of its content. */
export class Journal {
  readonly #path: string;
  readonly #log: Logger;
  #file: number;

  constructor(dir: string, log: Logger) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#path = join(dir, "blocks.jsonl");
    this.#log = log;
    this.#file = openSync(this.#path, "a", 0o600);
  }

  /** Reads all entries, oldest first. Removes a last line that a crash cut off, because no caller has learned of its content. */
  read(): JournalEntry[] {
    const text = readFileSync(this.#path, "utf8");
    const whole = text.lastIndexOf("\n") + 1;
    if (whole < text.length) truncateSync(this.#path, Buffer.byteLength(text.slice(0, whole)));
    return text
      .slice(0, whole)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const entry: unknown = JSON.parse(line);
        if (!isEntry(entry)) throw new Error("the development network's journal has an unknown line");
        return entry;
      });
  }

  append(entry: JournalEntry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    fsyncSync(this.#file);
  }

  /** Renames the unusable journal, which stays beside the new one, and starts an empty journal. */
  putAside(reason: string): void {
    const aside = `${this.#path}.damaged`;
    closeSync(this.#file);
    renameSync(this.#path, aside);
    this.#file = openSync(this.#path, "a", 0o600);
    this.#log.warn({ aside, reason }, "the development network's journal cannot be used");
  }

  close(): void {
    closeSync(this.#file);
  }
}
