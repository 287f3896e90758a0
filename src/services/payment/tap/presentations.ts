import type {
  HolderPresentation,
  PaymentPresentation,
} from "../../../../gen/ts/pda/payment/v1/presentation.ts";
import type { Tenant } from "../../../domain/access/principal.ts";
import { formatAmount } from "../../../domain/amount/amount.ts";
import type { AssetTypeFacts } from "../../../domain/asset/asset-type.ts";
import type { Payment } from "../../../domain/payment/payment.ts";
import type { Holder, Wallet } from "../../../domain/wallet/wallet.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Transaction } from "../../../store/store.ts";
import type { WalletReader } from "../../../store/wallet/wallets.ts";
import type { PaymentTerms } from "../../../trust/possession/message.ts";
import { verifyWalletSignature } from "../../../trust/wallet-signature.ts";
import { verificationKeyOf } from "../../wallet/holder-key.ts";
import { explainedRefusal, signatureRefused } from "../../wallet/signature.ts";
import { unknownWallet } from "../../wallet/wallets.ts";
import type { DeviceTaps } from "./device.ts";

/** The payment to be authorised, with its asset type and the caller's tenant. */
export interface Tapped {
  readonly payment: Payment;
  readonly assetType: AssetTypeFacts;
  readonly tenant: Tenant;
}

/** A verified presentation: the consumer agrees to this payment. */
export interface Presented {
  readonly wallet: Holder;
  /** True when the wallet's key has signed, false when a device has signed. */
  readonly signedByHolder: boolean;
  /** A merchant can use a nonce only once. base64url of 32 bytes. */
  readonly nonce: string;
}

/** Verifies what consumers present at terminals. */
export class Presentations {
  readonly #audience: string;
  readonly #devices: DeviceTaps | undefined;

  /** @param devices verifies devices; without it only holders can present their wallets */
  constructor(options: { readonly publicUrl: string; readonly devices?: DeviceTaps | undefined }) {
    this.#audience = options.publicUrl;
    this.#devices = options.devices;
  }

  /**
   * Accepts a presentation. A reused nonce is found later, when the payment is stored.
   *
   * @throws Failure SIGNATURE_REFUSED, EVIDENCE_REFUSED unless the consumer agrees to this payment; UNKNOWN_REFERENCE about the wallet; AMOUNT_NOT_ALLOWED
   * above the limit of devices; UNREADABLE_CERTIFICATE, INVALID_ARGUMENT about an unreadable input
   */
  async accept(
    tx: Transaction,
    { walletId, proof }: PaymentPresentation,
    { payment, assetType, tenant }: Tapped,
  ): Promise<Presented> {
    if (!proof) throw new Error("the field rules accepted a presentation without a proof");
    const wallet = await tx.wallets.getHolder(walletId);
    if (!wallet) throw unknownWallet("presentation.wallet_id");
    const terms: PaymentTerms = {
      audience: this.#audience,
      merchantId: payment.merchantId,
      assetType: assetType.code,
      amount: formatAmount(payment.amount, assetType.decimals),
    };
    if (proof.$case === "holder") await requireAgreement(tx.wallets, proof.value, wallet, terms);
    else if (this.#devices)
      await this.#devices.require(tx, proof.value, { wallet, terms, payment, assetType, tenant });
    else throw new Failure("DEVICE_NOT_ACCEPTED");
    return { wallet, signedByHolder: proof.$case === "holder", nonce: proof.value.nonce };
  }
}

/**
 * Checks that the holder's present key has signed these terms over the terminal's nonce. The check uses real time, not the sandbox clock.
 * The claims differ from the claims of the authorisation of an existing payment, so neither signature can stand for the other.
 *
 * @throws Failure SIGNATURE_REFUSED
 */
async function requireAgreement(
  wallets: WalletReader,
  { nonce, authorization }: HolderPresentation,
  wallet: Wallet,
  { audience, merchantId, amount, assetType }: PaymentTerms,
): Promise<void> {
  const { walletId } = wallet;
  const claims = { walletId, merchantId, amount, assetType };
  const expected = { type: "pda-pay+jws", key: verificationKeyOf(wallet), audience, nonce, claims } as const;
  const result = await verifyWalletSignature(authorization, expected, new Date());
  if (result.verified) return;
  const refusal = await explainedRefusal(authorization, "pda-pay+jws", result, { wallets, walletId });
  throw signatureRefused("presentation.holder.authorization", refusal, "this payment");
}
