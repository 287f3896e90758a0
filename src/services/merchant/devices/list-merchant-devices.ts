import type {
  ListMerchantDevicesRequest,
  ListMerchantDevicesResponse,
} from "../../../../gen/ts/pda/merchant/v1/device_service.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { pageRequest, pageToken } from "../../page-token.ts";
import { deviceStatusOf, deviceToProto } from "../convert.ts";
import { requireMerchant } from "../get-merchant.ts";

/** Terminals of the merchant, newest first. */
export const listMerchantDevices: Handler<ListMerchantDevicesRequest, ListMerchantDevicesResponse> = async ({
  request,
  read,
}) => {
  const { merchantId } = request;
  const status = deviceStatusOf(request.status);
  const binding = { list: "merchant_devices", merchantId, status };
  const page = pageRequest(request, binding);
  await requireMerchant(read.merchants, merchantId);
  const { items, next } = await read.merchantDevices.list(merchantId, status ? { status } : {}, page);
  return { items: items.map(deviceToProto), nextPageToken: pageToken(next, binding) };
};
