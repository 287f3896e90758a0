import type {
  GetSettlementRequest,
  GetSettlementResponse,
} from "../../../gen/ts/pda/payment/v1/settlement_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypeOf } from "../asset-types.ts";
import { requireSettlement } from "./own-settlement.ts";
import { settlementToProto } from "./settlement-convert.ts";

/** One settlement of the caller's tenant. */
export const getSettlement: Handler<GetSettlementRequest, GetSettlementResponse> = async ({
  request,
  tenant,
  read,
}) => {
  const settlement = await requireSettlement(read.settlements, tenant, request.settlementId);
  return {
    settlement: settlementToProto(settlement, await assetTypeOf(read.assetTypes, settlement.assetTypeId)),
  };
};
