import { byteas } from "../arrays.ts";
import type { Session } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";

/** Something on a holder's shelf. */
export interface ShelfItem {
  /** Tag of the shelf: of one holder, for one kind of things. */
  readonly shelf: Uint8Array;
  /** Tag of the thing and its holder. */
  readonly item: Uint8Array;
  /** Identifier of the thing, sealed. */
  readonly sealedReference: Uint8Array;
}

/** Reads what is listed for holders. */
export class ShelfReader {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** Sealed references of a shelf, the last that was put there first. */
  async list(shelf: Uint8Array, { size, after }: PageRequest): Promise<Page<Buffer>> {
    const rows = await this.session.run(
      {
        name: "shelf_list",
        text: `select position::text as position, sealed_reference from ownership_shelf
          where shelf = $1 and position < coalesce($2::bigint, 9223372036854775807) order by position desc limit $3`,
      },
      [shelf, after ?? null, size + 1],
    );
    const { items, next } = toPage(rows, size, (row) => row.position as string);
    const references = items.map((row) => row.sealed_reference as Buffer);
    return next === undefined ? { items: references } : { items: references, next };
  }
}

/** Puts things on shelves and takes them off; exists inside a transaction only. */
export class ShelfWriter extends ShelfReader {
  /**
   * Puts things on different shelves, as the last on each. The shelves are locked until the transaction ends, in one order everywhere
   * and after the asset, so that positions are given once and no two transactions wait for each other.
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
      // A statement of its own: its snapshot has to be newer than the locks.
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

  /** Takes a thing off. */
  async take(item: Uint8Array): Promise<void> {
    await this.session.run({ name: "shelf_take", text: "delete from ownership_shelf where item = $1" }, [
      item,
    ]);
  }
}
