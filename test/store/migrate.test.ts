// Migrations beside a version that works: they take turns, give way, say in a line what was wrong, and break no prepared statement.
import { EventEmitter, once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { describeFailure } from "../../src/cli/failure.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import {
  type MigrateOptions,
  type MigrationProgress,
  migrate,
  pendingMigrations,
} from "../../src/store/migrate.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

const own = join(import.meta.dirname, "../../src/store/migrations");

describe("migrating beside a version that works", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await testDatabase();
    folder = mkdtempSync(join(tmpdir(), `pda-test-migrations-${process.pid}-`));
    for (const name of readdirSync(own)) writeFileSync(join(folder, name), readFileSync(join(own, name)));
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, text: string): void => writeFileSync(join(folder, `${name}.sql`), text);
  const run = (options: MigrateOptions = {}) => migrate(database.url, { folder, ...options });

  async function connected(): Promise<pg.Client & AsyncDisposable> {
    const client = new pg.Client({ connectionString: database.url, application_name: "somebody" });
    await client.connect();
    client.on("error", () => undefined);
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
  }

  async function columnsOf(table: string): Promise<string[]> {
    await using client = await connected();
    const { rows } = await client.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped",
      [table],
    );
    return rows.map(({ name }) => name);
  }

  it("steps back from a lock that it does not get, so that others are not held up, and is tried again until it has it", async () => {
    write("29990101000100_first", "alter table merchant add column test_note text");
    await using holding = await connected();
    await using reading = await connected();
    await holding.query("begin; select 1 from merchant limit 1");
    const said: MigrationProgress[] = [];
    const migrated = run({ onProgress: (each) => said.push(each) });
    const waits: number[] = [];
    const end = Date.now() + 2_500;
    while (Date.now() < end) {
      const began = Date.now();
      await reading.query("select 1 from merchant limit 1");
      waits.push(Date.now() - began);
      await sleep(20);
    }
    expect(await columnsOf("merchant")).not.to.include("test_note");
    await holding.query("commit");
    expect(await migrated).to.deep.equal(["29990101000100_first"]);
    expect(await columnsOf("merchant")).to.include("test_note");
    expect(said.filter(({ state }) => state === "waits").length).to.be.above(1);
    // Behind a migration that waited for its lock without an end, the first of these would have waited for the holder.
    expect(waits.length).to.be.above(2);
    expect(Math.max(...waits)).to.be.below(2_000);
  });

  it("gives way in a deadlock and succeeds afterwards; the other transaction notices nothing", async () => {
    write(
      "29990101000100_two",
      "alter table wallet add column test_note text; alter table merchant add column test_note text",
    );
    await using other = await connected();
    await other.query("begin; lock table merchant in row exclusive mode");
    const migrated = run();
    await sleep(200);
    // It has the lock of the wallets now and waits for that of the merchants, or has just stepped back.
    await other.query("lock table wallet in row exclusive mode");
    await sleep(700);
    await other.query("commit");
    expect(await migrated).to.deep.equal(["29990101000100_two"]);
  });

  it("finds the order in which busy transactions take tables, so that one that is never absent does not keep it out", async () => {
    const inOrder = ["merchant", "wallet", "publisher"];
    for (const n of [100, 200, 300])
      write(
        `29990101000${n}_other_way_round`,
        inOrder
          .toReversed()
          .map((table) => `alter table ${table} add column test_${n} text`)
          .join(";"),
      );
    await using clients = new AsyncDisposableStack();
    const others = await Promise.all(Array.from({ length: 8 }, connected));
    for (const client of others) clients.use(client);
    let ended = false;
    const busy = others.map(async (client) => {
      while (!ended) {
        await client.query("begin");
        for (const table of inOrder) {
          await client.query(`lock table ${table} in row exclusive mode`);
          await sleep(10);
        }
        await client.query("commit");
      }
    });
    const said: MigrationProgress[] = [];
    const migrated = run({ onProgress: (each) => said.push(each) }).finally(() => {
      ended = true;
    });
    expect(await migrated).to.have.length(3);
    await Promise.all(busy);
    const waits = said.filter(({ state }) => state === "waits");
    // Two steps back are enough to put three tables in order; the others leave room for a slow machine.
    expect(waits.length).to.be.below(15);
  });

  it("lets readers go on while it adds foreign keys to several tables, and writers while it validates them", async () => {
    const tables = ["merchant", "wallet"];
    const each = (action: (table: string) => string): string =>
      tables.map((table) => `alter table ${table} ${action(table)};`).join("\n");
    write(
      "29990101000100_keys",
      each((table) => `add constraint test_${table} foreign key (${table}_id) references ${table} not valid`),
    );
    write(
      "29990101000200_validated",
      each((table) => `validate constraint test_${table}`),
    );
    await using open = await connected();
    await open.query("begin; lock table merchant, wallet in access share mode");
    const said: string[] = [];
    // A stronger lock would wait for the open transaction and give up.
    const onProgress = async ({ state }: MigrationProgress): Promise<void> => {
      said.push(state);
      if (said.length === 1) await open.query("lock table merchant, wallet in row exclusive mode");
    };
    expect(await run({ patienceMs: 2_000, onProgress: (each) => void onProgress(each) })).to.have.length(2);
    expect(said).to.deep.equal(["applied", "applied"]);
  });

  it("says in one line which migration, what was wrong and what to do, never its statements; those before it stay", async () => {
    write("29990101000100_good", "alter table merchant add column test_note text");
    write(
      "29990101000200_wrong",
      "alter table merchant\n  add column test_other text;\nselect * from nowhere_at_all;",
    );
    const error = await run().then(
      () => undefined,
      (e: unknown) => e,
    );
    const said = describeFailure(error, false);
    expect(said).to.equal(
      'pda: migration 29990101000200_wrong failed: relation "nowhere_at_all" does not exist; it has had no effect\n' +
        "  next: running versions go on as before; remove the cause, then run pda migrate again\n",
    );
    expect(await columnsOf("merchant"))
      .to.include("test_note")
      .and.not.to.include("test_other");
    expect(await pendingMigrations(database.url, folder)).to.deep.equal(["29990101000200_wrong"]);
  });

  it("gives up after a while and names the transaction that it has waited for", async () => {
    write("29990101000100_first", "alter table merchant add column test_note text");
    await using holding = await connected();
    await holding.query("begin; select 1 from merchant limit 1");
    const error = await run({ patienceMs: 3_000 }).then(
      () => undefined,
      (e: unknown) => e,
    );
    const said = describeFailure(error, false);
    expect(said).to.match(
      /^pda: migration 29990101000100_first was not applied within 3 s: other transactions hold a lock that it needs; the oldest transaction has been open for \d+ s \(process \d+ of the server, "somebody"\)\n {2}next: let that transaction end, /,
    );
    expect(said).not.to.contain("alter table");
  });

  it("builds an index outside of a transaction, and again what an interrupted build has left", async () => {
    await using client = await connected();
    await client.query("create table test_twice (n int); insert into test_twice values (1), (1)");
    const [built] = await Promise.allSettled([
      client.query("create unique index concurrently test_index on test_twice (n)"),
    ]);
    expect(built.status).to.equal("rejected");
    await client.query("delete from test_twice where ctid = '(0,2)'");
    write(
      "29990101000100_index",
      "-- for tests\ncreate unique index concurrently if not exists test_index on test_twice (n);",
    );
    expect(await run()).to.have.length(1);
    const { rows } = await client.query(
      "select indisvalid from pg_index where indexrelid = 'test_index'::regclass",
    );
    expect(rows).to.deep.equal([{ indisvalid: true }]);
  });

  it("builds an index of a partitioned table while others write, and goes on where a build was interrupted", async () => {
    await using client = await connected();
    await using writer = await connected();
    const index = "create index concurrently if not exists test_part on test_parts (n)\n  where n <> 5;";
    await client.query(
      `create table test_parts (n int) partition by range (n);
       create table test_parts_a partition of test_parts for values from (0) to (10);
       create table test_parts_b partition of test_parts for values from (10) to (20);
       insert into test_parts select n % 20 from generate_series(0, 199) n;
       create index test_part on only test_parts (n) where n <> 5`,
    );
    // As an interrupted build leaves it: the index of one partition is not valid, the other has none.
    const [broken] = await Promise.allSettled([
      client.query("create unique index concurrently test_part_a on test_parts_a (n)"),
    ]);
    expect(broken.status).to.equal("rejected");
    write("29990101000100_parts", index);
    // An open transaction holds what the build needs: the build gives way, so that others write into every partition, and tries again.
    await writer.query("begin; insert into test_parts values (1)");
    const waits = new EventEmitter();
    const waited = once(waits, "waits");
    const built = run({ onProgress: ({ state }) => void waits.emit(state) });
    await using other = await connected();
    await other.query("set statement_timeout = '5s'; insert into test_parts values (2), (12)");
    await Promise.race([waited, built]);
    await writer.query("commit");
    expect(await built).to.deep.equal(["29990101000100_parts"]);
    const { rows } = await client.query(
      `select indrelid::regclass::text as table, indisvalid as valid from pg_index
       where indexrelid::regclass::text like 'test_part%' order by 1`,
    );
    expect(rows).to.deep.equal(
      ["test_parts", "test_parts_a", "test_parts_b"].map((table) => ({ table, valid: true })),
    );
    await client.query("create table test_parts_c partition of test_parts for values from (20) to (30)");
    const { rows: later } = await client.query(
      "select indisvalid as valid from pg_index where indrelid = 'test_parts_c'::regclass",
    );
    expect(later, "a later partition").to.deep.equal([{ valid: true }]);
  });

  it("takes turns with other processes, also while one of them builds an index", async () => {
    for (let index = 1; index <= 5; index++) {
      write(`2999010100${index}000_table`, `create table test_${index} (n int)`);
      write(
        `2999010100${index}001_index`,
        `create index concurrently if not exists test_index_${index} on test_${index} (n)`,
      );
    }
    const applied = await Promise.all(Array.from({ length: 4 }, () => run()));
    expect(applied.map(({ length }) => length).sort()).to.deep.equal([0, 0, 0, 10]);
  });

  it("takes a database that has more in it than this version knows, as the version before does", async () => {
    write("29990101000100_later", "create table test_later (n int)");
    await run();
    expect(await migrate(database.url)).to.deep.equal([]);
    expect(await pendingMigrations(database.url)).to.deep.equal([]);
    await using client = await connected();
    // That version refuses names in its own table that it does not know.
    const { rows } = await client.query("select max(name) as last from schema_migration");
    expect(rows[0].last).to.equal("20261121002800_balance_kept");
  });

  describe("prepared statements whose result a migration has changed", () => {
    const publisherId = newId("publisher");
    let store: Store;
    beforeEach(async () => {
      store = new Store({ url: database.url, poolMax: 8, statementTimeoutMs: 10_000 });
      await store.transact((tx) => tx.publishers.insert({ publisherId, name: "First" }));
      // Every connection has them prepared.
      await Promise.all(Array.from({ length: 40 }, () => store.read.publishers.get(publisherId)));
      await Promise.all(
        Array.from({ length: 8 }, () => store.transact((tx) => slowly(tx.publishers.lock(publisherId)))),
      );
      write("29990101000100_type", "alter table publisher alter column name type varchar(200)");
      await run();
    });
    afterEach(() => store.close());
    const slowly = async <T>(answer: Promise<T>): Promise<T> => {
      const got = await answer;
      await sleep(20);
      return got;
    };

    it("are prepared anew by readers", async () => {
      const found = await Promise.all(
        Array.from({ length: 40 }, () => store.read.publishers.get(publisherId)),
      );
      expect(found.map((each) => each?.name)).to.deep.equal(Array.from({ length: 40 }, () => "First"));
      const slow = await store.snapshot((read) => read.publishers.get(publisherId));
      expect(slow?.name).to.equal("First");
    });

    it("are prepared anew in transactions, whose closure runs again, once with effect", async () => {
      let runs = 0;
      await Promise.all(
        Array.from({ length: 16 }, () =>
          store.transact(async (tx) => {
            runs += 1;
            await tx.publishers.lock(publisherId);
            await tx.publishers.setStatus(publisherId, runs % 2 === 0 ? "active" : "suspended");
          }),
        ),
      );
      expect(runs).to.be.above(16);
      expect((await store.read.publishers.get(publisherId))?.version).to.be.above(1);
    });
  });
});

describe("statements of the store", () => {
  it("name the columns that they return: a later migration may add some", () => {
    const folder = join(import.meta.dirname, "../../src/store");
    const starred = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .flatMap((name) =>
        readFileSync(join(folder, name), "utf8")
          // Functions whose columns the statement itself gives.
          .replaceAll(/\* from (unnest|jsonb_to_recordset)\(/g, "")
          .split("\n")
          .filter((line) => /(\bselect|\breturning|,)\s+([a-z_]+\.)?\*|\b[a-z_]+\.\*[\s,]/.test(line))
          .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line))
          .map((line) => `${name}: ${line.trim()}`),
      );
    expect(starred).to.deep.equal([]);
  });
});
