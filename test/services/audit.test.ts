import { createHmac } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import {
  AuditCaller,
  AuditMechanism,
  AuditOutcome,
  type AuditRecord,
} from "../../gen/ts/pda/audit/v1/audit.ts";
import type {
  GetAuditCheckpointResponse,
  GetAuditRecordResponse,
  ListAuditRecordsResponse,
} from "../../gen/ts/pda/audit/v1/audit_service.ts";
import type { CreatePaymentResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { RecordBatch } from "../../src/domain/audit/batch.ts";
import { leafHash, provesConsistency, provesInclusion } from "../../src/domain/audit/merkle.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import { recordOf } from "../../src/rpc/audit/describe.ts";
import { KeyRing } from "../../src/rpc/key-ring.ts";
import { Sealer } from "../../src/rpc/seal.ts";
import { Checkpoints } from "../../src/services/audit/checkpoints.ts";
import { auditService } from "../../src/services/audit/index.ts";
import { loadAuditKeys } from "../../src/services/audit/keys.ts";
import { SignedHead } from "../../src/services/audit/signed-head.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { readCheckpoint } from "../../src/trust/transparency/checkpoint.ts";
import { openNote, readVerifierKey } from "../../src/trust/transparency/note.ts";
import { newAuditKeys } from "../support/audit-keys.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { asMerchant, operator, ServiceHarness } from "../support/service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const publicUrl = "https://pay.example";
const log = logger("test", { level: "silent" });

describe("the audit log", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let database: pg.Client;
  let merchantId: string;
  const keys = newAuditKeys();
  let folder: ReturnType<typeof temporaryDirectory>;
  let head: SignedHead;

  beforeEach(async () => {
    folder = temporaryDirectory();
    head = new SignedHead(folder.path);
    harness = await ServiceHarness.start((store) => [
      ...paymentServices({ publicUrl, paymentTtlSeconds: 900 }),
      ...auditService({ checkpoints: new Checkpoints({ store, keys, head, log }) }),
    ]);
    database = new pg.Client({ connectionString: harness.url });
    await database.connect();
    await assetType(harness.store, await publisher(harness.url));
    merchantId = await merchant(harness.store);
  });
  afterEach(async () => {
    await database.end();
    await harness[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const create = async (options = {}, over: object = {}): Promise<string> => {
    const request = { amount: "1", assetType: "USDX", merchantId, ...over };
    const { payment } = await harness.call<CreatePaymentResponse>("CreatePayment", request, {
      as: asMerchant(merchantId),
      ...options,
    });
    return payment?.paymentId ?? "";
  };
  const sequence = async (): Promise<void> => {
    while ((await harness.store.transact((tx) => tx.auditSequencer.advance(100))) > 0);
  };
  /** Everything that has a record so far, newest first. */
  const listed = async (request: object = {}, as = operator): Promise<AuditRecord[]> => {
    await harness.audit.flush();
    await sequence();
    return (await harness.call<ListAuditRecordsResponse>("ListAuditRecords", request, { as })).items;
  };
  const rowsOf = async (query: string): Promise<Record<string, unknown>[]> =>
    (await database.query(query)).rows;

  it("says of a change who made it, by what, from where and what came of it, and nothing in clear of the address", async () => {
    const before = Date.now();
    const paymentId = await create({ address: "203.0.113.7" });
    const [record] = await listed();
    const { recordId, callTime, addressHash, ...rest } = record as AuditRecord;
    expect(rest).to.deep.equal({
      operation: "CreatePayment",
      caller: AuditCaller.AUDIT_CALLER_MERCHANT,
      tenantId: merchantId,
      credentialId: `key_of_${merchantId}`,
      deviceId: undefined,
      mechanism: AuditMechanism.AUDIT_MECHANISM_API_KEY,
      resourceIds: [merchantId, paymentId],
      outcome: AuditOutcome.AUDIT_OUTCOME_SUCCEEDED,
      errorCode: undefined,
      reason: undefined,
      replayed: false,
      requestId: "test",
      callCount: 1,
      signedBy: undefined,
      delegate: undefined,
      tokenBinding: undefined,
      clientId: undefined,
      sessionId: undefined,
    });
    expect(recordId).to.match(/^aud_/);
    expect(Number(callTime?.seconds)).to.be.within(Math.floor(before / 1000), Math.ceil(Date.now() / 1000));
    expect(addressHash).to.equal(
      createHmac("sha256", Buffer.alloc(32)).update("203.0.113.7").digest("base64url"),
    );
    const [{ all }] = (await rowsOf(
      "select string_agg(convert_from(records, 'UTF8'), '') as all from audit_batch",
    )) as [{ all: string }];
    expect(all).to.include(paymentId).and.not.include("203.0.113.7");
  });

  it("commits the record of a change with the change: before any flush, and not without the change", async () => {
    await create();
    expect(await rowsOf("select batch_id from audit_batch")).to.have.length(1);
    await database.query("alter table audit_batch rename column records to away");
    const failure = await harness.failure(
      "CreatePayment",
      { amount: "1", assetType: "USDX", merchantId },
      { as: asMerchant(merchantId) },
    );
    expect(failure.entry).to.equal("INTERNAL");
    await database.query("alter table audit_batch rename column away to records");
    expect(await rowsOf("select 1 from payment")).to.have.length(1);
  });

  it("has a record of each call that ran together with others, and says which were replays", async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, index) => create({ key: `k${index % 20}` })),
    );
    const records = await listed({ operation: "CreatePayment", pageSize: 200 });
    expect(records).to.have.length(40);
    expect(new Set(ids).size).to.equal(20);
    for (const id of new Set(ids)) {
      const ofOne = records.filter(({ resourceIds }) => resourceIds.includes(id));
      expect(ofOne.map(({ replayed }) => replayed)).to.have.members([false, true]);
    }
  });

  it("has reads and refusals within a flush, the refusals with code and reason", async () => {
    const paymentId = await create();
    await harness.call("GetPayment", { paymentId }, { as: asMerchant(merchantId) });
    await harness.failure("GetPayment", { paymentId: newId("payment") }, { as: asMerchant(merchantId) });
    await harness.failure("GetPayment", { paymentId }, { as: asMerchant(merchantId, []) });
    const records = await listed({ operation: "GetPayment" });
    expect(records.map(({ outcome, errorCode, reason }) => ({ outcome, errorCode, reason }))).to.deep.equal([
      { outcome: AuditOutcome.AUDIT_OUTCOME_REFUSED, errorCode: "SVC-4030", reason: "SCOPE_MISSING" },
      { outcome: AuditOutcome.AUDIT_OUTCOME_REFUSED, errorCode: "SVC-4040", reason: "NOT_FOUND" },
      { outcome: AuditOutcome.AUDIT_OUTCOME_SUCCEEDED, errorCode: undefined, reason: undefined },
    ]);
    expect(records[2]?.resourceIds).to.deep.equal([paymentId]);
  });

  it("counts the refusals of an address beyond the tenth of a minute in few records, and loses none", async () => {
    const refuse = (address: string) =>
      harness.failure("GetPayment", { paymentId: newId("payment") }, { as: asMerchant(merchantId), address });
    for (let count = 0; count < 500; count += 1) await refuse("203.0.113.7");
    await refuse("203.0.113.8");
    const records = await listed({ outcome: AuditOutcome.AUDIT_OUTCOME_REFUSED, pageSize: 200 });
    const calls = records.reduce((sum, { callCount }) => sum + callCount, 0);
    // The minute may change between two refusals.
    expect(records.length).to.be.below(24);
    expect(calls).to.equal(501);
    const counted = records.find(({ callCount }) => callCount > 1);
    expect(counted).to.include({
      operation: "*",
      caller: AuditCaller.AUDIT_CALLER_MERCHANT,
      tenantId: merchantId,
      credentialId: `key_of_${merchantId}`,
    });
    expect(counted?.addressHash).to.equal(harness.audit.addressHash("203.0.113.7"));
  });

  it("counts refused calls by credential, mechanism and session, each by itself", async () => {
    const by = (mechanism: AuditMechanism, sessionId?: string) => ({
      as: { ...asMerchant(merchantId), authentication: { mechanism, sessionId } },
      address: "203.0.113.7",
    });
    const { AUDIT_MECHANISM_API_KEY: apiKey, AUDIT_MECHANISM_SESSION: session } = AuditMechanism;
    const callers = [by(apiKey), by(session, "ses_1"), by(session, "ses_2")];
    for (let count = 0; count < 30; count += 1)
      for (const caller of callers)
        await harness.failure("GetPayment", { paymentId: newId("payment") }, caller);
    const counted = (await listed({ operation: "*", pageSize: 200 })).map(({ mechanism, sessionId }) => [
      mechanism,
      sessionId,
    ]);
    expect(counted).to.deep.include.members([
      [apiKey, undefined],
      [session, "ses_1"],
      [session, "ses_2"],
    ]);
  });

  it("keeps records in memory while the database takes none, and writes them later", async () => {
    const paymentId = await create();
    await database.query("alter table audit_batch rename column records to away");
    await harness.call("GetPayment", { paymentId });
    await harness.audit.flush();
    await database.query("alter table audit_batch rename column away to records");
    expect(await listed({ operation: "GetPayment" })).to.have.length(1);
  });

  it("refuses calls while so many records wait that a call could leave none", async () => {
    const paymentId = await create();
    await database.query("alter table audit_batch rename column records to away");
    await harness.call("GetPayment", { paymentId });
    await harness.audit.flush();
    const one = recordOf(
      { operation: "GetPayment", principal: operator, requestId: "r" },
      { resourceIds: [] },
    );
    while (!harness.audit.isFull) harness.audit.note(one);
    const failure = await harness.failure("GetPayment", { paymentId });
    expect([failure.entry, failure.reason]).to.deep.equal(["UNAVAILABLE", "OVERLOADED"]);
    await database.query("alter table audit_batch rename column away to records");
    await harness.audit.flush();
    expect(harness.audit.isFull).to.equal(false);
    await harness.call("GetPayment", { paymentId });
  });

  it("shows a tenant its own calls alone, and filters by operation, outcome, credential and time", async () => {
    const other = await merchant(harness.store);
    await create();
    await harness.failure("GetPayment", { paymentId: newId("payment") }, { as: asMerchant(other) });
    const [foreign] = await listed({ credentialId: `key_of_${other}` });
    expect(await listed({}, asMerchant(merchantId))).to.have.length(1);
    expect(await listed({ credentialId: `key_of_${other}` }, asMerchant(merchantId))).to.deep.equal([]);
    expect(
      (
        await harness.failure(
          "GetAuditRecord",
          { recordId: foreign?.recordId },
          { as: asMerchant(merchantId) },
        )
      ).entry,
    ).to.equal("NOT_FOUND");
    const ofOperation = await listed({ operation: "CreatePayment" });
    expect(ofOperation.map(({ tenantId }) => tenantId)).to.deep.equal([merchantId]);
    const at = (ms: number) => ({ seconds: BigInt(Math.floor(ms / 1000)), nanos: 0 });
    const hour = 3_600_000;
    const range = (from: number, to: number) =>
      listed({ operation: "CreatePayment", fromTime: at(Date.now() + from), toTime: at(Date.now() + to) });
    expect(await range(-hour, hour)).to.have.length(1);
    expect(await range(hour, 2 * hour)).to.deep.equal([]);
    expect(await range(-2 * hour, -hour)).to.deep.equal([]);
  });

  it("lists page by page", async () => {
    for (let count = 0; count < 3; count += 1) await create();
    await listed();
    const as = asMerchant(merchantId);
    const page = (pageToken: string) =>
      harness.call<ListAuditRecordsResponse>(
        "ListAuditRecords",
        { pageSize: 2, pageToken, operation: "CreatePayment" },
        { as },
      );
    const first = await page("");
    const second = await page(first.nextPageToken);
    expect([first.items.length, second.items.length, second.nextPageToken]).to.deep.equal([2, 1, ""]);
  });

  it("gives records positions without gaps, also one that commits after later ones", async () => {
    const late = new pg.Client({ connectionString: harness.url });
    await late.connect();
    await late.query("begin");
    const early = new RecordBatch("aud_00000000000000000000000000");
    early.add({
      ...recordOf({ operation: "Late", principal: operator, requestId: "r" }, { resourceIds: [] }),
    });
    const { records, ends, hashes } = early.encoded();
    await late.query(
      `insert into audit_batch (batch_id, created_at, count, records, ends, hashes) values ($1, now(), 1, $2, $3, $4)`,
      [uuidOf("auditRecord", "aud_00000000000000000000000000"), records, ends, hashes],
    );
    await create();
    await create();
    await sequence();
    await late.query("commit");
    await late.end();
    await sequence();
    const rows = await rowsOf(
      "select first_position, convert_from(records, 'UTF8')::json ->> 'operation' as operation from audit_batch order by 1",
    );
    expect(rows).to.deep.equal([
      { first_position: "0", operation: "CreatePayment" },
      { first_position: "1", operation: "CreatePayment" },
      { first_position: "2", operation: "Late" },
    ]);
  });

  it("proves to a tenant that its record is in the signed tree, and that later trees continue earlier ones", async () => {
    for (let count = 0; count < 5; count += 1) await create();
    const checkpoint = async (fromSize?: bigint) => {
      const found = await harness.call<GetAuditCheckpointResponse>("GetAuditCheckpoint", { fromSize });
      const key = readVerifierKey(found.verifierKey);
      expect(key).to.deep.equal(keys.verifier);
      const head = readCheckpoint(openNote(found.checkpoint, keys.verifier) ?? "");
      if (!head) throw new Error("the checkpoint is not signed");
      return { head, hashes: found.hashes };
    };
    await sequence();
    const { head: older } = await checkpoint();
    expect(older).to.include({ origin: "pay.example/audit", size: 5 });
    for (let count = 0; count < 300; count += 1) await create();
    const records = await listed({ operation: "CreatePayment", pageSize: 200 });
    const { head, hashes } = await checkpoint(BigInt(older.size));
    expect(provesConsistency(older, head, hashes)).to.equal(true);

    for (const { recordId } of [records[0], records[150]] as AuditRecord[]) {
      const { record, proof } = await harness.call<GetAuditRecordResponse>(
        "GetAuditRecord",
        { recordId },
        { as: asMerchant(merchantId) },
      );
      if (!proof) throw new Error("no proof");
      const signed = readCheckpoint(openNote(proof.checkpoint, keys.verifier) ?? "");
      if (!signed) throw new Error("the checkpoint is not signed");
      expect(JSON.parse(proof.canonicalRecord).recordId).to.equal(record?.recordId);
      const claim = { index: Number(proof.position), leaf: leafHash(Buffer.from(proof.canonicalRecord)) };
      expect(provesInclusion({ ...claim, size: signed.size, root: signed.root }, proof.hashes)).to.equal(
        true,
      );
    }
    const ahead = await harness.failure("GetAuditCheckpoint", { fromSize: 10_000n });
    expect(ahead.violations).to.have.nested.property("[0].reason", "OUT_OF_RANGE");
  });

  it("signs no tree that has changed what was signed before", async () => {
    await create();
    await create();
    await sequence();
    const checkpoints = new Checkpoints({ store: harness.store, keys, head, log });
    expect((await checkpoints.current()).size).to.equal(2);
    await database.query("update audit_tile set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1)");
    await create();
    await sequence();
    const error = await checkpoints.current().catch((reason: Error) => reason);
    expect(error)
      .to.be.an("error")
      .with.property("message")
      .that.matches(/no longer begins with the 2 records/);
  });

  it("has keys of the installation, which are created once and sealed", async () => {
    const [first, second] = await Promise.all(
      [publicUrl, "https://other.example"].map((url) => loadAuditKeys(harness.store, harness.sealer, url)),
    );
    expect(first?.verifier).to.deep.equal(second?.verifier);
    expect(first?.address.equals(second?.address as Buffer)).to.equal(true);
    const [stored] = await harness.store.read.auditKeys.all();
    const clear = first?.address as Buffer;
    expect(stored?.sealedKey.includes(clear)).to.equal(false);
    const failure = await loadAuditKeys(
      harness.store,
      new Sealer(KeyRing.derivedFrom(Buffer.alloc(32))),
      publicUrl,
    ).catch((e: Error) => e);
    expect(failure).to.be.an("error");
  });
});
