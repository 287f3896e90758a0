import type { Tenant } from "../../domain/access/principal.ts";
import type { AuditOutcome } from "../../domain/audit/record.ts";
import type { Tile, TilePlace } from "../../domain/audit/tiles.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { type CreatedRange, restrictCreated } from "../created.ts";
import { Repository, type Row, sql } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";
import { readTiles } from "./tiles.ts";

const columns = "record_id, position, record";

/** A record as stored. */
export interface StoredRecord {
  readonly recordId: string;
  /** Place of its leaf in the tree. */
  readonly position: number;
  /** The record in its canonical form. */
  readonly bytes: Buffer;
}

/** A record with the columns that repeat its members, as a check of the log reads it. */
export interface ExaminedRecord extends StoredRecord {
  readonly tenantId: string | null;
  readonly credentialId: string | null;
  readonly operation: string;
  readonly outcome: string;
  readonly createdAt: Date;
}

/** Selects the records to list. A record must match every given member. */
export interface AuditFilter {
  readonly operation?: string;
  readonly outcome?: AuditOutcome;
  readonly credentialId?: string;
  readonly created?: CreatedRange;
}

/** Reads the audit log, within the caller's tenant. */
export class AuditReader extends Repository {
  /** Returns a page of records, newest first. */
  async list(tenant: Tenant, filter: AuditFilter, page: PageRequest): Promise<Page<StoredRecord>> {
    if (tenant.kind === "none") return { items: [] };
    const query = sql("audit_record").select(sql.raw(columns));
    if (tenant.kind !== "all") query.where("tenant_id", tenantIdOf(tenant));
    if (filter.credentialId !== undefined) query.where("credential_id", filter.credentialId);
    if (filter.operation !== undefined) query.where("operation", filter.operation);
    if (filter.outcome !== undefined) query.where("outcome", filter.outcome);
    restrictCreated(query, "record_id", filter.created);
    return this.newestFirst(query, ["record_id", "auditRecord"], page, recordOf);
  }

  /** Returns the record if the tenant may see it. */
  async get(tenant: Tenant, recordId: string): Promise<StoredRecord | undefined> {
    if (tenant.kind === "none") return undefined;
    const query = sql("audit_record")
      .select(sql.raw(columns))
      .where("record_id", uuidOf("auditRecord", recordId));
    if (tenant.kind !== "all") query.where("tenant_id", tenantIdOf(tenant));
    const [row] = await this.session.query<RecordRow>(query);
    return row && recordOf(row);
  }

  /** Returns the number of records that have a position. */
  async size(): Promise<number> {
    const row = await this.session.one<Row<"audit_log", "size">>({
      name: "audit_log_size",
      text: "select size from audit_log",
    });
    return Number(row.size);
  }

  /** Returns the first position whose record retention has left. */
  async retainedFrom(): Promise<number> {
    const row = await this.session.one<Row<"audit_log", "retained_from">>({
      name: "audit_log_retained",
      text: "select retained_from from audit_log",
    });
    return Number(row.retained_from);
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

  /** Returns records in the order of their positions, from `from` on, for a check of the log. */
  async examined(from: number, limit: number): Promise<ExaminedRecord[]> {
    const rows = await this.session.run<ExaminedRow>(
      {
        name: "audit_record_examined",
        text: `select ${columns}, tenant_id, credential_id, operation, outcome, created_at from audit_record
          where position >= $1 order by position limit $2`,
      },
      [from, limit],
    );
    return rows.map((row) => ({
      ...recordOf(row),
      tenantId: row.tenant_id,
      credentialId: row.credential_id,
      operation: row.operation,
      outcome: row.outcome,
      createdAt: row.created_at,
    }));
  }
}

type RecordRow = Row<"audit_record", typeof columns>;
type ExaminedRow = Row<
  "audit_record",
  "record_id, position, record, tenant_id, credential_id, operation, outcome, created_at"
>;

const recordOf = (row: RecordRow): StoredRecord => ({
  recordId: idOf("auditRecord", row.record_id),
  position: Number(row.position),
  bytes: row.record,
});

type TenantOfRecords = Extract<Tenant, { readonly kind: "merchant" | "publisher" }>;

const tenantIdOf = (tenant: TenantOfRecords): string =>
  tenant.kind === "merchant" ? tenant.merchantId : tenant.publisherId;
