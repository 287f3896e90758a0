// Cancelling a payment by the key of its creation, before and after that has come.
import { expect } from "chai";
import pg from "pg";
import { OutcomeStatus } from "../../gen/ts/pda/access/v1/outcome.ts";
import type { GetOutcomeResponse } from "../../gen/ts/pda/access/v1/outcome_service.ts";
import { type Payment, PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CancelPaymentByKeyResponse,
  CreatePaymentResponse,
  GetPaymentResponse,
  KeyCancellation,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { complete } from "../../src/domain/payment/payment.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { outcomeService } from "../../src/services/access/index.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { assetType, merchant, publisher, wallet } from "../support/fixtures.ts";
import { asMerchant, type CallOptions, operator, ServiceHarness } from "../support/service.ts";

const { PAYMENT_STATUS_CANCELLED: CANCELLED, PAYMENT_STATUS_PENDING: PENDING } = PaymentStatus;
const stopped = ["STATE_FINAL", "IDEMPOTENCY_KEY_CANCELLED"];

describe("cancelling a payment by its key", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let merchantId: string;
  let own: CallOptions;

  before(async () => {
    harness = await ServiceHarness.start((_store, sealer) => [
      ...paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
      ...outcomeService({ sealer }),
    ]);
    await assetType(harness.store, await publisher(harness.url));
  });
  beforeEach(async () => {
    merchantId = await merchant(harness.store);
    own = { as: asMerchant(merchantId) };
  });
  after(() => harness[Symbol.asyncDispose]());

  const request = () => ({ amount: "5", assetType: "USDX", merchantId });
  const create = async (key: string, options = own): Promise<Payment> =>
    (await harness.call<CreatePaymentResponse>("CreatePayment", request(), { ...options, key }))
      .payment as Payment;
  const refused = async (key: string): Promise<string[]> => {
    const { entry, reason } = await harness.failure("CreatePayment", request(), { ...own, key });
    return [entry, reason];
  };
  const cancel = async (idempotencyKey: string, options = own): Promise<KeyCancellation> =>
    (await harness.call<CancelPaymentByKeyResponse>("CancelPaymentByKey", { idempotencyKey }, options))
      .cancellation as KeyCancellation;
  const payments = async () =>
    (await harness.call<ListPaymentsResponse>("ListPayments", { merchantId }, own)).items;
  const outcome = async (idempotencyKey: string) =>
    (await harness.call<GetOutcomeResponse>("GetOutcome", { idempotencyKey }, own)).outcome;

  it("cancels what was created, and refuses repeats of the creation from then on", async () => {
    const created = await create("a");
    const done = await cancel("a");
    expect(done.payment?.status).to.equal(CANCELLED);
    expect(done.payment?.paymentId).to.equal(created.paymentId);
    expect(await refused("a")).to.deep.equal(stopped);
    const { payment } = await harness.call<GetPaymentResponse>(
      "GetPayment",
      { paymentId: created.paymentId },
      own,
    );
    expect(payment).to.deep.equal(done.payment);
    expect(await payments()).to.have.length(1);
    expect(await outcome("a")).to.deep.include({
      operation: "CreatePayment",
      status: OutcomeStatus.OUTCOME_STATUS_CANCELLED,
      resourceId: created.paymentId,
      endTime: done.cancelTime,
    });
  });

  it("stops a creation that comes later, whatever it asks for, and leaves nothing of it", async () => {
    const done = await cancel("b");
    expect(done.payment).to.equal(undefined);
    expect(await refused("b")).to.deep.equal(stopped);
    const other = await harness.failure("CreatePayment", { ...request(), amount: "7" }, { ...own, key: "b" });
    expect([other.entry, other.reason]).to.deep.equal(stopped);
    expect(await payments()).to.deep.equal([]);
    expect(await outcome("b")).to.deep.include({
      status: OutcomeStatus.OUTCOME_STATUS_CANCELLED,
      resourceId: undefined,
      endTime: done.cancelTime,
    });
  });

  it("says the same when it is repeated, with a key of its own or without", async () => {
    await create("c");
    const first = await cancel("c");
    expect(await cancel("c")).to.deep.equal(first);
    expect(await cancel("c", { ...own, key: "cancel-c" })).to.deep.equal(first);
    const stop = await cancel("d");
    expect(await cancel("d")).to.deep.equal(stop);
  });

  it("cancels the key too when the payment was cancelled before", async () => {
    const { paymentId } = await create("e");
    await harness.call("CancelPayment", { paymentId }, own);
    expect((await cancel("e")).payment?.status).to.equal(CANCELLED);
    expect(await refused("e")).to.deep.equal(stopped);
  });

  it("changes nothing when the payment is completed or its time is over", async () => {
    const holder = await wallet(harness.store);
    const { paymentId } = await create("paid");
    await harness.store.transact(async (tx) => {
      const payment = await tx.payments.lock(paymentId);
      if (!payment) throw new Error("there is no payment");
      const by = { walletId: holder.walletId, transactionId: newId("transaction") };
      await tx.payments.save(complete(payment, by, await tx.clock.now()));
    });
    const completed = await harness.failure("CancelPaymentByKey", { idempotencyKey: "paid" }, own);
    expect([completed.entry, completed.reason]).to.deep.equal(["STATE_FINAL", "PAYMENT_NOT_PENDING"]);
    // The key keeps its answer.
    expect((await create("paid")).paymentId).to.equal(paymentId);
    expect((await outcome("paid"))?.status).to.equal(OutcomeStatus.OUTCOME_STATUS_COMPLETED);

    await create("late");
    await harness.store.transact((tx) => tx.clock.advance(901n));
    const expired = await harness.failure("CancelPaymentByKey", { idempotencyKey: "late" }, own);
    expect([expired.entry, expired.reason]).to.deep.equal(["STATE_FINAL", "PAYMENT_EXPIRED"]);
  });

  it("is about the caller's own keys only, and about creations of payments only", async () => {
    const { paymentId } = await create("f");
    const other = { as: asMerchant(await merchant(harness.store)) };
    expect((await cancel("f", other)).payment).to.equal(undefined);
    expect((await cancel("f", { as: operator })).payment).to.equal(undefined);
    const { payment } = await harness.call<GetPaymentResponse>("GetPayment", { paymentId }, own);
    expect(payment?.status).to.equal(PENDING);
    await cancel("g");
    await harness.call("CancelPayment", { paymentId }, { ...own, key: "g" });
  });

  it("holds as long as keys are kept, from the cancelling on", async () => {
    const client = new pg.Client({ connectionString: harness.url });
    await client.connect();
    const forget = () => harness.store.transact((tx) => tx.idempotency.forget(30, 100));
    try {
      await create("old");
      await client.query("update idempotency set created_at = now() - interval '31 days' where key = 'old'");
      await cancel("old");
      expect(await forget()).to.equal(0);
      expect(await refused("old")).to.deep.equal(stopped);
      await client.query(
        "update idempotency set cancelled_at = now() - interval '31 days' where key = 'old'",
      );
      expect(await forget()).to.equal(1);
      expect((await create("old")).status).to.equal(PENDING);
    } finally {
      await client.end();
    }
  });
});
