// What became of a request, by its idempotency key.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { type Outcome, OutcomeStatus } from "../../gen/ts/pda/access/v1/outcome.ts";
import type { GetOutcomeResponse } from "../../gen/ts/pda/access/v1/outcome_service.ts";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { CreateApiKeyResponse } from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { CreatePaymentResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { outcomeService } from "../../src/services/access/index.ts";
import { merchantService } from "../../src/services/merchant/index.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { asMerchant, type CallOptions, operator, ServiceHarness } from "../support/service.ts";

const { OUTCOME_STATUS_IN_PROGRESS: IN_PROGRESS, OUTCOME_STATUS_COMPLETED: COMPLETED } = OutcomeStatus;

describe("the outcome of a request by its key", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let merchantId: string;
  let own: CallOptions;

  before(async () => {
    harness = await ServiceHarness.start((_store, sealer) => [
      ...paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
      ...merchantService({ networks: { list: () => Promise.resolve([]) } as never }),
      ...outcomeService({ sealer }),
    ]);
    await assetType(harness.store, await publisher(harness.url));
  });
  beforeEach(async () => {
    merchantId = await merchant(harness.store);
    own = { as: asMerchant(merchantId) };
  });
  after(() => harness[Symbol.asyncDispose]());

  const create = async (key: string, options = own): Promise<string> => {
    const request = { amount: "5", assetType: "USDX", merchantId };
    const { payment } = await harness.call<CreatePaymentResponse>("CreatePayment", request, {
      ...options,
      key,
    });
    return payment?.paymentId as string;
  };
  const outcome = async (idempotencyKey: string, operation?: string, options = own): Promise<Outcome> =>
    (await harness.call<GetOutcomeResponse>("GetOutcome", { idempotencyKey, operation }, options))
      .outcome as Outcome;
  const unknown = async (idempotencyKey: string, operation?: string, options = own): Promise<void> => {
    const failure = await harness.failure("GetOutcome", { idempotencyKey, operation }, options);
    expect(failure.entry).to.equal("NOT_FOUND");
  };

  it("names the operation, the resource and the time of what was executed", async () => {
    const began = Math.floor(Date.now() / 1000);
    const paymentId = await create("order-1");
    const { endTime, ...rest } = await outcome("order-1");
    expect(rest).to.deep.equal({
      idempotencyKey: "order-1",
      operation: "CreatePayment",
      status: COMPLETED,
      resourceId: paymentId,
    });
    expect(Number(endTime?.seconds)).to.be.within(began - 1, began + 30);
  });

  it("is unknown for a key that never came, and for a request that was refused", async () => {
    await unknown("never");
    const request = { amount: "5", assetType: "NONE", merchantId };
    await harness.failure("CreatePayment", request, { ...own, key: "refused" });
    await unknown("refused");
  });

  it("is the caller's own: of its tenant with whatever credential, and nobody else's", async () => {
    const paymentId = await create("mine");
    const other = { as: asMerchant(await merchant(harness.store)) };
    await unknown("mine", undefined, other);
    await unknown("mine", undefined, { as: operator });
    const narrow = { as: { ...asMerchant(merchantId, []), credentialId: "key_rotated" } };
    expect((await outcome("mine", undefined, narrow)).resourceId).to.equal(paymentId);
    const nobody = {
      as: { kind: PrincipalKind.PRINCIPAL_KIND_ANONYMOUS, tenantId: "", credentialId: "", scopes: [] },
    };
    const failure = await harness.failure("GetOutcome", { idempotencyKey: "mine" }, nobody);
    expect(failure.entry).to.equal("UNAUTHENTICATED");
  });

  it("is that of the operation that is named, else the latest", async () => {
    const paymentId = await create("twice");
    await sleep(5);
    const made = await harness.call<CreateApiKeyResponse>(
      "CreateApiKey",
      { merchantId, name: "till", scopes: ["payments.read"] },
      { ...own, key: "twice" },
    );
    const apiKeyId = made.createdApiKey?.apiKey?.apiKeyId;
    expect(await outcome("twice")).to.include({ operation: "CreateApiKey", resourceId: apiKeyId });
    expect(await outcome("twice", "CreatePayment")).to.include({ resourceId: paymentId });
    await unknown("twice", "CreateRefund");
  });

  it("tells nothing of a secret that was answered", async () => {
    const made = await harness.call<CreateApiKeyResponse>(
      "CreateApiKey",
      { merchantId, name: "till", scopes: ["payments.read"] },
      { ...own, key: "secret" },
    );
    const secret = made.createdApiKey?.secret as string;
    expect(secret).to.match(/^pda_/);
    const { bytes } = await harness.callWhole("GetOutcome", { idempotencyKey: "secret" }, own);
    expect(Buffer.from(bytes).toString("latin1")).to.not.include(secret);
  });

  it("is in progress while the request holds its key, and completed after that", async () => {
    const client = new pg.Client({ connectionString: harness.url });
    await client.connect();
    try {
      // A payment cannot be stored while the table is locked, so the request waits in the middle of its transaction.
      await client.query("begin; lock table payment in share row exclusive mode");
      const creating = create("slow");
      let seen: Outcome | undefined;
      while (!seen) {
        seen = await outcome("slow").catch((error: { entry: string }) => {
          if (error.entry !== "NOT_FOUND") throw error;
          return undefined;
        });
      }
      expect(seen).to.deep.equal({
        idempotencyKey: "slow",
        operation: "CreatePayment",
        status: IN_PROGRESS,
        resourceId: undefined,
        endTime: undefined,
      });
      await client.query("rollback");
      expect(await outcome("slow").then(() => creating)).to.match(/^pay_/);
      expect(await outcome("slow")).to.include({ status: COMPLETED, resourceId: await creating });
    } finally {
      await client.end();
    }
  });

  it("refuses what cannot be a key", async () => {
    for (const key of ["", "with blank", "é", "x".repeat(256)]) {
      const failure = await harness.failure("GetOutcome", { idempotencyKey: key }, own);
      expect([failure.entry, failure.violations[0]?.field]).to.deep.equal([
        "INVALID_ARGUMENT",
        "idempotency_key",
      ]);
    }
    await create("!~/?#%");
    expect((await outcome("!~/?#%")).status).to.equal(COMPLETED);
  });
});
