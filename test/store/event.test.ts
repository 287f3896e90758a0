import { expect } from "chai";
import pg from "pg";
import { v7 } from "uuid";
import type { EventType, NewEvent } from "../../src/domain/event/event.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

const types: EventType[] = ["payment.completed"];
const all = { kind: "all" } as const;

function event(subject: string, merchantId = newId("merchant")): NewEvent {
  return {
    type: "payment.completed",
    subject,
    tenant: { merchantId },
    occurredAt: new Date(),
    data: Buffer.from(subject),
  };
}

describe("the event log", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 20, statementTimeoutMs: 30_000 });
  });
  afterEach(async () => {
    await store.close();
    await database.close();
  });

  const append = (...subjects: string[]): Promise<void> => {
    const merchantId = newId("merchant");
    return store.transact((tx) => tx.outbox.append(subjects.map((subject) => event(subject, merchantId))));
  };
  const advance = async (limit = 100) => (await store.sequencer.advance(limit)).count;
  const read = (after = 0n, size = 1000) => store.read.events.list(all, types, after, size);
  const subjects = async (after = 0n): Promise<string[]> => (await read(after)).map(({ subject }) => subject);

  it("gives positions from 1 on without gaps, in portions, each event once", async () => {
    await append("a", "b", "c");
    expect(await subjects(), "nothing has a position yet").to.deep.equal([]);
    expect([await advance(2), await advance(2), await advance(2)]).to.deep.equal([2, 1, 0]);
    const events = await read();
    expect(events.map(({ position }) => position)).to.deep.equal([1n, 2n, 3n]);
    expect(events.map(({ subject }) => subject)).to.have.members(["a", "b", "c"]);
    expect(Buffer.from(events[0]!.data).toString()).to.equal(events[0]!.subject);
    expect(await subjects(1n)).to.have.length(2);
  });

  it("gives a position to the oldest event of every tenant while very many events of one wait, and keeps each tenant's order", async () => {
    const [busy, first, second] = [newId("merchant"), newId("merchant"), newId("merchant")] as const;
    const happen = (merchantId: string, ...names: string[]) =>
      store.transact((tx) => tx.outbox.append(names.map((name) => event(name, merchantId))));
    const many = Array.from({ length: 20 }, (_, part) =>
      Array.from({ length: 500 }, (_, n) => `${part}/${n}`),
    );
    for (const part of many) await happen(busy, ...part);
    await happen(first, "a1", "a2");
    await happen(second, "b1");
    const read = (merchantId: string) =>
      store.read.events
        .list({ kind: "merchant", merchantId }, types, 0n, 1000)
        .then((all) => all.map(({ subject }) => subject));
    expect(await advance(100)).to.equal(102);
    expect([await read(first), await read(second)]).to.deep.equal([["a1"], ["b1"]]);
    expect(await advance(100)).to.equal(101);
    expect(await read(first)).to.deep.equal(["a1", "a2"]);
    expect(await advance(100)).to.equal(100);
    while ((await advance(2_000)) > 0);
    const last = await store.read.events.lastPosition();
    expect(last, "no gap").to.equal(10_003n);
    expect(await read(busy)).to.deep.equal(many.flat().slice(0, 1000));
  });

  it("keeps nothing of a transaction that did not commit", async () => {
    await store
      .transact(async (tx) => {
        await tx.outbox.append([event("never")]);
        throw new Error("no");
      })
      .catch((error: Error) => expect(error.message).to.equal("no"));
    expect(await advance()).to.equal(0);
  });

  it("shows no event before its transaction has committed, and none of one that is aborted", async () => {
    const names = Array.from({ length: 8 }, (_, number) => `${number}`);
    const gates = names.map(() => Promise.withResolvers<void>());
    const appended: Promise<void>[] = [];
    const held = names.map((name, number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      appended.push(promise);
      return store
        .transact(async (tx) => {
          await tx.outbox.append([event(name)]);
          resolve();
          await gates[number]?.promise;
          if (number % 2 === 1) throw new Error("aborted");
        })
        .catch((error: Error) => expect(error.message).to.equal("aborted"));
    });
    await Promise.all(appended);
    expect([await advance(), await subjects()]).to.deep.equal([0, []]);
    for (const [number, gate] of gates.entries()) {
      gate.resolve();
      await held[number];
      expect(await advance()).to.equal(number % 2 === 0 ? 1 : 0);
    }
    expect(await subjects()).to.deep.equal(["0", "2", "4", "6"]);
  });

  it("places an event that commits late after those that were read meanwhile, never before", async () => {
    const appended = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const late = store.transact(async (tx) => {
      await tx.outbox.append([event("late")]);
      appended.resolve();
      await gate.promise;
    });
    await appended.promise;
    await append("early 1");
    await append("early 2");
    await advance();
    expect(await subjects()).to.deep.equal(["early 1", "early 2"]);
    const seen = (await read()).at(-1)!.position;

    gate.resolve();
    await late;
    await advance();
    expect(await subjects(seen), "a reader that goes on finds it").to.deep.equal(["late"]);
    expect(await subjects()).to.deep.equal(["early 1", "early 2", "late"]);
  });

  it("places events in the order of their transactions, also when the clock of an earlier one was ahead", async () => {
    const [merchantId, other] = [newId("merchant"), newId("merchant")];
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // An identifier as a process makes it whose clock is so far ahead.
    const happen = async (name: string, aheadMs: number, owner = merchantId) => {
      await store.transact((tx) => tx.outbox.append([event(name, owner)]));
      const eventId = v7({ msecs: Date.now() + aheadMs });
      await client.query("update outbox set event_id = $1 where subject = $2", [eventId, name]);
    };
    try {
      await happen("other 1", 5_000, other);
      await happen("other 2", 4_000, other);
      await happen("created", 3_000);
      await happen("completed", 2_000);
      await happen("refunded", 1_000);
    } finally {
      await client.end();
    }
    // More wait than is asked for, so the oldest event of each tenant goes, too.
    expect(await advance(2)).to.equal(3);
    expect(await subjects()).to.deep.equal(["other 1", "other 2", "created"]);
    expect(await advance()).to.equal(2);
    expect(await subjects()).to.deep.equal(["other 1", "other 2", "created", "completed", "refunded"]);
  });

  it("shows a reader everything once and in order while many write and two sequence", async () => {
    const written = new AbortController();
    const made = new Set<string>();
    const write = async (writer: number): Promise<void> => {
      for (let i = 0; i < 25; i++) {
        const names = Array.from({ length: 1 + ((writer + i) % 3) }, (_, j) => `${writer}/${i}/${j}`);
        await store.transact(async (tx) => {
          await tx.outbox.append(names.map((name) => event(name)));
          // Some stay open while others commit.
          if ((writer + i) % 4 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
        });
        for (const name of names) made.add(name);
      }
    };
    const sequence = async (limit: number): Promise<void> => {
      while (!written.signal.aborted || (await advance(limit)) > 0) await advance(limit);
    };
    const found: string[] = [];
    let position = 0n;
    const take = async (): Promise<number> => {
      const page = await read(position, 7);
      for (const next of page) {
        expect(next.position, "no gap, nothing below").to.equal(position + 1n);
        position = next.position;
        found.push(next.subject);
      }
      return page.length;
    };
    const reading = (async () => {
      while (!written.signal.aborted) await take();
    })();
    const sequencing = [sequence(5), sequence(3)];
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    written.abort();
    await Promise.all([...sequencing, reading]);
    while ((await take()) > 0);
    expect(found).to.have.length(made.size);
    expect(new Set(found)).to.deep.equal(made);
  });

  it("cannot be changed afterwards", async () => {
    await append("a");
    await advance();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (const sql of ["update event set subject = 'b'", "delete from event"]) {
      const error = await client.query(sql).then(
        () => undefined,
        (cause: Error) => cause,
      );
      expect(error?.message).to.match(/append-only/);
    }
    await client.end();
  });
});
