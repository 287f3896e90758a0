import type {
  ListPaymentsRequest,
  ListPaymentsResponse,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypesOf } from "../asset-types.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { paymentToProto, statusOf } from "./convert.ts";

/** Payments of the caller's tenant, newest first. */
export const listPayments: Handler<ListPaymentsRequest, ListPaymentsResponse> = async ({
  request,
  tenant,
  principal,
  read,
}) => {
  const { merchantId, status } = request;
  const binding = { list: "payments", tenant: principal.tenantId, merchantId, status };
  const state = statusOf(status);
  const filter = { ...(merchantId ? { merchantId } : {}), ...(state ? { status: state } : {}) };
  const { items, next } = await read.payments.list(tenant, filter, pageRequest(request, binding));
  const typeOf = await assetTypesOf(
    read.assetTypes,
    items.map((payment) => payment.assetTypeId),
  );
  return {
    items: items.map((payment) => paymentToProto(payment, typeOf(payment.assetTypeId))),
    nextPageToken: pageToken(next, binding),
  };
};
