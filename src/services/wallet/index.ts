import { WalletServiceService } from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { authorizePayment } from "./authorize-payment.ts";
import { declinePayment } from "./decline-payment.ts";
import { resolvePaymentReference } from "./resolve-payment-reference.ts";
import { createWallet, getWallet, listBalances } from "./wallets.ts";

/** Wallet APIs. */
export function walletService(deps: Pick<ServiceDeps, "publicUrl" | "requestedFailures">): ServedMethod[] {
  return implement(WalletServiceService, {
    createWallet,
    getWallet,
    listBalances,
    resolvePaymentReference: resolvePaymentReference(deps),
    authorizePayment: authorizePayment(deps),
    declinePayment: declinePayment(deps),
  });
}
