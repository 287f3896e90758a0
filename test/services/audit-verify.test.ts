// What `pda audit verify` finds, and what it takes for right.
import { expect } from "chai";
import { encodeRecord } from "../support/audit-record.ts";
import pg from "pg";
import { RecordBatch, recordsOf } from "../../src/domain/audit/batch.ts";
import { unpacked } from "../../src/domain/audit/packed.ts";
import { leafHash } from "../../src/domain/audit/merkle.ts";
import { type AuditEntry, type AuditRecord, decodeRecord } from "../../src/domain/audit/record.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { type LogReport, verifyLog } from "../../src/services/audit/verify-log.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

const size = 600;

/** The tables that a check reads. */
const tables = ["audit_batch", "audit_place", "audit_tile"];

function entry(index: number): AuditEntry {
  return {
    caller: "merchant",
    credentialId: newId("apiKey"),
    mechanism: "api_key",
    operation: "CreatePayment",
    outcome: "succeeded",
    requestId: `r${index}`,
    resourceIds: [newId("payment")],
    tenantId: newId("merchant"),
    time: new Date().toISOString(),
  };
}

describe("a check of the audit log", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let store: Store;
  let client: pg.Client;

  before(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 4, statementTimeoutMs: 30_000 });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (let at = 0; at < size; at += 40) {
      const batch = new RecordBatch();
      for (let index = at; index < at + 40; index += 1) batch.add(entry(index));
      await store.transact(async (tx) => tx.auditBatches.append(batch.encoded()));
    }
    while ((await store.transact((tx) => tx.auditSequencer.advance(4))) > 0);
    await refusesChanges();
    // An intruder with all rights of the database.
    for (const table of tables) await client.query(`alter table ${table} disable trigger all`);
  });
  after(async () => {
    await client.end();
    await store.close();
    await database.close();
  });

  /** The database takes no change of what is stored, also not of a position that was given. */
  const refusesChanges = async (): Promise<void> => {
    for (const change of [
      "update audit_batch set records = records",
      "update audit_batch set hashes = hashes, first_position = first_position",
      "update audit_batch set first_position = first_position + 1",
      "update audit_batch set first_position = null",
      "delete from audit_batch",
      "update audit_place set places = places",
      "delete from audit_place",
    ]) {
      const refused = await client.query(change).catch((error: Error) => error);
      expect(refused, change)
        .to.have.property("message")
        .that.matches(/is append-only/);
    }
  };
  const verify = (): Promise<LogReport> => store.snapshot((read) => verifyLog(read));
  /** What is found after a change, which is then taken back. */
  const foundAfter = async (change: string, values: unknown[] = []): Promise<readonly string[]> => {
    for (const table of tables) await client.query(`create temporary table kept_${table} as table ${table}`);
    const { rowCount } = await client.query(change, values);
    expect(rowCount, "the change changes something").to.be.above(0);
    const { told } = await verify();
    for (const table of tables)
      await client.query(
        `delete from ${table}; insert into ${table} table kept_${table}; drop table kept_${table}`,
      );
    return told;
  };
  /** The batch that has a position, and its records. */
  const batchAt = async (position: number) => {
    const { rows } = await client.query(
      "select batch_id, records, ends, first_position::int from audit_batch where first_position <= $1 order by first_position desc limit 1",
      [position],
    );
    const [batch] = rows;
    return {
      ...batch,
      all: recordsOf({ ...batch, records: await unpacked(batch.records, batch.ends.at(-1)) }),
    };
  };
  /** What is found after the record at a position became another, with all that follows from it in its batch. */
  const foundAfterRewriting = async (position: number, change: (record: AuditRecord) => AuditRecord) => {
    const { batch_id, first_position, all } = await batchAt(position);
    const place = position - first_position;
    const changed = (all as Buffer[]).with(place, encodeRecord(change(decodeRecord(all[place]))));
    return foundAfter("update audit_batch set records = $2, ends = $3, hashes = $4 where batch_id = $1", [
      batch_id,
      Buffer.concat(changed),
      changed.map((_, index) => Buffer.concat(changed.slice(0, index + 1)).length),
      Buffer.concat(changed.map(leafHash)),
    ]);
  };

  it("finds nothing in a log that is as it was written", async () => {
    expect(await verify()).to.deep.equal({ size, from: 0, problems: 0, told: [] });
  });

  it("finds a record that was changed, wherever", async () => {
    for (const position of [0, 300, 599]) {
      const told = await foundAfterRewriting(position, (before) => ({ ...before, requestId: "forged" }));
      expect(told).to.have.length(1);
      expect(told[0]).to.match(
        new RegExp(
          `^the record at position ${position}, aud_\\w+, was changed: its hash is not that of the tree$`,
        ),
      );
    }
    // One byte could have been this one before.
    const [unreadable] = await foundAfter(
      "update audit_batch set records = overlay(records placing '\\xffffffffffffffff' from 20) where first_position = 40",
    );
    expect(unreadable).to.equal("the record at position 40 cannot be read");
  });

  it("finds a record that took the name of another, and hashes and keys that are not those of the records", async () => {
    const [named] = await foundAfterRewriting(7, (before) => ({ ...before, recordId: newId("auditRecord") }));
    expect(named).to.equal("the record at position 7 is not in the form of its place");
    const [hashes] = await foundAfter(
      "update audit_batch set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) where first_position = 80",
    );
    expect(hashes).to.equal("the records from position 80 on are stored with other hashes");
    const { batch_id } = await batchAt(120);
    for (const change of [
      "delete from audit_place where batch_id = $1 and key like 'tenant %'",
      "update audit_place set places = ~places where batch_id = $1 and key like 'tenant %'",
    ]) {
      const told = await foundAfter(change, [batch_id]);
      expect(told).to.have.length(1);
      expect(told[0]).to.match(
        /^the records from position 120 on are not found by the key "tenant mer_\w+"$/,
      );
    }
  });

  it("finds records that were removed, in the middle and at the end", async () => {
    const missing = (from: number) =>
      Array.from({ length: 20 }, (_, index) => `the record at position ${from + index} is missing`);
    expect(await foundAfter("delete from audit_batch where first_position = 240")).to.deep.equal(
      missing(240),
    );
    expect(await foundAfter("delete from audit_batch where first_position = 560")).to.deep.equal(
      missing(560),
    );
    const { batch_id, all } = await batchAt(560);
    const told = await foundAfter(
      `update audit_batch set count = count - 1, records = $2, ends = ends[1:39], hashes = substring(hashes for 39 * 32)
        where batch_id = $1`,
      [batch_id, Buffer.concat(all.slice(0, 39))],
    );
    expect(told.filter((each) => !each.includes("not found by"))).to.deep.equal([
      "the record at position 599 is missing",
    ]);
  });

  it("finds records that changed places", async () => {
    const told = await foundAfter(
      "update audit_batch set first_position = 360 - first_position where first_position between 80 and 280",
    );
    expect(told.length).to.equal(20);
    expect(told[0]).to.match(/^the record at position 80, aud_\w+, was changed/);
  });

  it("finds records that were added", async () => {
    const batch = new RecordBatch();
    batch.add(entry(0));
    const { batchId, records, ends, hashes } = batch.encoded();
    const insert = `insert into audit_batch (batch_id, created_at, count, records, ends, hashes, first_position)
      values ($1, now(), 1, $2, $3, $4, $5)`;
    const added = async (position: number) =>
      (await foundAfter(insert, [uuidOf("auditRecord", batchId), records, ends, hashes, position])).filter(
        (each) => !each.includes("not found by"),
      );
    expect(await added(size)).to.deep.equal([`the record at position ${size} is beyond the end of the tree`]);
    expect((await added(5)).join()).to.include("position 5 has more than one record");
    expect((await added(40)).join()).to.include("position 40 has more than one record");
  });

  it("finds a changed hash of the tree, on every level", async () => {
    for (const level of [0, 1]) {
      const told = await foundAfter(
        "update audit_tile set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) where level = $1",
        [level],
      );
      expect(told.join("\n")).to.include(`tile 0 of level 1 does not follow from the records`);
    }
    expect((await foundAfter("delete from audit_tile where level = 0 and index = 1")).join()).to.include(
      "lacks the hash",
    );
  });

  it("finds that the first records were removed, unless retention has removed them with their month", async () => {
    const told = await foundAfter("delete from audit_batch where first_position < 40");
    expect(told[0]).to.equal("the record at position 0 is missing");

    const month = (ahead: number): string => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7);
    };
    const forget = (last: string) => store.transact((tx) => tx.auditRetention.forget(last));
    expect(await forget(month(-1)), "the months before have no records").to.deep.equal([]);
    await store.transact(async (tx) => {
      const late = new RecordBatch();
      late.add(entry(size));
      tx.auditBatches.append(late.encoded());
    });
    const failure = await forget(month(0)).catch((error: Error) => error.message);
    expect(failure, "a record waits for its position").to.match(/have no position yet/);
    await store.transact((tx) => tx.auditSequencer.advance(1));
    expect(await forget(month(0))).to.deep.equal([month(0)]);
    expect(await verify()).to.deep.equal({ size: size + 1, from: size + 1, problems: 0, told: [] });
  });
});
