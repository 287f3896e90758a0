import type { RefundServiceService } from "../../../gen/ts/pda/payment/v1/refund_service.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import { merchantAccounts } from "../../domain/ledger/ledger.ts";
import { eligibility } from "../../domain/refund/eligibility.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { amountOf, assetTypeOf } from "../asset/asset-types.ts";
import { timestamp } from "../contract/timestamp.ts";
import { refundRefusalToProto } from "./convert.ts";
import { type RefundOptions, unknownTransaction } from "./refund-decisions.ts";

/** Returns the decision that CreateRefund would make now. It applies the same rule without locks and changes nothing. */
export const checkRefundEligibility =
  ({ refundsFromSettled }: RefundOptions): Handlers<typeof RefundServiceService>["checkRefundEligibility"] =>
  async ({ request, tenant, read }) => {
    const { originalTransaction, refundAmount } = request;
    const payment = await read.payments.getByTransaction(tenant, originalTransaction);
    if (!payment) throw unknownTransaction();
    const assetType = await assetTypeOf(read.assetTypes, payment.assetTypeId);
    const { code, decimals, version, refundPolicy: policy } = assetType;
    const amount =
      refundAmount === undefined ? {} : { amount: amountOf("refund_amount", refundAmount, assetType) };

    const { merchant, clearing, settled } = merchantAccounts(payment);
    const merchantBalance = await read.ledger.sumOfBalances(
      refundsFromSettled ? [merchant, settled, clearing] : [merchant],
    );
    const now = await read.clock.now();
    const verdict = eligibility({ payment, policy, ...amount, merchantBalance, now });
    return {
      eligibility: {
        originalTransaction,
        paymentId: payment.paymentId,
        assetType: code,
        allowed: verdict.allowed,
        maximumAmount: formatAmount(verdict.maximum, decimals),
        reasons: verdict.reasons.map(refundRefusalToProto),
        policyVersion: version,
        windowEndTime: verdict.windowEnd && timestamp(verdict.windowEnd),
        paidAmount: formatAmount(payment.amount, decimals),
        refundedAmount: formatAmount(payment.refundedAmount, decimals),
        evaluateTime: timestamp(now),
      },
    };
  };
