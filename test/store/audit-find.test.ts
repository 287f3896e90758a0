// Lists of the audit log against a list in memory, and the bound of what one page looks at.
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import { v7 } from "uuid";
import { RecordBatch, recordsOf } from "../../src/domain/audit/batch.ts";
import {
  type AuditEntry,
  type AuditOutcome,
  type AuditRecord,
  decodeRecord,
} from "../../src/domain/audit/record.ts";
import { timesOfRequest } from "../../src/domain/audit/request-time.ts";
import { idOf, newId } from "../../src/domain/identifier/identifier.ts";
import type { AuditFilter } from "../../src/store/audit/find.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

const tenants = [newId("merchant"), newId("merchant"), undefined];
const credentials = [newId("apiKey"), newId("apiKey"), newId("apiKey")];
const sessions = [newId("session"), newId("session"), undefined];
const operations = ["GetPayment", "CreatePayment", "ListPayments"];
const outcomes: readonly AuditOutcome[] = ["succeeded", "succeeded", "succeeded", "refused", "failed"];
const requests = Array.from({ length: 7 }, () => newId("request"));
const resources = Array.from({ length: 3 }, () => newId("payment"));
const start = Date.now();

const entryOf = ([tenant, credential, operation, outcome, second]: readonly number[]): AuditEntry => ({
  caller: "merchant",
  credentialId: credentials[(credential as number) % 3],
  mechanism: "api_key",
  operation: operations[(operation as number) % 3] as string,
  outcome: outcomes[(outcome as number) % 5] as AuditOutcome,
  requestId: requests[(credential as number) % 7] as string,
  resourceIds: resources.slice(0, (tenant as number) % 4),
  sessionId: sessions[(second as number) % 3],
  tenantId: tenants[(tenant as number) % 3],
  time: new Date(start + ((second as number) % 60) * 1000).toISOString(),
});

const choice = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

describe("lists of the audit log", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let store: Store;
  let client: pg.Client;

  before(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 4, statementTimeoutMs: 30_000 });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await store.close();
    await database.close();
  });

  const write = async (entries: readonly AuditEntry[]): Promise<AuditRecord[]> => {
    const batch = new RecordBatch();
    for (const entry of entries) batch.add(entry);
    const records = Buffer.from(batch.records);
    const encoded = batch.encoded();
    await store.transact(async (tx) => tx.auditBatches.append(encoded));
    return recordsOf({ records, ends: encoded.ends }).map(decodeRecord);
  };
  const sequence = () => store.transact((tx) => tx.auditSequencer.advance(1_000));

  it("have the records that match every filter, newest first, each once, whatever the size of a page", async () => {
    const drawn = fc.sample(
      fc.array(fc.array(fc.nat(60), { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 30 }),
      { numRuns: 30, seed: 14 },
    );
    const all: AuditRecord[] = [];
    for (const entries of drawn) all.push(...(await write(entries.map(entryOf))));
    await sequence();
    const filters = fc.record({
      tenant: fc.constantFrom(0, 1, 2),
      credentialId: choice(credentials),
      sessionId: choice([...sessions.slice(0, 2), newId("session")]),
      requestId: choice([...requests, "order-1"]),
      resourceId: choice(resources),
      operation: choice(operations),
      leftOut: fc.option(fc.subarray(operations), { nil: undefined }),
      outcome: choice([...new Set(outcomes)]),
      from: fc.option(fc.nat(60), { nil: undefined }),
      to: fc.option(fc.nat(60), { nil: undefined }),
      size: fc.integer({ min: 1, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(filters, async ({ tenant, from, to, size, ...others }) => {
        const { credentialId, sessionId, requestId, resourceId, operation, leftOut, outcome } = others;
        const merchantId = tenants[tenant];
        const created = {
          offsetSeconds: 0,
          ...(from === undefined ? {} : { from: new Date(start + from * 1000) }),
          ...(to === undefined ? {} : { to: new Date(start + to * 1000) }),
        };
        const filter: AuditFilter = {
          created,
          ...(credentialId === undefined ? {} : { credentialId }),
          ...(sessionId === undefined ? {} : { sessionId }),
          ...(requestId === undefined ? {} : { requestId }),
          ...(resourceId === undefined ? {} : { resourceId }),
          ...(operation === undefined ? {} : { operation }),
          ...(leftOut === undefined ? {} : { leftOut: new Set(leftOut) }),
          ...(outcome === undefined ? {} : { outcome }),
        };
        const expected = all.filter(
          (record) =>
            (merchantId === undefined || record.tenantId === merchantId) &&
            (credentialId === undefined || record.credentialId === credentialId) &&
            (sessionId === undefined || record.sessionId === sessionId) &&
            (requestId === undefined || record.requestId === requestId) &&
            (resourceId === undefined || record.resourceIds.includes(resourceId)) &&
            (operation === undefined || record.operation === operation) &&
            !leftOut?.includes(record.operation) &&
            (outcome === undefined || record.outcome === outcome) &&
            (created.from === undefined || new Date(record.time) >= created.from) &&
            (created.to === undefined || new Date(record.time) < created.to),
        );
        const listed: string[] = [];
        let after: string | undefined;
        do {
          const page = await store.read.audit.list(
            merchantId === undefined ? { kind: "all" } : { kind: "merchant", merchantId },
            filter,
            { size, ...(after === undefined ? {} : { after }) },
          );
          expect(page.items.length).to.be.at.most(size);
          listed.push(...page.items.map(({ recordId }) => recordId));
          after = page.next;
        } while (after !== undefined);
        expect(listed).to.deep.equal(expected.map(({ recordId }) => recordId).toReversed());
      }),
      { numRuns: 60 },
    );
  });

  it("of a period have a call whose record was written long after it, as of a gateway whose cores were away", async () => {
    const minutes = (count: number) => new Date(start - count * 60_000);
    const merchantId = newId("merchant");
    const requestId = idOf("request", v7({ msecs: minutes(30).getTime() }));
    const refused = (ago: number): AuditEntry => ({
      ...entryOf([0, 0, 0, 3, 0]),
      tenantId: merchantId,
      requestId: ago === 30 ? requestId : newId("request"),
      time: minutes(ago).toISOString(),
    });
    const [first, , third] = await write([refused(30), refused(0), refused(28)]);
    const [fourth] = await write([refused(29)]);
    await sequence();
    const listed = async (
      filter: AuditFilter,
      tenant: { kind: "all" } | { kind: "merchant"; merchantId: string },
    ) => {
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await store.read.audit.list(tenant, filter, { size: 1, ...(after ? { after } : {}) });
        found.push(...page.items.map(({ recordId }) => recordId));
        after = page.next;
      } while (after !== undefined);
      return found;
    };
    const own = { kind: "merchant", merchantId } as const;
    const all = { kind: "all" } as const;
    const created = { offsetSeconds: 0, from: minutes(40), to: minutes(20) };
    const late = [fourth, third, first].map((record) => record?.recordId);
    for (const filter of [
      {},
      { outcome: "refused" },
      { operation: "GetPayment", outcome: "refused" },
    ] as const) {
      expect(await listed({ created, ...filter }, own), JSON.stringify(filter)).to.deep.equal(late);
      expect(await listed({ created, ...filter }, all), JSON.stringify(filter)).to.deep.equal(late);
    }
    expect(await listed({ created: { ...created, to: minutes(28.5) } }, own)).to.deep.equal([
      late[0],
      late[2],
    ]);
    expect(await listed({ created: { ...created, from: minutes(28.5) } }, own)).to.deep.equal([late[1]]);
    const around = { offsetSeconds: 0, ...timesOfRequest(requestId) };
    expect(await listed({ requestId, created: around }, all)).to.deep.equal([first?.recordId]);
  });

  it("show nothing of another tenant, also when a key leads to its record", async () => {
    const [own, other] = [newId("merchant"), newId("merchant")];
    const [record] = await write([{ ...entryOf([0, 0, 0, 0, 0]), tenantId: other }]);
    await sequence();
    const of = (merchantId: string) =>
      store.read.audit.list({ kind: "merchant", merchantId }, {}, { size: 10 });
    expect((await of(other)).items.map(({ recordId }) => recordId)).to.deep.equal([record?.recordId]);
    await client.query(
      "insert into audit_place select 'tenant ' || $1, batch_id, created_at, places from audit_place where key = 'tenant ' || $2",
      [own, other],
    );
    expect(await of(own)).to.deep.equal({ items: [] });
    expect(
      await store.read.audit.get({ kind: "merchant", merchantId: own }, record?.recordId ?? ""),
    ).to.equal(undefined);
  });

  it("of a tenant that is asked for are empty for another one", async () => {
    const [own, other] = [newId("merchant"), newId("merchant")];
    const [record] = await write([{ ...entryOf([0, 0, 0, 0, 0]), tenantId: other }]);
    await sequence();
    const asked = { tenantId: other };
    const whole = await store.read.audit.list({ kind: "all" }, asked, { size: 10 });
    expect(whole.items.map(({ recordId }) => recordId)).to.deep.equal([record?.recordId]);
    const foreign = await store.read.audit.list({ kind: "merchant", merchantId: own }, asked, { size: 10 });
    expect(foreign).to.deep.equal({ items: [] });
  });

  it("of one request read a bounded number of records for a page, and find it on the next", async () => {
    const requestId = newId("request");
    const [record] = await write([{ ...entryOf([0, 0, 0, 0, 0]), requestId }]);
    for (let batch = 0; batch < 17; batch += 1)
      await write(Array.from({ length: 1_024 }, () => entryOf([0, 0, 0, 0, 0])));
    await sequence();
    const first = await store.read.audit.list({ kind: "all" }, { requestId }, { size: 10 });
    expect(first.items).to.deep.equal([]);
    const second = await store.read.audit.list(
      { kind: "all" },
      { requestId },
      { size: 10, after: first.next ?? "" },
    );
    expect(second.items.map(({ recordId }) => recordId)).to.deep.equal([record?.recordId]);
    // Every record that is older was looked at, too.
    expect(second.next).to.equal(undefined);
  });

  it("go on with the next page after many batches without a matching record", async () => {
    const merchantId = newId("merchant");
    const [record] = await write([{ ...entryOf([0, 0, 0, 0, 0]), tenantId: merchantId }]);
    await sequence();
    await client.query(
      `insert into audit_place
        select 'tenant ' || $1, ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), B'0' from generate_series(1, 10300) n`,
      [merchantId],
    );
    const tenant = { kind: "merchant", merchantId } as const;
    const first = await store.read.audit.list(tenant, {}, { size: 10 });
    expect(first.items).to.deep.equal([]);
    const second = await store.read.audit.list(tenant, {}, { size: 10, after: first.next ?? "" });
    expect(second.items.map(({ recordId }) => recordId)).to.deep.equal([record?.recordId]);
    expect(second.next).to.equal(undefined);
  });
});
