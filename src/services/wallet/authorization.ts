import { formatAmount } from "../../domain/amount/amount.ts";
import type { AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import type { Wallet } from "../../domain/wallet/wallet.ts";
import type { WalletReader } from "../../store/wallet/wallets.ts";
import { verifyWalletSignature } from "../../trust/wallet-signature.ts";
import { keyOf } from "./holder-key.ts";
import { explained, signatureRefused } from "./signature.ts";

/** What a holder has to agree to. */
interface Terms {
  readonly payment: Payment;
  readonly wallet: Wallet;
  readonly assetType: AssetTypeFacts;
  readonly audience: string;
}

/** What the holder has signed: that it pays, or that it does not. Each has a type of its own, so neither can stand for the other. */
type Signed = { readonly authorization: string } | { readonly refusal: string };

/**
 * The holder's present key has agreed to exactly this payment, or declined it, now. Freshness is judged by real time, not by the
 * sandbox clock.
 *
 * @throws Failure SIGNATURE_REFUSED
 */
export async function requireSignature(
  wallets: WalletReader,
  signed: Signed,
  { payment, wallet, assetType, audience }: Terms,
): Promise<void> {
  const { paymentId, merchantId, nonce } = payment;
  const [field, jws, type] =
    "authorization" in signed
      ? (["authorization", signed.authorization, "pda-pay+jws"] as const)
      : (["refusal", signed.refusal, "pda-decline+jws"] as const);
  const result = await verifyWalletSignature(
    jws,
    {
      type,
      key: keyOf(wallet),
      audience,
      nonce,
      claims: {
        paymentId,
        merchantId,
        amount: formatAmount(payment.amount, assetType.decimals),
        assetType: assetType.code,
      },
    },
    new Date(),
  );
  if (result.verified) return;
  const refusal = await explained(jws, type, result, { wallets, walletId: wallet.walletId });
  throw signatureRefused(field, refusal, "this payment");
}
