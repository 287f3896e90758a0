import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../../config.ts";
import { HASH_BYTES } from "../../domain/audit/merkle.ts";
import { TILE_WIDTH } from "../../domain/audit/tiles.ts";
import { openCheckpoint } from "../../services/audit/checkpoints.ts";
import { batchesInOrder, type PlacedRecord, placedRecords } from "../../services/audit/walk.ts";
import type { Readers } from "../../store/store.ts";
import { withDatabase } from "../database.ts";
import { CommandError } from "../failure.ts";
import { openStore } from "../operator-keys.ts";
import { Progress, type Told } from "../output/progress.ts";
import { verifierFor } from "./verify.ts";

/** What an export has written. */
export interface ExportReport {
  /** Number of records in the folder. */
  readonly written: number;
  /** Number of records of the tree that retention has removed. */
  readonly removed: number;
  /** Number of records that are missing although retention has not removed them. */
  readonly missing: number;
}

/** Writes the log into a folder, in the files of C2SP tlog-tiles. @throws CommandError */
export async function exportAudit(config: Config, folder: string): Promise<ExportReport> {
  return withDatabase(config, async (url) => {
    await using store = await openStore(config, url);
    return await store.snapshot(async (read) => {
      const verifier = await verifierFor(read, undefined);
      const note = await read.audit.checkpoint();
      const checkpoint = note === undefined ? undefined : openCheckpoint(note, { verifier });
      if (!checkpoint)
        throw new CommandError(
          "the audit log has no signed checkpoint",
          "start the service, which signs the log at once; if this comes again, run: pda audit verify",
        );
      const put = (path: string, bytes: Uint8Array | string): void => {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, bytes);
      };
      await putTiles(read, checkpoint.size, put);
      using progress = new Progress("records");
      const report = await putEntries(read, { size: checkpoint.size, tell: progress.tell }, put);
      // Last, so that a folder with a checkpoint is complete.
      put("checkpoint", checkpoint.note);
      return report;
    });
  });
}

type Put = (path: string, bytes: Uint8Array) => void;

/** Writes the tiles of the tree of `size` leaves. Tiles at its right edge are partial, though the tree may have grown. */
async function putTiles({ audit }: Pick<Readers, "audit">, size: number, put: Put): Promise<void> {
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH))
    for (let index = 0; index * TILE_WIDTH < count; index += 1) {
      const width = Math.min(TILE_WIDTH, count - index * TILE_WIDTH);
      const [tile] = await audit.tiles([{ level, index }]);
      if (!tile || tile.hashes.length < width * HASH_BYTES)
        throw new CommandError(`tile ${index} of level ${level} is missing`, "run: pda audit verify");
      put(`tile/${level}/${numbered(index, width)}`, tile.hashes.subarray(0, width * HASH_BYTES));
    }
}

/**
 * Writes the records in bundles: each with its length in two bytes before it. Retention removes whole months, so it leaves a part of the bundle
 * where a month ends. The form has no bundle without its first records, so that part goes into files of lines.
 */
async function putEntries(
  read: Pick<Readers, "audit">,
  { size, tell }: { readonly size: number; readonly tell: Told },
  put: Put,
): Promise<ExportReport> {
  const from = await read.audit.retainedFrom();
  const report = { written: 0, removed: Math.min(from, size), missing: Math.max(size - from, 0) };
  let entries: PlacedRecord[] = [];
  const putBundle = (): void => {
    if (entries.length === 0) return;
    const index = bundleOf(entries[0]);
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    if (entries.length === width)
      put(
        `tile/entries/${numbered(index, width)}`,
        Buffer.concat(entries.flatMap(({ bytes }) => [lengthOf(bytes), bytes])),
      );
    else
      for (const run of runsOf(entries))
        put(
          `records/${run[0]?.position}.ndjson`,
          Buffer.concat(run.flatMap(({ bytes }) => [bytes, lineBreak])),
        );
    entries = [];
  };
  let next = 0;
  for await (const batch of batchesInOrder(read))
    for (const record of placedRecords(batch)) {
      const { position } = record;
      if (position >= size) break;
      if (position < next)
        throw new CommandError(`position ${position} has more than one record`, "run: pda audit verify");
      next = position + 1;
      tell(position, size);
      if (bundleOf(record) !== bundleOf(entries[0])) putBundle();
      entries.push(record);
      report.written += 1;
      report[position < from ? "removed" : "missing"] -= 1;
    }
  putBundle();
  return report;
}

const lineBreak = Buffer.from("\n");

/** Returns the number of the bundle that a record belongs to. */
const bundleOf = (record: PlacedRecord | undefined): number =>
  Math.floor((record?.position ?? 0) / TILE_WIDTH);

/** Divides records where positions between them have no record. */
function runsOf(records: readonly PlacedRecord[]): PlacedRecord[][] {
  const runs: PlacedRecord[][] = [];
  for (const record of records) {
    const run = runs.at(-1);
    if (run?.at(-1)?.position === record.position - 1) run.push(record);
    else runs.push([record]);
  }
  return runs;
}

function lengthOf({ length }: Uint8Array): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(length);
  return bytes;
}

/** Writes the number of a tile in groups of three digits, all but the last with an x before it, and the width of a partial tile. */
function numbered(index: number, width: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? [];
  const path = groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join("/");
  return width < TILE_WIDTH ? `${path}.p/${width}` : path;
}
