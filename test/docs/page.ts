// Follows a page of the documents as a reader does: its shell blocks in order, in one bash session, against a running service.
import { stripVTControlCharacters } from "node:util";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

export const root = join(import.meta.dirname, "../..");
const SEPARATOR = "\u001e";
/** Address of the service in the pages. */
const ADDRESS = "https://localhost:8443";
const MINUTES_MAX = 8;

/** A shell block of a page. */
export interface Block {
  readonly commands: string;
  /** The output that the page shows directly after the block. */
  readonly shown: string | undefined;
}

/** Returns the shell blocks of a page in order. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```sh\n(.*?)^```\n(?:\n?```(?:text|json)\n(.*?)^```)?/gms)].map(
    ([, commands = "", shown]) => ({ commands, shown }),
  );
}

/**
 * Runs blocks with `set -euo pipefail`. Addresses and paths of `make run` become those of the product; temporary files go to a folder that
 * is removed afterwards.
 *
 * @returns what each block printed. @throws Error with the block that failed, and its output
 */
export async function follow(
  product: Product,
  blocks: readonly Block[],
  minutesMax = MINUTES_MAX,
): Promise<string[]> {
  using temporary = temporaryDirectory();
  const script = ["set -euo pipefail", ...blocks.map(({ commands }) => `${commands}printf '\\036'`)]
    .join("\n")
    .replaceAll(ADDRESS, product.baseUrl)
    .replaceAll("localhost:8445", product.coreAddress)
    .replaceAll(
      "localhost:8453",
      `localhost:${product.port("PDA_CHAIN_ADAPTER_SECOND_NETWORK_DEVELOPMENT_PORT")}`,
    )
    .replaceAll(".pda/", `${product.dataDir}/`);
  const env = { ...process.env, ...product.settings, TMPDIR: temporary.path };
  const limits = { timeout: minutesMax * 60_000, maxBuffer: 16 * 1024 * 1024 };
  return await new Promise((resolve, reject) => {
    execFile("bash", ["-c", script], { cwd: root, env, ...limits }, (error, stdout, stderr) => {
      const printed = stdout.replaceAll("\r\n", "\n").replaceAll(product.baseUrl, ADDRESS).split(SEPARATOR);
      if (!error) return resolve(printed.slice(0, -1));
      const failed = blocks[printed.length - 1]?.commands ?? "";
      reject(new Error(`this block failed:\n${failed}\n${printed.at(-1)}\n${stderr}`, { cause: error }));
    });
  });
}

/** Replaces what differs from run to run: identifiers, times, references and hashes. */
const mask = (text: string): string =>
  text
    .replace(/\b([a-z]{3})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g, "$1_…")
    .replace(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, "<time>")
    .replace(/\bRF\d\d[0-9A-Z]{5,}\b/g, "RF…")
    .replace(/\b0x[0-9a-fA-F]{40,}\b/g, "0x…")
    .replace(/\b([A-Z]+)\d{10}\b/g, "$1…")
    .replace(/[\w-]{40,}/g, "…");

/** JSON in one form; other text without spaces at the ends of lines. */
const plain = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text.trim().replace(/[ \t]+$/gm, "");
  }
};

/**
 * Returns undefined when a text is what a page shows, else both texts. In what is shown, `…` stands for anything in a line, and a line `…` for
 * any lines.
 */
export function difference(shown: string, printed: string): string | undefined {
  const expected = mask(plain(shown));
  const actual = mask(plain(stripVTControlCharacters(printed)));
  const pattern = expected
    .split("\n")
    .map((line) =>
      line.trim() === "…"
        ? "(?:.*\\n)*?"
        : `${line
            .split("…")
            .map((part) => part.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"))
            .join(".*")}\\n`,
    )
    .join("");
  if (new RegExp(`^${pattern}$`, "i").test(`${actual}\n`)) return undefined;
  return `the page shows:\n${expected}\n\nbut this was printed:\n${actual}`;
}
