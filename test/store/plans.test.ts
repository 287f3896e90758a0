// A plan that was made over an empty table must still be good when the table is large.
import { expect } from "chai";
import { openPool } from "../../src/store/database.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

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
});
