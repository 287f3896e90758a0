// Connections that fall silent without being closed, while new ones work: they are given up, and only they.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { isUnavailable } from "../../src/store/constraints.ts";
import { Store } from "../../src/store/store.ts";
import { merchant } from "../support/fixtures.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { Relay } from "../support/relay.ts";

/** Within this an outage of this kind has to be over, with no hand laid on. */
const recoveryMs = 30_000;
/** Far above it: no time-out of the server's can be what ends the outage. */
const statementTimeoutMs = 120_000;

describe("connections that fall silent", function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let direct: pg.Client;
  let relay: Relay;
  let store: Store;
  let said: Error[];
  beforeEach(async () => {
    database = await testDatabase();
    direct = new pg.Client({ connectionString: database.url });
    await direct.connect();
    relay = await Relay.start(database.url);
    said = [];
    const onError = (error: Error): void => void said.push(error);
    store = new Store({ url: relay.url(database.url), poolMax: 6, statementTimeoutMs, onError });
  });
  afterEach(async () => {
    await relay.close();
    await store.close();
    await direct.end();
    await database.close();
  });

  /** Opens every connection of the pool, and leaves all idle. */
  const fill = async (): Promise<void> => {
    await Promise.all(Array.from({ length: 6 }, () => store.transact((tx) => tx.clock.now())));
    expect(relay.open).to.equal(6);
  };
  /** Milliseconds until it fulfils, again and again; each refusal has to say that the database is away. */
  const untilDone = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    for (;;)
      try {
        await work();
        return performance.now() - began;
      } catch (error) {
        expect(isUnavailable(error), String(error)).to.equal(true);
        if (performance.now() - began > recoveryMs) return performance.now() - began;
        await sleep(50);
      }
  };

  it("are given up with the idle ones of their time, and those that came after stay", async () => {
    await fill();
    expect(relay.silence()).to.equal(6);
    expect(await untilDone(() => store.read.clock.now())).to.be.below(recoveryMs);
    expect(said.map(({ name }) => name)).to.include("DatabaseSilent");
    // All six are gone, not the one alone that was tried.
    expect(relay.silent).to.equal(0);
    const since = said.length;
    const began = performance.now();
    await fill();
    expect(performance.now() - began).to.be.below(4_000);
    expect(said).to.have.length(since);
  });

  it("are given up when all are in use at once, with all that was sent on them", async () => {
    await fill();
    relay.silence();
    const reads = Array.from({ length: 20 }, () => untilDone(() => store.read.clock.now()));
    const writes = Array.from({ length: 20 }, () =>
      untilDone(() => store.transact(async (tx) => tx.clock.now())),
    );
    for (const ms of await Promise.all([...reads, ...writes])) expect(ms).to.be.below(recoveryMs);
  });

  it("are not those that wait for a slow statement or a lock", async () => {
    await fill();
    await direct.query("begin; lock table business_clock in access exclusive mode");
    const waiting = store.read.clock.now();
    await sleep(12_000);
    await direct.query("commit");
    expect(await waiting).to.be.instanceOf(Date);
    expect(said).to.deep.equal([]);
  });

  it("leave no lock behind, although the server has not missed its client", async () => {
    const merchantId = await merchant(store);
    const holding = store
      .transact(async (tx) => {
        await tx.merchants.lock(merchantId);
        relay.silence();
        await tx.clock.now();
      })
      .catch((error: unknown) => error);
    const error = await holding;
    expect(isUnavailable(error), String(error)).to.equal(true);
    expect(await untilDone(() => store.transact((tx) => tx.merchants.lock(merchantId)))).to.be.below(5_000);
    const { rows } = await direct.query(
      "select state from pg_stat_activity where datname = current_database() and state like 'idle in%'",
    );
    expect(rows).to.deep.equal([]);
  });

  it("refuse a commit whose answer is lost, so that its caller asks again; what was committed stays", async () => {
    await fill();
    const error = await store
      .transact(async (tx) => {
        await tx.clock.advance(60n);
        relay.loseAnswers();
      })
      .catch((reason: unknown) => reason);
    expect(isUnavailable(error), String(error)).to.equal(true);
    const { rows } = await direct.query("select offset_seconds from business_clock");
    expect(rows).to.deep.equal([{ offset_seconds: "60" }]);
  });

  it("do not hold up health, nor the end of the store", async () => {
    await fill();
    expect(await store.isReachable()).to.equal(true);
    relay.silence();
    const began = performance.now();
    const hung = store.read.clock.now().catch((error: unknown) => error);
    const answers = await Promise.all(Array.from({ length: 20 }, () => store.isReachable()));
    expect(answers).to.deep.equal(Array.from({ length: 20 }, () => false));
    expect(performance.now() - began).to.be.below(5_000);
    while (!(await store.isReachable())) await sleep(50);
    expect(performance.now() - began).to.be.below(recoveryMs);
    expect(isUnavailable(await hung)).to.equal(true);

    await store.read.clock.now();
    relay.silence();
    const last = store.read.clock.now().catch((error: unknown) => error);
    await sleep(20);
    await store.close();
    store = new Store({ url: database.url, poolMax: 1, statementTimeoutMs });
    expect(isUnavailable(await last), String(await last)).to.equal(true);
  });
});
