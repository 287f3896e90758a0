import type {
  ListSettlementsRequest,
  ListSettlementsResponse,
} from "../../../gen/ts/pda/payment/v1/settlement_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypesOf } from "../asset-types.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { settlementToProto } from "./settlement-convert.ts";

/** Settlements of the caller's tenant, newest first; with a payment, the one that settles it. */
export const listSettlements: Handler<ListSettlementsRequest, ListSettlementsResponse> = async ({
  request,
  tenant,
  principal,
  read,
}) => {
  const { paymentId } = request;
  const binding = { list: "settlements", tenant: principal.tenantId, paymentId };
  const filter = paymentId ? { paymentId } : {};
  const { items, next } = await read.settlements.list(tenant, filter, pageRequest(request, binding));
  const typeOf = await assetTypesOf(
    read.assetTypes,
    items.map((settlement) => settlement.assetTypeId),
  );
  return {
    items: items.map((settlement) => settlementToProto(settlement, typeOf(settlement.assetTypeId))),
    nextPageToken: pageToken(next, binding),
  };
};
