// Loops, and what workers do besides settlement.
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { newPayment } from "../../src/domain/payment/payment.ts";
import { Store } from "../../src/store/store.ts";
import { backOffMs } from "../../src/workers/back-off.ts";
import { expirePayments } from "../../src/workers/expire-payments.ts";
import { forgetAnswers } from "../../src/workers/forget-answers.ts";
import { forgetChallenges } from "../../src/workers/forget-challenges.ts";
import { forgetDeliveries } from "../../src/workers/forget-deliveries.ts";
import { startLoop } from "../../src/workers/loop.ts";
import { makePartitions } from "../../src/workers/partitions.ts";
import { sequenceEvents } from "../../src/workers/sequence-events.ts";
import { recordingLog } from "../chain/support/log.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

const { log } = recordingLog();
const drain = async (round: () => Promise<boolean>): Promise<void> => {
  while (await round());
};

describe("a loop", () => {
  it("runs again at once while there is more, goes on after failures, and ends with the round that runs", async () => {
    const { log: own, lines } = recordingLog();
    let rounds = 0;
    const enough = Promise.withResolvers<void>();
    let inside = false;
    const loop = startLoop({
      name: "test",
      pauseMs: 1,
      log: own,
      round: async () => {
        inside = true;
        rounds += 1;
        await new Promise(setImmediate);
        inside = false;
        if (rounds === 2) throw new Error("once");
        if (rounds === 5) enough.resolve();
        return rounds < 4;
      },
    });
    await enough.promise;
    await loop.close();
    expect(inside).to.equal(false);
    const last = rounds;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(rounds).to.equal(last);
    expect(lines()).to.match(/"level":"error".*"loop":"test".*once/);
    expect(lines()).to.match(/works again/);
  });

  it("does not wait for its pause to end when it is closed", async () => {
    const loop = startLoop({ name: "test", pauseMs: 3_600_000, log, round: async () => false });
    await new Promise(setImmediate);
    await loop.close();
  });

  it("waits longer with every failure, within bounds", () => {
    for (let failures = 1; failures < 200; failures++) {
      const ms = backOffMs(failures, 100, 5_000);
      const whole = Math.min(5_000, 100 * 2 ** (failures - 1));
      expect(ms).to.be.within(whole / 2, whole);
    }
  });
});

describe("upkeep", function () {
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
    await client.end();
    await store.close();
    await database.close();
  });

  const payments = async (
    type: AssetType,
    merchantId: string,
    count: number,
    ttlSeconds: number,
  ): Promise<string[]> => {
    const asked = { merchantId, assetTypeId: type.assetTypeId, amount: 5n };
    return store.transact(async (tx) => {
      const now = await tx.clock.now();
      const wanted = Array.from({ length: count }, () => newPayment(asked, now, ttlSeconds));
      await tx.payments.insert(wanted);
      return wanted.map(({ paymentId }) => paymentId);
    });
  };

  it("ends payments whose time is over, each with one event, however many workers there are", async () => {
    const type = await assetType(store, await publisher(database.url));
    const merchantId = await merchant(store);
    const short = await payments(type, merchantId, 250, 60);
    const long = await payments(type, merchantId, 3, 600);
    await drain(expirePayments(store));
    const pending = { status: "pending" } as const;
    const tenant = { kind: "merchant", merchantId } as const;
    expect((await store.read.payments.list(tenant, pending, { size: 1000 })).items).to.have.length(253);

    await store.transact((tx) => tx.clock.advance(61n));
    await Promise.all([
      drain(expirePayments(store)),
      drain(expirePayments(store)),
      drain(expirePayments(store)),
    ]);
    // Those that one worker held while another passed over them.
    await drain(expirePayments(store));
    const left = (await store.read.payments.list(tenant, pending, { size: 1000 })).items.map(
      ({ paymentId }) => paymentId,
    );
    expect(left).to.have.members(long);
    const [failed] = (await store.read.payments.list(tenant, { status: "failed" }, { size: 1 })).items;
    expect(failed).to.include({ failureReason: "EXPIRED" });
    expect(failed?.endedAt).to.be.instanceOf(Date);

    await drain(sequenceEvents(store));
    const events = await store.read.events.list(tenant, ["payment.failed"], 0n, 1000);
    expect(events.map(({ subject }) => subject)).to.have.members(short);
    const subject = EventData.decode(events[0]!.data).subject;
    expect(subject?.$case === "payment" && subject.value.paymentId).to.equal(events[0]!.subject);
  });

  it("forgets challenges whose time is over, and no others", async () => {
    const create = (count: number) =>
      store.transact(async (tx) => {
        const made = Array.from({ length: count }, () => ({
          nonce: randomBytes(32),
          assetId: newId("asset"),
          audience: "shop",
        }));
        await tx.challenges.create(made, 60);
        return made.map(({ nonce }) => nonce.toString("hex"));
      });
    const over = await create(3);
    await client.query("update verification_challenge set expires_at = now()");
    const open = await create(2);
    expect(over).to.have.length(3);
    await drain(forgetChallenges(store));
    const { rows } = await client.query("select encode(nonce, 'hex') as nonce from verification_challenge");
    expect(rows.map(({ nonce }) => nonce)).to.have.members(open);
  });

  it("forgets challenges of holders of identities in the same way", async () => {
    const create = async (): Promise<string> => {
      const nonce = randomBytes(32);
      await store.transact((tx) =>
        tx.identityChallenges.create({ nonce, caller: "operator", audience: "bar" }, 300),
      );
      return nonce.toString("hex");
    };
    await Promise.all([create(), create()]);
    await client.query("update identity_challenge set expires_at = now()");
    const open = [await create(), await create()];
    await drain(forgetChallenges(store));
    const { rows } = await client.query("select encode(nonce, 'hex') as nonce from identity_challenge");
    expect(rows.map(({ nonce }) => nonce)).to.have.members(open);
  });

  it("forgets answers that are older than the days set, and no others", async () => {
    const keep = (key: string) =>
      store.transact((tx) =>
        tx.idempotency.keep([
          {
            scope: { caller: "operator", operation: "CreatePayment", key },
            requestHash: Buffer.alloc(32),
            response: Buffer.alloc(1),
            sealed: false,
          },
        ]),
      );
    for (let i = 0; i < 5; i++) await keep(`old ${i}`);
    await client.query("update idempotency set created_at = now() - interval '31 days'");
    await keep("young");
    await client.query("update idempotency set created_at = now() - interval '29 days' where key = 'young'");
    await drain(forgetAnswers(store, 30));
    expect((await client.query("select key from idempotency")).rows).to.deep.equal([{ key: "young" }]);
  });

  it("makes the partitions of the months to come, and again without effect", async () => {
    const count = async (): Promise<number> =>
      (
        await client.query(
          "select count(*)::int as n from pg_class where relname ~ '^(event|ledger_transfer)_\\d{6}$'",
        )
      ).rows[0].n;
    const before = await count();
    const { rows } = await client.query(
      "select relname from pg_class where relname ~ '^event_\\d{6}$' order by 1 desc limit 1",
    );
    await client.query(`drop table ${rows[0].relname}`);
    expect(await count()).to.equal(before - 1);
    await drain(makePartitions(store, log));
    expect(await count()).to.equal(before);
    await drain(makePartitions(store, log));
    expect(await count()).to.equal(before);
  });

  it("makes no partition while something reads the table for long, and tries again an hour later", async () => {
    const months = "select relname from pg_class where relname ~ '^event_\\d{6}$' order by 1 desc";
    const { rows: before } = await client.query(months);
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    const read = async () => void (await reader.query("begin; lock table event in access share mode"));
    try {
      const { log: own, lines } = recordingLog();
      let now = 0;
      const round = makePartitions(store, own, () => now);
      await read();
      await drain(round);
      expect(lines(), "no month is missing").to.equal("");
      await reader.query("rollback");
      await client.query(`drop table ${before[0].relname}`);
      await read();
      now = 24 * 3_600_000;
      for (let hour = 0; hour < 3; hour++) {
        const began = performance.now();
        await drain(round);
        // At the same time nothing is tried.
        await drain(round);
        expect(performance.now() - began).to.be.below(1_500);
        now += 3_600_000;
      }
      expect(lines().match(/a long reading keeps partitions from being made/g)).to.have.lengthOf(1);
      await reader.query("rollback");
      await drain(round);
      expect((await client.query(months)).rows).to.deep.equal(before);
      expect(lines()).to.match(/"level":"info".*"the partitions are made"/);
    } finally {
      await reader.end();
    }
  });

  it("removes attempts to deliver events by whole months, at least 30 days old", async () => {
    const months = async (): Promise<string[]> => {
      const { rows } = await client.query(
        "select relid::regclass::text as name from pg_partition_tree('webhook_delivery') where isleaf order by 1",
      );
      return rows.map(({ name }: { name: string }) => name);
    };
    const before = await months();
    // The month of the day 30 days ago is the oldest that has attempts to keep.
    const { rows } = await client.query<{ name: string; first: string; next: string }>(
      `select 'webhook_delivery_' || to_char(m, 'YYYYMM') as name, m::date::text as first, (m + interval '1 month')::date::text as next
       from generate_series(date_trunc('month', (now() - interval '30 days') at time zone 'UTC') - interval '2 months',
         date_trunc('month', (now() - interval '30 days') at time zone 'UTC'), interval '1 month') m`,
    );
    for (const { name, first, next } of rows)
      await client.query(
        `create table if not exists ${name} partition of webhook_delivery for values from ('${first} 00:00+00') to ('${next} 00:00+00')`,
      );
    const kept = rows[2]?.name as string;
    const { log: own, lines } = recordingLog();
    await client.query("begin; lock table webhook_delivery in access share mode");
    await forgetDeliveries(store, own)();
    await client.query("rollback");
    expect(lines()).to.contain("trying again in an hour");
    expect(await months()).to.include(rows[0]?.name);
    await forgetDeliveries(store, log)();
    expect(await months()).to.deep.equal([...new Set([...before, kept])].sort());
    await forgetDeliveries(store, log)();
    expect(await months()).to.include(kept);
  });
});
