import { recordsOf } from "../../domain/audit/batch.ts";
import type { StoredBatch } from "../../store/audit/log.ts";
import type { Readers } from "../../store/store.ts";

/** Batches that are in memory at once: some megabytes. */
const batchesMax = 16;

/** Yields all batches in the order of their positions. */
export async function* batchesInOrder({ audit }: Pick<Readers, "audit">): AsyncGenerator<StoredBatch> {
  let last: StoredBatch | undefined;
  do {
    const batches = await audit.batches(last, batchesMax);
    yield* batches;
    last = batches.at(-1);
  } while (last);
}

/** A record with its position. */
export interface PlacedRecord {
  readonly position: number;
  readonly bytes: Buffer;
}

/** Returns the records of a batch with their positions. */
export const placedRecords = (batch: StoredBatch): PlacedRecord[] =>
  recordsOf(batch).map((bytes, place) => ({ position: batch.position + place, bytes }));
