// Which calls a list of the audit log has.
import { expect } from "chai";
import { v7 } from "uuid";
import type { AuditRecord } from "../../gen/ts/pda/audit/v1/audit.ts";
import type { ListAuditRecordsResponse } from "../../gen/ts/pda/audit/v1/audit_service.ts";
import type { CreatePaymentResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { idOf, newId } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import { recordRefusals } from "../../src/services/access/refusals.ts";
import { Checkpoints } from "../../src/services/audit/checkpoints.ts";
import { auditService } from "../../src/services/audit/index.ts";
import { SignedHead } from "../../src/services/audit/signed-head.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { newAuditKeys } from "../support/audit-keys.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { asMerchant, operator, ServiceHarness } from "../support/service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const log = logger("test", { level: "silent" });

describe("a list of the audit log", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let merchantId: string;
  let folder: ReturnType<typeof temporaryDirectory>;

  beforeEach(async () => {
    folder = temporaryDirectory();
    const head = new SignedHead(folder.path);
    harness = await ServiceHarness.start((store) => [
      ...paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
      ...auditService({ checkpoints: new Checkpoints({ store, keys: newAuditKeys(), head, log }) }),
    ]);
    await assetType(harness.store, await publisher(harness.url));
    merchantId = await merchant(harness.store);
  });
  afterEach(async () => {
    await harness[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const create = async (options = {}): Promise<string> => {
    const request = { amount: "1", assetType: "USDX", merchantId };
    const { payment } = await harness.call<CreatePaymentResponse>("CreatePayment", request, {
      as: asMerchant(merchantId),
      ...options,
    });
    return payment?.paymentId ?? "";
  };
  /** Newest first. */
  const listed = async (request: object, as = operator): Promise<AuditRecord[]> => {
    await harness.audit.flush();
    while ((await harness.store.transact((tx) => tx.auditSequencer.advance(100))) > 0);
    return (await harness.call<ListAuditRecordsResponse>("ListAuditRecords", request, { as })).items;
  };

  it("finds a call by its request, around the time in the identifier, and by a resource", async () => {
    const requestId = newId("request");
    const paymentId = await create({ requestId });
    await create({ requestId: "order-1" });
    const found = async (request: object) => (await listed(request)).map((record) => record.requestId);
    expect(await found({ requestId })).to.deep.equal([requestId]);
    expect(await found({ requestId: "order-1" })).to.deep.equal(["order-1"]);
    expect(await found({ resourceId: paymentId })).to.deep.equal([requestId]);
    expect(await found({ tenantId: merchantId })).to.deep.equal(["order-1", requestId]);
    expect(await found({ tenantId: newId("merchant") })).to.deep.equal([]);
    const foreign = await harness.failure(
      "ListAuditRecords",
      { tenantId: newId("merchant") },
      { as: asMerchant(merchantId) },
    );
    expect(foreign.reason).to.equal("OTHER_TENANT");
    // Years before the call: an identifier of the service that a caller has sent again is found in a period that is named.
    const old = "req_01h2xcejqtf2nbrexx3vqjhp41";
    await create({ requestId: old });
    expect(await found({ requestId: old })).to.deep.equal([]);
    // The first and the last time that an identifier can have.
    for (const digit of ["0", "7z"])
      expect(await found({ requestId: `req_${digit.padEnd(26, digit.at(-1))}` })).to.deep.equal([]);
    const fromTime = { seconds: BigInt(Math.floor(Date.now() / 1000) - 60), nanos: 0 };
    expect(await found({ requestId: old, fromTime })).to.deep.equal([old]);
  });

  it("finds a request that a gateway refused while no core was there, by its identifier and by its time", async () => {
    const madeMs = Date.now() - 30 * 60_000;
    const at = (ms: number) => ({ seconds: BigInt(Math.floor(ms / 1000)), nanos: 0 });
    const requestId = idOf("request", v7({ msecs: madeMs }));
    const call = {
      callTime: at(madeMs),
      requestId,
      principal: operator,
      reason: "OVERLOADED",
      error: "UNAVAILABLE",
      resourceIds: [],
      callCount: 1,
    };
    recordRefusals(harness.audit, { calls: [call] });
    const found = async (request: object) => (await listed(request)).map((record) => record.requestId);
    expect(await found({ requestId })).to.deep.equal([requestId]);
    const toTime = at(madeMs + 10 * 60_000);
    expect(await found({ toTime })).to.deep.equal([requestId]);
    expect(await found({ toTime: at(madeMs - 60_000) })).to.deep.equal([]);
  });

  it("lists changes only when somebody asks for them, refused ones among them", async () => {
    const paymentId = await create();
    await harness.call("GetPayment", { paymentId }, { as: asMerchant(merchantId) });
    await harness.failure("CreatePayment", { amount: "-1" }, { as: asMerchant(merchantId) });
    const operations = async (request: object) =>
      (await listed(request, asMerchant(merchantId))).map(({ operation }) => operation);
    const all = await operations({});
    expect(all).to.have.members(["CreatePayment", "GetPayment", "CreatePayment"]);
    expect(await operations({ changesOnly: true })).to.deep.equal(["CreatePayment", "CreatePayment"]);
    expect(await operations({ changesOnly: true, operation: "GetPayment" })).to.deep.equal([]);
    const { nextPageToken } = await harness.call<ListAuditRecordsResponse>(
      "ListAuditRecords",
      { changesOnly: true, pageSize: 1 },
      { as: asMerchant(merchantId) },
    );
    const other = { pageSize: 1, pageToken: nextPageToken };
    const refused = await harness.failure("ListAuditRecords", other, { as: asMerchant(merchantId) });
    expect(refused.reason).to.equal("INVALID_PAGE_TOKEN");
  });
});
