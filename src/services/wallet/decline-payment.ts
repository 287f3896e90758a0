import type { WalletServiceService } from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { decline } from "../../domain/payment/payment.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { assetTypeOf } from "../asset/asset-types.ts";
import { requireCheckDigits } from "../contract/check-digits.ts";
import { requireFound } from "../contract/require-found.ts";
import { paymentEvent } from "../payment/events.ts";
import { requireSignature } from "./authorization.ts";
import { paymentRequestToProto } from "./convert.ts";
import { requireSameKey } from "./signature.ts";

/**
 * Declines a payment by the holder's signature. The payment fails, and the merchant gets the event. Declining a payment again by the same
 * wallet changes nothing.
 */
export const declinePayment =
  ({ publicUrl }: { publicUrl: string }): Handlers<typeof WalletServiceService>["declinePayment"] =>
  async ({ request, transact }) => {
    requireCheckDigits(request.reference);
    return transact(async (tx) => {
      const wallet = requireFound(await tx.wallets.get(request.walletId));
      const found = requireFound(await tx.payments.getByReference(request.reference));
      const assetType = await assetTypeOf(tx.assetTypes, found.assetTypeId);
      const { refusal } = request;
      await requireSignature(
        tx.wallets,
        { refusal },
        { payment: found, wallet, assetType, audience: publicUrl },
      );
      const payment = (await tx.payments.lock(found.paymentId)) ?? found;
      requireSameKey("refusal", wallet, await tx.wallets.lock(wallet.walletId));
      const declined = decline(payment, wallet.walletId, await tx.clock.now());
      if (declined !== payment) {
        await tx.payments.save(declined);
        await tx.outbox.append([paymentEvent("payment.failed", declined, assetType)]);
      }
      const merchant = (await tx.merchants.get(payment.merchantId)) as Merchant;
      const seen = { assetType, merchant, walletId: wallet.walletId, audience: publicUrl };
      return { paymentRequest: paymentRequestToProto(declined, seen) };
    });
  };
