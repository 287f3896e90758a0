// A payment whose time is over is failed to everybody at once, whether a worker has recorded it or not.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import { type Payment, PaymentFailureReason, PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CreatePaymentResponse,
  GeneratePaymentReferenceResponse,
  GetPaymentResponse,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { ResolvePaymentReferenceResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { complete, newPayment } from "../../src/domain/payment/payment.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import { expirePayments } from "../../src/workers/expire-payments.ts";
import { assetType, merchant, publisher, wallet } from "../support/fixtures.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";

const { PAYMENT_STATUS_COMPLETED, PAYMENT_STATUS_FAILED, PAYMENT_STATUS_PENDING } = PaymentStatus;

describe("payments whose time is over", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let usdx: Awaited<ReturnType<typeof assetType>>;
  let merchantId: string;

  before(async () => {
    const options = { publicUrl: "https://pay.example", paymentTtlSeconds: 900 };
    harness = await ServiceHarness.start(() => [...paymentServices(options), ...walletService(options)]);
    usdx = await assetType(harness.store, await publisher(harness.url));
  });
  beforeEach(async () => {
    merchantId = await merchant(harness.store);
  });
  after(() => harness[Symbol.asyncDispose]());

  const own = () => ({ as: asMerchant(merchantId) });
  const create = async (): Promise<Payment> =>
    (
      await harness.call<CreatePaymentResponse>(
        "CreatePayment",
        { amount: "1", assetType: "USDX", merchantId },
        own(),
      )
    ).payment as Payment;
  const get = async (paymentId: string): Promise<Payment> =>
    (await harness.call<GetPaymentResponse>("GetPayment", { paymentId }, own())).payment as Payment;
  const list = async (request: object = {}): Promise<readonly Payment[]> =>
    (await harness.call<ListPaymentsResponse>("ListPayments", request, own())).items;
  const later = () => harness.store.transact((tx) => tx.clock.advance(901n));
  const record = async () => {
    while (await expirePayments(harness.store)());
  };
  const refusal = async (method: string, request: object) => {
    const { entry, reason } = await harness.failure(method, request, own());
    return [entry, reason];
  };

  it("are failed, EXPIRED, in every read before a worker has come by, and the same after", async () => {
    const late = await create();
    const { paymentId } = late;
    const { paymentReference } = await harness.call<GeneratePaymentReferenceResponse>(
      "GeneratePaymentReference",
      { paymentId },
      own(),
    );
    await later();
    const open = await create();
    const seen = async () => ({
      get: await get(paymentId),
      all: await list(),
      failed: await list({ status: PAYMENT_STATUS_FAILED }),
      pending: await list({ status: PAYMENT_STATUS_PENDING }),
      byReference: await list({ reference: paymentReference?.reference, status: PAYMENT_STATUS_FAILED }),
      resolved: await harness.call<ResolvePaymentReferenceResponse>("ResolvePaymentReference", {
        walletId: holder.walletId,
        reference: paymentReference?.reference,
      }),
    });
    const holder = await wallet(harness.store);
    const before = await seen();
    expect(before.get).to.deep.include({
      status: PAYMENT_STATUS_FAILED,
      failureReason: PaymentFailureReason.PAYMENT_FAILURE_REASON_EXPIRED,
      endTime: late.expireTime,
      version: 3,
    });
    expect(before.all).to.deep.equal([open, before.get]);
    expect(before.failed).to.deep.equal([before.get]);
    expect(before.pending).to.deep.equal([open]);
    expect(before.byReference).to.deep.equal([before.get]);
    expect(before.resolved.paymentRequest?.status).to.equal(PAYMENT_STATUS_FAILED);

    await record();
    expect(await seen()).to.deep.equal(before);
    await harness.store.sequencer.advance(1000);
    const events = await harness.store.read.events.list({ kind: "all" }, ["payment.failed"], 0n, 1000);
    const [event, second] = events.filter(({ subject }) => subject === paymentId);
    expect(second).to.equal(undefined);
    const { subject } = EventData.decode(event?.data as Buffer);
    expect(subject?.$case === "payment" && subject.value).to.deep.equal(before.get);
  });

  it("refuse what needs a pending one with PAYMENT_EXPIRED, before and after, judged by the version shown", async () => {
    const { paymentId, version } = await create();
    await later();
    const shown = (await get(paymentId)).version;
    expect(shown).to.equal(version + 1);
    const refusals = async () => [
      await refusal("CancelPayment", { paymentId }),
      await refusal("GeneratePaymentReference", { paymentId }),
      await refusal("CancelPayment", { paymentId, ifMatch: [shown] }),
      await refusal("CancelPayment", { paymentId, ifMatch: [version] }),
    ];
    const expired = ["STATE_FINAL", "PAYMENT_EXPIRED"];
    const changed = ["PRECONDITION_FAILED", "VERSION_CHANGED"];
    const before = await refusals();
    expect(before).to.deep.equal([expired, expired, expired, changed]);
    await record();
    expect(await refusals()).to.deep.equal(before);
  });

  it("are listed once, in order, over pages of failed ones recorded and not", async () => {
    const made: string[] = [];
    for (let round = 0; round < 3; round++) {
      made.unshift((await create()).paymentId, (await create()).paymentId);
      await later();
      if (round < 2) await record();
    }
    const seen: string[] = [];
    let pageToken = "";
    do {
      const request = { status: PAYMENT_STATUS_FAILED, pageSize: 1, pageToken };
      const page = await harness.call<ListPaymentsResponse>("ListPayments", request, own());
      seen.push(...page.items.map(({ paymentId }) => paymentId));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(seen.toSorted().toReversed()).to.deep.equal(made.toSorted().toReversed());
    expect(seen).to.deep.equal(seen.toSorted().toReversed());
  });

  it("are never shown as failed while somebody who came in time completes them", async () => {
    const { paymentId } = await create();
    const holder = await wallet(harness.store);
    const reads: Promise<unknown>[] = [];
    await harness.store.transact(async (tx) => {
      const payment = await tx.payments.lock(paymentId);
      if (!payment) throw new Error("there is no payment");
      const by = { walletId: holder.walletId, transactionId: newId("transaction") };
      await tx.payments.save(complete(payment, by, await tx.clock.now()));
      await later();
      reads.push(get(paymentId), list(), list({ status: PAYMENT_STATUS_FAILED }));
      await sleep(300);
    });
    const [payment, all, failed] = (await Promise.all(reads)) as [Payment, Payment[], Payment[]];
    expect(payment.status).to.equal(PAYMENT_STATUS_COMPLETED);
    expect(all.map(({ status }) => status)).to.deep.equal([PAYMENT_STATUS_COMPLETED]);
    expect(failed).to.deep.equal([]);
  });

  it("are failed to a transaction that began in time and takes them up too late", async () => {
    const status = await harness.store.transact(async (tx) => {
      const now = await tx.clock.now();
      const payment = newPayment({ merchantId, assetTypeId: usdx.assetTypeId, amount: 1n }, now, 0.2);
      await tx.payments.insert([payment]);
      await sleep(400);
      return (await tx.payments.lock(payment.paymentId))?.status;
    });
    expect(status).to.equal("failed");
  });
});
