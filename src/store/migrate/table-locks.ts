import type { ClientBase } from "pg";

/** Modes of table locks that migrations need, from the weakest on. */
const modes = ["share update exclusive", "share row exclusive", "access exclusive"] as const;
type Mode = (typeof modes)[number];

const alteration = /^\s*alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)\s+([\s\S]*)$/i;
const reference = /\breferences\s+(\w+)/gi;

/**
 * The locks of a migration on tables that others use, taken before its first statement.
 *
 * A payment that holds one of these tables and waits for another one, which the migration holds, cannot end before the migration gives
 * way. Under steady load there nearly always is such a payment, unless the migration takes the tables in the same order as payments do.
 * Each attempt finds a part of that order: the next one begins with the table whose lock was not to be had. `std::lock` of C++ does the same.
 */
export class TableLocks {
  #order: readonly string[];
  readonly #modes: ReadonlyMap<string, Mode>;

  /** @param text SQL without comments; tables are found where it alters them or refers to them */
  constructor(text: string) {
    const found = text.split(";").flatMap(locksOf);
    const strongest = found.sort(([, a], [, b]) => modes.indexOf(a) - modes.indexOf(b));
    this.#order = [...new Set(found.map(([table]) => table))];
    this.#modes = new Map(strongest);
  }

  /** Takes the locks until the transaction ends. One table alone is left to the statements. */
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

/** Returns the tables that a statement locks. */
function locksOf(statement: string): [table: string, mode: Mode][] {
  const found = [...statement.matchAll(reference)].map(([, table = ""]): [string, Mode] => [
    table,
    "share row exclusive",
  ]);
  const [, table, actions] = alteration.exec(statement) ?? [];
  return table === undefined || actions === undefined ? found : [[table, modeOf(actions)], ...found];
}

/** Returns the lock that an alteration needs. Readers go on while a foreign key is added, writers, too, while a constraint is validated. */
function modeOf(actions: string): Mode {
  if (/^validate\s+constraint\s+\w+\s*$/i.test(actions)) return "share update exclusive";
  const isOneKey = /^add\s+constraint\s+\w+\s+foreign\s+key\b[^,]*$/i.test(
    actions.replaceAll(/\([^()]*\)/g, ""),
  );
  return isOneKey ? "share row exclusive" : "access exclusive";
}
