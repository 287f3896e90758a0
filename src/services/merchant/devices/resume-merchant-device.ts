import type {
  ResumeMerchantDeviceRequest,
  ResumeMerchantDeviceResponse,
} from "../../../../gen/ts/pda/merchant/v1/device_service.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { changeUse } from "./use.ts";

/** Puts a suspended terminal back into use. */
export const resumeMerchantDevice: Handler<
  ResumeMerchantDeviceRequest,
  ResumeMerchantDeviceResponse
> = async (call) => changeUse(call, "active");
