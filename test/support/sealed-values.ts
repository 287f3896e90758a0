import type pg from "pg";
import type { Sealer } from "../../src/rpc/seal.ts";
import { contextOf } from "../../src/services/data-keys/sealed-contexts.ts";
import { SEALED_COLUMNS, type SealedColumnName, sealedColumnNames } from "../../src/store/sealed-values.ts";

/** A sealed value as it lies in the database, with the context that it opens in. */
export interface FoundValue {
  readonly name: SealedColumnName;
  readonly sealed: Buffer;
  readonly context: string;
}

/** Every sealed value of a database. */
export async function sealedValues(db: pg.Client): Promise<FoundValue[]> {
  const all: FoundValue[] = [];
  for (const name of sealedColumnNames) {
    const { table, column, place, ...rest } = SEALED_COLUMNS[name];
    const { rows } = await db.query(
      `select ${column} as sealed, ${place.join(", ")} from ${table}
       where ${column} is not null and ${"when" in rest ? rest.when : "true"}`,
    );
    for (const row of rows) all.push({ name, sealed: row.sealed, context: contextOf(name, row) });
  }
  return all;
}

/** How many of the values a sealer opens. */
export function openedBy(sealer: Sealer, values: readonly FoundValue[]): number {
  return values.filter(({ sealed, context }) => {
    try {
      sealer.open(sealed, context);
      return true;
    } catch {
      return false;
    }
  }).length;
}
