import type {
  GetRefundRequest,
  GetRefundResponse,
  ListRefundsRequest,
  ListRefundsResponse,
} from "../../../gen/ts/pda/payment/v1/refund_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypeOf, assetTypesOf } from "../asset/asset-types.ts";
import { pageRequest, pageToken } from "../contract/page-token.ts";
import { refundToProto } from "./convert.ts";

/** Returns one refund of the caller's tenant. */
export const getRefund: Handler<GetRefundRequest, GetRefundResponse> = async ({ request, tenant, read }) => {
  const refund = await read.refunds.get(tenant, request.refundId);
  if (!refund) throw new Failure("NOT_FOUND");
  return { refund: refundToProto(refund, await assetTypeOf(read.assetTypes, refund.assetTypeId)) };
};

/** Lists the refunds of the caller's tenant, newest first. */
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
  const typeOf = await assetTypesOf(read.assetTypes, items);
  return {
    items: items.map((refund) => refundToProto(refund, typeOf(refund))),
    nextPageToken: pageToken(next, binding),
  };
};
