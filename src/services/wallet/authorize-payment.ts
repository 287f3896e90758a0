import { createPublicKey } from "node:crypto";
import type {
  AuthorizePaymentRequest,
  AuthorizePaymentResponse,
} from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { AssetType } from "../../domain/asset/asset-type.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { complete, type Payment, requirePending } from "../../domain/payment/payment.ts";
import type { Wallet } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import { verifyWalletSignature } from "../../trust/jws.ts";
import { assetTypeOf } from "../asset-types.ts";
import { paymentEvent } from "../payment/events.ts";
import { paymentRequestToProto } from "./convert.ts";
import { requireWallet } from "./own-wallet.ts";

/** Pays a payment: the holder's signature is checked, the amount moves, the payment completes, in one transaction. */
export const authorizePayment =
  (options: { publicUrl: string }): Handler<AuthorizePaymentRequest, AuthorizePaymentResponse> =>
  async ({ request, transact }) =>
    transact(async (tx) => {
      const wallet = await requireWallet(tx.wallets, request.walletId);
      const [asked] = await tx.payments.getMany([{ tenant: { kind: "all" }, paymentId: request.paymentId }]);
      if (!asked)
        throw Failure.ofField(
          "UNKNOWN_REFERENCE",
          "payment_id",
          "UNKNOWN_PAYMENT",
          "There is no such payment.",
        );
      const assetType = await assetTypeOf(tx.assetTypes, asked.assetTypeId);
      await requireSignature(request.authorization, asked, wallet, assetType, options.publicUrl);

      const paid = await pay(tx, (await tx.payments.lock(asked.paymentId)) as Payment, wallet, assetType);
      return {
        paymentRequest: paymentRequestToProto(paid, {
          assetType,
          merchant: (await tx.merchants.get(paid.merchantId)) as Merchant,
          walletId: wallet.walletId,
          audience: options.publicUrl,
        }),
      };
    });

/** The holder has agreed to exactly this payment, now. Freshness is judged by real time, not by the sandbox clock. */
async function requireSignature(
  authorization: string,
  payment: Payment,
  wallet: Wallet,
  assetType: AssetType,
  audience: string,
): Promise<void> {
  const { paymentId, merchantId, nonce } = payment;
  const result = await verifyWalletSignature(
    authorization,
    {
      type: "pda-pay+jws",
      key: createPublicKey({ key: { ...wallet.holderKey }, format: "jwk" }),
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
  const about = result.member === undefined ? "" : ` (${result.member})`;
  throw Failure.ofField(
    "SIGNATURE_REFUSED",
    "authorization",
    result.reason,
    `The signature does not authorise this payment${about}.`,
  );
}

async function pay(
  tx: Transaction,
  payment: Payment,
  wallet: Wallet,
  assetType: AssetType,
): Promise<Payment> {
  const { walletId } = wallet;
  // The same wallet pays once, however often it asks.
  if (payment.status === "completed" && payment.walletId === walletId) return payment;
  const now = await tx.clock.now();
  requirePending(payment, now);
  const transactionId = newId("transaction");
  const { merchantId, assetTypeId, paymentId, amount } = payment;
  await tx.ledger.post(
    { transactionId, kind: "payment", assetTypeId, amount, merchantId, walletId, paymentId, createdAt: now },
    [
      {
        debit: { kind: "wallet", ownerId: walletId, assetTypeId },
        credit: { kind: "merchant", ownerId: merchantId, assetTypeId },
        amount,
      },
    ],
  );
  const paid = complete(payment, { walletId, transactionId }, now);
  await tx.payments.save(paid);
  await tx.outbox.append([paymentEvent("payment.completed", paid, assetType)]);
  return paid;
}
