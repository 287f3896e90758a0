import { expect } from "chai";
import { type Payment, PaymentFailureReason, PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CreatePaymentResponse,
  GetPaymentResponse,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { GetTransactionResponse } from "../../gen/ts/pda/payment/v1/transaction_service.ts";
import type { ListBalancesResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import {
  assetType,
  type Holder,
  issue,
  merchant,
  publisher,
  signPayment,
  wallet,
} from "../support/fixtures.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";
import { holderPresentation, newNonce, type Over } from "../support/tap.ts";

const publicUrl = "https://pay.example";

describe("tap to pay with a wallet", function () {
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
  after(async () => {
    const violations = await harness.store.read.ledger.violations();
    await harness[Symbol.asyncDispose]();
    expect(violations).to.deep.equal([]);
  });

  const present = (holder: Holder, amount = "3.5", over: Over = {}) =>
    holderPresentation(holder, publicUrl, { merchantId, amount, assetType: "USDX" }, over);
  const request = (presentation: object, over: object = {}) => ({
    amount: "3.50",
    assetType: "USDX",
    merchantId,
    presentation,
    ...over,
  });
  const tap = async (presentation: object, over: object = {}, options = {}): Promise<Payment> =>
    (await harness.call<CreatePaymentResponse>("CreatePayment", request(presentation, over), options))
      .payment as Payment;
  const balance = async ({ walletId }: Holder): Promise<string | undefined> =>
    (await harness.call<ListBalancesResponse>("ListBalances", { walletId })).items[0]?.amount;
  const payments = async (): Promise<number> =>
    (await harness.call<ListPaymentsResponse>("ListPayments", { merchantId, pageSize: 200 })).items.length;
  const eventsOf = async ({ paymentId }: Payment): Promise<string[]> => {
    await harness.store.sequencer.advance(10_000);
    const types = ["payment.created", "payment.completed", "payment.failed"];
    const events = await harness.store.read.events.list({ kind: "all" }, types, 0n, 10_000);
    return events.filter(({ subject }) => subject === paymentId).map(({ type }) => type);
  };

  it("creates and completes in one answer, with the movement and both events", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const payment = await tap(await present(holder), { description: "Coffee", metadata: { till: "4" } });
    expect(payment).to.deep.include({
      status: PaymentStatus.PAYMENT_STATUS_COMPLETED,
      amount: "3.5",
      description: "Coffee",
      metadata: { till: "4" },
    });
    expect(await balance(holder)).to.equal("6.5");
    const { payment: seen } = await harness.call<GetPaymentResponse>("GetPayment", {
      paymentId: payment.paymentId,
    });
    expect(seen).to.deep.equal(payment);
    const { transactionId = "" } = payment;
    const { transaction } = await harness.call<GetTransactionResponse>("GetTransaction", { transactionId });
    expect(transaction?.amount).to.equal("3.5");
    expect(await eventsOf(payment)).to.deep.equal(["payment.created", "payment.completed"]);
  });

  it("gives a repeat with its key the same answer, whatever the wallet holds by then", async () => {
    const holder = await wallet(harness.store, usdx, 3_500_000n);
    const asked = request(await present(holder));
    const key = "tap-1";
    const first = await harness.callWhole<CreatePaymentResponse>("CreatePayment", asked, { key });
    const again = await harness.callWhole<CreatePaymentResponse>("CreatePayment", asked, { key });
    expect(again.replayed).to.equal(true);
    expect(Buffer.from(again.bytes).equals(first.bytes)).to.equal(true);
    const other = await harness.failure("CreatePayment", request(await present(holder)), { key });
    expect(other.entry).to.equal("IDEMPOTENCY_KEY_REUSED");
    expect(await balance(holder)).to.equal("0");
  });

  it("refuses what was presented before, with any key and for any amount", async () => {
    const holder = await wallet(harness.store, usdx, 20_000_000n);
    const presentation = await present(holder);
    await tap(presentation, {}, { key: "used-1" });
    const nonce = (presentation.proof.value as { nonce: string }).nonce;
    const sameNonce = await present(holder, "1", { nonce });
    const before = await payments();
    for (const [asked, key] of [
      [request(presentation), "used-2"],
      [request(presentation), undefined],
      [request(sameNonce, { amount: "1" }), "used-3"],
    ] as const) {
      const failure = await harness.failure("CreatePayment", asked, key ? { key } : {});
      expect([failure.entry, failure.reason]).to.deep.equal(["ALREADY_DONE", "PRESENTATION_USED"]);
    }
    expect(await balance(holder)).to.equal("16.5");
    expect(await payments()).to.equal(before);
  });

  it("declines a wallet that holds too little: a payment that failed, the same for a repeat, and never charged later", async () => {
    const holder = await wallet(harness.store, usdx, 3_499_999n);
    const asked = request(await present(holder));
    const { response, bytes } = await harness.callWhole<CreatePaymentResponse>("CreatePayment", asked, {
      key: "short",
    });
    const payment = response.payment as Payment;
    expect(payment.status).to.equal(PaymentStatus.PAYMENT_STATUS_FAILED);
    expect(payment.failureReason).to.equal(PaymentFailureReason.PAYMENT_FAILURE_REASON_INSUFFICIENT_FUNDS);
    expect(payment.transactionId).to.equal(undefined);
    expect(await eventsOf(payment)).to.deep.equal(["payment.created", "payment.failed"]);
    await issue(harness.store, usdx, holder.walletId, 10_000_000n);
    const again = await harness.callWhole<CreatePaymentResponse>("CreatePayment", asked, { key: "short" });
    expect(Buffer.from(again.bytes).equals(bytes)).to.equal(true);
    const elsewhere = await harness.failure("CreatePayment", asked, { key: "short-2" });
    expect(elsewhere.reason).to.equal("PRESENTATION_USED");
    expect(await balance(holder)).to.equal("13.499999");
    expect((await harness.failure("CancelPayment", { paymentId: payment.paymentId })).reason).to.equal(
      "PAYMENT_NOT_PENDING",
    );
  });

  const now = () => Math.floor(Date.now() / 1000);
  const claims: [string, () => Over, string][] = [
    ["another amount", () => ({ claims: { amount: "3.4" } }), "JWS_CLAIM_MISMATCH"],
    ["an amount that is not canonical", () => ({ claims: { amount: "3.50" } }), "JWS_CLAIM_MISMATCH"],
    ["another merchant", () => ({ claims: { merchantId: newId("merchant") } }), "JWS_CLAIM_MISMATCH"],
    ["another asset type", () => ({ claims: { assetType: "EURX" } }), "JWS_CLAIM_MISMATCH"],
    ["another wallet", () => ({ claims: { walletId: newId("wallet") } }), "JWS_CLAIM_MISMATCH"],
    ["another service", () => ({ claims: { aud: "https://other.example" } }), "JWS_CLAIM_MISMATCH"],
    ["another nonce", () => ({ claims: { nonce: newNonce() } }), "JWS_CLAIM_MISMATCH"],
    ["no merchant", () => ({ claims: { merchantId: undefined } }), "JWS_CLAIM_MISMATCH"],
    ["a payment too", () => ({ claims: { paymentId: newId("payment") } }), "JWS_CLAIM_UNEXPECTED"],
    ["what has expired", () => ({ claims: { iat: now() - 200, exp: now() - 61 } }), "JWS_EXPIRED"],
    ["what is not yet", () => ({ claims: { iat: now() + 90, exp: now() + 120 } }), "JWS_ISSUED_IN_FUTURE"],
    ["a day", () => ({ claims: { exp: now() + 86_400 } }), "JWS_LIFETIME_TOO_LONG"],
    ["a decline", () => ({ header: { typ: "pda-decline+jws" } }), "JWS_TYPE_MISMATCH"],
    ["a proof of ownership", () => ({ header: { typ: "pda-own+jws" } }), "JWS_TYPE_MISMATCH"],
  ];
  for (const [what, over, reason] of claims)
    it(`refuses a signature over ${what}: no payment, nothing moved, and the nonce still good`, async () => {
      const holder = await wallet(harness.store, usdx, 10_000_000n);
      const before = await payments();
      const nonce = newNonce();
      const failure = await harness.failure(
        "CreatePayment",
        request(await present(holder, "3.5", { nonce, ...over() })),
      );
      expect([failure.entry, failure.reason]).to.deep.equal(["SIGNATURE_REFUSED", reason]);
      expect(failure.violations[0]?.field).to.equal("presentation.holder.authorization");
      expect(await payments()).to.equal(before);
      expect(await balance(holder)).to.equal("10");
      expect((await tap(await present(holder, "3.5", { nonce }))).status).to.equal(
        PaymentStatus.PAYMENT_STATUS_COMPLETED,
      );
    });

  it("refuses a thief's key, a wallet that there is not, and a wallet that is not the signer's", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const thief = await wallet(harness.store);
    const forged = await harness.failure(
      "CreatePayment",
      request(await present(holder, "3.5", { key: thief.privateKey })),
    );
    expect([forged.entry, forged.reason]).to.deep.equal(["SIGNATURE_REFUSED", "JWS_SIGNATURE_INVALID"]);
    const other = await harness.failure(
      "CreatePayment",
      request(await present(thief, "3.5", { walletId: holder.walletId })),
    );
    expect(other.reason).to.equal("JWS_SIGNATURE_INVALID");
    const unknown = await harness.failure(
      "CreatePayment",
      request(await present(holder, "3.5", { walletId: newId("wallet") })),
    );
    expect([unknown.entry, unknown.violations[0]?.field]).to.deep.equal([
      "UNKNOWN_REFERENCE",
      "presentation.wallet_id",
    ]);
    expect(await balance(holder)).to.equal("10");
  });

  it("cannot be carried to another merchant, who may well use the same nonce for its own", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const other = await merchant(harness.store);
    const nonce = newNonce();
    const presentation = await present(holder, "3.5", { nonce });
    const carried = await harness.failure("CreatePayment", request(presentation, { merchantId: other }), {
      as: asMerchant(other),
    });
    expect(carried.reason).to.equal("JWS_CLAIM_MISMATCH");
    await tap(presentation);
    const terms = { merchantId: other, amount: "3.5", assetType: "USDX" };
    const own = await holderPresentation(holder, publicUrl, terms, { nonce });
    const payment = await tap(own, { merchantId: other }, { as: asMerchant(other) });
    expect(payment.status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
    expect(await balance(holder)).to.equal("3");
  });

  it("cannot stand for the authorisation of a payment, nor that for it", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const waiting = (
      await harness.call<CreatePaymentResponse>("CreatePayment", {
        amount: "3.5",
        assetType: "USDX",
        merchantId,
      })
    ).payment as Payment;
    const { paymentId } = waiting;
    const presentation = await present(holder);
    const { authorization } = presentation.proof.value as { authorization: string };
    const as = await harness.failure("AuthorizePayment", {
      walletId: holder.walletId,
      paymentId,
      authorization,
    });
    expect(as.entry).to.equal("SIGNATURE_REFUSED");
    const nonce = newNonce();
    const signed = await signPayment(holder, {
      audience: publicUrl,
      nonce,
      paymentId,
      amount: "3.5",
      assetType: "USDX",
      merchantId,
    });
    const proof = { $case: "holder", value: { nonce, authorization: signed } };
    const back = await harness.failure("CreatePayment", request({ walletId: holder.walletId, proof }));
    expect(back.reason).to.equal("JWS_CLAIM_UNEXPECTED");
    expect(await balance(holder)).to.equal("10");
  });

  it("judges request, merchant, asset type and amount before what was presented", async () => {
    const holder = await wallet(harness.store, usdx, 10_000_000n);
    const bad = await present(holder, "9");
    const unknown = { merchantId: newId("merchant"), assetType: "NONE", amount: "1.0000001" };
    const steps = [
      [{ ...unknown, metadata: { "pda:x": "" } }, "METADATA_KEY_RESERVED"],
      [unknown, "UNKNOWN_MERCHANT"],
      [{ ...unknown, merchantId }, "UNKNOWN_ASSET_TYPE"],
      [{ amount: "1.0000001" }, "AMOUNT_SCALE"],
      [{}, "JWS_CLAIM_MISMATCH"],
    ] as const;
    for (const [over, reason] of steps)
      expect((await harness.failure("CreatePayment", request(bad, over))).reason).to.equal(reason);
    const empty = await harness.failure("CreatePayment", request({ walletId: holder.walletId }));
    expect([empty.entry, empty.reason]).to.deep.equal(["INVALID_ARGUMENT", "REQUIRED"]);
  });
});
