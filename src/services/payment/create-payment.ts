import { randomBytes } from "node:crypto";
import type {
  CreatePaymentRequest,
  CreatePaymentResponse,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { requireActive } from "../../domain/merchant/merchant.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { amountOf, refuseZero } from "../amounts.ts";
import { requireAssetType } from "../asset-types.ts";
import { paymentToProto } from "./convert.ts";
import { paymentEvent } from "./events.ts";

/** A payment request, pending until a wallet authorises it. */
export const createPayment =
  (options: { paymentTtlSeconds: number }): Handler<CreatePaymentRequest, CreatePaymentResponse> =>
  async ({ request, transact }) => {
    refuseZero("amount", request.amount);
    return transact(async (tx) => {
      const merchant = await tx.merchants.get(request.merchantId);
      if (!merchant)
        throw Failure.ofField(
          "UNKNOWN_REFERENCE",
          "merchant_id",
          "UNKNOWN_MERCHANT",
          "There is no such merchant.",
        );
      requireActive(merchant);
      const assetType = await requireAssetType(tx.assetTypes, request.assetType);
      const amount = amountOf("amount", request.amount, assetType);

      const { merchantId } = merchant;
      const { assetTypeId } = assetType;
      const [payment] = await tx.payments.insert(
        [{ paymentId: newId("payment"), merchantId, assetTypeId, amount, nonce: randomBytes(16) }],
        options.paymentTtlSeconds,
      );
      if (!payment) throw new Error("the payment was not stored");
      await tx.outbox.append([paymentEvent("payment.created", payment, assetType)]);
      return { payment: paymentToProto(payment, assetType) };
    });
  };
