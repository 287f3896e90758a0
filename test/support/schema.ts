import pg from "pg";

/** Leaves out monthly partitions, which come and go with the calendar and have their parent's shape. */
const notPartition = "not c.relispartition";

const queries: Record<string, string> = {
  columns: `select c.relname || ': ' || string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''), ', ' order by a.attnum)
      || case c.relkind when 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${notPartition}
      and c.relname !~ '^schema_migration' group by c.oid, c.relname, c.relkind`,
  constraints: `select c.relname || '.' || k.conname || ': ' || pg_get_constraintdef(k.oid) as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and ${notPartition} and k.contype <> 'n' and c.relname !~ '^schema_migration'
      and not (k.contype = 'f' and k.confrelid in (select oid from pg_class where relispartition))`,
  indexes: `select pg_get_indexdef(i.indexrelid) as line from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and ${notPartition} and c.relname !~ '^schema_migration'`,
  triggers: `select pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and ${notPartition}`,
  views: `select c.relname || ': ' || regexp_replace(pg_get_viewdef(c.oid), '\\s+', ' ', 'g') as line
    from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace`,
  functions: `select p.proname || ': ' || regexp_replace(pg_get_functiondef(p.oid), '\\s+', ' ', 'g') as line
    from pg_proc p where p.pronamespace = 'public'::regnamespace`,
};

/** Returns the whole schema of a database as text, in a stable order. */
export async function describeSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const parts: string[] = [];
  for (const [title, query] of Object.entries(queries)) {
    const { rows } = await client.query<{ line: string }>(query);
    parts.push(`-- ${title}`, ...rows.map((row) => row.line).sort(), "");
  }
  await client.end();
  return parts.join("\n");
}
