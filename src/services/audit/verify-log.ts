import { leafHash, rootOf } from "../../domain/audit/merkle.ts";
import { decodeRecord, encodeRecord } from "../../domain/audit/record.ts";
import {
  append,
  edgeOf,
  hashesIn,
  hashesOfTile,
  type Tile,
  TILE_WIDTH,
  tilesFor,
} from "../../domain/audit/tiles.ts";
import type { ExaminedRecord } from "../../store/audit/log.ts";
import type { Readers } from "../../store/store.ts";

/** Problems that are told; further ones are only counted. */
const toldMax = 20;

/** What a check of the log has found. */
export interface LogReport {
  /** Number of records that have a position. */
  readonly size: number;
  /** The first position that still has its record; earlier records were removed by retention. */
  readonly from: number;
  readonly problems: number;
  /** The first problems, each as a sentence. */
  readonly told: readonly string[];
}

/**
 * Computes the tree again from the records and compares it with the tree that is stored. Finds a record that was changed, removed, added or
 * moved, and a tile that does not follow from the records. Of records that retention has removed, only the hashes are left.
 */
export async function verifyLog({ audit }: Pick<Readers, "audit">): Promise<LogReport> {
  const size = await audit.size();
  const told: string[] = [];
  let problems = 0;
  const tell = (problem: string): void => {
    problems += 1;
    if (told.length < toldMax) told.push(problem);
  };

  let edge: Tile[] = [];
  const from = await audit.retainedFrom();
  let waiting: ExaminedRecord[] = [];
  let read = 0;
  for (let start = 0; start < size; start += TILE_WIDTH) {
    const end = Math.min(size, start + TILE_WIDTH);
    if (waiting.length === 0 || (waiting.at(-1)?.position ?? 0) < end)
      waiting.push(...(await audit.examined(read, TILE_WIDTH * 4)));
    read = (waiting.at(-1)?.position ?? read - 1) + 1;
    const records = waiting.filter(({ position }) => position < end);
    waiting = waiting.slice(records.length);
    const [stored] = await audit.tiles([{ level: 0, index: start / TILE_WIDTH }]);
    const hashes = stored ? hashesOfTile(stored) : [];
    const byPosition = new Map<number, ExaminedRecord>();
    for (const record of records) {
      if (byPosition.has(record.position)) tell(`position ${record.position} has more than one record`);
      byPosition.set(record.position, record);
    }
    const leaves: Uint8Array[] = [];
    for (let position = start; position < end; position += 1) {
      const record = byPosition.get(position);
      const known = hashes[position - start];
      if (!known) tell(`the tree lacks the hash of position ${position}`);
      if (!record && position >= from) tell(`the record at position ${position} is missing`);
      const fault = record && faultOf(record, known);
      if (fault !== undefined) tell(`the record at position ${position}, ${record?.recordId}, ${fault}`);
      leaves.push(known ?? Buffer.alloc(32));
    }
    const grown = append(start, edge, leaves);
    for (const tile of grown) {
      const [kept] = tile.level === 0 ? [stored] : await audit.tiles([tile]);
      // A tile that is not yet full is compared when it is, or at the end.
      const isPrefix = kept?.hashes.subarray(0, tile.hashes.length).equals(tile.hashes);
      if (!isPrefix || (end === size && kept?.hashes.length !== tile.hashes.length))
        tell(`tile ${tile.index} of level ${tile.level} does not follow from the records`);
    }
    const places = new Set(edgeOf(end).map(({ level, index }) => `${level}/${index}`));
    edge = [
      ...new Map([...edge, ...grown].map((tile) => [`${tile.level}/${tile.index}`, tile])).entries(),
    ].flatMap(([key, tile]) => (places.has(key) ? [tile] : []));
  }
  const [beyond] = await audit.examined(size, 1);
  if (beyond) tell(`the record at position ${beyond.position} is beyond the end of the tree`);
  return { size, from, problems, told };
}

/** Returns what is wrong with a record; undefined when nothing is. */
function faultOf(record: ExaminedRecord, hash: Uint8Array | undefined): string | undefined {
  if (hash && !leafHash(record.bytes).equals(hash)) return "was changed: its hash is not that of the tree";
  try {
    const read = decodeRecord(record.bytes);
    const isRepeated =
      read.recordId === record.recordId &&
      (read.tenantId ?? null) === record.tenantId &&
      (read.credentialId ?? null) === record.credentialId &&
      read.operation === record.operation &&
      read.outcome === record.outcome &&
      new Date(read.time).getTime() === record.createdAt.getTime();
    if (!isRepeated) return "has columns that are not those of the record";
    return encodeRecord(read).equals(record.bytes) ? undefined : "is not in canonical form";
  } catch {
    return "cannot be read";
  }
}

/** Returns the root of the first `size` records, as the stored tree has it. @throws RangeError when the tree is smaller */
export async function rootAt({ audit }: Pick<Readers, "audit">, size: number): Promise<Uint8Array> {
  const tree = { start: 0, end: size };
  return rootOf(tree, hashesIn(await audit.tiles(tilesFor([tree]))));
}
