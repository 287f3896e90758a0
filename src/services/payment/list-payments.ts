import type {
  ListPaymentsRequest,
  PaymentServiceService,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { PaymentFilter } from "../../store/payment/list.ts";
import type { Readers } from "../../store/store.ts";
import { assetTypeFactsOf, requireAssetType } from "../asset/asset-types.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { createdRange, type TimeRange, timeRangeBinding, timeRangeOf } from "../contract/time-range.ts";
import { paymentToProto, paymentStatusOf } from "./convert.ts";

/** Lists the payments of the caller's tenant, newest first. */
export const listPayments: Handlers<typeof PaymentServiceService>["listPayments"] = async ({
  request,
  tenant,
  principal,
  read,
}) => {
  const { merchantId, status, assetType, orderReference, reference, deviceId } = request;
  const range = timeRangeOf(request);
  const binding = {
    list: "payments",
    tenant: principal.tenantId,
    merchantId,
    status,
    assetType,
    orderReference,
    reference,
    deviceId,
    ...timeRangeBinding(range),
  };
  const page = pageRequest(request, binding, "payment");
  const filter = await filterOf(request, range, read);
  const found = await read.payments.list(tenant, filter, page);
  const typeOf = await assetTypeFactsOf(read.assetTypes, found.items);
  return pageToProto(found, binding, (payment) => paymentToProto(payment, typeOf(payment)));
};

/** Returns the requested filter. @throws Failure UNKNOWN_REFERENCE about the asset type */
async function filterOf(
  { merchantId, status, assetType, orderReference, reference, deviceId }: ListPaymentsRequest,
  range: TimeRange,
  read: Readers,
): Promise<PaymentFilter> {
  const type = assetType === undefined ? undefined : await requireAssetType(read.assetTypes, assetType);
  const state = paymentStatusOf(status);
  return {
    ...(merchantId === undefined ? {} : { merchantId }),
    ...(state ? { status: state } : {}),
    ...(type ? { assetTypeId: type.assetTypeId } : {}),
    ...(orderReference === undefined ? {} : { orderReference }),
    ...(reference === undefined ? {} : { reference }),
    ...(deviceId === undefined ? {} : { deviceId }),
    ...(await createdRange(range, read)),
  };
}
