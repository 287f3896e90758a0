// Where lists of payments are read from when there are many.
import { expect } from "chai";
import type { Tenant } from "../../src/domain/access/principal.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { openPool } from "../../src/store/database.ts";
import { listQuery, type PaymentFilter } from "../../src/store/payment/list.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

describe("lists of payments", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  const merchantId = newId("merchant");
  const tenant: Tenant = { kind: "merchant", merchantId };

  before(async () => {
    database = await testDatabase();
    // Enough of them that reading all would be dearer than an index: a hundred merchants over a hundred days.
    const pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 60_000 });
    const merchant = uuidOf("merchant", merchantId);
    await pool.query("insert into publisher (publisher_id, name, created_at) values ($1, 'p', now())", [
      merchant,
    ]);
    await pool.query(
      `insert into asset_type (publisher_id, asset_type_id, code, name, decimals, refundable, refund_window_seconds, created_at)
         values ($1, $1, 'USDX', 'd', 2, true, 0, now())`,
      [merchant],
    );
    await pool.query(
      `insert into merchant (merchant_id, name, created_at) select case n when 0 then $1 else gen_random_uuid() end, 'm', now()
         from generate_series(0, 99) n`,
      [merchant],
    );
    await pool.query(
      `insert into payment (merchant_id, payment_id, asset_type_id, amount, nonce, created_at, expires_at, order_reference,
           status, failure_reason, ended_at)
         select m.merchant_id,
           (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7000' || substr(md5(n::text || m.merchant_id), 1, 16))::uuid,
           $1, 1, decode(md5(n::text), 'hex'), t, t + interval '1 hour', case when n % 10 = 0 then 'order-' || n end,
           case when n % 100 = 0 then 'failed' else 'pending' end, case when n % 100 = 0 then 'EXPIRED' end,
           case when n % 100 = 0 then t end
         from merchant m, generate_series(1, 400) n, lateral (select timestamptz '2026-01-01' + n * interval '6 hours' as t) x`,
      [merchant],
    );
    await pool.query("analyze payment");
    await pool.end();
  });

  after(() => database.close());

  const day = (number: number) => new Date(Date.UTC(2026, 0, number));
  const cases: [string, PaymentFilter, RegExp, RegExp][] = [
    ["a merchant", {}, /payment_pkey/, /merchant_id/],
    ["a time", { createdFrom: day(40), createdTo: day(41) }, /payment_pkey/, /payment_id >= .*payment_id </],
    ["those that failed", { status: "failed" }, /payment_unpaid/, /merchant_id .*status/],
    ["an order", { orderReference: "order-50" }, /payment_of_order/, /order_reference/],
    ["a reference", { reference: "RF18539007547034" }, /payment_reference/, /reference/],
  ];
  for (const [what, filter, index, range] of cases)
    it(`of ${what} are read from a range of one index`, async () => {
      const pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 });
      try {
        const { sql, bindings } = listQuery(tenant, filter, { size: 50 }, 0).toSQL().toNative();
        const { rows } = await pool.query(`explain ${sql}`, [...bindings]);
        const plan = rows.map((row) => row["QUERY PLAN"] as string).join("\n");
        expect(plan).to.match(index);
        expect(plan.split("\n").find((line) => /Index Cond/.test(line))).to.match(range);
        // The business clock is one row.
        expect(plan).not.to.match(/Seq Scan on (?!business_clock)/);
      } finally {
        await pool.end();
      }
    });
});
