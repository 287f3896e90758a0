import type { Tenant } from "../../domain/access/principal.ts";
import { BATCH_RECORDS_MAX } from "../../domain/audit/batch.ts";
import { unpacked } from "../../domain/audit/packed.ts";
import { decodeRecord } from "../../domain/audit/record.ts";
import type { Tile, TilePlace } from "../../domain/audit/tiles.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { texts, timestamps, uuids } from "../arrays.ts";
import { Repository, type Row } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";
import { type AuditFilter, findRecords, matches } from "./find.ts";
import { placeIn, timeOf } from "./place.ts";
import { readRecords, type StoredRecord } from "./records.ts";
import { readTiles } from "./tiles.ts";

/** A batch with what is kept beside its records, as a check of the log reads it. */
export interface StoredBatch {
  readonly batchId: string;
  /** Place of the first record's leaf in the tree. */
  readonly position: number;
  /** The records in their canonical form, one after the other; empty when they are not stored as records are. */
  readonly records: Buffer;
  readonly ends: readonly number[];
  readonly hashes: Buffer;
}

/** A key of a batch, with one character for each record: `1` when the record has the key. */
export interface KeyOfBatch {
  readonly batchId: string;
  readonly key: string;
  readonly places: string;
}

const nil = "00000000-0000-0000-0000-000000000000";

/** Reads the audit log, within the caller's tenant. */
export class AuditReader extends Repository {
  /** Returns a page of records, newest first. A page before the last one may have fewer records than asked for, also none. */
  async list(tenant: Tenant, filter: AuditFilter, page: PageRequest): Promise<Page<StoredRecord>> {
    if (tenant.kind === "none") return { items: [] };
    const own = ofTenant(tenant);
    const { tenantId = own.tenantId } = filter;
    if (own.tenantId !== undefined && tenantId !== own.tenantId) return { items: [] };
    return findRecords(this.session, { ...filter, ...(tenantId === undefined ? {} : { tenantId }) }, page);
  }

  /** Returns the record if the tenant may see it. */
  async get(tenant: Tenant, recordId: string): Promise<StoredRecord | undefined> {
    if (tenant.kind === "none") return undefined;
    const uuid = uuidOf("auditRecord", recordId);
    const createdAt = timeOf(uuid);
    // The identifiers in a batch differ only in their last bits, so they have the same time.
    const [batch] = await this.session.run<Row<"audit_batch", "batch_id">>(
      {
        name: "audit_batch_of_record",
        text: "select batch_id from audit_batch where created_at = $2 and batch_id <= $1 order by batch_id desc limit 1",
      },
      [uuid, createdAt],
    );
    const place = batch && placeIn(batch.batch_id, uuid);
    if (!batch || place === undefined || place >= BATCH_RECORDS_MAX) return undefined;
    const [record] = await readRecords(this.session, [{ batch: batch.batch_id, createdAt, place }]);
    return record && matches(decodeRecord(record.bytes), ofTenant(tenant)) ? record : undefined;
  }

  /** Returns the number of records that have a position. */
  async size(): Promise<number> {
    const row = await this.session.one<Row<"audit_log", "size">>({
      name: "audit_log_size",
      text: "select size from audit_log",
    });
    return Number(row.size);
  }

  /** Returns the position before which retention has removed records. */
  async retainedFrom(): Promise<number> {
    const row = await this.session.one<Row<"audit_log", "retained_from">>({
      name: "audit_log_retained",
      text: "select retained_from from audit_log",
    });
    return Number(row.retained_from);
  }

  /** Returns when the oldest and the newest of the records from a position on were written; undefined when no record is there. */
  async spanFrom(position: number): Promise<{ readonly oldest: Date; readonly newest: Date } | undefined> {
    const { oldest, newest } = await this.session.one<{ oldest: Date | null; newest: Date | null }>(
      {
        name: "audit_batch_span",
        text: "select min(created_at) as oldest, max(created_at) as newest from audit_batch where first_position >= $1",
      },
      [position],
    );
    return oldest && newest ? { oldest, newest } : undefined;
  }

  /** Returns tiles of the tree. A tile that does not exist is not returned. */
  tiles(places: readonly TilePlace[]): Promise<Tile[]> {
    return readTiles(this.session, places);
  }

  /** Returns the signed checkpoint of the largest tree. */
  async checkpoint(): Promise<string | undefined> {
    const [row] = await this.session.run<Row<"audit_checkpoint", "note">>({
      name: "audit_checkpoint_latest",
      text: "select note from audit_checkpoint order by size desc limit 1",
    });
    return row?.note;
  }

  /** Returns batches in the order of their positions, from the first one after `last` on. */
  async batches(
    last: Pick<StoredBatch, "position" | "batchId"> | undefined,
    limit: number,
  ): Promise<StoredBatch[]> {
    const rows = await this.session.run<
      Row<"audit_batch", "batch_id, first_position, records, ends, hashes">
    >(
      {
        name: "audit_batch_examined",
        text: `select batch_id, first_position, records, ends, hashes from audit_batch
          where first_position is not null and (first_position, batch_id) > ($1, $2) order by first_position, batch_id limit $3`,
      },
      [last?.position ?? -1, last ? uuidOf("auditRecord", last.batchId) : nil, limit],
    );
    return Promise.all(
      rows.map(async (row) => ({
        batchId: idOf("auditRecord", row.batch_id),
        position: Number(row.first_position),
        records: await unpacked(row.records, row.ends.at(-1) ?? 0).catch(() => Buffer.alloc(0)),
        ends: row.ends,
        hashes: row.hashes,
      })),
    );
  }

  /** Returns those of the keys that are not stored so. */
  async missingKeys(keys: readonly KeyOfBatch[]): Promise<KeyOfBatch[]> {
    const batches = keys.map(({ batchId }) => uuidOf("auditRecord", batchId));
    const rows = await this.session.run<{ readonly number: string }>(
      {
        name: "audit_place_missing",
        text: `select x.number from unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::text[]) with ordinality
            as x (key, batch_id, created_at, places, number)
          left join audit_place p on p.key = x.key and p.batch_id = x.batch_id and p.created_at = x.created_at
          where p.places is distinct from x.places::varbit`,
      },
      [
        texts(keys.map(({ key }) => key)),
        uuids(batches),
        timestamps(batches.map(timeOf)),
        texts(keys.map(({ places }) => places)),
      ],
    );
    return rows.flatMap(({ number }) => keys[Number(number) - 1] ?? []);
  }
}

type TenantOfRecords = Exclude<Tenant, { readonly kind: "none" }>;

function ofTenant(tenant: TenantOfRecords): Pick<AuditFilter, "tenantId"> {
  switch (tenant.kind) {
    case "all":
      return {};
    case "merchant":
      return { tenantId: tenant.merchantId };
    case "publisher":
      return { tenantId: tenant.publisherId };
    case "wallet":
      return { tenantId: tenant.walletId };
  }
}
