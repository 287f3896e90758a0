// A plan that was made over an empty table must still be good when the table is large.
import { expect } from "chai";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { AccessCertificateReader } from "../../src/store/access-certificates.ts";
import { AlarmReader } from "../../src/store/alarms.ts";
import { listStatement } from "../../src/store/asset/list.ts";
import { openPool, type Session, type Statement } from "../../src/store/database.ts";
import { EventSequencer } from "../../src/store/event/log.ts";
import { MovementReader } from "../../src/store/ledger/movements.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

/** The statement of this name, as it is run by the product; it gets no rows here. */
async function statementOf(name: string, work: (session: Session) => Promise<unknown>): Promise<string> {
  const ran: Statement[] = [];
  const run = (statement: Statement) => Promise.resolve((ran.push(statement), []));
  await work({ run, one: run } as unknown as Session);
  const { text } = ran.find((statement) => statement.name === name) ?? {};
  if (text === undefined) throw new Error(`no statement ${name} was run`);
  return text;
}

describe("plans of prepared statements", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  before(async () => {
    database = await testDatabase();
  });
  after(() => database.close());

  it("find by index, also those that were planned over an empty table", async () => {
    const pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 });
    try {
      await pool.query("set plan_cache_mode = force_generic_plan");
      await pool.query(`prepare asked as select i.response from unnest($1::text[]) as x (key)
          left join idempotency i on i.caller = 'c' and i.operation = 'o' and i.key = x.key`);
      const { rows } = await pool.query("explain execute asked(array['a', 'b'])");
      const plan = rows.map((row) => row["QUERY PLAN"] as string).join("\n");
      expect(plan).to.match(/Index (Only )?Scan|Bitmap Index Scan/);
      expect(plan).not.to.match(/Seq Scan|Hash|Merge/);
    } finally {
      await pool.end();
    }
  });

  const page = { size: 50 };
  const kinds = ["good", "ticket"] as const;
  const statuses = ["active", "revoked"] as const;
  for (const [name, filter, index] of [
    ["a publisher", { publisherId: newId("publisher"), kinds, statuses }, "asset_of_publisher_listed"],
    ["an asset type", { assetTypeId: newId("assetType"), kinds, statuses }, "asset_of_type_listed"],
  ] as const) {
    it(`list the assets of ${name} from one range of an index for each kind and state, without sorting them`, async () => {
      const pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 });
      try {
        await pool.query("set plan_cache_mode = force_generic_plan");
        const { statement } = listStatement(filter, page);
        await pool.query(`prepare listed as ${statement.text}`);
        const all = "array['good'], array['active'], 'ffffffff-ffff-ffff-ffff-ffffffffffff', 51";
        const owner = "'00000000-0000-0000-0000-000000000001'";
        const { rows } = await pool.query(`explain execute listed(${owner}, ${all})`);
        const plan = rows.map((row) => row["QUERY PLAN"] as string).join("\n");
        expect(plan).to.match(new RegExp(`Index Only Scan Backward using ${index}`));
        const [range = ""] = plan.split(index).slice(1);
        for (const column of ["kind", "status", "asset_id <"])
          expect(range.split("\n")[1]).to.contain(column);
        expect(plan).not.to.match(/Seq Scan on asset|Hash|Merge Join/);
      } finally {
        await pool.end();
      }
    });
  }

  it("find the certificate of a TLS client, and list those of its holder, by the indexes of their tables", async () => {
    const pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 });
    try {
      await pool.query("set plan_cache_mode = force_generic_plan");
      const planOf = async (name: string, text: string, values: string): Promise<string> => {
        await pool.query(`prepare ${name} as ${text}`);
        const { rows } = await pool.query(`explain execute ${name}(${values})`);
        return rows.map((row) => row["QUERY PLAN"] as string).join("\n");
      };
      const presented = await statementOf("access_certificate_presented", (session) =>
        new AccessCertificateReader(session).presented(Buffer.of(1), Buffer.of(2)),
      );
      const found = await planOf("presented", presented, "'\\x01', '\\x02'");
      for (const table of ["merchant_certificate", "publisher_access_certificate"])
        expect(found).to.contain(`Index Scan using ${table}_of_key`);
      expect(found).not.to.match(/Seq Scan|Hash|Merge/);
      const named = await statementOf("access_certificate_find", (session) =>
        new AccessCertificateReader(session).find(newId("certificate")),
      );
      const byName = await planOf("named", named, "gen_random_uuid()");
      for (const table of ["merchant_certificate", "publisher_access_certificate"])
        expect(byName).to.contain(`Index Scan using ${table}_by_id`);

      const asked: string[] = [];
      const query = (builder: { toSQL(): { toNative(): { sql: string } } }) =>
        Promise.resolve((asked.push(builder.toSQL().toNative().sql), []));
      const reader = new AccessCertificateReader({ query } as unknown as Session);
      const publisherId = newId("publisher");
      await reader.list({ kind: "publisher", publisherId }, page);
      await reader.list({ kind: "merchant", merchantId: newId("merchant") }, page);
      const tables = ["publisher_access_certificate", "merchant_certificate"];
      for (const [index, table] of tables.entries()) {
        const listed = await planOf(`of_${table}`, asked[index] ?? "", "gen_random_uuid(), 51");
        expect(listed).to.contain(`Index Scan Backward using ${table}_pkey`);
        expect(listed).not.to.match(/Seq Scan|Sort/);
        expect(listed).not.to.contain(`on ${tables[1 - index]}`);
      }
    } finally {
      await pool.end();
    }
  });

  it("list the movements of a wallet from the newest on, by the indexes of its account", async () => {
    const pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 });
    try {
      await pool.query("set plan_cache_mode = force_generic_plan");
      const text = await statementOf("wallet_movements_debit_account_id_credit_account_id", (session) =>
        new MovementReader(session).list(newId("wallet"), {}, page),
      );
      await pool.query(`prepare moved as ${text}`);
      const wallet = "'00000000-0000-0000-0000-000000000001'";
      const { rows } = await pool.query(
        `explain execute moved(${wallet}, null, null, null, null, null, null, 51)`,
      );
      const plan = rows.map((row) => row["QUERY PLAN"] as string).join("\n");
      for (const side of ["debit", "credit"])
        expect(plan).to.match(
          new RegExp(`Index Scan Backward using ledger_transfer_\\d+_${side}_account_id_created_at_idx`),
        );
      // From the index in its order: no more is sorted than what is of the same moment.
      expect(plan).to.match(/Presorted Key: l(_\d+)?\.created_at/);
      expect(plan).not.to.match(/Seq Scan on (ledger|account)|Hash Join|Merge Join/);
    } finally {
      await pool.end();
    }
  });

  it("move events out of an outbox that was empty when its statistics were taken, each looked at once", async () => {
    const pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 });
    try {
      await pool.query("vacuum analyze outbox");
      await pool.query("set plan_cache_mode = force_generic_plan");
      const text = await statementOf("event_sequence", (session) =>
        new EventSequencer(session).advance(1000),
      );
      await pool.query(`prepare moved_on as ${text}`);
      const { rows } = await pool.query("explain execute moved_on(1000)");
      const plan = rows.map((row) => row["QUERY PLAN"] as string).join("\n");
      expect(plan)
        .to.match(/Tid Scan on outbox/)
        .and.to.match(/Index (Only )?Scan using outbox_append_order on/)
        .and.to.match(/Index (Only )?Scan using outbox_append_order_of_tenant on/);
      // What follows marks webhook endpoints, which it finds by their tenants.
      expect(plan).to.match(/Index Scan using webhook_of_tenant/);
      const [moving] = plan.split("CTE locked");
      expect(moving).not.to.match(/Seq Scan on outbox|Nested Loop|Hash|Merge/);
    } finally {
      await pool.end();
    }
  });

  it("answer the questions behind the alarms from indexes that have only what they ask for", async () => {
    const pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 });
    const asked = [
      [
        "alarm_waiting_settlements",
        (alarms: AlarmReader) => alarms.waitingSettlements(),
        /using settlement_in_flight|on settlement_in_flight/,
      ],
      ["alarm_late_deliveries", (alarms: AlarmReader) => alarms.lateEndpoints(), /webhook_cursor_due/],
      ["alarm_disabled_webhooks", (alarms: AlarmReader) => alarms.disabledEndpoints(), /webhook_disabled/],
      [
        "alarm_vetoed_recoveries",
        (alarms: AlarmReader) => alarms.vetoedRecoveries(),
        /wallet_recovery_vetoed/,
      ],
      ["alarm_unordered_since", (alarms: AlarmReader) => alarms.unorderedSince(), /outbox_append_order/],
    ] as const;
    try {
      // Tables are empty here, and a plan over an empty table reads the table if it may.
      await pool.query("set enable_seqscan = off");
      for (const [name, ask, index] of asked) {
        const text = await statementOf(name, (session) =>
          ask(new AlarmReader(session)).catch(() => undefined),
        );
        const { rows } = await pool.query(`explain ${text}`);
        const plan = rows.map((row) => row["QUERY PLAN"] as string).join("\n");
        expect(plan, name).to.match(index);
        expect(plan, name).not.to.match(/Seq Scan on (?!business_clock)/);
      }
    } finally {
      await pool.end();
    }
  });
});
