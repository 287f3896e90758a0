import { WalletTransactionServiceService } from "../../../gen/ts/pda/wallet/v1/transaction_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { getWalletTransaction, listWalletTransactions } from "./read-wallet-transactions.ts";
import { transferValue } from "./transfer-value.ts";

export function walletTransactionService(deps: Pick<ServiceDeps, "publicUrl">): ServedMethod[] {
  return implement(WalletTransactionServiceService, {
    listWalletTransactions,
    getWalletTransaction,
    transferValue: transferValue(deps),
  });
}
