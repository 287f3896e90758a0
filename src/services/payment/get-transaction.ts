import * as proto from "../../../gen/ts/pda/payment/v1/transaction.ts";
import type {
  GetTransactionRequest,
  GetTransactionResponse,
} from "../../../gen/ts/pda/payment/v1/transaction_service.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { TransactionKind } from "../../domain/ledger/ledger.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypeOf } from "../asset-types.ts";
import { timestamp } from "../timestamp.ts";

const kinds: Record<TransactionKind, proto.TransactionKind> = {
  issue: proto.TransactionKind.TRANSACTION_KIND_ISSUE,
  payment: proto.TransactionKind.TRANSACTION_KIND_PAYMENT,
  refund: proto.TransactionKind.TRANSACTION_KIND_REFUND,
  settlement: proto.TransactionKind.TRANSACTION_KIND_SETTLEMENT,
  payout: proto.TransactionKind.TRANSACTION_KIND_PAYOUT,
  transfer: proto.TransactionKind.TRANSACTION_KIND_TRANSFER,
};

/** One movement of value that the caller's tenant is a party of. */
export const getTransaction: Handler<GetTransactionRequest, GetTransactionResponse> = async ({
  request,
  tenant,
  read,
}) => {
  const transaction = await read.ledger.transaction(tenant, request.transactionId);
  if (!transaction) throw new Failure("NOT_FOUND");
  const assetType = await assetTypeOf(read.assetTypes, transaction.assetTypeId);
  return {
    transaction: {
      transactionId: transaction.transactionId,
      kind: kinds[transaction.kind],
      status: proto.TransactionStatus.TRANSACTION_STATUS_COMPLETED,
      amount: formatAmount(transaction.amount, assetType.decimals),
      assetType: assetType.code,
      merchantId: transaction.merchantId,
      paymentId: transaction.paymentId,
      refundId: transaction.refundId,
      settlementId: transaction.settlementId,
      createTime: timestamp(transaction.createdAt),
    },
  };
};
