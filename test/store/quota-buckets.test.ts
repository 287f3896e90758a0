import { expect } from "chai";
import pg from "pg";
import { type BucketDemand } from "../../src/store/quota-buckets.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

describe("quota buckets", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let store: Store;
  let client: pg.Client;
  before(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 4, statementTimeoutMs: 30_000 });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  beforeEach(() => client.query("delete from quota_bucket"));
  after(async () => {
    await client?.end();
    await store?.close();
    await database?.close();
  });

  const subject = (number: number): Buffer => Buffer.alloc(16, number);
  /** A bucket that gains so little that no test notices. */
  const demand = (number: number, over: Partial<BucketDemand> = {}): BucketDemand => ({
    subject: subject(number),
    unitsPerSecond: 1,
    capacity: 1_000_000,
    spent: 0,
    wanted: 0,
    ...over,
  });
  const lease = (...demands: BucketDemand[]) => store.reserved.quotaBuckets.lease(demands);
  /** Lets time pass for the buckets. */
  const pass = (seconds: number) =>
    client.query("update quota_bucket set asked_at = asked_at - make_interval(secs => $1)", [seconds]);

  it("are full at first, and give at most what they hold", async () => {
    const small = { capacity: 10 };
    const [first] = await lease(demand(1, { ...small, wanted: 7 }));
    expect(first).to.deep.equal({ granted: 7, left: 3 });
    const [second] = await lease(demand(1, { ...small, wanted: 7 }));
    expect(second?.granted).to.equal(3);
    expect(second?.left).to.be.within(0, 1);
  });

  it("gain their rate, up to their capacity", async () => {
    const size = { unitsPerSecond: 100, capacity: 1000 };
    await lease(demand(1, { ...size, wanted: 1000 }));
    await pass(5);
    const [some] = await lease(demand(1, { ...size, wanted: 400 }));
    expect(some?.granted).to.equal(400);
    expect(some?.left).to.be.within(100, 600);
    await pass(3600);
    expect(await lease(demand(1, { ...size, wanted: 2000 }))).to.deep.equal([{ granted: 1000, left: 0 }]);
  });

  it("gain their rate again at once when the clock of the database has been an hour ahead", async () => {
    const size = { unitsPerSecond: 100, capacity: 1000 };
    await lease(demand(1, { ...size, wanted: 1000 }));
    await pass(-3600);
    expect((await lease(demand(1, { ...size, wanted: 400 })))[0]).to.deep.equal({ granted: 0, left: 0 });
    await pass(5);
    const [some] = await lease(demand(1, { ...size, wanted: 400 }));
    expect(some?.granted).to.equal(400);
    expect(some?.left).to.be.within(100, 600);
  });

  it("gain nothing twice from a call that waited behind a later one", async () => {
    const size = { unitsPerSecond: 10, capacity: 1000 };
    await lease(demand(1, { ...size, wanted: 1000 }));
    await pass(-3);
    await lease(demand(1, size));
    const { rows } = await client.query(
      "select asked_at > now() + interval '1 second' as kept from quota_bucket",
    );
    expect(rows).to.deep.equal([{ kept: true }]);
  });

  it("account for what was spent on credit, and take back what was not spent", async () => {
    const [overdrawn] = await lease(demand(1, { capacity: 10, spent: 14, wanted: 5 }));
    expect(overdrawn).to.deep.equal({ granted: 0, left: -4 });
    const [returned] = await lease(demand(1, { capacity: 10, spent: -8, wanted: 0 }));
    expect(returned?.left).to.be.within(4, 5);
    const [full] = await lease(demand(1, { capacity: 10, spent: -100 }));
    expect(full?.left).to.equal(10);
    const [least] = await lease(demand(1, { capacity: 10, spent: 1000 }));
    expect(least?.left).to.equal(-10);
  });

  it("are leased for many subjects in the order of the demands", async () => {
    const demands = [9, 3, 7, 1].map((number) => demand(number, { wanted: number }));
    expect((await lease(...demands)).map(({ granted }) => granted)).to.deep.equal([9, 3, 7, 1]);
  });

  it("are given out once, also when several cores lease at once in any order", async () => {
    await using other = new Store({ url: database.url, poolMax: 4, statementTimeoutMs: 30_000 });
    const demands = Array.from({ length: 50 }, (_, number) => demand(number, { wanted: 1000 }));
    const rounds = await Promise.all(
      Array.from({ length: 40 }, (_, round) =>
        (round % 2 ? other : store).reserved.quotaBuckets.lease(round % 3 ? demands : demands.toReversed()),
      ),
    );
    expect(rounds.flat().every(({ granted }) => granted === 1000)).to.equal(true);
    const [{ left } = { left: 0 }] = await lease(demand(7));
    expect(left).to.be.within(1_000_000 - 40_000, 1_000_000 - 40_000 + 60);
  });

  it("are forgotten when they are full again", async () => {
    const size = { unitsPerSecond: 10, capacity: 1000 };
    await lease(demand(1, { ...size, wanted: 1000 }), demand(2, { ...size, wanted: 10 }));
    await pass(5);
    expect(await store.transact((tx) => tx.quotaBuckets.forget(100))).to.equal(1);
    await pass(100);
    expect(await store.transact((tx) => tx.quotaBuckets.forget(100))).to.equal(1);
  });
});
