import type { Timestamp } from "../../../gen/ts/google/protobuf/timestamp.ts";
import type {
  ListPaymentsRequest,
  PaymentServiceService,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { PaymentFilter } from "../../store/payment/list.ts";
import type { Readers } from "../../store/store.ts";
import { assetTypeFactsOf } from "../asset/asset-types.ts";
import { type PageBinding, pageRequest, pageToProto } from "../contract/page-token.ts";
import { paymentToProto, paymentStatusOf } from "./convert.ts";

/** Lists the payments of the caller's tenant, newest first. */
export const listPayments: Handlers<typeof PaymentServiceService>["listPayments"] = async ({
  request,
  tenant,
  principal,
  read,
}) => {
  const binding = bindingOf(principal.tenantId, request);
  const page = pageRequest(request, binding);
  const filter = await filterOf(request, read);
  if (!filter) return { items: [], nextPageToken: "" };
  const offsetSeconds = filter.createdFrom ? Number(await read.clock.offsetSeconds()) : 0;
  const found = await read.payments.list(tenant, filter, page, offsetSeconds);
  const typeOf = await assetTypeFactsOf(read.assetTypes, found.items);
  return pageToProto(found, binding, (payment) => paymentToProto(payment, typeOf(payment)));
};

/** Returns the requested filter; undefined when no payment can match. */
async function filterOf(
  { merchantId, status, assetType, orderReference, reference, ...times }: ListPaymentsRequest,
  read: Readers,
): Promise<PaymentFilter | undefined> {
  const type =
    assetType === undefined ? undefined : (await read.assetTypes.factsByCodes([assetType])).get(assetType);
  if (assetType !== undefined && !type) return undefined;
  const createdFrom = times.createTimeFrom && momentOf("create_time_from", times.createTimeFrom);
  const createdTo = times.createTimeTo && momentOf("create_time_to", times.createTimeTo);
  const state = paymentStatusOf(status);
  return {
    ...(merchantId === undefined ? {} : { merchantId }),
    ...(state ? { status: state } : {}),
    ...(type ? { assetTypeId: type.assetTypeId } : {}),
    ...(orderReference === undefined ? {} : { orderReference }),
    ...(reference === undefined ? {} : { reference }),
    ...(createdFrom ? { createdFrom } : {}),
    ...(createdTo ? { createdTo } : {}),
  };
}

/** Rounds a bound up to the next millisecond, because creation times are whole milliseconds. @throws Failure INVALID_ARGUMENT */
function momentOf(field: string, { seconds, nanos }: Timestamp): Date {
  const date = new Date(Number(seconds) * 1000 + Math.ceil(nanos / 1_000_000));
  if (Number.isNaN(date.getTime())) throw Failure.ofField(field, "OUT_OF_RANGE", "It must be a valid time.");
  return date;
}

/** Returns the binding of a page token: every part of the filter as the caller gave it. */
function bindingOf(tenantId: string, request: ListPaymentsRequest): PageBinding {
  const { merchantId, status, assetType, orderReference, reference, createTimeFrom, createTimeTo } = request;
  const [from, to] = [createTimeFrom, createTimeTo].map((time) => time && `${time.seconds}.${time.nanos}`);
  return {
    list: "payments",
    tenant: tenantId,
    merchantId,
    status,
    assetType,
    orderReference,
    reference,
    from,
    to,
  };
}
