import { expect } from "chai";
import type { Payment } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CancelPaymentResponse,
  CreatePaymentResponse,
  GeneratePaymentReferenceResponse,
  GetPaymentResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { expirePayments } from "../../src/workers/expire-payments.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";

describe("versions of payments", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let merchantId: string;

  before(async () => {
    harness = await ServiceHarness.start(() =>
      paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
    );
    await assetType(harness.store, await publisher(harness.url));
    merchantId = await merchant(harness.store);
  });
  after(() => harness[Symbol.asyncDispose]());

  const create = async (): Promise<Payment> =>
    (
      await harness.call<CreatePaymentResponse>("CreatePayment", {
        amount: "1",
        assetType: "USDX",
        merchantId,
      })
    ).payment as Payment;
  const get = async ({ paymentId }: Payment): Promise<Payment> =>
    (await harness.call<GetPaymentResponse>("GetPayment", { paymentId })).payment as Payment;
  const cancel = async ({ paymentId }: Payment, ifMatch: number[] = []): Promise<Payment> =>
    (await harness.call<CancelPaymentResponse>("CancelPayment", { paymentId, ifMatch })).payment as Payment;
  const refer = async ({ paymentId }: Payment, ifMatch: number[] = []) =>
    (await harness.call<GeneratePaymentReferenceResponse>("GeneratePaymentReference", { paymentId, ifMatch }))
      .paymentReference!;

  it("count each change, and nothing else", async () => {
    const payment = await create();
    expect(payment.version).to.equal(1);
    expect((await refer(payment)).version).to.equal(2);
    expect((await refer(payment)).version).to.equal(2);
    expect((await get(payment)).version).to.equal(2);
    expect((await cancel(payment)).version).to.equal(3);
    expect((await cancel(payment)).version).to.equal(3);
    expect((await get(payment)).version).to.equal(3);
  });

  it("count the expiry", async () => {
    const payment = await create();
    await harness.store.transact((tx) => tx.clock.advance(900n));
    await expirePayments(harness.store)();
    expect((await get(payment)).version).to.equal(2);
  });

  it("hold a change to what its caller has seen", async () => {
    const payment = await create();
    await refer(payment, [1]);
    const { paymentId } = payment;
    for (const method of ["CancelPayment", "GeneratePaymentReference"])
      for (const ifMatch of [[1], [3], [0], [1, 3, 4]]) {
        const failure = await harness.failure(method, { paymentId, ifMatch });
        expect([failure.entry, failure.reason]).to.deep.equal(["PRECONDITION_FAILED", "VERSION_CHANGED"]);
      }
    expect((await get(payment)).version).to.equal(2);
    expect((await cancel(payment, [7, 2])).version).to.equal(3);
  });

  it("are judged after whose payment it is, and before its state", async () => {
    const payment = await create();
    const { paymentId } = payment;
    const as = asMerchant(await merchant(harness.store));
    const foreign = await harness.failure("CancelPayment", { paymentId, ifMatch: [9] }, { as });
    expect(foreign.entry).to.equal("NOT_FOUND");
    await cancel(payment);
    const changed = await harness.failure("GeneratePaymentReference", { paymentId, ifMatch: [1] });
    expect(changed.entry).to.equal("PRECONDITION_FAILED");
    const ended = await harness.failure("GeneratePaymentReference", { paymentId, ifMatch: [2] });
    expect([ended.entry, ended.reason]).to.deep.equal(["STATE_FINAL", "PAYMENT_NOT_PENDING"]);
  });

  it("let one of many at once through", async () => {
    const payment = await create();
    const { paymentId } = payment;
    const calls = Array.from({ length: 20 }, (_, index) =>
      harness.call(index % 2 ? "CancelPayment" : "GeneratePaymentReference", { paymentId, ifMatch: [1] }),
    );
    const refused = (await Promise.allSettled(calls)).flatMap((outcome) =>
      outcome.status === "rejected" ? [(outcome.reason as Failure).entry] : [],
    );
    expect(refused).to.deep.equal(Array.from({ length: 19 }, () => "PRECONDITION_FAILED"));
    expect((await get(payment)).version).to.equal(2);
  });
});
