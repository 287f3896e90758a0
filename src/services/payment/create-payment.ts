import { randomBytes } from "node:crypto";
import type {
  CreatePaymentRequest,
  CreatePaymentResponse,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { isZeroAmount, parseAmount } from "../../domain/amount/amount.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { requireActive } from "../../domain/merchant/merchant.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { requireAssetType } from "../asset-types.ts";
import { paymentToProto } from "./convert.ts";
import { paymentEvent } from "./events.ts";

/** A payment request, pending until a wallet authorises it. */
export const createPayment =
  (options: { paymentTtlSeconds: number }): Handler<CreatePaymentRequest, CreatePaymentResponse> =>
  async ({ request, transact }) => {
    if (isZeroAmount(request.amount))
      throw Failure.ofField(
        "INVALID_ARGUMENT",
        "amount",
        "AMOUNT_NOT_POSITIVE",
        "The amount must be above zero.",
      );

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
      const amount = aboutField("amount", () => parseAmount(request.amount, assetType.decimals));

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
