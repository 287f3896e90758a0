// Lists read no more rows than they return, whatever is asked for and however many other rows exist: an index holds the rows of each
// combination of filters in the order of the list.
import { expect } from "chai";
import pg from "pg";
import { idOf, newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { paymentStatuses } from "../../src/domain/payment/payment.ts";
import { openPool, type Session, type Statement } from "../../src/store/database.ts";
import { EventReader } from "../../src/store/event/log.ts";
import { TransactionReader } from "../../src/store/ledger/transactions.ts";
import { MerchantDeviceReader } from "../../src/store/merchant/devices.ts";
import { MerchantReader } from "../../src/store/merchant/merchants.ts";
import { type PaymentFilter } from "../../src/store/payment/list.ts";
import { PaymentReader } from "../../src/store/payment/reader.ts";
import { PublisherReader } from "../../src/store/publisher/publishers.ts";
import { type RefundFilter, RefundReader } from "../../src/store/refunds.ts";
import { SettlementReader } from "../../src/store/settlement/reader.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

/** A node of a plan that was carried out. */
interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Alias?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Query {
  toSQL(): { toNative(): { sql: string; bindings: readonly unknown[] } };
}

const all = { kind: "all" } as const;
const size = 20;

/** Every choice of one value for each name; undefined where a name is not asked for. */
function choices<T extends object>(of: { [Name in keyof T]-?: readonly (T[Name] | undefined)[] }): T[] {
  let made: object[] = [{}];
  for (const [name, values] of Object.entries<readonly unknown[]>(of))
    made = made.flatMap((each) =>
      values.map((value) => (value === undefined ? each : { ...each, [name]: value })),
    );
  return made as T[];
}

describe("lists", function () {
  this.timeout(180_000);
  let database: TestDatabase;
  let pool: pg.Pool;
  const merchantId = newId("merchant");
  const merchant = { kind: "merchant", merchantId } as const;
  const day = (number: number): Date => new Date(Date.UTC(2026, 0, 1) + number * 86_400_000);
  let one: { assetTypeId: string; deviceId: string; paymentId: string; settlementId: string };

  before(async () => {
    database = await testDatabase();
    pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 120_000 });
    // Only the indexes matter here, and rows of one table need no rows of others.
    const { rows: keys } = await pool.query(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text from pg_constraint
         where contype = 'f' and conrelid in ('payment'::regclass, 'refund'::regclass, 'settlement'::regclass, 'merchant_device'::regclass) and conparentid = 0`,
    );
    for (const { text } of keys) await pool.query(text);
    const uuid =
      "(lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7000' || substr(md5(n || '/' || m), 1, 16))::uuid";
    // Eight merchants. What is rare is old, so that a reader who takes the newest and leaves out what does not fit reads much.
    const source = `generate_series(1, 4000) n, generate_series(0, 7) m,
      lateral (select timestamptz '2026-01-01' + n * interval '15 minutes' as t,
        case m when 0 then $1::uuid else md5('merchant' || m)::uuid end as merchant_id,
        md5('type' || case when n <= 1600 then n % 2 else 2 end)::uuid as asset_type_id,
        case when n <= 2400 and n % 3 > 0 then md5('device' || m || n % 3)::uuid end as device_id,
        (array['pending', 'completed', 'failed', 'cancelled'])[1 + case when n <= 3200 then n / 2 % 4 when m = 0 then 1 else 0 end] as status) x`;
    const own = uuidOf("merchant", merchantId);
    await pool.query(
      `insert into payment (merchant_id, payment_id, asset_type_id, device_id, amount, nonce, created_at, expires_at, order_reference,
           status, failure_reason, ended_at, transaction_id, wallet_id)
         select merchant_id, ${uuid}, asset_type_id, device_id, 1, decode(md5(n::text), 'hex'), t, 'infinity',
           case when n <= 1200 then 'order-' || n % 100 end, status,
           case when status = 'failed' then 'EXPIRED' end, case when status <> 'pending' then t end,
           case when status = 'completed' then gen_random_uuid() end, case when status = 'completed' then gen_random_uuid() end
         from ${source}`,
      [own],
    );
    await pool.query(
      `insert into refund (merchant_id, refund_id, payment_id, asset_type_id, original_transaction_id, amount, reason, status,
           transaction_id, created_at, ended_at)
         select merchant_id, ${uuid}, md5('payment' || m || n / 100)::uuid, asset_type_id, gen_random_uuid(), 1, 'r',
           case status when 'cancelled' then 'failed' else status end,
           case when status = 'completed' then gen_random_uuid() end, t, case when status <> 'pending' then t end
         from ${source}`,
      [own],
    );
    await pool.query(
      `insert into settlement (merchant_id, settlement_id, asset_type_id, network, network_asset, account, amount, status, transaction_id,
           created_at, finalized_at)
         select merchant_id, ${uuid}, asset_type_id, 'n:1', 'n:1/a:1', 'n:1:a', 1,
           case status when 'completed' then 'finalized' when 'failed' then 'reverted' when 'cancelled' then 'confirmed' else status end,
           gen_random_uuid(), t, case when status = 'completed' then t end
         from ${source}`,
      [own],
    );
    const { rows } = await pool.query(
      "select asset_type_id, device_id, payment_id from payment where merchant_id = $1 and device_id is not null order by payment_id limit 1",
      [own],
    );
    const settled = await pool.query(
      "select settlement_id from settlement where merchant_id = $1 order by settlement_id limit 1",
      [own],
    );
    one = {
      assetTypeId: idOf("assetType", rows[0].asset_type_id),
      deviceId: idOf("device", rows[0].device_id),
      paymentId: idOf("payment", rows[0].payment_id),
      settlementId: idOf("settlement", settled.rows[0].settlement_id),
    };
    // A hundred refunds of one payment, half of them in one settlement.
    await pool.query(
      `update refund set payment_id = $2, settlement_id = case when status = 'completed' then $3::uuid end where refund_id in
         (select refund_id from refund where merchant_id = $1 and status in ('completed', 'failed') order by refund_id limit 100)`,
      [own, rows[0].payment_id, settled.rows[0].settlement_id],
    );
    await pool.query(
      "insert into merchant_device (merchant_id, device_id, name, created_at) select distinct merchant_id, device_id, 'd', now() from payment where device_id is not null",
    );
    await pool.query("vacuum analyze payment, refund, settlement, merchant_device");
  });

  after(async () => {
    await pool.end();
    await database.close();
  });

  /** The rows of a table that a list read and that it returned. */
  async function reads(
    table: string,
    list: (session: Session) => Promise<unknown>,
  ): Promise<[number, number, string]> {
    const asked: { sql: string; bindings: readonly unknown[] }[] = [];
    const query = (built: Query) => Promise.resolve((asked.push(built.toSQL().toNative()), []));
    const run = ({ text }: Statement, values: readonly unknown[]) =>
      Promise.resolve((asked.push({ sql: text, bindings: values }), []));
    await list({ query, run } as unknown as Session);
    const { sql, bindings } = asked[0]!;
    const { rows } = await pool.query(`explain (analyze, timing off, format json) ${sql}`, [...bindings]);
    const [{ Plan: plan }] = rows[0]["QUERY PLAN"];
    let read = 0;
    const visit = (node: PlanNode): void => {
      const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
      // A partition has the name of its table and a month.
      if (node["Relation Name"]?.startsWith(table))
        read += (node["Actual Rows"] + removed) * node["Actual Loops"];
      node.Plans?.forEach(visit);
    };
    visit(plan);
    return [
      read,
      plan["Actual Rows"],
      JSON.stringify(plan, ["Node Type", "Index Name", "Index Cond", "Filter", "Actual Rows", "Plans"], 1),
    ];
  }

  const times = () => [
    undefined,
    { from: day(2), offsetSeconds: 0 },
    { to: day(10.005), offsetSeconds: 0 },
    { from: day(3), to: day(12.005), offsetSeconds: 0 },
  ];
  const pages = () => [{ size }, { size, after: day(20) }];
  const afterIn = (kind: "payment" | "refund" | "settlement", page: { size: number; after?: Date }) => ({
    size,
    ...(page.after
      ? {
          after: idOf(
            kind,
            `${page.after
              .getTime()
              .toString(16)
              .padStart(12, "0")
              .replace(/(.{8})/, "$1-")}-7000-8000-000000000000`,
          ),
        }
      : {}),
  });

  it("of payments read what they return, for a merchant and for the operator", async () => {
    const filters = choices<PaymentFilter>({
      merchantId: [undefined],
      status: [undefined, ...paymentStatuses],
      assetTypeId: [undefined, one.assetTypeId],
      deviceId: [undefined, one.deviceId],
      orderReference: [undefined],
      reference: [undefined],
      created: times(),
    });
    let full = 0;
    for (const tenant of [merchant, all])
      for (const page of pages())
        for (const filter of filters) {
          const [read, returned, plan] = await reads("payment", (session) =>
            new PaymentReader(session).list(tenant, filter, afterIn("payment", page)),
          );
          if (returned > size) full += 1;
          // A merge looks at one row more of each status.
          expect(read - returned, JSON.stringify([tenant.kind, filter, plan])).to.be.at.most(3);
        }
    expect(full, "lists with more than a page").to.be.above(100);
  });

  it("of payments of one order or reference read few", async () => {
    for (const tenant of [merchant, all])
      for (const filter of [{ orderReference: "order-1" }, { reference: "RF18539007547034" }]) {
        const [read, returned, plan] = await reads("payment", (session) =>
          new PaymentReader(session).list(tenant, filter, { size }),
        );
        expect(read, plan).to.equal(returned);
      }
  });

  it("of refunds read what they return", async () => {
    const filters = [
      ...choices<RefundFilter>({
        paymentId: [undefined],
        settlementId: [undefined],
        status: [undefined, "pending", "completed", "failed"],
        created: times(),
      }),
      { paymentId: one.paymentId },
      { settlementId: one.settlementId },
    ];
    for (const tenant of [merchant, all])
      for (const page of pages())
        for (const filter of filters) {
          const [read, returned, plan] = await reads("refund", (session) =>
            new RefundReader(session).list(tenant, filter, afterIn("refund", page)),
          );
          expect(read, JSON.stringify([tenant.kind, filter, plan])).to.equal(returned);
          if (!filter.created && !page.after) expect(returned, JSON.stringify(filter)).to.be.above(size);
        }
  });

  it("of events read what they return, of all types that are shown and of one, and those of the resource", async () => {
    await pool.query(
      `insert into event (tenant_id, position, event_id, merchant_id, type, subject, occurred_at, data, recorded_at)
         select md5('tenant' || n % 10)::uuid, n, gen_random_uuid(), md5('tenant' || n % 10)::uuid,
           case when n > 8000 then 'asset.revoked' when n % 100 < 20 then 'payment.completed' else 'payment.created' end,
           'r' || n / 10, now(), '', now() + n / 5000 * interval '31 days'
         from generate_series(1, 10000) n`,
    );
    await pool.query("vacuum analyze event");
    const owner = (await pool.query("select md5('tenant1')::uuid as id")).rows[0].id;
    const shown = ["payment.completed", "payment.failed", "asset.revoked"];
    for (const tenant of [{ kind: "merchant", merchantId: idOf("merchant", owner) }, all] as const)
      for (const types of [shown, ...shown.map((type) => [type])])
        for (const after of [0n, 5000n]) {
          const [read, returned, plan] = await reads("event", (session) =>
            new EventReader(session).list(tenant, types, after, size),
          );
          // At most a page of each type that has events, and one row more of each of three months.
          const most = types.length === 1 ? returned + 3 : 2 * (size + 3);
          expect(read, JSON.stringify([tenant.kind, types, plan])).to.be.at.most(most);
          expect(returned).to.equal(types[0] === "payment.failed" ? 0 : size);
        }
    for (const tenant of [{ kind: "merchant", merchantId: idOf("merchant", owner) }, all] as const) {
      const [read, returned, plan] = await reads("event", (session) =>
        new EventReader(session).listAbout("r5", tenant, ["payment.created"], 0n, size),
      );
      // The resource has ten events, one of this tenant.
      expect(read, plan).to.be.at.most(10);
      expect(returned, plan).to.equal(tenant.kind === "all" ? 10 : 1);
    }
  });

  it("of merchants, publishers and terminals with a status read what they return", async () => {
    const made = "from generate_series(1, 3000) n";
    const id = "(lpad(to_hex(n), 12, '0') || '7000' || substr(md5(n::text), 1, 16))::uuid";
    const status = "case when n < 200 then 'suspended' else 'active' end";
    await pool.query(
      `insert into merchant (merchant_id, name, status, created_at) select ${id}, 'Shop ' || n % 30 || ' ' || n, ${status}, now() ${made}`,
    );
    await pool.query(
      `insert into publisher (publisher_id, name, status, created_at) select ${id}, 'p', ${status}, now() ${made}`,
    );
    await pool.query(
      `insert into merchant_device (merchant_id, device_id, name, status, created_at) select $1, ${id}, 'd', ${status}, now() ${made}`,
      [uuidOf("merchant", merchantId)],
    );
    await pool.query("vacuum analyze merchant, publisher, merchant_device");
    const page = { size };
    const filter = { status: "suspended" } as const;
    for (const [table, list] of [
      ["merchant", (session) => new MerchantReader(session).list(filter, page)],
      ["merchant", (session) => new MerchantReader(session).list({ namePrefix: "shop 1" }, page)],
      ["merchant", (session) => new MerchantReader(session).list({ ...filter, namePrefix: "shop 1" }, page)],
      ["publisher", (session) => new PublisherReader(session).list(filter, page)],
      ["merchant_device", (session) => new MerchantDeviceReader(session).list(merchantId, filter, page)],
    ] as [string, (session: Session) => Promise<unknown>][]) {
      const [read, returned, plan] = await reads(table, list);
      expect([table, read], plan).to.deep.equal([table, size + 1]);
      expect(returned).to.equal(size + 1);
    }
  });

  it("of all transactions, or those of an asset type, read what they return", async () => {
    // Before 5,000 transactions of another asset type, as many as fit on two pages. All are of one month, which is one partition.
    await pool.query(
      `insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, merchant_id, created_at)
         select case when n <= 30 then $2::uuid else md5('another')::uuid end,
           (lpad(to_hex(n), 12, '0') || '7000' || substr(md5(n::text), 1, 16))::uuid, 'payment', 1, $1, date_trunc('month', now()) + n * interval '1 second'
         from generate_series(1, 5030) n`,
      [uuidOf("merchant", merchantId), uuidOf("assetType", one.assetTypeId)],
    );
    await pool.query("vacuum analyze ledger_transaction");
    for (const filter of [{}, { assetTypeId: one.assetTypeId }]) {
      const [read, returned, plan] = await reads("ledger_transaction", (session) =>
        new TransactionReader(session).list(all, filter, { size }),
      );
      expect(read, JSON.stringify([filter, plan])).to.equal(returned);
      expect(returned).to.equal(size + 1);
    }
  });

  it("of transactions of a kind read what they return, for a merchant and for the operator", async () => {
    // Old: two pages of refunds. Newer: thousands of settlements of the same merchant, and of another one's payments.
    await pool.query(
      `insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, merchant_id, refund_id, settlement_id, created_at)
         select md5('type')::uuid, (lpad(to_hex(n), 12, '0') || '7000' || substr(md5('kind' || n), 1, 16))::uuid,
           case when n <= 30 then 'refund' when n % 2 = 0 then 'settlement' else 'payment' end, 1,
           case when n <= 30 or n % 2 = 0 then $1 else md5('other')::uuid end,
           case when n <= 30 then gen_random_uuid() end, case when n > 30 and n % 2 = 0 then gen_random_uuid() end,
           date_trunc('month', now()) + n * interval '1 second'
         from generate_series(1, 5030) n`,
      [uuidOf("merchant", merchantId)],
    );
    await pool.query("vacuum analyze ledger_transaction");
    for (const party of [merchant, all])
      for (const kind of ["refund", "settlement", "payout"] as const) {
        const [read, returned, plan] = await reads("ledger_transaction", (session) =>
          new TransactionReader(session).list(party, { kind }, { size }),
        );
        expect(read, JSON.stringify([party.kind, kind, plan])).to.equal(returned);
        expect(returned, kind).to.equal(kind === "payout" ? 0 : size + 1);
      }
  });

  it("of settlements read what they return", async () => {
    const filters = choices<NonNullable<Parameters<SettlementReader["list"]>[1]>>({
      merchantId: [undefined, merchantId],
      paymentId: [undefined],
      status: [undefined, "pending", "confirmed", "finalized", "reverted"],
      created: times(),
    });
    for (const tenant of [merchant, all])
      for (const page of pages())
        for (const filter of filters) {
          const [read, returned, plan] = await reads("settlement", (session) =>
            new SettlementReader(session).list(tenant, filter, afterIn("settlement", page)),
          );
          // A status that most of the newest have is as well read from all of them.
          expect(read - returned, JSON.stringify([tenant.kind, filter, plan])).to.be.at.most(5);
          if (!filter.created && !page.after) expect(returned, JSON.stringify(filter)).to.be.above(size);
        }
  });
});
