import { idOf } from "../../domain/identifier/identifier.ts";
import { integers, timestamps, uuids } from "../arrays.ts";
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

type PlacedRow = Row<"audit_batch", "batch_id, first_position"> & {
  readonly place: number;
  readonly record: Buffer;
};

/** Reads records, in the order of their places, without the rest of their batches. A record without a position is left out. */
export async function readRecords(session: Session, places: readonly RecordPlace[]): Promise<StoredRecord[]> {
  if (places.length === 0) return [];
  const rows = await session.run<PlacedRow>(
    {
      name: "audit_record_read",
      text: `select x.batch_id, x.place, b.first_position,
          substring(b.records from coalesce(b.ends[x.place], 0) + 1 for b.ends[x.place + 1] - coalesce(b.ends[x.place], 0)) as record
        from unnest($1::uuid[], $2::timestamptz[], $3::int4[]) with ordinality as x (batch_id, created_at, place, number)
        join audit_batch b on b.batch_id = x.batch_id and b.created_at = x.created_at
        where b.first_position is not null and x.place < b.count order by x.number`,
    },
    [
      uuids(places.map(({ batch }) => batch)),
      timestamps(places.map(({ createdAt }) => createdAt)),
      integers(places.map(({ place }) => place)),
    ],
  );
  return rows.map((row) => ({
    recordId: idOf("auditRecord", uuidAt(row.batch_id, row.place)),
    position: Number(row.first_position) + row.place,
    bytes: row.record,
  }));
}
