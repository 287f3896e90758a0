// One who asks for much leaves connections for the others.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

describe("connections that owners share", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let store: Store;
  before(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 10, statementTimeoutMs: 30_000 });
  });
  after(async () => {
    await store.close();
    await database.close();
  });

  it("serve another one, and what has no owner, before the many requests of one", async () => {
    const many = store.of("mer_many");
    let done = 0;
    const all = Array.from({ length: 60 }, () =>
      many.transact(async (tx) => {
        await tx.clock.now();
        await sleep(50);
        done += 1;
      }),
    );
    const reads = Array.from({ length: 200 }, () => many.read.clock.now());
    const one = store.of("mer_one");
    const others = [
      one.transact((tx) => tx.clock.now()),
      one.read.clock.now(),
      store.read.clock.now(),
      store.transact((tx) => tx.clock.now()),
    ];
    await Promise.all(others);
    expect(done).to.be.below(20);
    await Promise.all([...all, ...reads]);
    expect(done).to.equal(60);
  });

  it("let what is in a transaction read beside it, however many do so at once", async () => {
    const { read, transact } = store.of("mer_many");
    const nested = () =>
      transact(async (tx) => {
        await tx.clock.now();
        return read.clock.now();
      });
    expect(await Promise.all(Array.from({ length: 50 }, nested))).to.have.length(50);
  });

  it("refuse at once what would wait behind too many of the same owner", async () => {
    const { transact } = store.of("mer_flood");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 700 }, () => transact((tx) => tx.clock.now())),
    );
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused.length).to.be.above(100).and.below(200);
    for (const one of refused) expect((one as PromiseRejectedResult).reason.name).to.equal("Crowded");
  });

  it("show one moment to all readers of a snapshot", async () => {
    const [inside, outside] = await store.of("operator").snapshot(async (read) => {
      await read.clock.now();
      await store.transact((tx) => tx.ledgerChecks.keep([]));
      return [await read.ledgerChecks.last(), await store.read.ledgerChecks.last()];
    });
    expect(inside).to.equal(undefined);
    expect(outside?.results).to.deep.equal([]);
  });

  it("give the statements of a caller's snapshot no more time than others", async () => {
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    const short = new Store({ url: database.url, poolMax: 5, statementTimeoutMs: 100 });
    try {
      await holder.query("begin; lock table ledger_check in access exclusive mode");
      const began = performance.now();
      const outcome = await short
        .of("operator")
        .snapshot((read) => read.ledgerChecks.last())
        .then(
          () => "read",
          () => "ended",
        );
      expect(outcome).to.equal("ended");
      expect(performance.now() - began).to.be.below(5_000);
    } finally {
      await holder.end();
      await short.close();
    }
  });
});
