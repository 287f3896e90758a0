// Events of the holder of a wallet: the merchant's events that concern the wallet, under their identifiers, with what wallets may see.
import { inspect } from "node:util";
import { expect } from "chai";
import pg from "pg";
import { SignJWT } from "jose";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { Event } from "../../gen/ts/pda/event/v1/event.ts";
import {
  type GetEventResponse,
  ListEventsRequest,
  type ListEventsResponse,
  WatchEventsRequest,
  WatchEventsResponse,
} from "../../gen/ts/pda/event/v1/event_service.ts";
import type { Webhook } from "../../gen/ts/pda/event/v1/webhook.ts";
import type {
  CreateWebhookResponse,
  ListMissedEventsResponse,
  ListWebhooksResponse,
  RedeliverEventsResponse,
} from "../../gen/ts/pda/event/v1/webhook_service.ts";
import type {
  CreatePaymentResponse,
  GeneratePaymentReferenceResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { PaymentRequest } from "../../gen/ts/pda/wallet/v1/wallet.ts";
import type { ResolvePaymentReferenceResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { eventService } from "../../src/services/event/index.ts";
import { watchEvents } from "../../src/services/event/watch-events.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { SigningKeys } from "../../src/services/signing/signing-keys.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import { webhookService } from "../../src/services/webhook/index.ts";
import { disableEndpoint } from "../../src/workers/delivery/disable.ts";
import { sequenceEvents } from "../../src/workers/sequence-events.ts";
import { LateSignals } from "../support/event-signals.ts";
import { assetType, type Holder, merchant, publisher, signPayment, wallet } from "../support/fixtures.ts";
import { asHolder, asMerchant, ServiceHarness } from "../support/service.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { webhookPolicy } from "./support/webhooks.ts";

const publicUrl = "https://pay.example";
const eventTypes =
  "payment.created payment.completed payment.failed refund.completed settlement.finalized ownership.transferred webhook.disabled".split(
    " ",
  );
const secrets = ["order-4711", "till 3 of the shop", "between us"];

describe("the events of a wallet", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let waits: LateSignals;
  let database: pg.Client;
  let usdx: AssetType;
  let merchantId: string;
  let ann: Holder;
  let ben: Holder;

  before(async () => {
    waits = new LateSignals(() => harness.url);
    harness = await ServiceHarness.start((store, sealer) => [
      ...paymentServices({ publicUrl, paymentTtlSeconds: 900 }),
      ...walletService({ publicUrl }),
      ...eventService({
        publicUrl,
        eventTypes,
        sealer,
        eventWaits: waits.waits,
        stillAccepted: () => Promise.resolve(),
      }),
      ...webhookService({
        eventTypes,
        sealer,
        signingKeys: new SigningKeys({ store, sealer }),
        webhooks: webhookPolicy,
      }),
    ]);
    database = new pg.Client({ connectionString: harness.url });
    await database.connect();
    usdx = await assetType(harness.store, await publisher(harness.url));
  });
  beforeEach(async () => {
    merchantId = await merchant(harness.store);
    ann = await wallet(harness.store, usdx, 1_000_000_000n);
    ben = await wallet(harness.store, usdx, 1_000_000_000n);
  });
  after(async () => {
    await database.end();
    await harness[Symbol.asyncDispose]();
  });

  const sequence = async (): Promise<void> => {
    while (await sequenceEvents(harness.store)());
  };
  const list = (as: Principal, request: object = {}): Promise<ListEventsResponse> =>
    harness.call<ListEventsResponse>("ListEvents", request, { as });
  const typesOf = ({ items }: ListEventsResponse): string[] => items.map(({ type }) => type);

  /** A payment with everything that is the merchant's own, as the wallet sees it. */
  const asked = async (payer: Holder): Promise<PaymentRequest> => {
    const { payment } = await harness.call<CreatePaymentResponse>("CreatePayment", {
      amount: "3",
      assetType: "USDX",
      merchantId,
      description: "Two books",
      orderReference: secrets[0],
      metadata: { till: secrets[1] },
    });
    const { paymentReference } = await harness.call<GeneratePaymentReferenceResponse>(
      "GeneratePaymentReference",
      { paymentId: payment?.paymentId },
    );
    const { paymentRequest } = await harness.call<ResolvePaymentReferenceResponse>(
      "ResolvePaymentReference",
      { walletId: payer.walletId, reference: paymentReference?.reference },
    );
    return paymentRequest as PaymentRequest;
  };
  const termsOf = ({
    audience,
    nonce,
    paymentId,
    amount,
    assetType: type,
    merchantId: to,
  }: PaymentRequest) => ({
    audience,
    nonce,
    paymentId,
    amount,
    assetType: type,
    merchantId: to,
  });
  const pay = async (payer: Holder): Promise<PaymentRequest> => {
    const request = await asked(payer);
    const { walletId } = payer;
    const { paymentId } = request;
    const authorization = await signPayment(payer, termsOf(request));
    const paid = await harness.call<{ paymentRequest: PaymentRequest }>("AuthorizePayment", {
      walletId,
      paymentId,
      authorization,
    });
    await sequence();
    return paid.paymentRequest;
  };
  const decline = async (payer: Holder): Promise<PaymentRequest> => {
    const request = await asked(payer);
    const { audience, ...claims } = termsOf(request);
    const refusal = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "ES256", typ: "pda-decline+jws" })
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime("1m")
      .sign(payer.privateKey);
    const { walletId } = payer;
    await harness.call("DeclinePayment", { walletId, reference: request.reference, refusal });
    await sequence();
    return request;
  };
  const refund = async ({ transactionId }: PaymentRequest): Promise<void> => {
    const request = { originalTransaction: transactionId, refundAmount: "0.5", reason: secrets[2] };
    await harness.call("CreateRefund", request, { as: asMerchant(merchantId) });
    await sequence();
  };
  const create = (as: Principal, request: object = {}): Promise<CreateWebhookResponse> =>
    harness.call(
      "CreateWebhook",
      { url: "https://app.example/", eventTypes: ["payment.completed"], ...request },
      { as },
    );
  const webhookOf = async (as: Principal, request: object = {}): Promise<Webhook> =>
    (await create(as, request)).createdWebhook?.webhook as Webhook;
  const refusal = async (call: Promise<unknown>): Promise<string> => {
    const error = (await call.then(
      () => ({ reason: "none", violations: [] }),
      (thrown: unknown) => thrown,
    )) as { reason: string; violations: { field: string; reason: string }[] };
    const [violation] = error.violations;
    return violation ? `${violation.field} ${violation.reason}` : error.reason;
  };

  it("are the merchant's events of payments that it paid or declined, and of refunds to it, under the same identifiers", async () => {
    const paid = await pay(ann);
    await decline(ann);
    await refund(paid);
    const [holders, merchants] = await Promise.all([list(asHolder(ann)), list(asMerchant(merchantId))]);
    expect(typesOf(holders)).to.deep.equal(["payment.completed", "payment.failed", "refund.completed"]);
    const shown = (events: readonly Event[]) =>
      events.map(({ id, type, subject, time }) => ({ id, type, subject, time }));
    expect(shown(holders.items)).to.deep.equal(
      shown(merchants.items.filter(({ type }) => type !== "payment.created")),
    );
    expect(typesOf(merchants)).to.have.members(["payment.created", "payment.created", ...typesOf(holders)]);
    expect((await list(asHolder(ben))).items, "another wallet has none of them").to.deep.equal([]);
  });

  it("show what PaymentRequest and WalletTransaction show, and nothing that is the merchant's own", async () => {
    const paid = await pay(ann);
    await decline(ann);
    await refund(paid);
    const { items } = await list(asHolder(ann));
    const text = inspect(items, { depth: 9 });
    for (const secret of secrets) expect(text).not.to.include(secret);
    const [completed, failed, refunded] = items.map(({ data }) => data?.subject?.value) as unknown as Record<
      string,
      unknown
    >[];
    expect(completed).to.include({
      paymentId: paid.paymentId,
      merchantId,
      amount: "3",
      assetType: "USDX",
      description: "Two books",
      reference: paid.reference,
      transactionId: paid.transactionId,
      version: 0,
    });
    expect(completed?.metadata).to.deep.equal({});
    expect(failed).to.include({ transactionId: undefined, orderReference: undefined, deviceId: undefined });
    expect(refunded).to.include({
      merchantId,
      paymentId: paid.paymentId,
      originalTransaction: paid.transactionId,
      refundAmount: "0.5",
      reason: "",
      settlementId: undefined,
      policyVersion: undefined,
    });
    const merchants = inspect((await list(asMerchant(merchantId))).items, { depth: 9 });
    for (const secret of secrets) expect(merchants, "the merchant still sees its own").to.include(secret);
  });

  it("are read one by one by the wallet that has them, with the cursor of the list, and go on after it", async () => {
    await pay(ann);
    await pay(ann);
    const { items } = await list(asHolder(ann));
    const [first, second] = items as [Event, Event];
    const { event } = await harness.call<GetEventResponse>(
      "GetEvent",
      { eventId: first.id },
      { as: asHolder(ann) },
    );
    expect(event).to.deep.equal(first);
    expect((await list(asHolder(ann), { pageToken: first.cursor })).items).to.deep.equal([second]);
    expect((await list(asHolder(ann), { type: "refund.completed" })).items).to.deep.equal([]);
    const read = (as: Principal, request: object) => harness.failure("GetEvent", request, { as });
    expect((await read(asHolder(ben), { eventId: first.id })).entry).to.equal("NOT_FOUND");
    for (const as of [asHolder(ben), asMerchant(merchantId)])
      expect(
        (await harness.failure("ListEvents", { pageToken: first.cursor }, { as })).entry,
        "a cursor is one wallet's",
      ).to.equal("INVALID_PAGE_TOKEN");
  });

  it("are read by the index of wallets, in the order of the log", async () => {
    await database.query("set enable_seqscan = off");
    const { rows } = await database.query<{ "QUERY PLAN": string }>(
      "explain select 1 from event where wallet_id = $1 and type = $2 and position > 0 order by position limit 5",
      [uuidOf("wallet", ann.walletId), "payment.completed"],
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).to.match(/Index Only Scan using event_of_wallet_/);
    expect(plan).not.to.match(/Seq Scan|-> {2}Sort /);
  });

  it("wake a stream and a call that waits, of this wallet and of no other", async () => {
    const messages: WatchEventsResponse[] = [];
    const gone = new AbortController();
    const stream = watchEvents({ eventWaits: waits.waits });
    const running = stream.run(
      Buffer.from(WatchEventsRequest.encode({ type: "", pageSize: 0, pageToken: "" }).finish()),
      {
        principal: asHolder(ann),
        signal: gone.signal,
        call: async (bytes: Uint8Array) =>
          (await harness.callWhole("ListEvents", ListEventsRequest.decode(bytes), { as: asHolder(ann) }))
            .bytes,
        send: async (bytes: Uint8Array) => void messages.push(WatchEventsResponse.decode(bytes)),
        recheck: () => Promise.resolve(),
      },
    );
    const bens = list(asHolder(ben), { waitSeconds: 1 });
    const anns = list(asHolder(ann), { waitSeconds: 20 });
    await pay(ann);
    expect(typesOf(await anns)).to.deep.equal(["payment.completed"]);
    expect((await bens).items).to.deep.equal([]);
    while (messages.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(messages.flatMap(typesOf)).to.deep.equal(["payment.completed"]);
    gone.abort(new Error("gone"));
    await running.catch(() => undefined);
  });

  it("go to endpoints that the holder creates for its own wallet, three at most, and of types that wallets have", async () => {
    const webhook = await webhookOf(asHolder(ann), { eventTypes: ["refund.completed", "payment.completed"] });
    expect(webhook).to.include({ walletId: ann.walletId, merchantId: undefined, publisherId: undefined });
    expect(webhook.eventTypes).to.deep.equal(["payment.completed", "refund.completed"]);
    expect((await webhookOf(asHolder(ann), { tenantId: ann.walletId })).walletId).to.equal(ann.walletId);
    for (const type of ["payment.created", "settlement.finalized", "ownership.transferred"])
      expect(await refusal(create(asHolder(ann), { eventTypes: [type] }))).to.equal(
        "event_types[0] UNKNOWN_EVENT_TYPE",
      );
    const update = { webhookId: webhook.webhookId, eventTypes: ["settlement.finalized"] };
    expect(await refusal(harness.call("UpdateWebhook", update, { as: asHolder(ann) }))).to.equal(
      "event_types[0] UNKNOWN_EVENT_TYPE",
    );
    for (const tenantId of [ben.walletId, merchantId, newId("wallet")])
      expect(await refusal(create(asHolder(ann), { tenantId }))).to.equal("OTHER_TENANT");
    await create(asHolder(ann));
    expect(await refusal(create(asHolder(ann)))).to.equal("WEBHOOK_LIMIT");
    const listed = (as: Principal, request = {}) =>
      harness.call<ListWebhooksResponse>("ListWebhooks", request, { as });
    expect((await listed(asHolder(ann))).items).to.have.length(3);
    expect((await listed(asHolder(ben))).items).to.deep.equal([]);
    expect((await listed(asMerchant(merchantId))).items).to.deep.equal([]);
    const ofWallet = await harness.call<ListWebhooksResponse>("ListWebhooks", { tenantId: ann.walletId });
    expect(ofWallet.items, "the operator sees them").to.have.length(3);
    const byOperator = await harness.call<CreateWebhookResponse>("CreateWebhook", {
      url: "https://app.example/",
      eventTypes: ["payment.completed"],
      tenantId: ben.walletId,
    });
    expect(byOperator.createdWebhook?.webhook?.walletId).to.equal(ben.walletId);
    const unknown = harness.call("CreateWebhook", {
      url: "https://app.example/",
      eventTypes: ["payment.completed"],
      tenantId: newId("wallet"),
    });
    expect(await refusal(unknown)).to.equal("tenant_id UNKNOWN_TENANT");
    for (const method of [
      "GetWebhook",
      "UpdateWebhook",
      "DeleteWebhook",
      "SendTestEvent",
      "RotateWebhookSecret",
    ]) {
      const { entry } = await harness.failure(
        method,
        { webhookId: webhook.webhookId },
        { as: asHolder(ben) },
      );
      expect(entry, method).to.equal("NOT_FOUND");
    }
  });

  it("are sent again to the endpoint of the wallet, and tell that the service has disabled it", async () => {
    const eventTypes = ["payment.completed", "webhook.disabled"];
    const { webhookId } = await webhookOf(asHolder(ann), { eventTypes });
    await harness.store.transact((tx) => tx.webhooks.enable(webhookId));
    const paid = await pay(ann);
    await pay(ben);
    const as = asHolder(ann);
    await database.query(
      "update webhook_cursor set position = last_position from event_log where webhook_id = $1",
      [uuidOf("webhook", webhookId)],
    );
    const fromTime = timestamp(new Date(Date.now() - 60_000));
    const missed = await harness.call<ListMissedEventsResponse>(
      "ListMissedEvents",
      { webhookId, fromTime },
      { as },
    );
    const [own] = (await list(as)).items;
    expect(missed.items.map(({ eventId }) => eventId)).to.deep.equal([own?.id]);
    expect(own?.subject).to.equal(paid.paymentId);
    const again = await harness.call<RedeliverEventsResponse>(
      "RedeliverEvents",
      { webhookId, eventIds: [own?.id] },
      { as },
    );
    expect(again.redelivery?.scheduledCount).to.equal(1);
    const bens = (await list(asHolder(ben))).items[0]?.id;
    expect(
      (await harness.failure("RedeliverEvents", { webhookId, eventIds: [bens] }, { as })).entry,
      "another wallet's event",
    ).to.equal("UNKNOWN_REFERENCE");
    const version = (await harness.store.read.webhooks.get({ kind: "all" }, webhookId))?.version ?? 0;
    await disableEndpoint(harness.store, { webhookId: uuidOf("webhook", webhookId), version }, "GONE");
    await sequence();
    const disabled = (await list(as, { type: "webhook.disabled" })).items;
    expect(disabled.map(({ subject }) => subject)).to.deep.equal([webhookId]);
    expect(disabled[0]?.data?.subject?.value).to.include({ webhookId, walletId: ann.walletId });
    expect((await list(asHolder(ben), { type: "webhook.disabled" })).items).to.deep.equal([]);
  });

  it("cost the log no row: an event with a wallet is one row, of one identifier", async () => {
    const before = await database.query<{ count: string }>("select count(*) from event");
    await pay(ann);
    const { rows } = await database.query<{ event_id: string; wallet_id: string | null; type: string }>(
      "select event_id, wallet_id, type from event order by position offset $1",
      [before.rows[0]?.count],
    );
    expect(rows.map(({ type, wallet_id }) => [type, wallet_id])).to.deep.equal([
      ["payment.created", null],
      ["payment.completed", uuidOf("wallet", ann.walletId)],
    ]);
  });
});
