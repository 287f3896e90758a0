import type { ClientBase } from "pg";

const modes = { alter: "access exclusive", refer: "share row exclusive" } as const;

/**
 * The locks of a migration on tables that others use, taken before its first statement.
 *
 * A payment that holds one of these tables and waits for another one, which the migration holds, cannot end before the migration gives
 * way. Under steady load there nearly always is such a payment, unless the migration takes the tables in the same order as payments do.
 * That order is found as `std::lock` of C++ does: the next attempt begins with the table that could not be had.
 */
export class TableLocks {
  #order: readonly string[];
  readonly #modes: ReadonlyMap<string, string>;

  /** @param text SQL without comments; tables are found where it alters them or refers to them */
  constructor(text: string) {
    const found = new Map<string, string>();
    for (const [, table = ""] of text.matchAll(/\breferences\s+(\w+)/gi)) found.set(table, modes.refer);
    for (const [, table = ""] of text.matchAll(/\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)/gi))
      found.set(table, modes.alter);
    this.#modes = found;
    this.#order = [...found.keys()];
  }

  /** Takes the locks until the transaction ends. One table alone is left to the statements, which may need less of a lock. */
  async take(client: ClientBase): Promise<void> {
    const { rows } = await client.query<{ name: string }>(
      "select name from unnest($1::text[]) with ordinality as t (name, n) where to_regclass(name) is not null order by n",
      [this.#order],
    );
    if (rows.length < 2) return;
    for (const { name } of rows)
      try {
        await client.query(`lock table ${name} in ${this.#modes.get(name)} mode`);
      } catch (error) {
        this.#order = [name, ...this.#order.filter((other) => other !== name)];
        throw error;
      }
  }
}
