import type { ClientBase } from "pg";

/** The last migration of the versions that were not upgraded while they ran. All later ones only expand what they use. */
export const lastOffline = "20261121002800_balance_kept";

/**
 * Two tables say what was applied. Versions up to `lastOffline` read the first one and refuse a database that has more in it than they
 * know; whatever came later stands in the second one, so that such a version can be started again after an upgrade.
 */
const tables = { offline: "schema_migration", online: "schema_migration_online" } as const;

/** Makes the tables where they are missing. */
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

/** Names of all migrations that were applied. */
export async function appliedNames(client: ClientBase): Promise<Set<string>> {
  const names: string[] = [];
  for (const table of Object.values(tables)) {
    if (!(await exists(client, table))) continue;
    const { rows } = await client.query<{ name: string }>(`select name from ${table}`);
    names.push(...rows.map(({ name }) => name));
  }
  return new Set(names);
}

/** Puts down that a migration was applied, in the transaction that applies it where it has one. */
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
