import { expect } from "chai";
import { encodeRecord } from "../../../support/audit-record.ts";
import fc from "fast-check";
import { BATCH_RECORDS_MAX, RecordBatch, recordsOf } from "../../../../src/domain/audit/batch.ts";
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
    credentialId: text,
    delegate: text,
    deviceId: text,
    errorCode: text,
    mechanism: fc.constantFrom("api_key", "anonymous"),
    operation: text,
    outcome: fc.constantFrom("succeeded", "refused", "failed"),
    reason: text,
    replayed: fc.boolean(),
    requestId: text,
    resourceIds: fc.array(text),
    signedBy: text,
    tenantId: text,
    time: text,
  },
  { requiredKeys: ["caller", "mechanism", "operation", "outcome", "requestId", "resourceIds", "time"] },
) as fc.Arbitrary<AuditEntry>;

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

  it("has the records as they were added, with their hashes and keys, and names them one after the other", () => {
    fc.assert(
      fc.property(fc.array(entries, { minLength: 1, maxLength: 40 }), (added) => {
        const batch = new RecordBatch(1);
        for (const entry of added) batch.add(entry);
        const { batchId, count, records, ends, hashes, places } = batch.encoded();
        const found = recordsOf({ records: Buffer.from(records), ends });
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
    const batch = new RecordBatch(BATCH_RECORDS_MAX);
    const entry: AuditEntry = {
      caller: "operator",
      mechanism: "api_key",
      operation: "GetPayment",
      outcome: "succeeded",
      requestId: newId("request"),
      resourceIds: [],
      time: new Date().toISOString(),
    };
    for (let count = 0; count < BATCH_RECORDS_MAX; count += 1) batch.add(entry);
    expect(batch.isOpen).to.equal(false);
    const { records, ends } = batch.encoded();
    const ids = recordsOf({ records: Buffer.from(records), ends }).map(
      (bytes) => decodeRecord(bytes).recordId,
    );
    expect(new Set(ids).size).to.equal(BATCH_RECORDS_MAX);
    expect(ids).to.deep.equal(ids.toSorted());
  });
});
