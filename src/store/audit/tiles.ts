import type { Tile, TilePlace } from "../../domain/audit/tiles.ts";
import { numerics, smallints } from "../arrays.ts";
import type { Row, Session } from "../database.ts";

/** Reads tiles of the tree. A tile that does not exist is not returned. */
export async function readTiles(session: Session, places: readonly TilePlace[]): Promise<Tile[]> {
  if (places.length === 0) return [];
  const rows = await session.run<Row<"audit_tile", "level, index, hashes">>(
    {
      name: "audit_tile_get",
      text: `select t.level, t.index, t.hashes from unnest($1::int2[], $2::numeric[]) as x (level, index)
        join audit_tile t on t.level = x.level and t.index = x.index::bigint`,
    },
    [smallints(places.map(({ level }) => level)), numerics(places.map(({ index }) => BigInt(index)))],
  );
  return rows.map((row) => ({ level: row.level, index: Number(row.index), hashes: row.hashes }));
}
