// A sandbox fails on request, by the code that fails anywhere.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { type Payment, PaymentFailureReason, PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CreatePaymentResponse,
  GeneratePaymentReferenceResponse,
  GetPaymentResponse,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type {
  AuthorizePaymentResponse,
  ListBalancesResponse,
  ResolvePaymentReferenceResponse,
} from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { simulations } from "../../src/domain/payment/simulation.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import { expirePayments } from "../../src/workers/expire-payments.ts";
import { assetType, type Holder, merchant, publisher, signPayment, wallet } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";
import { holderPresentation } from "../support/tap.ts";

const publicUrl = "https://pay.example";

describe("failures on request", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let usdx: AssetType;
  let merchantId: string;

  before(async () => {
    harness = await ServiceHarness.start(() => [
      ...paymentServices({ publicUrl, paymentTtlSeconds: 900, requestedFailures: simulations }),
      ...walletService({ publicUrl, requestedFailures: simulations }),
    ]);
    usdx = await assetType(harness.store, await publisher(harness.url));
    merchantId = await merchant(harness.store);
  });
  after(async () => {
    const violations = await harness.store.read.ledger.violations();
    await harness[Symbol.asyncDispose]();
    expect(violations).to.deep.equal([]);
  });

  const asking = (simulation: string, over: object = {}) => ({
    amount: "3",
    assetType: "USDX",
    merchantId,
    metadata: { "pda:simulate": simulation, table: "7" },
    ...over,
  });
  const create = async (simulation: string, over: object = {}, options = {}): Promise<Payment> =>
    (await harness.call<CreatePaymentResponse>("CreatePayment", asking(simulation, over), options))
      .payment as Payment;
  const get = async ({ paymentId }: Payment): Promise<Payment> =>
    (await harness.call<GetPaymentResponse>("GetPayment", { paymentId })).payment as Payment;
  const balance = async ({ walletId }: Holder) =>
    (await harness.call<ListBalancesResponse>("ListBalances", { walletId })).items[0]?.amount;
  /** @param times how often the wallet asks */
  const authorise = async (holder: Holder, { paymentId }: Payment, times = 1) => {
    const { walletId } = holder;
    const { paymentReference } = await harness.call<GeneratePaymentReferenceResponse>(
      "GeneratePaymentReference",
      { paymentId },
    );
    const { paymentRequest } = await harness.call<ResolvePaymentReferenceResponse>(
      "ResolvePaymentReference",
      {
        walletId,
        reference: paymentReference?.reference,
      },
    );
    const { audience, nonce, amount, assetType: type } = paymentRequest!;
    const authorization = await signPayment(holder, {
      audience,
      nonce,
      paymentId,
      amount,
      assetType: type,
      merchantId,
    });
    const ask = async () =>
      (
        await harness.call<AuthorizePaymentResponse>("AuthorizePayment", {
          walletId,
          paymentId,
          authorization,
        })
      ).paymentRequest!;
    const first = await ask();
    for (let time = 1; time < times; time++) expect(await ask()).to.deep.equal(first);
    return first;
  };
  const eventsOf = async ({ paymentId }: Payment): Promise<string[]> => {
    await harness.store.sequencer.advance(1000);
    const types = ["payment.completed", "payment.failed"];
    const events = await harness.store.read.events.list({ kind: "all" }, types, 0n, 1000);
    return events.filter(({ subject }) => subject === paymentId).map(({ type }) => type);
  };
  const declined = {
    status: PaymentStatus.PAYMENT_STATUS_FAILED,
    failureReason: PaymentFailureReason.PAYMENT_FAILURE_REASON_DECLINED,
  };

  it("declined: the wallet that authorises is answered that it was declined, as often as it asks, and nothing moves", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const payment = await create("declined");
    expect(payment.status).to.equal(PaymentStatus.PAYMENT_STATUS_PENDING);
    expect(payment.metadata).to.deep.equal({ "pda:simulate": "declined", table: "7" });
    const first = await authorise(holder, payment, 3);
    expect(first).to.deep.include(declined);
    expect(await get(payment)).to.deep.include(declined);
    expect(await eventsOf(payment)).to.deep.equal(["payment.failed"]);
    expect(await balance(holder)).to.equal("10");
  });

  it("declined, many at once among others that are paid: each has its own outcome", async () => {
    const holder = await wallet(harness.store, usdx, 100_000_000n);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? create("declined") : create("", { metadata: { table: "7" } }),
      ),
    );
    const ended = await Promise.all(made.map((payment) => authorise(holder, payment)));
    for (const [index, { status }] of ended.entries())
      expect(status).to.equal(
        index % 2 ? PaymentStatus.PAYMENT_STATUS_FAILED : PaymentStatus.PAYMENT_STATUS_COMPLETED,
      );
    expect(await balance(holder)).to.equal("70");
  });

  it("declined at a terminal: a payment that failed, the same for a repeat", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const terms = { merchantId, amount: "3", assetType: "USDX" };
    const presentation = await holderPresentation(holder, publicUrl, terms);
    const payment = await create("declined", { presentation }, { key: "declined-tap" });
    expect(payment).to.deep.include(declined);
    expect(await create("declined", { presentation }, { key: "declined-tap" })).to.deep.equal(payment);
    expect(await eventsOf(payment)).to.deep.equal(["payment.failed"]);
    expect(await balance(holder)).to.equal("10");
  });

  it("expired: the worker ends it as it ends every other, and it can be paid no more", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const payment = await create("expired");
    expect(payment.status).to.equal(PaymentStatus.PAYMENT_STATUS_PENDING);
    // Its time is a millisecond, which may not be over yet.
    await sleep(2);
    await expirePayments(harness.store)();
    expect(await get(payment)).to.deep.include({
      status: PaymentStatus.PAYMENT_STATUS_FAILED,
      failureReason: PaymentFailureReason.PAYMENT_FAILURE_REASON_EXPIRED,
    });
    expect(await eventsOf(payment)).to.deep.equal(["payment.failed"]);
    const terms = { merchantId, amount: "3", assetType: "USDX" };
    const presentation = await holderPresentation(holder, publicUrl, terms);
    const both = await harness.failure("CreatePayment", asking("expired", { presentation }));
    expect([both.entry, both.reason]).to.deep.equal(["INVALID_ARGUMENT", "SIMULATION_UNKNOWN"]);
  });

  it("slow: it is answered late, others are not, and a repeat has its answer at once", async () => {
    const order: string[] = [];
    const slow = create("slow", {}, { key: "slow" }).then((payment) => {
      order.push("slow");
      return payment;
    });
    await Promise.all(
      Array.from({ length: 10 }, () =>
        create("", { metadata: {} }).then(() => {
          order.push("other");
        }),
      ),
    );
    const payment = await slow;
    expect(order).to.deep.equal([...Array.from({ length: 10 }, () => "other"), "slow"]);
    expect(payment.status).to.equal(PaymentStatus.PAYMENT_STATUS_PENDING);
    const after: string[] = [];
    const [again] = await Promise.all([
      harness
        .callWhole<CreatePaymentResponse>("CreatePayment", asking("slow"), { key: "slow" })
        .finally(() => after.push("repeat")),
      create("slow").finally(() => after.push("new")),
    ]);
    expect(after).to.deep.equal(["repeat", "new"]);
    expect(again.replayed).to.equal(true);
    expect(again.response.payment).to.deep.equal(payment);
  });

  for (const word of ["", "reverse", "Declined", "toString"])
    it(`refuses ${JSON.stringify(word)}, and stores nothing`, async () => {
      const count = async () =>
        (await harness.call<ListPaymentsResponse>("ListPayments", { merchantId, pageSize: 200 })).items
          .length;
      const before = await count();
      const failure = await harness.failure("CreatePayment", asking(word));
      expect([failure.entry, failure.reason]).to.deep.equal(["INVALID_ARGUMENT", "SIMULATION_UNKNOWN"]);
      expect(failure.violations[0]?.field).to.equal("metadata");
      expect(await count()).to.equal(before);
    });

  it("is inert where there is no sandbox, should the database have come from one", async () => {
    const payment = await create("declined");
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    await using production = harness.beside(() => [
      ...paymentServices({ publicUrl, paymentTtlSeconds: 900 }),
      ...walletService({ publicUrl }),
    ]);
    expect((await production.failure("CreatePayment", asking("declined"))).reason).to.equal(
      "METADATA_KEY_RESERVED",
    );
    const sandbox = harness;
    harness = production;
    try {
      expect((await authorise(holder, payment)).status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
    } finally {
      harness = sandbox;
    }
  });
});
