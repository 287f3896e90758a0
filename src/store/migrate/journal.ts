import type { ClientBase } from "pg";

/** The last migration that needs all other processes stopped. Later migrations only add to the schema that running versions use. */
export const lastOffline = "20261121002800_balance_kept";

/**
 * Two tables record the applied migrations. Versions up to `lastOffline` read only the first table, and refuse a database when that table
 * holds a migration they do not know. Later migrations go to the second table, so that such a version still starts after an upgrade.
 */
const tables = { offline: "schema_migration", online: "schema_migration_online" } as const;

/** Creates the journal tables if they are missing. */
export async function makeJournal(client: ClientBase): Promise<void> {
  if (!(await exists(client, tables.offline)))
    await client.query(
      `create table ${tables.offline} (id serial primary key, name varchar(255), batch integer, migration_time timestamptz)`,
    );
  if (!(await exists(client, tables.online)))
    await client.query(
      `create table ${tables.online} (name text primary key, applied_at timestamptz not null default now())`,
    );
}

/** Returns the names of all applied migrations. */
export async function appliedNames(client: ClientBase): Promise<Set<string>> {
  const names: string[] = [];
  for (const table of Object.values(tables)) {
    if (!(await exists(client, table))) continue;
    const { rows } = await client.query<{ name: string }>(`select name from ${table}`);
    names.push(...rows.map(({ name }) => name));
  }
  return new Set(names);
}

/** Records that a migration was applied, in the transaction of the migration if the migration has one. */
export async function recordApplied(client: ClientBase, name: string): Promise<void> {
  await (name > lastOffline
    ? client.query(`insert into ${tables.online} (name) values ($1)`, [name])
    : client.query(
        `insert into ${tables.offline} (name, batch, migration_time)
         values ($1, (select coalesce(max(batch), 0) + 1 from ${tables.offline}), now())`,
        [name],
      ));
}

async function exists(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [
    table,
  ]);
  return rows[0]?.there === true;
}
