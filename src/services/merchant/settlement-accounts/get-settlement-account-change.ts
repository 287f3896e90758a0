import type {
  GetSettlementAccountChangeRequest,
  GetSettlementAccountChangeResponse,
} from "../../../../gen/ts/pda/merchant/v1/settlement_account_service.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { changeToProto } from "../convert.ts";

/** One change of the merchant's settlement accounts. */
export const getSettlementAccountChange: Handler<
  GetSettlementAccountChangeRequest,
  GetSettlementAccountChangeResponse
> = async ({ request, read }) => {
  const change = await read.settlementAccounts.get(request.merchantId, request.changeId);
  if (!change) throw new Failure("NOT_FOUND");
  return { settlementAccountChange: changeToProto(change) };
};
