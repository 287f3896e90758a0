import type {
  SuspendMerchantDeviceRequest,
  SuspendMerchantDeviceResponse,
} from "../../../../gen/ts/pda/merchant/v1/device_service.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { changeUse } from "./use.ts";

/** Puts a terminal out of use for a time. */
export const suspendMerchantDevice: Handler<
  SuspendMerchantDeviceRequest,
  SuspendMerchantDeviceResponse
> = async (call) => changeUse(call, "suspended");
