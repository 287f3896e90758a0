import { formatAmount } from "../../domain/amount/amount.ts";
import type { AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import type { Wallet } from "../../domain/wallet/wallet.ts";
import type { WalletReader } from "../../store/wallet/wallets.ts";
import { verifyWalletSignature } from "../../trust/wallet-signature.ts";
import { verificationKeyOf } from "./holder-key.ts";
import { explainedRefusal, signatureRefused } from "./signature.ts";

/** The terms that a holder must have signed. */
interface Terms {
  readonly payment: Payment;
  readonly wallet: Wallet;
  readonly assetType: AssetTypeFacts;
  readonly audience: string;
}

/** The holder's authorisation or refusal. Each has its own type, so neither can stand for the other. */
type Signed = { readonly authorization: string } | { readonly refusal: string };

/**
 * Checks that the holder's present key has just authorised or refused exactly this payment. Freshness is judged by real time, not by the
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
      key: verificationKeyOf(wallet),
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
  const refusal = await explainedRefusal(jws, type, result, { wallets, walletId: wallet.walletId });
  throw signatureRefused(field, refusal, "this payment");
}
