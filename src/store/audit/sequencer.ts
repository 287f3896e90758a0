import { leafHash } from "../../domain/audit/merkle.ts";
import { decodeRecord } from "../../domain/audit/record.ts";
import { append, edgeOf, type Tile } from "../../domain/audit/tiles.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import { byteas, numerics, smallints, texts, timestamps, uuids } from "../arrays.ts";
import { Repository, type Row } from "../database.ts";
import { readTiles } from "./tiles.ts";

/** Deletes by ctid for the reason that the sequencer of events has. Only the sequencer deletes rows, under its lock. */
const takeStatement = {
  name: "audit_outbox_take",
  text: `with taken as (
      delete from audit_outbox where ctid = any(array(select ctid from audit_outbox order by batch_id limit $1))
      returning batch_id, records)
    select t.batch_id, x.record from taken t, unnest(t.records) with ordinality as x (record, place) order by t.batch_id, x.place`,
};

/** A record with the row of the outbox that it was in. */
type Taken = Row<"audit_outbox", "batch_id"> & { readonly record: Buffer };

/** Gives records their positions; exists inside a transaction only. */
export class AuditSequencer extends Repository {
  /**
   * Moves the records of up to `limit` rows of the outbox to the log and appends their hashes to the tree, in one transaction. One sequencer
   * works at a time, and only committed records move. Positions therefore have no gaps, and a record that commits late comes late.
   *
   * @returns the number of moved rows of the outbox
   */
  async advance(limit: number): Promise<number> {
    const log = await this.session.one<Row<"audit_log", "size">>({
      name: "audit_log_lock",
      text: "select size from audit_log for update",
    });
    const taken = await this.session.run<Taken>(takeStatement, [limit]);
    if (taken.length === 0) return 0;
    const records = taken.map(({ record }) => record);
    const size = Number(log.size);
    const edge = await readTiles(this.session, edgeOf(size));
    await Promise.all([
      this.#store(records, size),
      this.#grow(append(size, edge, records.map(leafHash))),
      this.session.run(
        {
          name: "audit_log_grow",
          text: "update audit_log set size = $1, last_recorded_at = greatest(last_recorded_at, now())",
        },
        [size + records.length],
      ),
    ]);
    return new Set(taken.map(({ batch_id }) => batch_id)).size;
  }

  /** The time of a position never precedes that of an earlier one, so that the months of the log are ranges of positions. */
  async #store(records: readonly Buffer[], size: number): Promise<void> {
    const read = records.map(decodeRecord);
    await this.session.run(
      {
        name: "audit_record_append",
        text: `insert into audit_record
            (record_id, position, tenant_id, credential_id, operation, outcome, created_at, record, recorded_at)
          select record_id, position, tenant_id, credential_id, operation, outcome, created_at, record,
            (select greatest(last_recorded_at, now()) from audit_log)
          from unnest($1::uuid[], $2::numeric[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::bytea[])
            as x (record_id, position, tenant_id, credential_id, operation, outcome, created_at, record)`,
      },
      [
        uuids(read.map(({ recordId }) => uuidOf("auditRecord", recordId))),
        numerics(read.map((_, index) => BigInt(size + index))),
        texts(read.map(({ tenantId }) => tenantId ?? null)),
        texts(read.map(({ credentialId }) => credentialId ?? null)),
        texts(read.map(({ operation }) => operation)),
        texts(read.map(({ outcome }) => outcome)),
        timestamps(read.map(({ time }) => new Date(time))),
        byteas(records),
      ],
    );
  }

  async #grow(tiles: readonly Tile[]): Promise<void> {
    await this.session.run(
      {
        name: "audit_tile_put",
        text: `insert into audit_tile as t (level, index, hashes)
          select level, index, hashes from unnest($1::int2[], $2::numeric[], $3::bytea[]) as x (level, index, hashes)
          on conflict (level, index) do update set hashes = excluded.hashes`,
      },
      [
        smallints(tiles.map(({ level }) => level)),
        numerics(tiles.map(({ index }) => BigInt(index))),
        byteas(tiles.map(({ hashes }) => hashes)),
      ],
    );
  }
}
