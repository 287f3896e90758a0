import type {
  GetWalletTransactionRequest,
  GetWalletTransactionResponse,
} from "../../../gen/ts/pda/wallet/v1/transaction_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypeOf } from "../asset-types.ts";
import { movementToProto } from "./convert.ts";

/** One movement that the wallet is a party of. */
export const getWalletTransaction: Handler<
  GetWalletTransactionRequest,
  GetWalletTransactionResponse
> = async ({ request, read }) => {
  const movement = await read.movements.get(request.walletId, request.transactionId);
  if (!movement) throw new Failure("NOT_FOUND");
  const type = await assetTypeOf(read.assetTypes, movement.transaction.assetTypeId);
  return { transaction: movementToProto(movement, type) };
};
