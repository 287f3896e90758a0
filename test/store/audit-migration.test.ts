// Records that unreleased versions have written one by one: they become batches, and the signed tree stays what it was.
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { encodeRecord } from "../support/audit-record.ts";
import pg from "pg";
import { leafHash } from "../../src/domain/audit/merkle.ts";
import { type AuditRecord } from "../../src/domain/audit/record.ts";
import { append } from "../../src/domain/audit/tiles.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { verifyLog } from "../../src/services/audit/verify-log.ts";
import { migrate } from "../../src/store/migrate.ts";
import { Store } from "../../src/store/store.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const count = 300;
const merchant = newId("merchant");

const record = (index: number): AuditRecord => ({
  caller: "merchant",
  credentialId: newId("apiKey"),
  mechanism: "api_key",
  operation: "CreatePayment",
  outcome: index % 10 === 0 ? "refused" : "succeeded",
  recordId: newId("auditRecord"),
  requestId: `r${index}`,
  resourceIds: [],
  tenantId: merchant,
  time: new Date().toISOString(),
});

describe("records of calls from before they were in batches", function () {
  this.timeout(60_000);

  it("keep their places in the tree, are found, and get places if they had none", async () => {
    await using database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await using store = new Store({ url: database.url, poolMax: 2, statementTimeoutMs: 30_000 });
    try {
      const folder = join(import.meta.dirname, "../../src/store/migrations");
      using before = temporaryDirectory();
      for (const name of readdirSync(folder))
        if (name < "20261123001600") copyFileSync(join(folder, name), join(before.path, name));
      await migrate(database.url, { folder: before.path });
      const records = Array.from({ length: count }, (_, index) => record(index));
      const waiting = [record(count), record(count + 1)];
      for (const [position, each] of records.entries())
        await client.query(
          `insert into audit_record (record_id, position, tenant_id, credential_id, operation, outcome, created_at, record, recorded_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
          [
            uuidOf("auditRecord", each.recordId),
            position,
            each.tenantId,
            each.credentialId,
            each.operation,
            each.outcome,
            each.time,
            encodeRecord(each),
          ],
        );
      await client.query("insert into audit_outbox values (gen_random_uuid(), $1)", [
        waiting.map(encodeRecord),
      ]);
      for (const { level, index, hashes } of append(
        0,
        [],
        Buffer.concat(records.map((r) => leafHash(encodeRecord(r)))),
      ))
        await client.query("insert into audit_tile values ($1, $2, $3)", [level, index, hashes]);
      await client.query("update audit_log set size = $1", [count]);

      expect(await migrate(database.url)).to.include("20261123001610_audit_batch_filled");
      expect(await verifyLog(store.read)).to.deep.equal({ size: count, from: 0, problems: 0, told: [] });
      expect(await store.transact((tx) => tx.auditSequencer.advance(10))).to.equal(2);
      expect(await verifyLog(store.read)).to.deep.include({ size: count + 2, problems: 0 });

      const tenant = { kind: "merchant", merchantId: merchant } as const;
      const listed = await store.read.audit.list(tenant, {}, { size: count + 10 });
      expect(listed.items.map(({ recordId }) => recordId)).to.deep.equal(
        [...records, ...waiting].map(({ recordId }) => recordId).toReversed(),
      );
      const refused = await store.read.audit.list(tenant, { outcome: "refused" }, { size: 100 });
      expect(refused.items).to.have.length(31);
      const one = records[77] as AuditRecord;
      expect(await store.read.audit.get(tenant, one.recordId)).to.deep.equal({
        recordId: one.recordId,
        position: 77,
        bytes: encodeRecord(one),
      });
    } finally {
      await client.end();
    }
  });
});
