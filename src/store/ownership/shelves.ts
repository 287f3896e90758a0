import { anyLength, byteas } from "../arrays.ts";
import { Repository, type Row } from "../database.ts";

/** A thing on a holder's shelf. A shelf lists a holder's things of one kind. */
export interface ShelfItem {
  /** Tag of the shelf, derived from one holder and one kind of things. */
  readonly shelf: Uint8Array;
  /** Tag of the thing and its holder. */
  readonly item: Uint8Array;
  /** Sealed identifier of the thing. */
  readonly sealedReference: Uint8Array;
}

/** A thing that was found on one of several shelves. */
export interface ListedItem {
  /** Index of the shelf in the request. */
  readonly index: number;
  readonly position: string;
  readonly sealedReference: Buffer;
}

/** Reads the shelves of holders. */
export class ShelfReader extends Repository {
  /**
   * Lists the things on these shelves, one shelf after the other, newest first on each shelf.
   *
   * @param after position on the first shelf; the list begins below this position
   */
  async list(
    shelves: readonly Uint8Array[],
    { size, after }: { readonly size: number; readonly after?: string },
  ): Promise<ListedItem[]> {
    const rows = await this.session.run<
      Omit<ListedItem, "sealedReference"> & Row<"ownership_shelf", "sealed_reference">
    >(
      {
        name: "shelf_list",
        text: `select k.ordinal::int - 1 as index, s.position::text as position, s.sealed_reference
          from unnest(${anyLength("$1::bytea[]")}) with ordinality as k (shelf, ordinal)
          cross join lateral (
            select i.position, i.sealed_reference from ownership_shelf i
            where i.shelf = k.shelf
              and i.position < case when k.ordinal = 1 then coalesce($2::bigint, 9223372036854775807) else 9223372036854775807 end
            order by i.position desc limit $3) s
          order by k.ordinal, s.position desc limit $3`,
      },
      [byteas(shelves), after ?? null, size],
    );
    return rows.map((row) => ({
      index: row.index,
      position: row.position,
      sealedReference: row.sealed_reference,
    }));
  }
}

/** Puts things on shelves and takes them off; exists inside a transaction only. */
export class ShelfWriter extends ShelfReader {
  /**
   * Puts each thing on a different shelf, at the next position. The shelves are locked until the transaction ends, so that each position is
   * given once. The locks are always taken in one order and after the asset's lock, to avoid deadlocks.
   */
  async put(items: readonly ShelfItem[]): Promise<void> {
    await Promise.all([
      this.session.run(
        {
          name: "shelf_lock",
          text: `select pg_advisory_xact_lock(key)
            from (select hashtextextended('shelf|' || encode(s, 'hex'), 0) as key from unnest($1::bytea[]) as x (s) order by key) y`,
        },
        [byteas(items.map(({ shelf }) => shelf))],
      ),
      // A second statement, because its snapshot must be newer than the locks.
      this.session.run(
        {
          name: "shelf_put",
          text: `insert into ownership_shelf (shelf, position, item, sealed_reference)
            select s, coalesce((select max(position) from ownership_shelf where shelf = s), 0) + 1, i, r
            from unnest($1::bytea[], $2::bytea[], $3::bytea[]) as x (s, i, r)`,
        },
        [
          byteas(items.map(({ shelf }) => shelf)),
          byteas(items.map(({ item }) => item)),
          byteas(items.map(({ sealedReference }) => sealedReference)),
        ],
      ),
    ]);
  }

  /** Takes things off their shelves. */
  async take(items: readonly Uint8Array[]): Promise<void> {
    await this.session.run(
      {
        name: "shelf_take",
        text: `delete from ownership_shelf where item = any(${anyLength("$1::bytea[]")})`,
      },
      [byteas(items)],
    );
  }
}
