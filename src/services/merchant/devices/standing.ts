import type {
  SuspendMerchantDeviceRequest,
  SuspendMerchantDeviceResponse,
} from "../../../../gen/ts/pda/merchant/v1/device_service.ts";
import { type MerchantDevice, requirePresent } from "../../../domain/merchant/device.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { deviceToProto } from "../convert.ts";
import { lockDevice } from "../own-device.ts";

/** Puts a terminal out of use for a time. */
export const suspendMerchantDevice = changeStanding("suspended");

/** Puts a suspended terminal back into use. */
export const resumeMerchantDevice = changeStanding("active");

/** Puts a terminal out of use for ever; it loses its keys and certificates in the same transaction. */
export const removeMerchantDevice = changeStanding("removed");

/**
 * Puts a terminal into a state. A state that is reached already changes nothing.
 *
 * @returns a handler that throws Failure NOT_FOUND, PRECONDITION_FAILED; Refused TERMINAL_REMOVED
 */
function changeStanding(
  status: MerchantDevice["status"],
): Handler<SuspendMerchantDeviceRequest, SuspendMerchantDeviceResponse> {
  return async ({ request, transact }) =>
    transact(async (tx) => {
      const device = await lockDevice(tx.merchantDevices, request);
      if (device.status === status) return { device: deviceToProto(device) };
      requirePresent(device);
      const { merchantId, deviceId } = device;
      await tx.merchantDevices.setStatus(device, status);
      if (status === "removed") {
        await tx.apiKeys.revokeOfDevice(merchantId, deviceId);
        await tx.merchantCertificates.revokeOfDevice(merchantId, deviceId);
      }
      return {
        device: deviceToProto((await tx.merchantDevices.get(merchantId, deviceId)) as MerchantDevice),
      };
    });
}
