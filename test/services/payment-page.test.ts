import { expect } from "chai";
import { SignJWT } from "jose";
import { type Payment, PaymentFailureReason, PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CreatePaymentResponse,
  GeneratePaymentReferenceResponse,
  GetPaymentPageResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { PaymentRequest } from "../../gen/ts/pda/wallet/v1/wallet.ts";
import type { ResolvePaymentReferenceResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { creditorReference } from "../../src/domain/payment/creditor-reference.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import { assetType, type Holder, merchant, publisher, wallet } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";

const publicUrl = "https://pay.example";

describe("GetPaymentPage", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let merchantId: string;
  let holder: Holder;

  before(async () => {
    harness = await ServiceHarness.start(() => [
      ...paymentServices({ publicUrl, paymentTtlSeconds: 900 }),
      ...walletService({ publicUrl }),
    ]);
    const usdx = await assetType(harness.store, await publisher(harness.url));
    merchantId = await merchant(harness.store);
    holder = await wallet(harness.store, usdx, 100_000_000n);
  });
  after(() => harness[Symbol.asyncDispose]());

  const requested = async (more: object = {}): Promise<{ payment: Payment; reference: string }> => {
    const asked = { amount: "3.50", assetType: "USDX", merchantId, ...more };
    const { payment } = await harness.call<CreatePaymentResponse>("CreatePayment", asked);
    const { paymentReference } = await harness.call<GeneratePaymentReferenceResponse>(
      "GeneratePaymentReference",
      { paymentId: payment?.paymentId },
    );
    return { payment: payment as Payment, reference: paymentReference?.reference ?? "" };
  };
  const pageOf = async (reference: string) =>
    (await harness.call<GetPaymentPageResponse>("GetPaymentPage", { reference })).paymentPage;
  /** What the holder signs about a payment. */
  const signed = async (typ: string, reference: string): Promise<string> => {
    const { paymentRequest } = await harness.call<ResolvePaymentReferenceResponse>(
      "ResolvePaymentReference",
      {
        walletId: holder.walletId,
        reference,
      },
    );
    const { audience, nonce, paymentId, amount, assetType: type } = paymentRequest as PaymentRequest;
    return new SignJWT({ nonce, paymentId, amount, assetType: type, merchantId })
      .setProtectedHeader({ alg: "ES256", typ })
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime("60s")
      .sign(holder.privateKey);
  };
  const refusalOf = async (reference: string): Promise<string> => {
    try {
      await pageOf(reference);
      return "answered";
    } catch (error) {
      return (error as Failure).entry;
    }
  };

  it("tells merchant, amount, purpose and state, and nothing that is the merchant's own", async () => {
    const { payment, reference } = await requested({
      description: "Two coffees",
      orderReference: "order-77",
      metadata: { till: "secret-till" },
    });
    const page = await pageOf(reference);
    expect(page).to.deep.include({
      reference,
      paymentId: payment.paymentId,
      amount: "3.5",
      assetType: "USDX",
      description: "Two coffees",
      status: PaymentStatus.PAYMENT_STATUS_PENDING,
      failureReason: undefined,
      refundedAmount: "0",
      endTime: undefined,
    });
    expect(page?.merchantName).to.be.a("string").and.not.equal("");
    expect(page?.expireTime).to.deep.equal(payment.expireTime);
    const text = JSON.stringify(page, (_key, value) => (typeof value === "bigint" ? String(value) : value));
    for (const own of ["order-77", "secret-till", merchantId]) expect(text).to.not.include(own);
  });

  it("tells that it was paid, and not by whom", async () => {
    const { payment, reference } = await requested();
    await harness.call("AuthorizePayment", {
      walletId: holder.walletId,
      paymentId: payment.paymentId,
      authorization: await signed("pda-pay+jws", reference),
    });
    const page = await pageOf(reference);
    expect(page?.status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
    expect(page?.endTime).to.not.equal(undefined);
    expect(page?.version).to.be.above(payment.version);
    const text = JSON.stringify(page, (_key, value) => (typeof value === "bigint" ? String(value) : value));
    expect(text).to.not.include(holder.walletId);
  });

  it("tells that it was cancelled, and why it failed", async () => {
    const { payment, reference } = await requested();
    await harness.call("CancelPayment", { paymentId: payment.paymentId });
    expect((await pageOf(reference))?.status).to.equal(PaymentStatus.PAYMENT_STATUS_CANCELLED);
    const declined = await requested();
    const refusal = await signed("pda-decline+jws", declined.reference);
    await harness.call("DeclinePayment", {
      walletId: holder.walletId,
      reference: declined.reference,
      refusal,
    });
    expect(await pageOf(declined.reference)).to.deep.include({
      status: PaymentStatus.PAYMENT_STATUS_FAILED,
      failureReason: PaymentFailureReason.PAYMENT_FAILURE_REASON_DECLINED,
    });
  });

  it("knows no payment by a reference that nobody was given, and says when it is mistyped", async () => {
    expect(await refusalOf(creditorReference("N0B0DYHASTH1S000"))).to.equal("NOT_FOUND");
    const { reference } = await requested();
    const other = reference.endsWith("A") ? "B" : "A";
    expect(await refusalOf(reference.slice(0, -1) + other)).to.equal("INVALID_ARGUMENT");
  });
});
