// Refunds at once, on two cores: never more than was paid, never more than the merchant has, and no cent without its refund.
import { expect } from "chai";
import { RefundStatus } from "../../gen/ts/pda/payment/v1/refund.ts";
import type {
  CreateRefundResponse,
  ListRefundsResponse,
} from "../../gen/ts/pda/payment/v1/refund_service.ts";
import type { GetPaymentResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { RefundScene } from "../services/support/refunds.ts";
import type { ServiceHarness } from "../support/service.ts";

describe("races of refunds", function () {
  this.timeout(240_000);

  for (const refundsFromSettled of [true, false])
    it(`100 partial refunds never give back more than there is, ${refundsFromSettled ? "with" : "without"} settled money`, async () => {
      await using scene = await RefundScene.start({ refundsFromSettled });
      const options = { publicUrl: "https://pay.example", paymentTtlSeconds: 900, refundsFromSettled };
      await using second = scene.harness.beside(() => paymentServices(options));
      const cores: ServiceHarness[] = [scene.harness, second];
      const merchantId = await scene.merchant();
      const payment = await scene.pay(merchantId, 10_000_000n);
      expect(await scene.settle(merchantId)).to.match(/^stl_/);
      // 4 are not settled.
      await scene.pay(merchantId, 4_000_000n);
      const before = await scene.balances(merchantId);

      const refund = async (index: number): Promise<string> => {
        // A quarter of them repeat another one, as a caller does that has lost its answer.
        const asked = index % 4 === 3 ? index - 2 : index;
        const refundAmount = ["0.3", "0.07", "1.1"][asked % 3];
        const request = { originalTransaction: payment.transactionId, refundAmount, reason: "race" };
        const core = cores[index % 2] as ServiceHarness;
        const key = `refund-${asked}`;
        for (;;)
          try {
            const answer = await core.call<CreateRefundResponse>("CreateRefund", request, { key });
            return answer.refund?.refundId as string;
          } catch (error) {
            const { entry, reason } = error as Failure;
            if (entry !== "IDEMPOTENCY_KEY_IN_FLIGHT") return reason;
          }
      };
      const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => refund(index)));
      const made = new Set(answers.filter((answer) => answer.startsWith("rfd_")));
      const refused = new Set(answers.filter((answer) => !answer.startsWith("rfd_")));
      const expected = ["REFUND_EXCEEDS_PAID", "ALREADY_REFUNDED"];
      expect(
        refusedBeside(refused, refundsFromSettled ? expected : [...expected, "MERCHANT_BALANCE_SHORT"]),
      ).to.deep.equal([]);

      const { items } = await scene.harness.call<ListRefundsResponse>("ListRefunds", {
        paymentId: payment.paymentId,
        pageSize: 200,
      });
      expect(new Set(items.map(({ refundId }) => refundId))).to.deep.equal(made);
      for (const { status } of items) expect(status).to.equal(RefundStatus.REFUND_STATUS_COMPLETED);
      const sum = items.reduce(
        (total, { refundAmount }) => total + Math.round(Number(refundAmount) * 1e6),
        0,
      );
      const limit = refundsFromSettled ? 10_000_000 : 4_000_000;
      expect(sum)
        .to.be.at.most(limit)
        .and.above(limit - 70_000);
      const after = await scene.balances(merchantId);
      expect(after.wallet - before.wallet).to.equal(BigInt(sum));
      expect(before.merchant + before.settled - after.merchant - after.settled).to.equal(BigInt(sum));
      const { payment: now } = await scene.harness.call<GetPaymentResponse>("GetPayment", {
        paymentId: payment.paymentId,
      });
      expect(Math.round(Number(now?.refundedAmount) * 1e6)).to.equal(sum);
    });
});

const refusedBeside = (refused: ReadonlySet<string>, expected: readonly string[]): string[] =>
  [...refused].filter((reason) => !expected.includes(reason));
