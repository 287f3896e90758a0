import { expect } from "chai";
import { encodeRecord } from "../../../support/audit-record.ts";
import fc from "fast-check";
import { BATCH_RECORDS_MAX, RecordBatch, recordsOf } from "../../../../src/domain/audit/batch.ts";
import { unpacked } from "../../../../src/domain/audit/packed.ts";
import { leafHash } from "../../../../src/domain/audit/merkle.ts";
import { type AuditEntry, canonicalRecord, decodeRecord } from "../../../../src/domain/audit/record.ts";
import { newId, uuidOf } from "../../../../src/domain/identifier/identifier.ts";

// Any text: what is written for a machine may have quotation marks, and what a caller names may be in any script.
const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
const entries = fc.record(
  {
    addressHash: text,
    callCount: fc.nat(),
    caller: fc.constantFrom("anonymous", "merchant", "operator"),
    clientId: text,
    credentialId: text,
    delegate: text,
    deviceId: text,
    errorCode: text,
    mechanism: fc.constantFrom("api_key", "anonymous", "session"),
    operation: text,
    outcome: fc.constantFrom("succeeded", "refused", "failed"),
    reason: text,
    replayed: fc.boolean(),
    requestId: text,
    resourceIds: fc.array(text),
    sessionId: text,
    signedBy: text,
    tenantId: text,
    time: text,
    tokenBinding: fc.constantFrom("mtls", "dpop"),
  },
  { requiredKeys: ["caller", "mechanism", "operation", "outcome", "requestId", "resourceIds", "time"] },
) as fc.Arbitrary<AuditEntry>;

const entry = (requestId: string): AuditEntry => ({
  caller: "operator",
  mechanism: "api_key",
  operation: "GetPayment",
  outcome: "succeeded",
  requestId,
  resourceIds: [],
  time: new Date().toISOString(),
});

describe("a batch of audit records", () => {
  it("has each record in the form of RFC 8785", () => {
    fc.assert(
      fc.property(entries, text, (entry, recordId) => {
        const members = Object.entries({ ...entry, recordId }).toSorted(([a], [b]) => (a < b ? -1 : 1));
        expect(canonicalRecord(entry, recordId)).to.equal(JSON.stringify(Object.fromEntries(members)));
      }),
      { numRuns: 1_000 },
    );
  });

  it("has the records of earlier versions as these wrote them, byte for byte", () => {
    for (const [mechanism, more] of [
      ["client_certificate", '"deviceId":"dev_1",'],
      ["public_key", '"delegate":"k",'],
      ["access_token", ""],
    ]) {
      const text =
        `{"addressHash":"h","caller":"merchant","credentialId":"c",${more}"mechanism":"${mechanism}","operation":"GetPayment",` +
        '"outcome":"succeeded","recordId":"aud_1","requestId":"r","resourceIds":["pay_1"],"signedBy":"pky_1","tenantId":"mer_1","time":"t"}';
      expect(encodeRecord(decodeRecord(Buffer.from(text))).toString()).to.equal(text);
    }
  });

  it("has the records as they were added, with their hashes and keys, and names them one after the other", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entries, { minLength: 1, maxLength: 40 }), async (added) => {
        const batch = new RecordBatch();
        for (const entry of added) batch.add(entry);
        const records = Buffer.from(batch.records);
        const { batchId, count, ends, hashes, places, records: stored } = batch.encoded();
        expect(await unpacked(Buffer.from(stored), records.length)).to.deep.equal(records);
        const found = recordsOf({ records, ends });
        expect([count, found.length]).to.deep.equal([added.length, added.length]);
        for (const [place, bytes] of found.entries()) {
          const record = decodeRecord(bytes);
          const number = BigInt(`0x${uuidOf("auditRecord", batchId).replaceAll("-", "")}`) + BigInt(place);
          const uuid = uuidOf("auditRecord", record.recordId).replaceAll("-", "");
          expect(BigInt(`0x${uuid}`)).to.equal(number);
          expect(bytes).to.deep.equal(
            encodeRecord({ ...(added[place] as AuditEntry), recordId: record.recordId }),
          );
          expect(Buffer.from(hashes.subarray(place * 32, place * 32 + 32))).to.deep.equal(leafHash(bytes));
          const has = (key: string) => places.get(key)?.[place] ?? "0";
          expect(has(`operation ${record.operation}`)).to.equal("1");
          expect(has(`outcome ${record.outcome}`)).to.equal(record.outcome === "succeeded" ? "0" : "1");
          if (record.sessionId !== undefined) expect(has(`session ${record.sessionId}`)).to.equal("1");
          if (record.tenantId !== undefined) expect(has(`tenant ${record.tenantId}`)).to.equal("1");
        }
        const marks = [...places].filter(([key]) => key.startsWith("tenant ")).map(([, bits]) => bits);
        const withTenant = added.filter(({ tenantId }) => tenantId !== undefined).length;
        expect(marks.join("").replaceAll("0", "").length).to.equal(withTenant);
      }),
      { numRuns: 100 },
    );
  });

  it("takes as many records as identifiers can be counted, each with another one", () => {
    const batch = new RecordBatch();
    for (let count = 0; count < BATCH_RECORDS_MAX; count += 1) batch.add(entry(newId("request")));
    expect(batch.isOpen).to.equal(false);
    const records = Buffer.from(batch.records);
    const ids = recordsOf({ records, ends: batch.encoded().ends }).map(
      (bytes) => decodeRecord(bytes).recordId,
    );
    expect(new Set(ids).size).to.equal(BATCH_RECORDS_MAX);
    expect(ids).to.deep.equal(ids.toSorted());
  });

  it("keeps what it has when its memory is used again, whatever the length of records", () => {
    const write = (requestId: string) => {
      const batch = new RecordBatch();
      batch.add(entry(requestId));
      const text = batch.records.toString();
      return { batch, text, encoded: batch.encoded() };
    };
    const written = ["a", "b".repeat(1_000_000), "c", "d", "e", "f"].map(write);
    for (const { text, encoded, batch } of written) {
      if (text.length < 2_000) expect(Buffer.from(encoded.records).toString()).to.equal(text);
      expect(Buffer.from(encoded.hashes)).to.deep.equal(leafHash(Buffer.from(text)));
      expect(() => batch.add(entry("late"))).to.throw("has ended");
    }
  });

  it("is in memory of its own while others are open", () => {
    const batches = Array.from({ length: 10 }, () => new RecordBatch());
    for (const round of [0, 1])
      for (const [place, batch] of batches.entries()) batch.add(entry(`${place}-${round}`));
    for (const [place, batch] of batches.entries()) {
      const records = Buffer.from(batch.records);
      const { ends } = batch.encoded();
      expect(recordsOf({ records, ends }).map((bytes) => decodeRecord(bytes).requestId)).to.deep.equal([
        `${place}-0`,
        `${place}-1`,
      ]);
    }
  });
});
