// What `pda audit verify` finds, and what it takes for right.
import { expect } from "chai";
import pg from "pg";
import { encodeRecord, type AuditRecord } from "../../src/domain/audit/record.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { type LogReport, verifyLog } from "../../src/services/audit/verify-log.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

const size = 600;

function record(index: number): AuditRecord {
  return {
    caller: "merchant",
    credentialId: newId("apiKey"),
    mechanism: "api_key",
    operation: "CreatePayment",
    outcome: "succeeded",
    recordId: newId("auditRecord"),
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
    const records = Array.from({ length: size }, (_, index) => encodeRecord(record(index)));
    for (let at = 0; at < size; at += 40)
      await store.transact(async (tx) => tx.auditOutbox.append(records.slice(at, at + 40)));
    while ((await store.transact((tx) => tx.auditSequencer.advance(4))) > 0);
    // An intruder with all rights of the database.
    await client.query("alter table audit_record disable trigger all");
    for (const { name } of (
      await client.query("select relid::text as name from pg_partition_tree('audit_record') where isleaf")
    ).rows)
      await client.query(`alter table ${name} disable trigger all`);
  });
  after(async () => {
    await client.end();
    await store.close();
    await database.close();
  });

  const verify = (): Promise<LogReport> => store.snapshot((read) => verifyLog(read));
  /** What is found after a change, which is then taken back. */
  const foundAfter = async (change: string, values: unknown[] = []): Promise<string[]> => {
    const rows = (await client.query("select * from audit_record")).rows;
    const tiles = (await client.query("select * from audit_tile")).rows;
    const { rowCount } = await client.query(change, values);
    expect(rowCount, "the change changes something").to.be.above(0);
    const { told } = await verify();
    await client.query("delete from audit_record");
    for (const row of rows)
      await client.query(
        "insert into audit_record select * from jsonb_populate_record(null::audit_record, $1)",
        [JSON.stringify({ ...row, record: `\\x${(row.record as Buffer).toString("hex")}` })],
      );
    for (const row of tiles)
      await client.query(
        "insert into audit_tile values ($1, $2, $3) on conflict (level, index) do update set hashes = excluded.hashes",
        [row.level, row.index, row.hashes],
      );
    return told as string[];
  };

  it("finds nothing in a log that is as it was written", async () => {
    expect(await verify()).to.deep.equal({ size, from: 0, problems: 0, told: [] });
  });

  it("finds a record that was changed, also where only a column was", async () => {
    const changed = encodeRecord({ ...record(0), requestId: "forged" });
    const [fault] = await foundAfter("update audit_record set record = $1 where position = 300", [changed]);
    expect(fault).to.match(/^the record at position 300, aud_\w+, was changed/);
    const [column] = await foundAfter("update audit_record set tenant_id = $1 where position = 599", [
      newId("merchant"),
    ]);
    expect(column).to.match(
      /^the record at position 599, aud_\w+, has columns that are not those of the record$/,
    );
    const [time] = await foundAfter(
      "update audit_record set created_at = created_at + interval '1 s' where position = 7",
    );
    expect(time).to.match(/^the record at position 7,/);
  });

  it("finds a record that was removed, in the middle and at the end", async () => {
    expect(await foundAfter("delete from audit_record where position = 256")).to.deep.equal([
      "the record at position 256 is missing",
    ]);
    expect(await foundAfter("delete from audit_record where position >= 598")).to.deep.equal([
      "the record at position 598 is missing",
      "the record at position 599 is missing",
    ]);
  });

  it("finds records that changed places", async () => {
    const told = await foundAfter(
      "update audit_record set position = 301 - position where position between 100 and 201",
    );
    expect(told.length).to.equal(20);
    expect(told[0]).to.match(/^the record at position 100, aud_\w+, was changed/);
  });

  it("finds a record that was added", async () => {
    const added = record(0);
    const insert = `insert into audit_record (record_id, position, tenant_id, operation, outcome, created_at, record, recorded_at)
      values ($1, $2, null, 'CreatePayment', 'succeeded', now(), $3, now())`;
    const values = (position: number) => [
      uuidOf("auditRecord", added.recordId),
      position,
      encodeRecord(added),
    ];
    expect(await foundAfter(insert, values(size))).to.deep.equal([
      `the record at position ${size} is beyond the end of the tree`,
    ]);
    expect((await foundAfter(insert, values(5))).join()).to.include("position 5 has more than one record");
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
    const told = await foundAfter("delete from audit_record where position < 3");
    expect(told).to.deep.equal([0, 1, 2].map((position) => `the record at position ${position} is missing`));

    const month = (ahead: number): string => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7);
    };
    const forget = (last: string) => store.transact((tx) => tx.auditRetention.forget(last));
    expect(await forget(month(-1)), "the months before have no records").to.deep.equal([]);
    const dropped = await forget(month(0));
    expect(dropped).to.deep.equal([`audit_record_${month(0).replace("-", "")}`]);
    expect(await verify()).to.deep.equal({ size, from: size, problems: 0, told: [] });
  });
});
