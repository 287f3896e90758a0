import type {
  CreateRefundRequest,
  CreateRefundResponse,
} from "../../../gen/ts/pda/payment/v1/refund_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { Account, Leg } from "../../domain/ledger/ledger.ts";
import { afterRefund, type Payment } from "../../domain/payment/payment.ts";
import { requireEligible } from "../../domain/refund/eligibility.ts";
import type { Refund } from "../../domain/refund/refund.ts";
import { fundsTotal, type MerchantFunds, refundSources } from "../../domain/refund/sources.ts";
import type { Handler } from "../../rpc/handler.ts";
import { amountOf, refuseZero } from "../amounts.ts";
import { assetTypeOf } from "../asset-types.ts";
import { refundToProto } from "./convert.ts";
import { refundCompleted } from "./events.ts";
import { fundsOf, type RefundOptions, unknownTransaction } from "./refunded.ts";

/** Gives money back for a completed payment: first from what the merchant has not been paid out yet, then from what it has, or will have. */
export const createRefund =
  ({ refundsFromSettled }: RefundOptions): Handler<CreateRefundRequest, CreateRefundResponse> =>
  async ({ request, tenant, transact }) => {
    refuseZero("refund_amount", request.refundAmount);
    return transact(async (tx) => {
      const found = await tx.payments.getByTransaction(tenant, request.originalTransaction);
      const payment = found && (await tx.payments.lock(found.paymentId));
      if (!payment) throw unknownTransaction();
      const assetType = await assetTypeOf(tx.assetTypes, payment.assetTypeId);
      const amount = amountOf("refund_amount", request.refundAmount, assetType);

      const held = await tx.ledger.lockFunds(payment);
      const funds = refundsFromSettled ? held : { ...held, clearing: 0n, settled: 0n };
      const now = await tx.clock.now();
      const merchantBalance = fundsTotal(funds);
      requireEligible({ payment, policy: assetType.refundPolicy, amount, merchantBalance, now });

      const transactionId = newId("transaction");
      const refund: Refund = {
        refundId: newId("refund"),
        paymentId: payment.paymentId,
        merchantId: payment.merchantId,
        assetTypeId: payment.assetTypeId,
        originalTransactionId: request.originalTransaction,
        amount,
        reason: request.reason,
        status: "completed",
        transactionId,
        policyVersion: assetType.version,
        createdAt: now,
        endedAt: now,
      };
      const sources = refundSources(amount, funds);
      await tx.ledger.post(
        {
          transactionId,
          kind: "refund",
          assetTypeId: refund.assetTypeId,
          amount,
          merchantId: refund.merchantId,
          walletId: payment.walletId,
          paymentId: refund.paymentId,
          refundId: refund.refundId,
          createdAt: now,
        },
        legsOf(payment, sources),
      );
      await tx.refunds.insert(refund, amount - sources.merchant);
      await tx.payments.save(afterRefund(payment, amount));
      await tx.outbox.append([refundCompleted(refund, assetType)]);
      return { refund: refundToProto(refund, assetType) };
    });
  };

function legsOf(payment: Payment, sources: MerchantFunds): Leg[] {
  const accounts = fundsOf(payment);
  const credit: Account = {
    kind: "wallet",
    ownerId: payment.walletId as string,
    assetTypeId: payment.assetTypeId,
  };
  return (["merchant", "settled", "clearing"] as const)
    .map((kind) => ({ debit: accounts[kind], credit, amount: sources[kind] }))
    .filter((leg) => leg.amount > 0n);
}
