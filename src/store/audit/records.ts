import { recordsOf } from "../../domain/audit/batch.ts";
import { unpacked } from "../../domain/audit/packed.ts";
import { idOf } from "../../domain/identifier/identifier.ts";
import { timestamps, uuids } from "../arrays.ts";
import type { Row, Session } from "../database.ts";
import { uuidAt } from "./place.ts";

/** A record as stored. */
export interface StoredRecord {
  readonly recordId: string;
  /** Place of its leaf in the tree. */
  readonly position: number;
  /** The record in its canonical form. */
  readonly bytes: Buffer;
}

/** Where a record is stored. */
export interface RecordPlace {
  /** UUID of the batch. */
  readonly batch: string;
  readonly createdAt: Date;
  readonly place: number;
}

type BatchRow = Row<"audit_batch", "batch_id, first_position, records, ends">;

/** Reads records, in the order of their places. A record without a position is left out. */
export async function readRecords(session: Session, places: readonly RecordPlace[]): Promise<StoredRecord[]> {
  if (places.length === 0) return [];
  const batches = new Map(places.map(({ batch, createdAt }) => [batch, createdAt]));
  const rows = await session.run<BatchRow>(
    {
      name: "audit_record_read",
      text: `select b.batch_id, b.first_position, b.records, b.ends from unnest($1::uuid[], $2::timestamptz[]) as x (batch_id, created_at)
        join audit_batch b on b.batch_id = x.batch_id and b.created_at = x.created_at where b.first_position is not null`,
    },
    [uuids([...batches.keys()]), timestamps([...batches.values()])],
  );
  const read = new Map(
    await Promise.all(rows.map(async (row) => [row.batch_id, await batchOf(row)] as const)),
  );
  return places.flatMap(({ batch, place }) => {
    const { position, records } = read.get(batch) ?? { position: 0, records: [] };
    const bytes = records[place];
    if (!bytes) return [];
    return [{ recordId: idOf("auditRecord", uuidAt(batch, place)), position: position + place, bytes }];
  });
}

async function batchOf({ first_position, records, ends }: BatchRow) {
  const bytes = await unpacked(records, ends.at(-1) ?? 0);
  return { position: Number(first_position), records: recordsOf({ records: bytes, ends }) };
}
