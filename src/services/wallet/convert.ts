import type { PaymentRequest, Wallet as ProtoWallet } from "../../../gen/ts/pda/wallet/v1/wallet.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import type { Recovery } from "../../domain/wallet/recovery.ts";
import type { Wallet } from "../../domain/wallet/wallet.ts";
import { timestamp } from "../contract/timestamp.ts";
import { failureReasonToProto, paymentStatusToProto } from "../payment/convert.ts";

/** Returns a wallet as the contract shows it. @param waiting the pending recovery, if one exists */
export function walletToProto(wallet: Wallet, waiting?: Recovery): ProtoWallet {
  return {
    walletId: wallet.walletId,
    keyThumbprint: wallet.keyThumbprint,
    createTime: timestamp(wallet.createdAt),
    recoveryKeyThumbprint: wallet.recoveryKey?.keyThumbprint,
    recoveryId: waiting?.recoveryId,
  };
}

/**
 * Returns a payment as a wallet sees it. Only the wallet that paid learns the transaction. No wallet learns the merchant's own data of the
 * payment.
 */
export function paymentRequestToProto(
  payment: Payment,
  seen: { assetType: AssetTypeFacts; merchant: Pick<Merchant, "name">; walletId: string; audience: string },
): PaymentRequest {
  return {
    paymentId: payment.paymentId,
    merchantId: payment.merchantId,
    merchantName: seen.merchant.name,
    amount: formatAmount(payment.amount, seen.assetType.decimals),
    assetType: seen.assetType.code,
    status: paymentStatusToProto(payment.status),
    reference: payment.reference ?? "",
    nonce: payment.nonce,
    audience: seen.audience,
    transactionId: payment.walletId === seen.walletId ? payment.transactionId : undefined,
    expireTime: timestamp(payment.expiresAt),
    description: payment.description,
    failureReason: failureReasonToProto(payment.failureReason),
  };
}
