import type {
  CreateRefundRequest,
  CreateRefundResponse,
} from "../../../gen/ts/pda/payment/v1/refund_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { Account, Leg } from "../../domain/ledger/ledger.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { type Refund, requireEligible } from "../../domain/refund/refund.ts";
import { fundsTotal, type MerchantFunds, refundSources } from "../../domain/refund/sources.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { amountOf, refuseZero } from "../amounts.ts";
import { assetTypeOf } from "../asset-types.ts";
import { refundToProto } from "./convert.ts";
import { refundCompleted } from "./events.ts";

/** Gives money back for a completed payment: from what the merchant has not been paid out yet, what it has, and what is on its way. */
export const createRefund: Handler<CreateRefundRequest, CreateRefundResponse> = async ({
  request,
  tenant,
  transact,
}) => {
  refuseZero("refund_amount", request.refundAmount);
  return transact(async (tx) => {
    const found = await tx.payments.getByTransaction(tenant, request.originalTransaction);
    const payment = found && (await tx.payments.lock(found.paymentId));
    if (!payment) throw unknownTransaction();
    const assetType = await assetTypeOf(tx.assetTypes, payment.assetTypeId);
    const amount = amountOf("refund_amount", request.refundAmount, assetType);

    const funds = await tx.ledger.lockFunds(payment);
    const now = await tx.clock.now();
    requireEligible(payment, assetType.refundPolicy, amount, fundsTotal(funds), now);

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
    await tx.payments.save({ ...payment, refundedAmount: payment.refundedAmount + amount });
    await tx.outbox.append([refundCompleted(refund, assetType)]);
    return { refund: refundToProto(refund, assetType) };
  });
};

function legsOf(payment: Payment, sources: MerchantFunds): Leg[] {
  const { merchantId, walletId, assetTypeId } = payment;
  const credit: Account = { kind: "wallet", ownerId: walletId as string, assetTypeId };
  return (["merchant", "settled", "clearing"] as const)
    .map((kind) => ({ debit: { kind, ownerId: merchantId, assetTypeId }, credit, amount: sources[kind] }))
    .filter((leg) => leg.amount > 0n);
}

function unknownTransaction(): Failure {
  return Failure.ofField(
    "UNKNOWN_REFERENCE",
    "original_transaction",
    "UNKNOWN_TRANSACTION",
    "There is no payment that this transaction paid.",
  );
}
