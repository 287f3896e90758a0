import type { MerchantDevice as DeviceMessage } from "../../../../gen/ts/pda/merchant/v1/device.ts";
import type { MerchantDevice } from "../../../domain/merchant/device.ts";
import { requirePresent } from "../../../domain/merchant/device.ts";
import type { Call } from "../../../rpc/handler.ts";
import { deviceToProto } from "../convert.ts";
import { lockDevice } from "../own-device.ts";

/** What the requests name. */
interface UseRequest {
  readonly merchantId: string;
  readonly deviceId: string;
  readonly ifMatch: readonly number[];
}

/** What they answer. */
interface UseResponse {
  device?: DeviceMessage | undefined;
}

/**
 * Puts a terminal out of or back into use; one that is removed loses its keys and certificates in the same transaction. A state that is
 * reached already changes nothing.
 *
 * @throws Failure NOT_FOUND, PRECONDITION_FAILED; Refused TERMINAL_REMOVED
 */
export async function changeUse(
  { request, transact }: Pick<Call<UseRequest, UseResponse>, "request" | "transact">,
  status: MerchantDevice["status"],
): Promise<UseResponse> {
  return transact(async (tx) => {
    const device = await lockDevice(tx.merchantDevices, request);
    if (device.status === status) return { device: deviceToProto(device) };
    requirePresent(device);
    const { merchantId, deviceId } = device;
    await tx.merchantDevices.setStatus(device, status);
    if (status === "removed") {
      await tx.apiKeys.revokeOfDevice(merchantId, deviceId);
      await tx.merchantCertificates.revokeOfDevice(merchantId, deviceId);
    }
    return { device: deviceToProto((await tx.merchantDevices.get(merchantId, deviceId)) as MerchantDevice) };
  });
}
