// The dry run and the deed agree: whatever has happened to a payment, CreateRefund does what CheckRefundEligibility has said.
import { expect } from "chai";
import fc from "fast-check";
import { RefundRefusal } from "../../gen/ts/pda/payment/v1/refund.ts";
import { formatAmount } from "../../src/domain/amount/amount.ts";
import type { Payment } from "../../src/domain/payment/payment.ts";
import { RefundScene } from "./support/refunds.ts";

const words = new Map<number, string>(
  Object.entries(RefundRefusal).map(([name, value]) => [value, name.replace("REFUND_REFUSAL_", "")]),
);

/** What may happen between two refunds. Amounts are tenths of the paid sum and a bit. */
type Step =
  | { readonly kind: "refund"; readonly payment: 0 | 1; readonly tenths: number; readonly bit: -1 | 0 | 1 }
  | { readonly kind: "settle" }
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "policy"; readonly refundable: boolean; readonly windowSeconds: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("refund" as const),
        payment: fc.constantFrom(0 as const, 1 as const),
        tenths: fc.integer({ min: 1, max: 11 }),
        bit: fc.constantFrom(-1 as const, 0 as const, 1 as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("settle" as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("wait" as const),
        seconds: fc.integer({ min: 60, max: 600 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("policy" as const),
        refundable: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
        windowSeconds: fc.constantFrom(0, 300, 3600),
      }),
    },
  ),
  { minLength: 1, maxLength: 12 },
);

const ask = (tenths: number): Step => ({ kind: "refund", payment: 0, tenths, bit: 0 });
/** One for each reason, so that none is left to chance. */
const examples: [Step[]][] = [
  [[ask(11), ask(10), ask(1)]],
  [[{ kind: "policy", refundable: false, windowSeconds: 0 }, ask(1)]],
  [[{ kind: "policy", refundable: true, windowSeconds: 300 }, { kind: "wait", seconds: 600 }, ask(1)]],
  [[{ kind: "settle" }, ask(1)]],
];

for (const refundsFromSettled of [true, false])
  describe(`dry run and deed of a refund, ${refundsFromSettled ? "also" : "not"} out of settled money`, function () {
    this.timeout(240_000);
    let scene: RefundScene;
    before(async () => {
      scene = await RefundScene.start({ refundsFromSettled });
    });
    after(() => scene[Symbol.asyncDispose]());

    const paid = 1_000_000n;
    const seen = new Set<string>();

    async function judged(merchantId: string, payment: Payment, amount: bigint): Promise<void> {
      const text = formatAmount(amount, 6);
      const verdict = await scene.check(payment, text);
      const before = await scene.balances(merchantId);
      const refusal = await scene.refusal(payment, text);
      const after = await scene.balances(merchantId);
      const said = verdict.reasons.map((reason) => words.get(reason));
      seen.add(refusal ?? "made");
      expect(refusal, JSON.stringify(said)).to.equal(said[0]);
      expect(verdict.allowed).to.equal(refusal === undefined);
      expect(after.wallet - before.wallet, "moved").to.equal(verdict.allowed ? amount : 0n);
      const held = ({ merchant, settled }: typeof before) => merchant + settled;
      expect(held(before) - held(after)).to.equal(verdict.allowed ? amount : 0n);
    }

    it("say the same, and the maximum is given back while one unit more is not", async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (list) => {
          const merchantId = await scene.merchant();
          await scene.change({ refundPolicy: { refundable: true, windowSeconds: 3600 } });
          const payments = [await scene.pay(merchantId, paid), await scene.pay(merchantId, paid)] as const;
          for (const step of list) {
            if (step.kind === "settle") await scene.settle(merchantId);
            else if (step.kind === "wait") await scene.advance(step.seconds);
            else if (step.kind === "policy") {
              const { refundable, windowSeconds } = step;
              await scene.change({ refundPolicy: { refundable, windowSeconds } });
            } else {
              const amount = (paid / 10n) * BigInt(step.tenths) + BigInt(step.bit);
              await judged(merchantId, payments[step.payment], amount);
            }
          }
          for (const payment of payments) {
            const { maximumAmount, allowed } = await scene.check(payment);
            const maximum = BigInt(Math.round(Number(maximumAmount) * 1e6));
            expect(allowed).to.equal(maximum > 0n);
            await judged(merchantId, payment, maximum + 1n);
            if (maximum > 0n) await judged(merchantId, payment, maximum);
          }
        }),
        { numRuns: 40, examples },
      );
      const everywhere = ["made", "REFUNDS_NOT_SUPPORTED", "REFUND_WINDOW_CLOSED", "REFUND_EXCEEDS_PAID"];
      expect([...seen]).to.include.members(
        refundsFromSettled ? everywhere : [...everywhere, "MERCHANT_BALANCE_SHORT"],
      );
    });
  });
