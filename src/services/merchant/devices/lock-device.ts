import { type MerchantDevice, requirePresent } from "../../../domain/merchant/device.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { MerchantDeviceWriter } from "../../../store/merchant/devices.ts";
import { requireVersion } from "../../contract/precondition.ts";

/**
 * Locks and returns the merchant's terminal that a request changes.
 *
 * @throws Failure NOT_FOUND, the same for an unknown terminal and for another merchant's terminal; PRECONDITION_FAILED
 */
export async function lockDevice(
  devices: MerchantDeviceWriter,
  named: { readonly merchantId: string; readonly deviceId: string; readonly ifMatch: readonly number[] },
): Promise<MerchantDevice> {
  const device = await devices.lock(named.merchantId, named.deviceId);
  if (!device) throw new Failure("NOT_FOUND");
  requireVersion(device, named.ifMatch);
  return device;
}

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
  if (!device)
    throw Failure.ofField(
      "UNKNOWN_REFERENCE",
      "device_id",
      "UNKNOWN_TERMINAL",
      "The merchant has no such terminal.",
    );
  requirePresent(device);
  return device;
}
