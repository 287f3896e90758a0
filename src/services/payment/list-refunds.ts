import type {
  ListRefundsRequest,
  ListRefundsResponse,
} from "../../../gen/ts/pda/payment/v1/refund_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypesOf } from "../asset-types.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { refundToProto } from "./convert.ts";

/** Refunds of the caller's tenant, newest first. */
export const listRefunds: Handler<ListRefundsRequest, ListRefundsResponse> = async ({
  request,
  tenant,
  principal,
  read,
}) => {
  const { paymentId, settlementId } = request;
  const binding = { list: "refunds", tenant: principal.tenantId, paymentId, settlementId };
  const filter = { ...(paymentId ? { paymentId } : {}), ...(settlementId ? { settlementId } : {}) };
  const { items, next } = await read.refunds.list(tenant, filter, pageRequest(request, binding));
  const typeOf = await assetTypesOf(
    read.assetTypes,
    items.map((refund) => refund.assetTypeId),
  );
  return {
    items: items.map((refund) => refundToProto(refund, typeOf(refund.assetTypeId))),
    nextPageToken: pageToken(next, binding),
  };
};
