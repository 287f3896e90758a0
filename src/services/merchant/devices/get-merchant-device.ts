import type {
  GetMerchantDeviceRequest,
  GetMerchantDeviceResponse,
} from "../../../../gen/ts/pda/merchant/v1/device_service.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { deviceToProto } from "../convert.ts";

/** One terminal of the merchant. */
export const getMerchantDevice: Handler<GetMerchantDeviceRequest, GetMerchantDeviceResponse> = async ({
  request,
  read,
}) => {
  const device = await read.merchantDevices.get(request.merchantId, request.deviceId);
  if (!device) throw new Failure("NOT_FOUND");
  return { device: deviceToProto(device) };
};
