import { expect } from "chai";
import type { Event } from "../../gen/ts/pda/event/v1/event.ts";
import type { GetEventResponse, ListEventsResponse } from "../../gen/ts/pda/event/v1/event_service.ts";
import type { ListPaymentsResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { eventService } from "../../src/services/event/index.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { expirePayments } from "../../src/workers/expire-payments.ts";
import { sequenceEvents } from "../../src/workers/sequence-events.ts";
import { LateSignals } from "../support/event-signals.ts";
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
    harness = await ServiceHarness.start((_, sealer) => [
      ...paymentServices({ publicUrl, paymentTtlSeconds: 60 }),
      ...eventService({
        publicUrl,
        eventTypes,
        sealer,
        eventWaits: new LateSignals(() => harness.url).waits,
        stillAccepted: () => Promise.resolve(),
      }),
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
    const { items, nextPageToken } = await list();
    expect(items).to.have.length(1);
    const [event] = items;
    expect(event).to.include({
      specversion: "1.0",
      source: publicUrl,
      type: "refund.completed",
      datacontenttype: "application/json",
      cursor: nextPageToken,
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

  it("is read on from a token, in pages, by type", async () => {
    for (let i = 0; i < 5; i++) await refund();
    const { payment } = await harness.call<{ payment?: { paymentId: string } }>("CreatePayment", {
      amount: "1",
      assetType: "USDX",
      merchantId,
    });
    await harness.store.transact((tx) => tx.clock.advance(61n));
    while (await expirePayments(harness.store)());
    await sequence();

    const whole = (await list()).items;
    const seen: Event[] = [];
    let pageToken = "";
    for (
      let page = await list({ pageToken, pageSize: 2 });
      page.items.length > 0;
      page = await list({ pageToken, pageSize: 2 })
    ) {
      seen.push(...page.items);
      pageToken = page.nextPageToken;
    }
    expect(seen).to.have.length(6).and.to.deep.equal(whole);
    expect((await list({ pageToken })).nextPageToken, "nothing more: read on from the same place").to.equal(
      pageToken,
    );
    await refund();
    expect((await list({ pageToken })).items).to.have.length(1);

    const failed = await list({ type: "payment.failed" });
    expect(failed.items.map(({ subject }) => subject)).to.deep.equal([payment?.paymentId]);
    expect(failed.items[0]?.data?.subject?.value).to.include({ paymentId: payment?.paymentId, merchantId });
  });

  it("is asked for the events about one resource, whoever may see them, and goes on from there", async () => {
    await refund();
    const [about] = (await list()).items;
    const { subject = "" } = about ?? {};
    await refund();
    const { items, nextPageToken } = await list({ subject });
    expect(items).to.deep.equal([about]);
    expect((await list({ subject, type: "refund.completed" })).items).to.deep.equal([about]);
    expect((await list({ subject, type: "payment.completed" })).items).to.deep.equal([]);
    expect((await list({ subject, pageToken: nextPageToken })).items).to.deep.equal([]);
    expect((await list({ pageToken: nextPageToken })).items, "a token of any filter").to.have.length(1);
    expect((await list({ subject: newId("payment") })).items, "unknown").to.deep.equal([]);
    const stranger = await merchant(harness.store);
    expect((await list({ subject }, stranger)).items, "of somebody else").to.deep.equal([]);
    const all = await harness.call<ListEventsResponse>("ListEvents", { subject });
    expect(
      all.items.map(({ id }) => id),
      "the operator",
    ).to.deep.equal([about?.id]);
    for (const wrong of ["", " ", `${subject} `, "x".repeat(256)]) {
      const failure = await harness.failure("ListEvents", { subject: wrong }, { as: asMerchant(merchantId) });
      expect(failure.violations[0], wrong).to.include({ field: "subject" });
    }
  });

  it("shows only the types that are switched on", async () => {
    await harness.call("CreatePayment", { amount: "1", assetType: "USDX", merchantId });
    await sequence();
    expect((await list()).items).to.deep.equal([]);
    const asked = { as: asMerchant(merchantId) };
    expect((await harness.failure("ListEvents", { type: "payment.created" }, asked)).reason).to.equal(
      "UNKNOWN_EVENT_TYPE",
    );
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

  it("refuses a type that it does not publish, so that a mistyped one is not silent", async () => {
    for (const type of ["payment.complete", "ownership.transferred", "PAYMENT.COMPLETED"]) {
      const failure = await harness.failure("ListEvents", { type }, { as: asMerchant(merchantId) });
      expect(failure.reason, type).to.equal("UNKNOWN_EVENT_TYPE");
      expect(failure.violations, type).to.have.length(1);
      expect(failure.violations[0], type).to.include({ field: "type" });
      expect(JSON.stringify(failure.violations), type).to.include(
        "payment.completed, payment.failed, refund.completed",
      );
    }
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

  it("gives a token before anything has happened, which goes on when something has", async () => {
    const { items, nextPageToken } = await list();
    expect(items).to.deep.equal([]);
    expect(nextPageToken).not.to.equal("");
    expect((await list({ pageToken: nextPageToken })).nextPageToken).to.equal(nextPageToken);
    await refund();
    expect((await list({ pageToken: nextPageToken })).items).to.have.length(1);
  });

  it("goes on after any event by its cursor, with whatever filter", async () => {
    for (let i = 0; i < 3; i++) await refund();
    const { items } = await list();
    for (const filter of [{}, { type: "refund.completed" }, { pageSize: 2 }]) {
      const after = await list({ pageToken: items[0]?.cursor, ...filter });
      expect(after.items).to.deep.equal(items.slice(1));
    }
    expect((await list({ pageToken: items[0]?.cursor, type: "payment.failed" })).items).to.deep.equal([]);
  });

  it("takes no token that it has not made, nor one of another tenant, nor one of another list", async () => {
    await refund();
    const { cursor = "" } = (await list()).items[0] ?? {};
    const bytes = Buffer.from(cursor, "base64url");
    const changed = Array.from(bytes, (_, index) => {
      const other = Buffer.from(bytes);
      other.writeUInt8((bytes[index] as number) ^ 1, index);
      return other.toString("base64url");
    });
    const { nextPageToken } = await harness.call<ListPaymentsResponse>("ListPayments", { pageSize: 1 });
    expect(nextPageToken).not.to.equal("");
    for (const pageToken of [...changed, nextPageToken, "1", "AAAAAAAAAAE", `${cursor}AA`]) {
      const failure = await harness.failure("ListEvents", { pageToken }, { as: asMerchant(merchantId) });
      expect(failure.entry, pageToken).to.equal("INVALID_PAGE_TOKEN");
    }
    const stranger = await merchant(harness.store);
    const foreign = await harness.failure("ListEvents", { pageToken: cursor }, { as: asMerchant(stranger) });
    expect(foreign.entry).to.equal("INVALID_PAGE_TOKEN");
  });

  it("has cursors that tell neither how many events there are nor which of two is later", async () => {
    for (let i = 0; i < 24; i++) await refund();
    const cursors = (await list({ pageSize: 200 })).items.map(({ cursor }) =>
      Buffer.from(cursor, "base64url"),
    );
    const rising = cursors.filter((cursor, index) => index > 0 && cursor.compare(cursors[index - 1]!) > 0);
    expect(rising.length).to.be.within(3, cursors.length - 4);
    // Two neighbours have no byte more in common than chance gives them.
    for (const [index, cursor] of cursors.entries()) {
      const next = cursors[index + 1];
      if (next) expect(cursor.filter((byte, at) => byte === next[at]).length).to.be.below(8);
    }
  });
});
