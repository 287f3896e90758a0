import type {
  CreatePaymentRequest,
  CreatePaymentResponse,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import type { PayableFacts } from "../../domain/asset/asset-type.ts";
import { type MerchantStanding, requireActive } from "../../domain/merchant/merchant.ts";
import { newPayment } from "../../domain/payment/payment.ts";
import { Failure } from "../../rpc/failure.ts";
import { writesInSets } from "../../rpc/handler.ts";
import { proceed, settle, values } from "../../rpc/outcome.ts";
import { amountOf, refuseZero } from "../amounts.ts";
import { notPayable, unknownAssetType } from "../asset-types.ts";
import { paymentToProto } from "./convert.ts";
import { paymentEvent } from "./events.ts";

/** What a payment request is judged by. */
interface Found {
  readonly merchants: ReadonlyMap<string, MerchantStanding>;
  readonly assetTypes: ReadonlyMap<string, PayableFacts>;
  readonly now: Date;
}

/** Payment requests, each pending until a wallet authorises it. */
export const createPayment = (options: { paymentTtlSeconds: number }) =>
  writesInSets<CreatePaymentRequest, CreatePaymentResponse, Found>({
    check: (request) => refuseZero("amount", request.amount),
    lookUp: async (calls, tx) => {
      const [merchants, assetTypes, now] = await Promise.all([
        tx.merchants.standings(calls.map(({ request }) => request.merchantId)),
        tx.assetTypes.factsByCodes(calls.map(({ request }) => request.assetType)),
        tx.clock.now(),
      ]);
      return { merchants, assetTypes, now };
    },
    run: async (calls, tx, { merchants, assetTypes, now }) => {
      const made = calls.map(({ request }) =>
        settle(() => {
          requirePayable(merchants.get(request.merchantId));
          const assetType = assetTypes.get(request.assetType);
          if (!assetType) throw unknownAssetType(request.assetType);
          if (!assetType.payable) throw notPayable(assetType.code);
          const { assetTypeId } = assetType;
          const amount = amountOf("amount", request.amount, assetType);
          const asked = { merchantId: request.merchantId, assetTypeId, amount };
          return { assetType, payment: newPayment(asked, now, options.paymentTtlSeconds) };
        }),
      );
      const stored = values(made);
      await tx.payments.insert(stored.map(({ payment }) => payment));
      await tx.outbox.append(
        stored.map(({ payment, assetType }) => paymentEvent("payment.created", payment, assetType)),
      );
      return made.map((outcome) =>
        proceed(outcome, ({ payment, assetType }) => ({ payment: paymentToProto(payment, assetType) })),
      );
    },
  });

function requirePayable(merchant: MerchantStanding | undefined): void {
  if (!merchant)
    throw Failure.ofField(
      "UNKNOWN_REFERENCE",
      "merchant_id",
      "UNKNOWN_MERCHANT",
      "There is no such merchant.",
    );
  requireActive(merchant);
}
