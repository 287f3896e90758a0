import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { migrate, pendingMigrations } from "../../src/store/migrate.ts";
import { testDatabase } from "../support/postgres.ts";
import { describeSchema } from "../support/schema.ts";

const golden = join(import.meta.dirname, "schema.golden.txt");

describe("the schema", () => {
  it("is what test/store/schema.golden.txt says; UPDATE_GOLDEN=1 writes it anew, for review with the migration", async () => {
    await using database = await testDatabase();
    const found = await describeSchema(database.url);
    if (process.env.UPDATE_GOLDEN) writeFileSync(golden, found);
    expect(found.split("\n")).to.deep.equal(readFileSync(golden, "utf8").split("\n"));
  });

  it("is up to date after migrating, and migrating again or at once from several processes changes nothing", async () => {
    await using database = await testDatabase();
    expect(await pendingMigrations(database.url)).to.deep.equal([]);
    const before = await describeSchema(database.url);
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)));
    expect(applied.flat()).to.deep.equal([]);
    expect(await describeSchema(database.url)).to.equal(before);
  });

  it("has a primary key on every table", async () => {
    await using database = await testDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      `select relname from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and relname !~ '^schema_migration'
        and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p')`,
    );
    await client.end();
    expect(rows).to.deep.equal([]);
  });

  it("refuses to change what is append-only", async () => {
    await using database = await testDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (const table of ["ledger_transaction", "ledger_transfer", "event", "asset_transition"]) {
      for (const statement of [`update ${table} set created_at = now()`, `delete from ${table}`]) {
        const sql = table === "event" ? statement.replace("created_at", "recorded_at") : statement;
        const error = await client.query(sql).then(
          () => undefined,
          (e: Error) => e,
        );
        expect(error?.message).to.match(/append-only/);
      }
    }
    await client.end();
  });
});
