import type {
  ListSettlementItemsRequest,
  ListSettlementItemsResponse,
} from "../../../gen/ts/pda/payment/v1/settlement_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypeOf } from "../asset-types.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { requireSettlement } from "./own-settlement.ts";
import { settlementItemToProto } from "./settlement-convert.ts";

/** The payments and refunds of a settlement of the caller's tenant, payments first, oldest first. */
export const listSettlementItems: Handler<ListSettlementItemsRequest, ListSettlementItemsResponse> = async ({
  request,
  tenant,
  principal,
  read,
}) => {
  const { settlementId } = request;
  const binding = { list: "settlement-items", tenant: principal.tenantId, settlementId };
  const page = pageRequest(request, binding);
  const { merchantId, assetTypeId } = await requireSettlement(read.settlements, tenant, settlementId);
  const { items, next } = await read.settlements.items({ merchantId, settlementId }, page);
  const assetType = await assetTypeOf(read.assetTypes, assetTypeId);
  return {
    items: items.map((item) => settlementItemToProto(item, assetType)),
    nextPageToken: pageToken(next, binding),
  };
};
