// The one rule by which refunds are made and dry runs answer.
import { expect } from "chai";
import fc from "fast-check";
import type { Payment, PaymentStatus } from "../../../src/domain/payment/payment.ts";
import { Refused } from "../../../src/domain/refused.ts";
import { eligibility, type RefundCase, requireEligible } from "../../../src/domain/refund/eligibility.ts";

/** The order in which they are told: the first is what the refund itself would be refused with. */
const inOrder = [
  "ORIGINAL_NOT_A_PAYMENT",
  "REFUNDS_NOT_SUPPORTED",
  "REFUND_WINDOW_CLOSED",
  "ALREADY_REFUNDED",
  "REFUND_EXCEEDS_PAID",
  "MERCHANT_BALANCE_SHORT",
] as const;

const paidAt = 1_700_000_000_000;
const paymentOf = (status: PaymentStatus, amount: bigint, refundedAmount: bigint): Payment => ({
  paymentId: "pay",
  merchantId: "mer",
  assetTypeId: "aty",
  amount,
  status,
  nonce: "n",
  version: 1,
  refundedAmount: status === "completed" ? refundedAmount : 0n,
  createdAt: new Date(paidAt - 1000),
  expiresAt: new Date(paidAt + 900_000),
  ...(status === "pending" ? {} : { endedAt: new Date(paidAt) }),
});

const cases: fc.Arbitrary<RefundCase> = fc
  .record({
    status: fc.oneof(
      { weight: 6, arbitrary: fc.constant("completed" as const) },
      fc.constantFrom<PaymentStatus>("pending", "failed", "cancelled"),
    ),
    paid: fc.bigInt({ min: 1n, max: 20n }),
    given: fc.bigInt({ min: 0n, max: 20n }),
    asked: fc.option(fc.bigInt({ min: 1n, max: 25n }), { nil: undefined }),
    merchantBalance: fc.bigInt({ min: 0n, max: 25n }),
    refundable: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    windowSeconds: fc.nat(3),
    ageMs: fc.nat(4000),
  })
  .map(({ status, paid, given, asked, merchantBalance, refundable, windowSeconds, ageMs }) => ({
    payment: paymentOf(status, paid, given < paid ? given : paid),
    policy: { refundable, windowSeconds },
    ...(asked === undefined ? {} : { amount: asked }),
    merchantBalance,
    now: new Date(paidAt + ageMs),
  }));

/** The first reason that the deed gives, undefined where it is done. */
function refusalOf(asked: RefundCase): string | undefined {
  try {
    requireEligible(asked);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
}

describe("eligibility of a refund", () => {
  const base: RefundCase = {
    payment: paymentOf("completed", 10n, 0n),
    policy: { refundable: true, windowSeconds: 60 },
    amount: 10n,
    merchantBalance: 10n,
    now: new Date(paidAt),
  };
  const judge = (over: Partial<RefundCase>) => eligibility({ ...base, ...over });

  it("allows the whole sum while policy, window and balance permit", () => {
    expect(judge({})).to.deep.equal({
      allowed: true,
      maximum: 10n,
      reasons: [],
      windowEnd: new Date(paidAt + 60_000),
    });
    expect(judge({ policy: { refundable: true, windowSeconds: 0 } })).to.not.have.property("windowEnd");
  });

  it("closes the window after its last instant, not at it", () => {
    expect(judge({ now: new Date(paidAt + 60_000) }).allowed).to.equal(true);
    expect(judge({ now: new Date(paidAt + 60_001) })).to.deep.include({
      maximum: 0n,
      reasons: ["REFUND_WINDOW_CLOSED"],
    });
  });

  it("names each reason for what it is", () => {
    const payment = paymentOf("completed", 10n, 4n);
    expect(judge({ payment, amount: 7n }).reasons).to.deep.equal(["REFUND_EXCEEDS_PAID"]);
    expect(judge({ payment, amount: 7n }).maximum).to.equal(6n);
    expect(judge({ payment: paymentOf("completed", 10n, 10n), amount: 1n }).reasons).to.deep.equal([
      "ALREADY_REFUNDED",
    ]);
    expect(judge({ merchantBalance: 9n })).to.deep.include({
      maximum: 9n,
      reasons: ["MERCHANT_BALANCE_SHORT"],
    });
    expect(judge({ payment: paymentOf("pending", 10n, 0n), amount: 1n }).reasons).to.deep.equal([
      "ORIGINAL_NOT_A_PAYMENT",
    ]);
    expect(
      judge({ policy: { refundable: false, windowSeconds: 0 }, merchantBalance: 0n }).reasons,
    ).to.deep.equal(["REFUNDS_NOT_SUPPORTED", "MERCHANT_BALANCE_SHORT"]);
  });

  it("says the same as the deed, and its maximum is the largest amount that would be given back", () => {
    fc.assert(
      fc.property(cases, (asked) => {
        const verdict = eligibility(asked);
        expect(verdict.allowed).to.equal(verdict.reasons.length === 0);
        expect(refusalOf(asked)).to.equal(verdict.reasons[0]);
        expect([...verdict.reasons]).to.deep.equal(inOrder.filter((r) => verdict.reasons.includes(r)));
        for (let amount = 1n; amount <= 25n; amount++)
          expect(eligibility({ ...asked, amount }).allowed, `${amount}`).to.equal(amount <= verdict.maximum);
        const { amount: _, ...open } = asked;
        expect(eligibility(open).allowed).to.equal(verdict.maximum > 0n);
      }),
      { numRuns: 2000 },
    );
  });
});
