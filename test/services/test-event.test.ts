// Test events: who may ask for them, of which types, and how many wait.
import { expect } from "chai";
import type { SendTestEventResponse } from "../../gen/ts/pda/event/v1/webhook_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { SigningKeys } from "../../src/services/signing/signing-keys.ts";
import { webhookService } from "../../src/services/webhook/index.ts";
import { merchant } from "../support/fixtures.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";
import { webhookPolicy } from "./support/webhooks.ts";

const eventTypes = ["payment.completed", "payment.failed", "refund.completed"];

describe("test events", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let merchantId: string;
  let webhookId: string;

  before(async () => {
    harness = await ServiceHarness.start((store, sealer) =>
      webhookService({
        eventTypes,
        sealer,
        signingKeys: new SigningKeys({ store, sealer }),
        webhooks: webhookPolicy,
      }),
    );
  });
  beforeEach(async () => {
    merchantId = await merchant(harness.store);
    webhookId = newId("webhook");
    await harness.store.transact(async (tx) => {
      await tx.webhooks.insert(
        webhookId,
        { merchantId },
        {
          url: "https://shop.example/hooks",
          description: "",
          eventTypes: ["asset.revoked", "payment.completed", "refund.completed"],
          thin: false,
          ordered: false,
          concurrency: 10,
          publicKeySignature: false,
          httpSignature: false,
        },
      );
      await tx.webhooks.enable(webhookId);
    });
  });
  after(() => harness[Symbol.asyncDispose]());

  const send = async (request: object = {}): Promise<SendTestEventResponse["testEvent"]> => {
    const all = { webhookId, ...request };
    const { testEvent } = await harness.call<SendTestEventResponse>("SendTestEvent", all, {
      as: asMerchant(merchantId),
    });
    return testEvent;
  };
  const failure = (request: object = {}, owner = merchantId): Promise<Failure> =>
    harness.failure("SendTestEvent", { webhookId, ...request }, { as: asMerchant(owner) });

  it("are of the first type of the endpoint that the service publishes, or of one that the caller names", async () => {
    const first = await send();
    expect(first).to.include({ webhookId, type: "payment.completed" });
    expect(first?.eventId).to.match(/^evt_[0-9a-z]{26}$/);
    expect(await send({ eventType: "refund.completed" })).to.include({ type: "refund.completed" });
  });

  it("are of no type that the endpoint does not get, or that the service does not publish", async () => {
    for (const eventType of ["payment.failed", "asset.revoked", "payment.imagined"]) {
      const { violations } = await failure({ eventType });
      expect(violations[0], eventType).to.include({ field: "event_type", reason: "UNKNOWN_EVENT_TYPE" });
    }
  });

  it("are sent to a disabled endpoint, and not to one that is not verified, is deleted, or is another tenant's", async () => {
    const change = (how: "disable" | "suspend" | "delete"): Promise<void> =>
      harness.store.transact(async (tx) => tx.webhooks[how](webhookId));
    await change("disable");
    await send();
    expect(await failure({}, await merchant(harness.store))).to.include({ reason: "NOT_FOUND" });
    await harness.call(
      "UpdateWebhook",
      { webhookId, url: "https://other.example/hooks" },
      { as: asMerchant(merchantId) },
    );
    expect(await failure()).to.include({ reason: "WEBHOOK_NOT_VERIFIED" });
    await change("delete");
    expect(await failure()).to.include({ reason: "WEBHOOK_DELETED" });
  });

  it("wait for a worker, ten at most for an endpoint", async () => {
    for (let number = 0; number < 10; number += 1) await send();
    expect(await failure()).to.include({ reason: "TEST_EVENT_LIMIT" });
    await harness.store.transact((tx) => tx.webhookTests.take(100, false, []));
    await send();
  });
});
