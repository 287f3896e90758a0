import type { PaymentServiceService } from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { assetTypeOf } from "../asset/asset-types.ts";
import { requireCheckDigits } from "../contract/check-digits.ts";
import { requireFound } from "../contract/require-found.ts";
import { timestamp } from "../contract/timestamp.ts";
import { failureReasonToProto, paymentStatusToProto } from "./convert.ts";

/** Returns the public view of the payment of a reference. Nothing in it tells who paid, or what the merchant keeps for itself. */
export const getPaymentPage: Handlers<typeof PaymentServiceService>["getPaymentPage"] = async ({
  request: { reference },
  read,
}) => {
  requireCheckDigits(reference);
  const payment = requireFound(await read.payments.getByReference(reference));
  const [assetType, merchant] = await Promise.all([
    assetTypeOf(read.assetTypes, payment.assetTypeId),
    read.merchants.get(payment.merchantId),
  ]);
  return {
    paymentPage: {
      reference,
      paymentId: payment.paymentId,
      merchantName: (merchant as Merchant).name,
      amount: formatAmount(payment.amount, assetType.decimals),
      assetType: assetType.code,
      description: payment.description,
      status: paymentStatusToProto(payment.status),
      failureReason: failureReasonToProto(payment.failureReason),
      refundedAmount: formatAmount(payment.refundedAmount, assetType.decimals),
      createTime: timestamp(payment.createdAt),
      expireTime: timestamp(payment.expiresAt),
      endTime: payment.endedAt && timestamp(payment.endedAt),
      version: payment.version,
    },
  };
};
