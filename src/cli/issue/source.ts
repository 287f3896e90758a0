import { createHash } from "node:crypto";
import { type Stats, statSync } from "node:fs";
import { CommandError } from "../failure.ts";
import { RowProblem } from "../../domain/asset-file/problem.ts";
import { type Format, formatOf, type Item, type FileRow, rowsOf } from "./rows.ts";

/** Most items of one job. */
export const JOB_ITEMS_MAX = 100_000;

/** A file after a first complete reading. */
export class Source {
  readonly file: string;
  /** SHA-256 over the rows, hexadecimal. */
  readonly digest: string;
  /** Rows that can be sent. */
  readonly itemCount: number;
  readonly rowCount: number;
  /** True when every row that can be sent has a reference, so that no row is issued twice. */
  readonly allNamed: boolean;
  readonly #format: Format;
  readonly #seen: Stats;

  private constructor(
    file: string,
    format: Format,
    seen: Stats,
    facts: Pick<Source, "digest" | "itemCount" | "rowCount" | "allNamed">,
  ) {
    this.file = file;
    this.#format = format;
    this.#seen = seen;
    ({
      digest: this.digest,
      itemCount: this.itemCount,
      rowCount: this.rowCount,
      allNamed: this.allNamed,
    } = facts);
  }

  /** @throws CommandError for a file that cannot be read, has no rows, or has an invalid header */
  static async read(file: string): Promise<Source> {
    const format = formatOf(file);
    const seen = statSync(file);
    const hash = createHash("sha256").update(`${format}\n`);
    const facts = { itemCount: 0, rowCount: 0, allNamed: true };
    for await (const { item } of rowsOf(file, format)) {
      facts.rowCount += 1;
      if (item instanceof RowProblem) {
        // Counts in the digest: a file of only the good rows must not get the digest of this file.
        hash.update("-\n");
        continue;
      }
      facts.itemCount += 1;
      facts.allNamed &&= typeof item.reference === "string";
      hash.update(`${JSON.stringify(item)}\n`);
    }
    if (facts.rowCount === 0)
      throw new CommandError(`${file} has no rows`, "add a row for each asset to issue");
    return new Source(file, format, seen, { digest: hash.digest("hex"), ...facts });
  }

  /** Reads the rows a second time. @throws CommandError when the file has changed since the first reading */
  async *rows(): AsyncGenerator<FileRow> {
    for await (const row of rowsOf(this.file, this.#format)) yield row;
    this.requireUnchanged();
  }

  /** @throws CommandError */
  requireUnchanged(): void {
    const { size, mtimeMs, ino } = statSync(this.file);
    const seen = this.#seen;
    if (size !== seen.size || mtimeMs !== seen.mtimeMs || ino !== seen.ino)
      throw new CommandError(
        `${this.file} changed while pda issue was reading it`,
        "check which rows were issued, then run the command again",
      );
  }
}

/** Rows of one request, and the rows between them that cannot be sent. */
export interface Piece {
  /** Index of the first item in the file, from 0. */
  readonly firstIndex: number;
  readonly items: readonly Item[];
  /** Line of each item. */
  readonly lines: readonly number[];
  /** Rows before the end of this piece that cannot be sent. */
  readonly problems: readonly { readonly line: number; readonly problem: RowProblem }[];
}

/** Limits of a piece, as the service sets them. A piece never spans two jobs. */
const PIECE_ITEMS_MAX = 1_000;
const PIECE_BYTES_MAX = 3_500_000;

/** Cuts rows into pieces that fit one request. */
export async function* piecesOf(rows: AsyncIterable<FileRow>): AsyncGenerator<Piece> {
  let firstIndex = 0;
  let items: Item[] = [];
  let lines: number[] = [];
  let problems: { line: number; problem: RowProblem }[] = [];
  let bytes = 0;
  const cut = (): Piece => {
    const piece = { firstIndex, items, lines, problems };
    firstIndex += items.length;
    [items, lines, problems, bytes] = [[], [], [], 0];
    return piece;
  };
  for await (const { line, item } of rows) {
    if (item instanceof RowProblem) {
      problems.push({ line, problem: item });
      continue;
    }
    const size = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (items.length > 0 && bytes + size > PIECE_BYTES_MAX) yield cut();
    items.push(item);
    lines.push(line);
    bytes += size;
    const atEndOfJob = (firstIndex + items.length) % JOB_ITEMS_MAX === 0;
    if (items.length === PIECE_ITEMS_MAX || atEndOfJob) yield cut();
  }
  if (items.length + problems.length > 0) yield cut();
}
