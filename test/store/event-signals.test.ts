import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { ReadingSession } from "../../src/store/database.ts";
import { EventSequencer } from "../../src/store/event/log.ts";
import { EventSignals, type SequencedEvents } from "../../src/store/event/signals.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

/** What the subscribers of a process were told. */
class Told {
  readonly all: SequencedEvents[] = [];
  readonly stop: () => void;

  constructor(signals: EventSignals) {
    this.stop = signals.onSequenced((events) => this.all.push(events));
  }

  /** Resolves when the subscriber was told of this position. */
  async until(position: bigint): Promise<SequencedEvents> {
    for (;;) {
      const found = this.all.find((each) => each.position >= position);
      if (found) return found;
      await sleep(2);
    }
  }
}

describe("signals of events", function () {
  this.timeout(30_000);
  let database: TestDatabase;
  let core: EventSignals;
  let worker: EventSignals;
  let store: Store;
  let admin: pg.Client;

  beforeEach(async () => {
    database = await testDatabase();
    const options = { url: database.url, onError: () => undefined };
    core = new EventSignals(options);
    worker = new EventSignals(options);
    store = new Store({
      url: database.url,
      poolMax: 5,
      statementTimeoutMs: 10_000,
      onEvents: () => core.committed(),
    });
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
  });
  afterEach(async () => {
    await admin.end();
    await Promise.all([core, worker].map((each) => each[Symbol.asyncDispose]()));
    await store.close();
    await database.close();
  });

  const append = (merchantId: string): Promise<void> =>
    store.transact((tx) =>
      tx.outbox.append([
        {
          type: "payment.completed",
          subject: "s",
          tenant: { merchantId },
          occurredAt: new Date(),
          data: Buffer.alloc(1),
        },
      ]),
    );
  const sequence = () => store.sequencer.advance(100);
  /** Resolves when this number of connections listen. */
  const listening = async (count: number): Promise<void> => {
    const text =
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and query like '%listen%pda_events%' and pid <> pg_backend_pid()";
    while ((await admin.query<{ count: number }>(text)).rows[0]?.count !== count) await sleep(5);
  };
  const notified = (channel: string): Promise<unknown> =>
    admin.query(`listen ${channel}`).then(() => once(admin, "notification"));

  it("tell a process that waits which tenants have new events, and up to which position", async () => {
    await listening(2);
    const told = new Told(worker);
    await told.until(0n);
    const [first, second] = [newId("merchant"), newId("merchant")];
    await append(first);
    await append(second);
    await append(first);
    await sequence();
    const { position, tenants, endpoints } = await told.until(3n);
    expect(position).to.equal(3n);
    expect(endpoints, "nobody has a webhook endpoint").to.equal("none");
    expect(tenants).to.deep.equal(new Set([first, second].map((id) => uuidOf("merchant", id))));
  });

  it("tell the process that has given the positions at once, and once", async () => {
    await listening(2);
    const told = new Told(worker);
    await told.until(0n);
    const merchantId = newId("merchant");
    await append(merchantId);
    const expected = { position: 1n, tenants: new Set([uuidOf("merchant", merchantId)]), endpoints: "none" };
    // The server says so only after the commit.
    await admin.query("begin");
    const sequencer = new EventSequencer(new ReadingSession(admin as unknown as pg.Pool));
    const { count, signal } = await sequencer.advance(100);
    expect(count).to.equal(1);
    worker.sequenced(signal as string);
    expect(told.all.at(-1)).to.deep.equal(expected);
    await admin.query("commit");
    expect(await sequence()).to.deep.equal({ count: 0, signal: undefined });

    await append(merchantId);
    await sequence();
    await told.until(2n);
    expect(told.all.map(({ position }) => position)).to.deep.equal([0n, 1n, 2n]);
  });

  it("tell the sequencer of commits only while some process waits for events", async () => {
    await listening(2);
    let commits = 0;
    worker.onCommitted(() => (commits += 1));
    const heard: string[] = [];
    admin.on("notification", ({ channel }) => heard.push(channel));
    await admin.query("listen pda_events_committed");
    await append(newId("merchant"));
    // The marker comes after every signal of the commit.
    const marked = once(admin, "notification");
    await sleep(20);
    await admin.query("notify pda_events_committed, 'marker'");
    await marked;
    expect(heard, "nobody waits, so the commit was not signalled").to.deep.equal(["pda_events_committed"]);

    const before = commits;
    const wanted = notified("pda_events_wanted");
    const told = new Told(worker);
    await wanted;
    while (commits === before) {
      await append(newId("merchant"));
      await sleep(5);
    }
    told.stop();
  });

  it("find by polling what was sequenced while the connection was lost", async () => {
    await listening(2);
    const told = new Told(worker);
    await told.until(0n);
    const merchantId = newId("merchant");
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pda_events%' and pid <> pg_backend_pid()",
    );
    await append(merchantId);
    await sequence();
    const { tenants } = await told.until(1n);
    expect(tenants === undefined || tenants.has(uuidOf("merchant", merchantId))).to.equal(true);
  });

  it("are found by polling when notifications do not arrive, as behind a pooler", async () => {
    await listening(2);
    const told = new Told(worker);
    await told.until(0n);
    const merchantId = newId("merchant");
    // As the sequencer does, without its signal.
    await admin.query(
      `with set as (update event_log set last_position = last_position + 1 returning last_position)
       insert into event (tenant_id, position, event_id, merchant_id, type, subject, occurred_at, data)
       select $1::uuid, last_position, $2::uuid, $1::uuid, 'payment.completed', 's', now(), '\\x00'::bytea from set`,
      [uuidOf("merchant", merchantId), uuidOf("event", newId("event"))],
    );
    const { tenants } = await told.until(1n);
    expect(tenants).to.deep.equal(new Set([uuidOf("merchant", merchantId)]));
  });

  it("begin with the end of the log, without reading the log", async () => {
    await listening(2);
    await append(newId("merchant"));
    await sequence();
    await admin.query("begin; lock table event in access exclusive mode");
    await using late = new EventSignals({ url: database.url, onError: () => undefined });
    const told = new Told(late);
    expect(await told.until(1n)).to.deep.equal({ position: 1n, tenants: undefined, endpoints: "free" });
    await admin.query("rollback");
  });

  it("name no tenant after very many events that were missed", async () => {
    await listening(2);
    const told = new Told(worker);
    await told.until(0n);
    await admin.query(
      `with set as (update event_log set last_position = 5001)
       insert into event (tenant_id, position, event_id, merchant_id, type, subject, occurred_at, data)
       select $1::uuid, n, gen_random_uuid(), $1::uuid, 'payment.completed', 's', now(), '\\x00'::bytea from generate_series(1, 5001) n`,
      [uuidOf("merchant", newId("merchant"))],
    );
    expect(await told.until(5_001n)).to.deep.equal({
      position: 5_001n,
      tenants: undefined,
      endpoints: "free",
    });
  });

  it("name no tenant when a signal before was missed", async () => {
    await listening(2);
    const told = new Told(worker);
    await told.until(0n);
    await admin.query("select pg_notify('pda_events_sequenced', '7 9 listed ' || gen_random_uuid()::text)");
    expect(await told.until(9n)).to.deep.equal({ position: 9n, tenants: undefined, endpoints: "free" });
  });
});
