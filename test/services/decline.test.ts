import { expect } from "chai";
import { SignJWT } from "jose";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import { type Payment, PaymentFailureReason, PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CreatePaymentResponse,
  GeneratePaymentReferenceResponse,
  GetPaymentResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { PaymentRequest } from "../../gen/ts/pda/wallet/v1/wallet.ts";
import type {
  DeclinePaymentResponse,
  ListBalancesResponse,
  ResolvePaymentReferenceResponse,
} from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import { assetType, type Holder, merchant, publisher, signPayment, wallet } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";

const publicUrl = "https://pay.example";

describe("declining a payment request", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let usdx: AssetType;
  let merchantId: string;

  before(async () => {
    harness = await ServiceHarness.start(() => [
      ...paymentServices({ publicUrl, paymentTtlSeconds: 900 }),
      ...walletService({ publicUrl }),
    ]);
    usdx = await assetType(harness.store, await publisher(harness.url));
    merchantId = await merchant(harness.store);
  });
  after(() => harness[Symbol.asyncDispose]());

  /** A payment as the wallet sees it. */
  const asked = async ({ walletId }: Holder): Promise<PaymentRequest> => {
    const { payment } = await harness.call<CreatePaymentResponse>("CreatePayment", {
      amount: "3",
      assetType: "USDX",
      merchantId,
    });
    const { paymentReference } = await harness.call<GeneratePaymentReferenceResponse>(
      "GeneratePaymentReference",
      { paymentId: payment?.paymentId },
    );
    const { paymentRequest } = await harness.call<ResolvePaymentReferenceResponse>(
      "ResolvePaymentReference",
      {
        walletId,
        reference: paymentReference?.reference,
      },
    );
    return paymentRequest as PaymentRequest;
  };
  const signed = (
    { privateKey }: Pick<Holder, "privateKey">,
    { audience, nonce, paymentId, amount, assetType: type, merchantId: payee }: PaymentRequest,
    over: object = {},
    typ = "pda-decline+jws",
  ): Promise<string> => {
    const iat = Math.floor(Date.now() / 1000);
    const claims = {
      aud: audience,
      nonce,
      iat,
      exp: iat + 60,
      paymentId,
      amount,
      assetType: type,
      merchantId: payee,
    };
    return new SignJWT({ ...claims, ...over }).setProtectedHeader({ alg: "ES256", typ }).sign(privateKey);
  };
  const get = async (paymentId: string): Promise<Payment> =>
    (await harness.call<GetPaymentResponse>("GetPayment", { paymentId })).payment as Payment;
  const decline = ({ walletId }: Holder, { reference }: PaymentRequest, refusal: string) =>
    harness.call<DeclinePaymentResponse>("DeclinePayment", { walletId, reference, refusal });
  const authorise = async (holder: Holder, request: PaymentRequest) =>
    harness.call("AuthorizePayment", {
      walletId: holder.walletId,
      paymentId: request.paymentId,
      authorization: await signPayment(holder, {
        audience: request.audience,
        nonce: request.nonce,
        paymentId: request.paymentId,
        amount: request.amount,
        assetType: request.assetType,
        merchantId: request.merchantId,
      }),
    });
  const balance = async ({ walletId }: Holder) =>
    (await harness.call<ListBalancesResponse>("ListBalances", { walletId })).items[0]?.amount;

  it("fails the payment for good, says why in its event, and answers a repeat the same", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const request = await asked(holder);
    const first = await decline(holder, request, await signed(holder, request));
    expect(first.paymentRequest).to.deep.include({
      status: PaymentStatus.PAYMENT_STATUS_FAILED,
      failureReason: PaymentFailureReason.PAYMENT_FAILURE_REASON_DECLINED,
      transactionId: undefined,
    });
    expect(await decline(holder, request, await signed(holder, request))).to.deep.equal(first);
    const payment = await get(request.paymentId);
    expect(payment.failureReason).to.equal(PaymentFailureReason.PAYMENT_FAILURE_REASON_DECLINED);
    await harness.store.sequencer.advance(1000);
    const events = await harness.store.read.events.list({ kind: "all" }, ["payment.failed"], 0n, 1000);
    const own = events.filter(({ subject }) => subject === request.paymentId);
    expect(own).to.have.length(1);
    const { subject } = EventData.decode(own[0]?.data as Buffer);
    expect(subject?.$case === "payment" && subject.value).to.deep.equal(payment);
    const late = await authorise(holder, request).then(
      () => undefined,
      (error: Failure) => error,
    );
    expect([late?.entry, late?.reason]).to.deep.equal(["STATE_FINAL", "PAYMENT_NOT_PENDING"]);
    expect(await balance(holder)).to.equal("10");
  });

  it("is for a holder, with a signature of its own type over just this payment", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const thief = await wallet(harness.store);
    const request = await asked(holder);
    for (const [refusal, reason] of [
      [await signed(thief, request), "JWS_SIGNATURE_INVALID"],
      [await signed(holder, request, { amount: "2" }), "JWS_CLAIM_MISMATCH"],
      [await signed(holder, request, { paymentId: newId("payment") }), "JWS_CLAIM_MISMATCH"],
      [await signed(holder, request, {}, "pda-pay+jws"), "JWS_TYPE_MISMATCH"],
    ] as const) {
      const error = await decline(holder, request, refusal).then(
        () => undefined,
        (failure: Failure) => failure,
      );
      expect([error?.entry, error?.reason]).to.deep.equal(["SIGNATURE_REFUSED", reason]);
      expect(error?.violations[0]?.field).to.equal("refusal");
    }
    expect((await get(request.paymentId)).status).to.equal(PaymentStatus.PAYMENT_STATUS_PENDING);
    const pay = await harness.failure("AuthorizePayment", {
      walletId: holder.walletId,
      paymentId: request.paymentId,
      authorization: await signed(holder, request),
    });
    expect(pay.reason).to.equal("JWS_TYPE_MISMATCH");
    await authorise(holder, request);
  });

  it("finds no unknown wallet and no unknown reference, and refuses one that was mistyped", async () => {
    const holder = await wallet(harness.store);
    const request = await asked(holder);
    const refusal = await signed(holder, request);
    const ask = (over: object) =>
      harness.failure("DeclinePayment", {
        walletId: holder.walletId,
        reference: request.reference,
        refusal,
        ...over,
      });
    expect((await ask({ walletId: newId("wallet") })).entry).to.equal("NOT_FOUND");
    expect((await ask({ reference: "RF18539007547034" })).entry).to.equal("NOT_FOUND");
    expect((await ask({ reference: "RF19539007547034" })).reason).to.equal("CHECK_DIGITS");
  });

  it("is too late for what was paid, cancelled, declined by another wallet or has expired", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const other = await wallet(harness.store);
    const [paid, cancelled, declined, expired] = [
      await asked(holder),
      await asked(holder),
      await asked(holder),
      await asked(holder),
    ];
    await authorise(holder, paid);
    await harness.call("CancelPayment", { paymentId: cancelled.paymentId });
    await decline(other, declined, await signed(other, declined));
    const refusedAs = async (request: PaymentRequest) =>
      decline(holder, request, await signed(holder, request)).then(
        () => undefined,
        (failure: Failure) => failure.reason,
      );
    for (const request of [paid, cancelled, declined])
      expect(await refusedAs(request)).to.equal("PAYMENT_NOT_PENDING");
    await harness.store.transact((tx) => tx.clock.advance(900n));
    expect(await refusedAs(expired)).to.equal("PAYMENT_EXPIRED");
  });

  it("and paying at once end in one of the two, with the money where the state says", async () => {
    const holder = await wallet(harness.store, usdx, 100_000_000n);
    let left = 100;
    for (let round = 0; round < 10; round++) {
      const request = await asked(holder);
      const refusal = await signed(holder, request);
      const settled = await Promise.allSettled([
        decline(holder, request, refusal),
        authorise(holder, request),
        harness.call("CancelPayment", { paymentId: request.paymentId }),
      ]);
      expect(settled.filter(({ status }) => status === "fulfilled")).to.have.length(1);
      if ((await get(request.paymentId)).status === PaymentStatus.PAYMENT_STATUS_COMPLETED) left -= 3;
      expect(await balance(holder)).to.equal(`${left}`);
    }
  });
});
