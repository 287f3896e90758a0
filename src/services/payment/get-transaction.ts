import type {
  GetTransactionRequest,
  GetTransactionResponse,
} from "../../../gen/ts/pda/payment/v1/transaction_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypeOf } from "../asset-types.ts";
import { movementToProto } from "./transaction-convert.ts";

/** One movement of value that the caller's tenant is a party of. */
export const getTransaction: Handler<GetTransactionRequest, GetTransactionResponse> = async ({
  request,
  tenant,
  read,
}) => {
  const transaction = await read.ledger.transaction(tenant, request.transactionId);
  if (!transaction) throw new Failure("NOT_FOUND");
  const [legs, assetType] = await Promise.all([
    read.transactions.legs([transaction]),
    assetTypeOf(read.assetTypes, transaction.assetTypeId),
  ]);
  const movement = { transaction, legs: legs.get(transaction.transactionId) ?? [] };
  return { transaction: movementToProto(movement, assetType, tenant) };
};
