// Statements that are sent without being waited for: their failure is the transaction's, under its own name.
import { expect } from "chai";
import pg from "pg";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { idOf, newId } from "../../src/domain/identifier/identifier.ts";
import { newPayment } from "../../src/domain/payment/payment.ts";
import { Refused } from "../../src/domain/refused.ts";
import { isUnavailable } from "../../src/store/constraints.ts";
import { Store, type Transaction } from "../../src/store/store.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

describe("a transaction", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let store: Store;
  let client: pg.Client;
  let usdx: AssetType;
  let merchantId: string;
  before(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 2, statementTimeoutMs: 30_000 });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    usdx = await assetType(store, await publisher(database.url));
    merchantId = await merchant(store);
  });
  after(async () => {
    await client.end();
    await store.close();
    await database.close();
  });
  beforeEach(() => client.query("delete from payment"));

  const insert = async (tx: Transaction, payee: string): Promise<void> =>
    tx.payments.insert([
      newPayment(
        { merchantId: payee, assetTypeId: usdx.assetTypeId, amount: 1n },
        new Date("2026-01-01T00:00:00Z"),
        60,
      ),
    ]);
  const stored = async (): Promise<number> =>
    (await client.query("select count(*)::int as n from payment")).rows[0].n;
  const failure = (work: (tx: Transaction) => Promise<void>): Promise<unknown> =>
    store.transact(work).then(
      () => undefined,
      (error: unknown) => error,
    );

  it("commits what was sent", async () => {
    await store.transact((tx) => insert(tx, merchantId));
    expect(await stored()).to.equal(1);
  });

  it("may wait for a network's node longer than a statement may take", async () => {
    await using hasty = new Store({ url: database.url, poolMax: 1, statementTimeoutMs: 100 });
    const now = await hasty.transact(async (tx) => {
      await tx.clock.now();
      await new Promise((resolve) => setTimeout(resolve, 400));
      return tx.clock.now();
    });
    expect(now).to.be.instanceOf(Date);
  });

  it("fails at its commit with the error of what was sent, and stores nothing", async () => {
    const error = await failure(async (tx) => {
      await insert(tx, merchantId);
      await insert(tx, newId("merchant"));
      await insert(tx, merchantId);
    });
    expect(error).to.be.instanceOf(pg.DatabaseError).with.property("constraint", "payment_merchant_id_fkey");
    expect(await stored()).to.equal(0);
  });

  it("fails with the error of what was sent also when a later statement is refused because of it", async () => {
    const error = await failure(async (tx) => {
      await insert(tx, newId("merchant"));
      await tx.clock.now();
    });
    expect(error).to.be.instanceOf(pg.DatabaseError).with.property("constraint", "payment_merchant_id_fkey");
  });

  it("runs anew when what was sent fails for contention", async () => {
    const scope = { caller: "operator", operation: "CreatePayment", key: "contended" };
    const answer = { scope, requestHash: Buffer.alloc(32), response: Buffer.alloc(1), sealed: false };
    await store.transact((tx) => tx.idempotency.keep([answer]));
    let runs = 0;
    await store.transact(async (tx) => {
      // As if the other transaction had committed between looking and keeping.
      if (++runs === 1) await tx.idempotency.keep([answer]);
      await tx.clock.now();
    });
    expect(runs).to.equal(2);
  });

  it("gives its connection back for the next one, whatever happened", async () => {
    for (let i = 0; i < 5; i++) await failure((tx) => insert(tx, newId("merchant")));
    await store.transact((tx) => insert(tx, merchantId));
    expect(await stored()).to.equal(1);
  });

  it("leaves a server that accepts no writes any more for the one that does", async () => {
    const { rows } = await client.query("select quote_ident(current_database()) as name");
    await using late = new Store({ url: database.url, poolMax: 1, statementTimeoutMs: 30_000 });
    await client.query(`alter database ${rows[0].name} set default_transaction_read_only = on`);
    try {
      expect(await late.read.clock.now()).to.be.instanceOf(Date);
      expect(await late.isReachable()).to.equal(false);
    } finally {
      // Sessions that are open stay as they are, as on the former primary after a failover.
      await client.query(`alter database ${rows[0].name} reset default_transaction_read_only`);
    }
    expect(await late.isReachable()).to.equal(true);
    const error = await late
      .transact((tx) => insert(tx, merchantId))
      .then(
        () => undefined,
        (e: unknown) => e,
      );
    expect(error).to.be.instanceOf(pg.DatabaseError).with.property("code", "25006");
    expect(isUnavailable(error)).to.equal(true);
    await late.transact((tx) => insert(tx, merchantId));
    expect(await stored()).to.equal(1);
  });

  it("fails for a database that is away when its host cannot be reached", () => {
    for (const code of ["EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ECONNABORTED", "ENETDOWN", "EHOSTDOWN"])
      expect(isUnavailable(Object.assign(new Error(code), { code })), code).to.equal(true);
    const idle = Object.assign(new pg.DatabaseError("idle", 0, "error"), { code: "25P03" });
    expect(isUnavailable(idle)).to.equal(true);
    expect(isUnavailable(Object.assign(new Error("full"), { code: "EACCES" }))).to.equal(false);
  });

  it("gives up a lock that somebody else holds after the time set", async () => {
    await store.transact((tx) => insert(tx, merchantId));
    await client.query("begin");
    const { rows } = await client.query("select payment_id from payment for update");

    const error = await store
      .transact((tx) => tx.payments.lock(idOf("payment", rows[0].payment_id)), { lockTimeoutMs: 50 })
      .then(
        () => undefined,
        (e: unknown) => e,
      );
    await client.query("rollback");
    expect(error).to.be.instanceOf(pg.DatabaseError).with.property("code", "55P03");
  });

  it("and every other way to read refuse a text that cannot be stored", async () => {
    const readings = [
      () => store.transact((tx) => tx.assetTypes.byCode("\u0000")),
      () => store.snapshot((read) => read.assetTypes.byCode("\u0000")),
      () => store.read.assetTypes.byCode("\u0000"),
      () => store.of("key_a").read.assetTypes.byCode("\u0000"),
    ];
    for (const reading of readings) {
      const error = await reading().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(Refused).and.include({ reason: "TEXT_NOT_STORABLE" });
    }
  });
});
