import { keyOf, RecordBatch, recordsOf } from "../../domain/audit/batch.ts";
import { decodeRecord } from "../../domain/audit/record.ts";
import type { KeyOfBatch, StoredBatch } from "../../store/audit/log.ts";

/** What a check of one batch has found. */
export interface BatchReport {
  /** What is wrong, each as a sentence. */
  readonly problems: readonly string[];
  /** The keys that its records have to be found by. */
  readonly keys: readonly KeyOfBatch[];
}

/** Compares a batch with the batch that its records make when they are written again. */
export function verifyBatch(batch: StoredBatch): BatchReport {
  const { batchId, position } = batch;
  const records = recordsOf(batch);
  const again = new RecordBatch(batchId);
  const problems: string[] = [];
  for (const [place, record] of records.entries())
    try {
      again.add(decodeRecord(record));
    } catch {
      problems.push(`the record at position ${position + place} cannot be read`);
    }
  if (problems.length > 0) return { problems, keys: [] };
  const written = Buffer.from(again.records);
  const { hashes, places, ends } = again.encoded();
  for (const [place, record] of recordsOf({ records: written, ends }).entries())
    if (!records[place]?.equals(record))
      problems.push(`the record at position ${position + place} is not in the form of its place`);
  if (problems.length === 0 && !batch.hashes.equals(hashes))
    problems.push(`the records from position ${position} on are stored with other hashes`);
  // Batches of earlier versions do not have the key of late calls, and nothing tells such a batch from others.
  const keys = [...places].filter(([key]) => key !== keyOf.late);
  return { problems, keys: keys.map(([key, bits]) => ({ batchId, key, places: bits })) };
}
