// Rows in a default partition: none may keep the partitions of other months from being made, or stay longer than the months of its table.
import { expect } from "chai";
import pg from "pg";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { partitionedTables } from "../../src/store/partitions.ts";
import { Store } from "../../src/store/store.ts";
import { forgetDeliveries } from "../../src/workers/forget-deliveries.ts";
import { makePartitions } from "../../src/workers/partitions.ts";
import { recordingLog } from "../chain/support/log.ts";
import { assetType, publisher } from "../support/fixtures.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

describe("the default partition", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let store: Store;
  let client: pg.Client;

  beforeEach(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 10, statementTimeoutMs: 30_000 });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await client?.end();
    await store?.close();
    await database?.close();
  });

  /** Names of the monthly partitions of a table, the newest first. */
  const partitionsOf = async (table: string): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(
      "select relid::regclass::text as name from pg_partition_tree($1) where relid::regclass::text ~ '_\\d{6}$' order by 1 desc",
      [table],
    );
    return rows.map(({ name }) => name);
  };
  const count = async (table: string): Promise<number> =>
    (await client.query(`select count(*)::int as n from ${table}`)).rows[0].n;
  const secondDayOf = (partition: string): string =>
    `${partition.slice(-6, -2)}-${partition.slice(-2)}-02T00:00:00Z`;
  /** Drops the two newest months. @returns their names, the newest first */
  const dropTwo = async (table: string): Promise<readonly [string, string]> => {
    const [newest = "", second = ""] = await partitionsOf(table);
    await client.query(`drop table ${newest}, ${second}`);
    return [newest, second];
  };
  /** What PostgreSQL knows of the form of a partition, without its name. */
  const formOf = async (partition: string): Promise<string[]> => {
    const { rows } = await client.query<{ line: string }>(
      `select pg_get_constraintdef(oid) || conislocal::text || coninhcount::text as line from pg_constraint where conrelid = $1::regclass and contype <> 'n'
       union all select regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+', 'INDEX') || (select count(*)::text from pg_inherits where inhrelid = indexrelid)
         from pg_index where indrelid = $1::regclass
       union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::regclass and not tgisinternal
       union all select attname::text || attstorage::text || attnotnull::text from pg_attribute where attrelid = $1::regclass and attnum > 0`,
      [partition],
    );
    return rows.map(({ line }) => line.replaceAll(partition, "partition")).sort();
  };

  const inserted: Record<string, (at: string) => Promise<unknown>> = {
    audit_batch: (at) =>
      client.query(
        `insert into audit_batch (batch_id, created_at, count, records, ends, hashes, first_position)
         values (gen_random_uuid(), $1, 1, '{}', array[2], decode(repeat('00', 32), 'hex'), 0)`,
        [at],
      ),
    event: (at) =>
      client.query(
        `insert into event (tenant_id, position, event_id, type, subject, occurred_at, data, recorded_at)
         values (gen_random_uuid(), 1, gen_random_uuid(), 'payment.created', 'pay', $1, '', $1)`,
        [at],
      ),
    ledger_transfer: async (at) => {
      const { assetTypeId } = await assetType(store, await publisher(database.url));
      const asset = uuidOf("assetType", assetTypeId);
      const { rows } = await client.query<{ account_id: string }>(
        `insert into account (asset_type_id, account_id, kind, owner_id)
         select $1, gen_random_uuid(), 'wallet', gen_random_uuid() from generate_series(1, 2) returning account_id`,
        [asset],
      );
      await client.query(
        `insert into ledger_transfer (asset_type_id, transaction_id, leg, debit_account_id, credit_account_id, amount, created_at)
         values ($1, gen_random_uuid(), 0, $2, $3, 1, $4)`,
        [asset, rows[0]?.account_id, rows[1]?.account_id, at],
      );
    },
  };
  for (const [table, insert] of Object.entries(inserted)) {
    it(`gives the rows of a month of ${table} to the partition of the month, which is like any other`, async () => {
      const [newest, second] = await dropTwo(table);
      const [third = ""] = await partitionsOf(table);
      await insert(secondDayOf(second));
      const { rows: before } = await client.query(`select * from ${table}`);
      const { log, lines } = recordingLog();
      await makePartitions(store, log)();
      expect((await partitionsOf(table)).slice(0, 3)).to.deep.equal([newest, second, third]);
      expect(await count(second)).to.equal(1);
      expect(await count(`${table}_default`)).to.equal(0);
      expect((await client.query(`select * from ${table}`)).rows).to.deep.equal(before);
      const form = await formOf(second);
      expect(form).to.deep.equal(await formOf(third));
      expect(form).to.have.length.above(3);
      expect(lines()).to.equal("");
    });
  }

  it("loses no row and fails no round when several workers look after it at once", async () => {
    const months = (await partitionsOf("audit_batch")).toReversed();
    await client.query(`drop table ${months.join(", ")}`);
    for (const month of months.slice(6)) await inserted.audit_batch?.(secondDayOf(month));
    const { log, lines } = recordingLog();
    await Promise.all(Array.from({ length: 4 }, () => makePartitions(store, log)()));
    // A worker that waited too long for the others would try again an hour later.
    await makePartitions(store, log)();
    expect(await count("audit_batch_default")).to.equal(0);
    expect(await count("audit_batch")).to.equal(months.length - 6);
    expect(lines()).to.not.contain('"level":"error"');
    expect(await partitionsOf("audit_batch")).to.have.members(months);
  });

  describe("with too many rows of a month", () => {
    let newest: string;
    let second: string;
    beforeEach(async () => {
      [newest, second] = await dropTwo("ledger_transaction");
      await client.query(
        `insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, created_at)
         select gen_random_uuid(), gen_random_uuid(), 'issue', 1, $1 from generate_series(1, 5001)`,
        [secondDayOf(second)],
      );
    });

    it("keeps them; the other months are made, and rounds fail until an operator has moved the rows", async () => {
      const { log, lines } = recordingLog();
      let now = 0;
      const round = makePartitions(store, log, () => now);
      const failure = await round().then(
        () => "none",
        ({ message }: Error) => message,
      );
      expect(failure).to.contain(`ledger_transaction ${second.slice(-6)}`);
      const made = await partitionsOf("ledger_transaction");
      expect(made).to.include(newest);
      expect(made).to.not.include(second);
      expect(await count("ledger_transaction_default")).to.equal(5001);
      expect(lines()).to.match(/"level":"warn".*"table":"ledger_transaction"/);
      for (const table of partitionedTables) expect(await partitionsOf(table)).to.have.length.above(11);
      // Rounds go on failing without asking the database again, so that the alert sees it.
      const again = await round().catch(({ message }: Error) => message);
      expect(again).to.equal(failure);
      await client.query("delete from ledger_transaction_default");
      now += 3_600_000;
      expect(await round()).to.equal(false);
      expect(await partitionsOf("ledger_transaction")).to.include(second);
    });

    it("fails no round in a sandbox whose clock has run ahead", async () => {
      await store.transact((tx) => tx.clock.advance(60n));
      const { log, lines } = recordingLog();
      expect(await makePartitions(store, log)()).to.equal(false);
      expect(lines()).to.match(/"level":"warn".*"table":"ledger_transaction"/);
      expect(await partitionsOf("ledger_transaction")).to.include(newest);
    });
  });

  it("loses attempts to deliver events with the months that are removed, and keeps younger ones", async () => {
    const { rows } = await client.query<{ old: Date; young: Date }>(
      `select date_trunc('month', now() - interval '30 days', 'UTC') - interval '1 second' as old,
         date_trunc('month', now() - interval '30 days', 'UTC') as young`,
    );
    const young = rows[0]?.young as Date;
    // An installation that stood still has no partition of that month.
    await client.query(
      `drop table if exists webhook_delivery_${young.toISOString().slice(0, 7).replace("-", "")}`,
    );
    await client.query(
      `insert into webhook_delivery (delivery_id, webhook_id, tenant_id, event_id, position, sequence, attempt, created_at, duration_ms, status)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 1, 1, at, 1, 200 from unnest($1::timestamptz[]) at`,
      [[rows[0]?.old, young]],
    );
    expect(await count("webhook_delivery_default")).to.equal(2);
    await forgetDeliveries(store, recordingLog().log)();
    const { rows: kept } = await client.query("select created_at from webhook_delivery");
    expect(kept).to.deep.equal([{ created_at: young }]);
  });
});
