import { HASH_BYTES } from "../../domain/audit/merkle.ts";
import { append, edgeOf, type Tile } from "../../domain/audit/tiles.ts";
import { byteas, numerics, smallints } from "../arrays.ts";
import { Repository, type Row } from "../database.ts";
import { readTiles } from "./tiles.ts";

/** Places are given in the order of the batches, one after the other. Only the sequencer gives places, under its lock. */
const placeStatement = {
  name: "audit_batch_place",
  text: `with waiting as (
      select batch_id, created_at, count from audit_batch where first_position is null order by batch_id limit $2
    ), placed as (
      select batch_id, created_at, $1::bigint + sum(count) over (order by batch_id) - count as position from waiting
    )
    update audit_batch b set first_position = p.position from placed p
    where b.batch_id = p.batch_id and b.created_at = p.created_at
    returning b.first_position, b.hashes`,
};

type Placed = Row<"audit_batch", "first_position, hashes">;

/** Gives records their positions; exists inside a transaction only. */
export class AuditSequencer extends Repository {
  /**
   * Gives the records of up to `limit` batches their positions and appends their hashes to the tree, in one transaction. One sequencer
   * works at a time, and only committed records get positions. Positions therefore have no gaps, and a record that commits late comes late.
   *
   * @returns the number of batches
   */
  async advance(limit: number): Promise<number> {
    const log = await this.session.one<Row<"audit_log", "size">>({
      name: "audit_log_lock",
      text: "select size from audit_log for update",
    });
    const size = Number(log.size);
    const placed = await this.session.run<Placed>(placeStatement, [size, limit]);
    if (placed.length === 0) return 0;
    placed.sort((a, b) => Number(a.first_position) - Number(b.first_position));
    const hashes = Buffer.concat(placed.map((batch) => batch.hashes));
    const edge = await readTiles(this.session, edgeOf(size));
    await Promise.all([
      this.#grow(append(size, edge, hashes)),
      this.session.run({ name: "audit_log_grow", text: "update audit_log set size = size + $1" }, [
        hashes.length / HASH_BYTES,
      ]),
    ]);
    return placed.length;
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
