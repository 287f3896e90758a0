import type { GetRefundRequest, GetRefundResponse } from "../../../gen/ts/pda/payment/v1/refund_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypeOf } from "../asset-types.ts";
import { refundToProto } from "./convert.ts";

/** One refund of the caller's tenant. */
export const getRefund: Handler<GetRefundRequest, GetRefundResponse> = async ({ request, tenant, read }) => {
  const refund = await read.refunds.get(tenant, request.refundId);
  if (!refund) throw new Failure("NOT_FOUND");
  return { refund: refundToProto(refund, await assetTypeOf(read.assetTypes, refund.assetTypeId)) };
};
