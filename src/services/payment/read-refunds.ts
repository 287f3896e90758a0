import type { RefundServiceService } from "../../../gen/ts/pda/payment/v1/refund_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { assetTypeOf, assetTypesOf } from "../asset/asset-types.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { createdRange, timeRangeBinding, timeRangeOf } from "../contract/time-range.ts";
import { refundStatusOf, refundToProto } from "./convert.ts";

type Service = Handlers<typeof RefundServiceService>;

/** Returns one refund of the caller's tenant. */
export const getRefund: Service["getRefund"] = async ({ request, tenant, read }) => {
  const refund = requireFound(await read.refunds.get(tenant, request.refundId));
  return { refund: refundToProto(refund, await assetTypeOf(read.assetTypes, refund.assetTypeId)) };
};

/** Lists the refunds of the caller's tenant, newest first. */
export const listRefunds: Service["listRefunds"] = async ({ request, tenant, principal, read }) => {
  const { paymentId, settlementId, status } = request;
  const range = timeRangeOf(request);
  const binding = {
    list: "refunds",
    tenant: principal.tenantId,
    paymentId,
    settlementId,
    status,
    ...timeRangeBinding(range),
  };
  const page = pageRequest(request, binding, "refund");
  const state = refundStatusOf(status);
  const filter = {
    ...(paymentId ? { paymentId } : {}),
    ...(settlementId ? { settlementId } : {}),
    ...(state ? { status: state } : {}),
    ...(await createdRange(range, read)),
  };
  const found = await read.refunds.list(tenant, filter, page);
  const typeOf = await assetTypesOf(read.assetTypes, found.items);
  return pageToProto(found, binding, (refund) => refundToProto(refund, typeOf(refund)));
};
