import { expect } from "chai";
import type { GetEventResponse, ListEventsResponse } from "../../gen/ts/pda/event/v1/event_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { eventService } from "../../src/services/event/index.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { expirePayments } from "../../src/workers/expire-payments.ts";
import { sequenceEvents } from "../../src/workers/sequence-events.ts";
import { assetType, merchant, publisher, wallet } from "../support/fixtures.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";
import { paidPayment } from "../workers/support/takings.ts";

const publicUrl = "https://pay.example";
const eventTypes = ["payment.completed", "payment.failed", "refund.completed"];

describe("the Event API", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let usdx: AssetType;
  let walletId: string;
  let merchantId: string;

  before(async () => {
    harness = await ServiceHarness.start(() => [
      ...paymentServices({ publicUrl, paymentTtlSeconds: 60 }),
      ...eventService({ publicUrl, eventTypes }),
    ]);
    usdx = await assetType(harness.store, await publisher(harness.url));
    walletId = (await wallet(harness.store, usdx, 1_000_000_000n)).walletId;
  });
  beforeEach(async () => {
    merchantId = await merchant(harness.store);
  });
  after(() => harness[Symbol.asyncDispose]());

  const sequence = async (): Promise<void> => {
    while (await sequenceEvents(harness.store)());
  };
  /** A refund, which is completed at once and says so. */
  const refund = async (owner = merchantId): Promise<void> => {
    const { transactionId } = await paidPayment(harness.store, usdx, owner, walletId, 1_000_000n);
    await harness.call("CreateRefund", {
      originalTransaction: transactionId,
      refundAmount: "0.25",
      reason: "returned",
    });
    await sequence();
  };
  const list = (request: object = {}, owner = merchantId): Promise<ListEventsResponse> =>
    harness.call<ListEventsResponse>("ListEvents", request, { as: asMerchant(owner) });

  it("tells what happened as CloudEvents, with the resource as it was then", async () => {
    await refund();
    const { items, nextAfter } = await list();
    expect(items).to.have.length(1);
    const [event] = items;
    expect(event).to.include({
      specversion: "1.0",
      source: publicUrl,
      type: "refund.completed",
      datacontenttype: "application/json",
      sequence: nextAfter,
    });
    expect(event?.id).to.match(/^evt_/);
    const subject = event?.data?.subject;
    expect(subject?.$case).to.equal("refund");
    expect(subject?.value).to.include({
      merchantId,
      refundAmount: "0.25",
      assetType: "USDX",
      refundId: event?.subject,
    });
    const { event: same } = await harness.call<GetEventResponse>(
      "GetEvent",
      { eventId: event?.id },
      { as: asMerchant(merchantId) },
    );
    expect(same).to.deep.equal(event);
  });

  it("is read on from a position, in pages, by type", async () => {
    for (let i = 0; i < 5; i++) await refund();
    const { payment } = await harness.call<{ payment?: { paymentId: string } }>("CreatePayment", {
      amount: "1",
      assetType: "USDX",
      merchantId,
    });
    await harness.store.transact((tx) => tx.clock.advance(61n));
    while (await expirePayments(harness.store)());
    await sequence();

    const seen: bigint[] = [];
    let after = 0n;
    for (
      let page = await list({ after, pageSize: 2 });
      page.items.length > 0;
      page = await list({ after, pageSize: 2 })
    ) {
      seen.push(...page.items.map((event) => event.sequence));
      after = page.nextAfter;
    }
    expect(seen).to.have.length(6);
    expect(seen).to.deep.equal(seen.toSorted((a, b) => (a < b ? -1 : 1)));
    expect((await list({ after })).nextAfter, "nothing more: read on from the same place").to.equal(after);

    const failed = await list({ type: "payment.failed" });
    expect(failed.items.map(({ subject }) => subject)).to.deep.equal([payment?.paymentId]);
    expect(failed.items[0]?.data?.subject?.value).to.include({ paymentId: payment?.paymentId, merchantId });
  });

  it("shows only the types that are switched on", async () => {
    await harness.call("CreatePayment", { amount: "1", assetType: "USDX", merchantId });
    await sequence();
    expect((await list()).items).to.deep.equal([]);
    expect((await list({ type: "payment.created" })).items).to.deep.equal([]);
    const [hidden] = await harness.store.read.events.list(
      { kind: "merchant", merchantId },
      ["payment.created"],
      0n,
      1,
    );
    expect(hidden?.type).to.equal("payment.created");
    const failure = await harness.failure("GetEvent", { eventId: hidden?.eventId });
    expect(failure.entry).to.equal("NOT_FOUND");
  });

  it("keeps merchants apart", async () => {
    await refund();
    const [event] = (await list()).items;
    const stranger = await merchant(harness.store);
    expect((await list({}, stranger)).items).to.deep.equal([]);
    expect(
      (await harness.failure("GetEvent", { eventId: event?.id }, { as: asMerchant(stranger) })).entry,
    ).to.equal("NOT_FOUND");
    expect((await harness.failure("GetEvent", { eventId: newId("event") })).entry).to.equal("NOT_FOUND");
  });

  it("has 50 events to a page unless asked otherwise, and 200 at most", async () => {
    const payments = await Promise.all(
      Array.from({ length: 4 }, () => paidPayment(harness.store, usdx, merchantId, walletId, 100n)),
    );
    for (let i = 0; i < 52; i++)
      await harness.call("CreateRefund", {
        originalTransaction: payments[i % 4]?.transactionId,
        refundAmount: "0.000001",
        reason: "returned",
      });
    await sequence();
    expect((await list()).items).to.have.length(50);
    expect((await list({ pageSize: 100_000 })).items).to.have.length(52);
    expect((await harness.failure("ListEvents", { pageSize: -1 })).entry).to.equal("INVALID_ARGUMENT");
  });

  it("has nothing after the last position that there can be", async () => {
    for (const after of [2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]) {
      const answer = await list({ after });
      expect(answer.items).to.deep.equal([]);
      expect(answer.nextAfter).to.equal(after);
    }
  });
});
