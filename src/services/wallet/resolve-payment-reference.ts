import type { WalletServiceService } from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { assetTypeOf } from "../asset/asset-types.ts";
import { requireCheckDigits } from "../contract/check-digits.ts";
import { requireFound } from "../contract/require-found.ts";
import { paymentRequestToProto } from "./convert.ts";

/** Returns the payment of a reference, with everything that the wallet must sign to pay it. */
export const resolvePaymentReference =
  (options: { publicUrl: string }): Handlers<typeof WalletServiceService>["resolvePaymentReference"] =>
  async ({ request, read }) => {
    requireCheckDigits(request.reference);
    const wallet = requireFound(await read.wallets.get(request.walletId));
    const payment = requireFound(await read.payments.getByReference(request.reference));
    return {
      paymentRequest: paymentRequestToProto(payment, {
        assetType: await assetTypeOf(read.assetTypes, payment.assetTypeId),
        merchant: (await read.merchants.get(payment.merchantId)) as Merchant,
        walletId: wallet.walletId,
        audience: options.publicUrl,
      }),
    };
  };
