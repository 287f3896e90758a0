// Refunds and their dry run: policy and window by the service's clock, partial and repeated ones, a balance that is short.
import { expect } from "chai";
import pg from "pg";
import { RefundRefusal, RefundStatus } from "../../gen/ts/pda/payment/v1/refund.ts";
import type { GetRefundResponse, ListRefundsResponse } from "../../gen/ts/pda/payment/v1/refund_service.ts";
import type { GetPaymentResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { asMerchant } from "../support/service.ts";
import { RefundScene } from "./support/refunds.ts";

const {
  REFUND_REFUSAL_REFUNDS_NOT_SUPPORTED: NOT_SUPPORTED,
  REFUND_REFUSAL_REFUND_WINDOW_CLOSED: WINDOW_CLOSED,
  REFUND_REFUSAL_ALREADY_REFUNDED: ALREADY_REFUNDED,
  REFUND_REFUSAL_REFUND_EXCEEDS_PAID: EXCEEDS_PAID,
  REFUND_REFUSAL_MERCHANT_BALANCE_SHORT: BALANCE_SHORT,
} = RefundRefusal;

describe("refunds", function () {
  this.timeout(60_000);
  let scene: RefundScene;
  let merchantId: string;

  before(async () => {
    scene = await RefundScene.start();
  });
  beforeEach(async () => {
    merchantId = await scene.merchant();
    await scene.change({ refundPolicy: { refundable: true, windowSeconds: 0 } });
  });
  after(() => scene[Symbol.asyncDispose]());

  it("are told beforehand: allowed, how much, by which policy and until when", async () => {
    const version = await scene.change({ refundPolicy: { refundable: true, windowSeconds: 3600 } });
    const payment = await scene.pay(merchantId, 10_000_000n);
    const before = await scene.balances(merchantId);
    const verdict = await scene.check(payment, "4.25");
    expect(verdict).to.deep.include({
      originalTransaction: payment.transactionId,
      paymentId: payment.paymentId,
      assetType: "USDX",
      allowed: true,
      maximumAmount: "10",
      reasons: [],
      policyVersion: version,
      paidAmount: "10",
      refundedAmount: "0",
    });
    expect(Number(verdict.windowEndTime?.seconds)).to.equal(
      Math.floor((payment.endedAt as Date).getTime() / 1000) + 3600,
    );
    expect(await scene.balances(merchantId), "a dry run moves nothing").to.deep.equal(before);
    const refunds = await scene.harness.call<ListRefundsResponse>("ListRefunds", {
      paymentId: payment.paymentId,
    });
    expect(refunds.items).to.deep.equal([]);
  });

  it("are completed at once, in parts up to what was paid, and each names the policy it was judged by", async () => {
    const payment = await scene.pay(merchantId, 10_000_000n);
    const { version } = await scene.type();
    const first = await scene.refund(payment, "4.25");
    const { payment: changed } = await scene.harness.call<GetPaymentResponse>("GetPayment", {
      paymentId: payment.paymentId,
    });
    expect(changed?.version, "its ETag is another one").to.equal(payment.version + 1);
    expect(first.status).to.equal(RefundStatus.REFUND_STATUS_COMPLETED);
    expect(first).to.include({ refundAmount: "4.25", policyVersion: version, settlementId: undefined });
    expect(await scene.check(payment)).to.deep.include({ maximumAmount: "5.75", refundedAmount: "4.25" });
    expect(await scene.check(payment, "5.750001")).to.deep.include({
      allowed: false,
      reasons: [EXCEEDS_PAID, BALANCE_SHORT],
    });
    expect(await scene.refusal(payment, "5.750001")).to.equal("REFUND_EXCEEDS_PAID");
    await scene.refund(payment, "5.75");
    expect(await scene.check(payment)).to.deep.include({
      allowed: false,
      maximumAmount: "0",
      reasons: [ALREADY_REFUNDED, BALANCE_SHORT],
    });
    expect(await scene.refusal(payment, "0.000001")).to.equal("ALREADY_REFUNDED");
    expect(await scene.balances(merchantId)).to.include({ merchant: 0n, settled: 0n });
  });

  it("keep to the publisher's window by the service's clock", async () => {
    await scene.change({ refundPolicy: { refundable: true, windowSeconds: 3600 } });
    const payment = await scene.pay(merchantId, 1_000_000n);
    await scene.advance(3590);
    expect((await scene.check(payment)).allowed).to.equal(true);
    await scene.refund(payment, "0.5");
    await scene.advance(20);
    expect(await scene.check(payment, "0.5")).to.deep.include({
      allowed: false,
      maximumAmount: "0",
      reasons: [WINDOW_CLOSED],
    });
    const before = await scene.balances(merchantId);
    expect(await scene.refusal(payment, "0.5")).to.equal("REFUND_WINDOW_CLOSED");
    expect(await scene.balances(merchantId)).to.deep.equal(before);
    await scene.change({ refundPolicy: { refundable: true, windowSeconds: 7200 } });
    await scene.refund(payment, "0.5");
  });

  it("go by the policy of now, whatever it was when the payment was made", async () => {
    const payment = await scene.pay(merchantId, 1_000_000n);
    const closed = await scene.change({ refundPolicy: { refundable: false, windowSeconds: 0 } });
    expect(await scene.check(payment)).to.deep.include({
      allowed: false,
      maximumAmount: "0",
      reasons: [NOT_SUPPORTED],
      policyVersion: closed,
    });
    expect(await scene.refusal(payment, "1")).to.equal("REFUNDS_NOT_SUPPORTED");
    const open = await scene.change({ refundPolicy: { refundable: true, windowSeconds: 0 } });
    const { refundId } = await scene.refund(payment, "0.4");
    await scene.change({ name: "Renamed since" });
    const { refund } = await scene.harness.call<GetRefundResponse>("GetRefund", { refundId });
    expect(refund?.policyVersion).to.equal(open);
  });

  it("come out of settled money too, where the deployment does not say otherwise", async () => {
    const payment = await scene.pay(merchantId, 10_000_000n);
    expect(await scene.settle(merchantId)).to.match(/^stl_/);
    expect((await scene.check(payment)).maximumAmount).to.equal("10");
    await scene.refund(payment, "4");
    const { merchant, settled } = await scene.balances(merchantId);
    expect(merchant + settled).to.equal(6_000_000n);
    expect((await scene.check(payment)).maximumAmount).to.equal("6");
  });

  it("name the settlement that nets them, by which they are found", async () => {
    const payment = await scene.pay(merchantId, 10_000_000n);
    await scene.pay(merchantId, 1_000_000n);
    const netted = await scene.refund(payment, "4");
    const settlementId = await scene.settle(merchantId);
    const later = await scene.refund(payment, "1");
    const { refund } = await scene.harness.call<GetRefundResponse>("GetRefund", {
      refundId: netted.refundId,
    });
    expect(refund).to.deep.equal({ ...netted, settlementId });
    const list = async (filter: object, options = {}) =>
      (await scene.harness.call<ListRefundsResponse>("ListRefunds", filter, options)).items.map(
        ({ refundId }) => refundId,
      );
    expect(await list({ settlementId })).to.deep.equal([netted.refundId]);
    expect(await list({ paymentId: payment.paymentId })).to.deep.equal([later.refundId, netted.refundId]);
    expect(await list({ settlementId, paymentId: payment.paymentId })).to.deep.equal([netted.refundId]);
    const other = { as: asMerchant(await scene.merchant()) };
    expect(await list({ settlementId }, other)).to.deep.equal([]);
    expect(await list({ settlementId: newId("settlement") })).to.deep.equal([]);
    const { REFUND_STATUS_COMPLETED: completed, REFUND_STATUS_FAILED: failed } = RefundStatus;
    const paymentId = payment.paymentId;
    expect(await list({ paymentId, status: completed })).to.deep.equal([later.refundId, netted.refundId]);
    expect(await list({ paymentId, status: failed })).to.deep.equal([]);
    expect(await list({ paymentId, fromTime: later.createTime })).to.deep.equal([later.refundId]);
    expect(await list({ paymentId, toTime: later.createTime })).to.deep.equal([netted.refundId]);
    expect(
      await list({ status: completed, fromTime: netted.createTime, toTime: later.createTime }),
    ).to.deep.equal([netted.refundId]);
  });

  it("are the merchant's own: another one's transaction is as unknown as none", async () => {
    const payment = await scene.pay(merchantId, 1_000_000n);
    const other = { as: asMerchant(await scene.merchant()) };
    for (const [method, options, originalTransaction] of [
      ["CheckRefundEligibility", other, payment.transactionId],
      ["CreateRefund", other, payment.transactionId],
      ["CheckRefundEligibility", {}, newId("transaction")],
      ["CreateRefund", {}, newId("transaction")],
    ] as const) {
      const request = { originalTransaction, refundAmount: "1", reason: "x" };
      const failure = await scene.harness.failure(method, request, options);
      expect([failure.entry, failure.reason]).to.deep.equal(["UNKNOWN_REFERENCE", "UNKNOWN_TRANSACTION"]);
    }
    expect((await scene.check(payment, "1", { as: asMerchant(merchantId) })).allowed).to.equal(true);
  });

  it("refuse a malformed amount in the dry run as in the deed", async () => {
    const payment = await scene.pay(merchantId, 1_000_000n);
    for (const [refundAmount, entry, reason] of [
      ["0", "INVALID_ARGUMENT", "AMOUNT_NOT_POSITIVE"],
      ["-1", "INVALID_ARGUMENT", "WRONG_FORMAT"],
      ["1e3", "INVALID_ARGUMENT", "WRONG_FORMAT"],
      ["0.0000001", "AMOUNT_NOT_ALLOWED", "AMOUNT_SCALE"],
    ] as const)
      for (const method of ["CheckRefundEligibility", "CreateRefund"]) {
        const request = { originalTransaction: payment.transactionId, refundAmount, reason: "x" };
        const failure = await scene.harness.failure(method, request);
        expect([failure.entry, failure.violations[0]?.reason], method).to.deep.equal([entry, reason]);
      }
  });

  it("go on for a merchant and under a publisher that are suspended: the money goes back to who paid", async () => {
    const payment = await scene.pay(merchantId, 1_000_000n);
    const client = new pg.Client({ connectionString: scene.harness.url });
    await client.connect();
    const set = (status: string) =>
      Promise.all([
        client.query("update merchant set status = $2 where merchant_id = $1", [
          uuidOf("merchant", merchantId),
          status,
        ]),
        client.query("update publisher set status = $2 where publisher_id = $1", [
          uuidOf("publisher", scene.publisherId),
          status,
        ]),
      ]);
    await set("suspended");
    try {
      expect((await scene.check(payment, "1")).allowed).to.equal(true);
      const before = (await scene.balances(merchantId)).wallet;
      await scene.refund(payment, "1");
      expect((await scene.balances(merchantId)).wallet - before).to.equal(1_000_000n);
    } finally {
      await set("active");
      await client.end();
    }
  });
});

describe("refunds where settled money is not given back", function () {
  this.timeout(60_000);
  let scene: RefundScene;
  before(async () => {
    scene = await RefundScene.start({ refundsFromSettled: false });
  });
  after(() => scene[Symbol.asyncDispose]());

  it("are refused clearly when the merchant's balance is short, and nothing moves", async () => {
    const merchantId = await scene.merchant();
    const payment = await scene.pay(merchantId, 10_000_000n);
    expect(await scene.settle(merchantId)).to.match(/^stl_/);
    await scene.pay(merchantId, 3_000_000n);
    const before = await scene.balances(merchantId);
    expect(await scene.check(payment, "3.000001")).to.deep.include({
      allowed: false,
      maximumAmount: "3",
      reasons: [BALANCE_SHORT],
    });
    expect(await scene.refusal(payment, "3.000001")).to.equal("MERCHANT_BALANCE_SHORT");
    expect(await scene.balances(merchantId)).to.deep.equal(before);
    await scene.refund(payment, "3");
    expect(await scene.check(payment)).to.deep.include({ maximumAmount: "0", reasons: [BALANCE_SHORT] });
    expect(await scene.balances(merchantId)).to.include({ merchant: 0n, settled: 10_000_000n });
  });
});
