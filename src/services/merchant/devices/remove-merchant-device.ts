import type {
  RemoveMerchantDeviceRequest,
  RemoveMerchantDeviceResponse,
} from "../../../../gen/ts/pda/merchant/v1/device_service.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { changeUse } from "./use.ts";

/** Puts a terminal out of use for ever. */
export const removeMerchantDevice: Handler<
  RemoveMerchantDeviceRequest,
  RemoveMerchantDeviceResponse
> = async (call) => changeUse(call, "removed");
