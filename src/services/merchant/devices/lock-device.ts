import { type MerchantDevice, requirePresent } from "../../../domain/merchant/device.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { MerchantDeviceWriter } from "../../../store/merchant/devices.ts";

/**
 * Locks and returns the merchant's terminal for which a request creates a key or a certificate.
 *
 * @throws Failure UNKNOWN_REFERENCE about the field; Refused TERMINAL_REMOVED
 */
export async function lockNamedDevice(
  devices: MerchantDeviceWriter,
  merchantId: string,
  deviceId: string,
): Promise<MerchantDevice> {
  const device = await devices.lock(merchantId, deviceId);
  if (!device) throw Failure.ofField("device_id", "UNKNOWN_TERMINAL", "The merchant has no such terminal.");
  requirePresent(device);
  return device;
}
