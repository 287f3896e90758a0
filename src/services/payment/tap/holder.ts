import type { HolderPresentation } from "../../../../gen/ts/pda/payment/v1/presentation.ts";
import type { Wallet } from "../../../domain/wallet/wallet.ts";
import type { WalletReader } from "../../../store/wallet/wallets.ts";
import { verifyWalletSignature } from "../../../trust/jws.ts";
import type { PaymentTerms } from "../../../trust/possession/message.ts";
import { keyOf } from "../../wallet/holder-key.ts";
import { explained, signatureRefused } from "../../wallet/signature.ts";

/**
 * The holder's present key has agreed to these terms over the terminal's nonce, now: by real time, not by the sandbox clock. The claims are other ones
 * than those of the authorisation of a payment that there is, so neither can stand for the other.
 *
 * @throws Failure SIGNATURE_REFUSED
 */
export async function requireAgreement(
  wallets: WalletReader,
  { nonce, authorization }: HolderPresentation,
  wallet: Wallet,
  { audience, merchantId, amount, assetType }: PaymentTerms,
): Promise<void> {
  const { walletId } = wallet;
  const claims = { walletId, merchantId, amount, assetType };
  const expected = { type: "pda-pay+jws", key: keyOf(wallet), audience, nonce, claims } as const;
  const result = await verifyWalletSignature(authorization, expected, new Date());
  if (result.verified) return;
  const refusal = await explained(authorization, "pda-pay+jws", result, { wallets, walletId });
  throw signatureRefused("presentation.holder.authorization", refusal, "this payment");
}
