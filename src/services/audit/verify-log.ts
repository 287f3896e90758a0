import { decodeRecord } from "../../domain/audit/record.ts";
import { leafHash, rootOf } from "../../domain/audit/merkle.ts";
import {
  append,
  edgeOf,
  hashesIn,
  hashesOfTile,
  type Tile,
  TILE_WIDTH,
  tilesFor,
} from "../../domain/audit/tiles.ts";
import type { Readers } from "../../store/store.ts";
import { verifyBatch } from "./verify-batch.ts";
import { batchesInOrder, placedRecords } from "./walk.ts";

/** Problems that are told; further ones are only counted. */
const toldMax = 20;

/** What a check of the log has found. */
export interface LogReport {
  /** Number of records that have a position. */
  readonly size: number;
  /** Retention has removed records before this position. */
  readonly from: number;
  readonly problems: number;
  /** The first problems, each as a sentence. */
  readonly told: readonly string[];
}

/** Collects problems. */
class Problems {
  readonly told: string[] = [];
  count = 0;

  readonly tell = (problem: string): void => {
    this.count += 1;
    if (this.told.length < toldMax) this.told.push(problem);
  };
}

/**
 * Computes the tree again from the records and compares it with the tree that is stored. Finds a record that was changed, removed, added or
 * moved, and a tile that does not follow from the records. Of records that retention has removed, only the hashes are left.
 * @param progress hears how many of the records are done
 */
export async function verifyLog(
  read: Pick<Readers, "audit">,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<LogReport> {
  const { audit } = read;
  const size = await audit.size();
  const from = await audit.retainedFrom();
  const problems = new Problems();
  const { tell } = problems;
  const records = new Records(read, tell);
  let edge: Tile[] = [];
  for (let start = 0; start < size; start += TILE_WIDTH) {
    const end = Math.min(size, start + TILE_WIDTH);
    await records.loadBefore(end);
    progress(start, size);
    const [stored] = await audit.tiles([{ level: 0, index: start / TILE_WIDTH }]);
    const hashes = stored ? hashesOfTile(stored) : [];
    const leaves: Uint8Array[] = [];
    for (let position = start; position < end; position += 1) {
      const record = records.take(position);
      const known = hashes[position - start];
      if (!known) tell(`the tree lacks the hash of position ${position}`);
      if (!record && position >= from) tell(`the record at position ${position} is missing`);
      if (record && known && !leafHash(record).equals(known))
        tell(
          `the record at position ${position}${named(record)} was changed: its hash is not that of the tree`,
        );
      leaves.push(known ?? Buffer.alloc(32));
    }
    const grown = append(start, edge, Buffer.concat(leaves));
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
  await records.loadBefore(Infinity);
  for (const position of records.left)
    tell(`the record at position ${position} is beyond the end of the tree`);
  return { size, from, problems: problems.count, told: problems.told };
}

/** The records of the log, read in the order of their positions. */
class Records {
  readonly #audit: Pick<Readers, "audit">["audit"];
  readonly #batches: ReturnType<typeof batchesInOrder>;
  readonly #tell: (problem: string) => void;
  readonly #records = new Map<number, Buffer>();
  /** All records before this position are loaded. */
  #loaded = 0;
  /** All records before this position are taken. */
  #taken = 0;

  constructor(read: Pick<Readers, "audit">, tell: (problem: string) => void) {
    this.#audit = read.audit;
    this.#batches = batchesInOrder(read);
    this.#tell = tell;
  }

  /** Positions of the loaded records that are not taken. */
  get left(): Iterable<number> {
    return this.#records.keys();
  }

  async loadBefore(end: number): Promise<void> {
    while (this.#loaded < end) {
      const { value: batch } = await this.#batches.next();
      if (!batch) {
        this.#loaded = Infinity;
        return;
      }
      this.#loaded = batch.position;
      const { problems, keys } = verifyBatch(batch);
      problems.forEach(this.#tell);
      const [lost] = await this.#audit.missingKeys(keys);
      if (lost)
        this.#tell(`the records from position ${batch.position} on are not found by the key "${lost.key}"`);
      for (const { position, bytes } of placedRecords(batch)) {
        if (position < this.#taken || this.#records.has(position))
          this.#tell(`position ${position} has more than one record`);
        else this.#records.set(position, bytes);
      }
    }
  }

  take(position: number): Buffer | undefined {
    const record = this.#records.get(position);
    this.#records.delete(position);
    this.#taken = position + 1;
    return record;
  }
}

/** Returns the name that a record gives itself, for a sentence. */
function named(record: Buffer): string {
  try {
    return `, ${decodeRecord(record).recordId},`;
  } catch {
    return "";
  }
}

/** Returns the root of the first `size` records, as the stored tree has it. @throws RangeError when the tree is smaller */
export async function rootAt({ audit }: Pick<Readers, "audit">, size: number): Promise<Uint8Array> {
  const tree = { start: 0, end: size };
  return rootOf(tree, hashesIn(await audit.tiles(tilesFor([tree]))));
}
