import { expect } from "chai";
import type { Payment } from "../../gen/ts/pda/payment/v1/payment.ts";
import { PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CreatePaymentResponse,
  GeneratePaymentReferenceResponse,
  GetPaymentResponse,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { CreateRefundResponse } from "../../gen/ts/pda/payment/v1/refund_service.ts";
import type {
  AuthorizePaymentResponse,
  ListBalancesResponse,
  ResolvePaymentReferenceResponse,
} from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import { assetType, type Holder, merchant, publisher, signPayment, wallet } from "../support/fixtures.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";

const publicUrl = "https://pay.example";

describe("payments", function () {
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

  const create = async (amount = "12.50", over: object = {}, options = {}): Promise<Payment> =>
    (
      await harness.call<CreatePaymentResponse>(
        "CreatePayment",
        { amount, assetType: "USDX", merchantId, ...over },
        options,
      )
    ).payment as Payment;
  const get = async (paymentId: string): Promise<Payment> =>
    (await harness.call<GetPaymentResponse>("GetPayment", { paymentId })).payment as Payment;

  /** Looks the payment up as a wallet does and pays it. */
  const pay = async (holder: Holder, payment: Payment, over: object = {}, options = {}) => {
    const { paymentReference } = await harness.call<GeneratePaymentReferenceResponse>(
      "GeneratePaymentReference",
      {
        paymentId: payment.paymentId,
      },
    );
    const { paymentRequest } = await harness.call<ResolvePaymentReferenceResponse>(
      "ResolvePaymentReference",
      {
        walletId: holder.walletId,
        reference: paymentReference?.reference,
      },
    );
    if (!paymentRequest) throw new Error("no payment request");
    const { audience, nonce, paymentId, amount, assetType: type, merchantId: payee } = paymentRequest;
    const authorization = await signPayment(holder, {
      audience,
      nonce,
      paymentId,
      amount,
      assetType: type,
      merchantId: payee,
      ...over,
    });
    return (
      await harness.call<AuthorizePaymentResponse>(
        "AuthorizePayment",
        { walletId: holder.walletId, paymentId, authorization },
        options,
      )
    ).paymentRequest;
  };
  const balance = async (walletId: string): Promise<string | undefined> =>
    (await harness.call<ListBalancesResponse>("ListBalances", { walletId })).items[0]?.amount;

  it("starts as pending, with the amount canonical, and expires after 15 minutes", async () => {
    const payment = await create("12.50");
    expect(payment.status).to.equal(PaymentStatus.PAYMENT_STATUS_PENDING);
    expect(payment.amount).to.equal("12.5");
    expect(payment.paymentId).to.match(/^pay_/);
    expect(Number(payment.expireTime!.seconds - payment.createTime!.seconds)).to.equal(900);
    expect(await get(payment.paymentId)).to.deep.equal(payment);
  });

  for (const [amount, entry, reason] of [
    ["0", "INVALID_ARGUMENT", "AMOUNT_NOT_POSITIVE"],
    ["0.000", "INVALID_ARGUMENT", "AMOUNT_NOT_POSITIVE"],
    ["-1", "INVALID_ARGUMENT", "WRONG_FORMAT"],
    ["1e3", "INVALID_ARGUMENT", "WRONG_FORMAT"],
    ["01", "INVALID_ARGUMENT", "WRONG_FORMAT"],
    ["1.", "INVALID_ARGUMENT", "WRONG_FORMAT"],
    ["", "INVALID_ARGUMENT", "REQUIRED"],
    ["1000000000000000000", "INVALID_ARGUMENT", "WRONG_FORMAT"],
    ["1.0000001", "AMOUNT_NOT_ALLOWED", "AMOUNT_SCALE"],
  ] as const) {
    it(`refuses the amount ${JSON.stringify(amount)} and stores nothing`, async () => {
      const before = (await harness.call<ListPaymentsResponse>("ListPayments", { pageSize: 200 })).items
        .length;
      const failure = await harness.failure("CreatePayment", { amount, assetType: "USDX", merchantId });
      expect(failure.entry).to.equal(entry);
      expect(failure.violations).to.have.length(1);
      expect(failure.violations[0]).to.include({ field: "amount", reason });
      expect(
        (await harness.call<ListPaymentsResponse>("ListPayments", { pageSize: 200 })).items,
      ).to.have.length(before);
    });
  }

  it("names an unknown merchant and an unknown asset type", async () => {
    const unknown = await harness.failure("CreatePayment", {
      amount: "1",
      assetType: "USDX",
      merchantId: newId("merchant"),
    });
    expect([unknown.entry, unknown.violations[0]?.field]).to.deep.equal(["UNKNOWN_REFERENCE", "merchant_id"]);
    const type = await harness.failure("CreatePayment", { amount: "1", assetType: "NONE", merchantId });
    expect([type.entry, type.violations[0]?.field]).to.deep.equal(["UNKNOWN_REFERENCE", "asset_type"]);
  });

  it("returns the first answer to a repeat with the same key, and refuses the key for another request", async () => {
    const first = await harness.callWhole<CreatePaymentResponse>(
      "CreatePayment",
      { amount: "5", assetType: "USDX", merchantId },
      { key: "k1" },
    );
    const again = await harness.callWhole<CreatePaymentResponse>(
      "CreatePayment",
      { amount: "5", assetType: "USDX", merchantId },
      { key: "k1" },
    );
    expect(first.replayed).to.equal(false);
    expect(again.replayed).to.equal(true);
    expect(Buffer.from(again.bytes).equals(first.bytes)).to.equal(true);
    const other = await harness.failure(
      "CreatePayment",
      { amount: "6", assetType: "USDX", merchantId },
      { key: "k1" },
    );
    expect(other.entry).to.equal("IDEMPOTENCY_KEY_REUSED");
  });

  it("cancels a pending payment, again without effect, and not a completed one", async () => {
    const payment = await create();
    const cancelled = await harness.call<GetPaymentResponse>("CancelPayment", {
      paymentId: payment.paymentId,
    });
    expect(cancelled.payment?.status).to.equal(PaymentStatus.PAYMENT_STATUS_CANCELLED);
    expect(await harness.call("CancelPayment", { paymentId: payment.paymentId })).to.deep.equal(cancelled);

    const paid = await create("1");
    await pay(await wallet(harness.store, usdx, 5_000_000n), paid);
    const failure = await harness.failure("CancelPayment", { paymentId: paid.paymentId });
    expect([failure.entry, failure.reason]).to.deep.equal(["STATE_FINAL", "PAYMENT_NOT_PENDING"]);
  });

  it("completes when the wallet's holder signs it, moving the amount once", async () => {
    const holder = await wallet(harness.store, usdx, 20_000_000n);
    const payment = await create("12.50");
    const paid = await pay(holder, payment);
    expect(paid?.status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
    expect(paid?.transactionId).to.match(/^txn_/);
    expect(await balance(holder.walletId)).to.equal("7.5");
    const seen = await get(payment.paymentId);
    expect(seen.transactionId).to.equal(paid?.transactionId);
    expect(await harness.store.read.ledger.violations()).to.deep.equal([]);
  });

  it("refuses a signature over another amount, merchant, nonce or by another key, and moves nothing", async () => {
    const holder = await wallet(harness.store, usdx, 20_000_000n);
    const payment = await create("3");
    for (const over of [
      { amount: "2" },
      { merchantId: newId("merchant") },
      { nonce: "AAAAAAAAAAAAAAAAAAAAAA" },
      { assetType: "EURX" },
    ]) {
      const error = await pay(holder, payment, over).then(
        () => undefined,
        (e) => e,
      );
      expect([error?.entry, error?.reason]).to.deep.equal(["SIGNATURE_REFUSED", "JWS_CLAIM_MISMATCH"]);
    }
    const thief = await wallet(harness.store);
    const error = await pay({ ...holder, privateKey: thief.privateKey }, payment).then(
      () => undefined,
      (e) => e,
    );
    expect([error?.entry, error?.reason]).to.deep.equal(["SIGNATURE_REFUSED", "JWS_SIGNATURE_INVALID"]);
    expect(await balance(holder.walletId)).to.equal("20");
    expect((await get(payment.paymentId)).status).to.equal(PaymentStatus.PAYMENT_STATUS_PENDING);
  });

  it("refuses a wallet that has too little, and leaves the payment pending", async () => {
    const holder = await wallet(harness.store, usdx, 1_000_000n);
    const payment = await create("1.000001");
    const error = await pay(holder, payment).then(
      () => undefined,
      (e) => e,
    );
    expect(error?.entry).to.equal("INSUFFICIENT_FUNDS");
    expect((await get(payment.paymentId)).status).to.equal(PaymentStatus.PAYMENT_STATUS_PENDING);
  });

  it("keeps merchants apart: foreign payments are not found, foreign merchants not permitted", async () => {
    const other = asMerchant(await merchant(harness.store));
    const payment = await create("9");
    for (const method of ["GetPayment", "CancelPayment", "GeneratePaymentReference"])
      expect((await harness.failure(method, { paymentId: payment.paymentId }, { as: other })).entry).to.equal(
        "NOT_FOUND",
      );
    expect(
      (await harness.failure("CreatePayment", { amount: "1", assetType: "USDX", merchantId }, { as: other }))
        .entry,
    ).to.equal("PERMISSION_DENIED");
    expect((await harness.call<ListPaymentsResponse>("ListPayments", {}, { as: other })).items).to.deep.equal(
      [],
    );
    expect((await get(payment.paymentId)).status).to.equal(PaymentStatus.PAYMENT_STATUS_PENDING);
  });

  it("lists in pages without gaps or repeats, newest first, with tokens bound to the filter", async () => {
    const own = await merchant(harness.store);
    const made: string[] = [];
    for (let i = 0; i < 7; i++) made.unshift((await create("1", { merchantId: own })).paymentId);
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await harness.call<ListPaymentsResponse>("ListPayments", {
        merchantId: own,
        pageSize: 3,
        pageToken,
      });
      seen.push(...page.items.map((payment) => payment.paymentId));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(seen).to.deep.equal(made);
    const { nextPageToken } = await harness.call<ListPaymentsResponse>("ListPayments", {
      merchantId: own,
      pageSize: 3,
    });
    const failure = await harness.failure("ListPayments", { merchantId, pageToken: nextPageToken });
    expect(failure.entry).to.equal("INVALID_PAGE_TOKEN");
  });

  it("refunds a part, then not more than the rest; the wallet gets it back", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const payment = await create("10");
    const paid = await pay(holder, payment);
    const refund = (refundAmount: string) => ({
      originalTransaction: paid?.transactionId,
      refundAmount,
      reason: "returned",
    });
    const first = await harness.call<CreateRefundResponse>("CreateRefund", refund("4.25"));
    expect(first.refund?.refundAmount).to.equal("4.25");
    expect(await balance(holder.walletId)).to.equal("4.25");
    const failure = await harness.failure("CreateRefund", refund("5.750001"));
    expect([failure.entry, failure.reason]).to.deep.equal(["AMOUNT_NOT_ALLOWED", "REFUND_EXCEEDS_PAID"]);
    await harness.call("CreateRefund", refund("5.75"));
    expect((await get(payment.paymentId)).refundedAmount).to.equal("10");
    expect(await harness.store.read.ledger.violations()).to.deep.equal([]);
  });

  it("refuses a refund where the publisher's policy does not support it", async () => {
    const fixed = await assetType(harness.store, await publisher(harness.url), {
      code: "NOREF",
      refundPolicy: { refundable: false, windowSeconds: 0 },
    });
    const holder = await wallet(harness.store, fixed, 10_000_000n);
    const paid = await pay(holder, await create("2", { assetType: "NOREF" }));
    const failure = await harness.failure("CreateRefund", {
      originalTransaction: paid?.transactionId,
      refundAmount: "1",
      reason: "x",
    });
    expect([failure.entry, failure.reason]).to.deep.equal(["REFUND_REFUSED", "REFUNDS_NOT_SUPPORTED"]);
  });
});
