import type { MerchantDeviceServiceService } from "../../../../gen/ts/pda/merchant/v1/device_service.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import { type MerchantDevice, requirePresent } from "../../../domain/merchant/device.ts";
import { requireActiveMerchant } from "../../../domain/merchant/merchant.ts";
import { requirePrintableName } from "../../../domain/name/name.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import { aboutField } from "../../../rpc/refusal.ts";
import { certify } from "../../access-certificates/certify.ts";
import type { TrustAuthority } from "../../authority/trust-authority.ts";
import { requireSigningRequest } from "../../contract/credential.ts";
import { pageRequest, pageToProto } from "../../contract/page-token.ts";
import { requireVersion } from "../../contract/precondition.ts";
import { requireFound } from "../../contract/require-found.ts";
import { merchantCertificateToProto } from "../certificates.ts";
import { deviceStatusOf, merchantDeviceToProto } from "../convert.ts";

type Service = Handlers<typeof MerchantDeviceServiceService>;

/** Enrols a terminal of a merchant, and issues its certificate when the request has a signing request. */
export const enrolMerchantDevice =
  (trust: TrustAuthority): Service["enrolMerchantDevice"] =>
  async ({ request, transact }) => {
    const { merchantId, certificateSigningRequest } = request;
    const name = aboutField("name", () => requirePrintableName(request.name));
    const key =
      certificateSigningRequest === undefined ? undefined : requireSigningRequest(certificateSigningRequest);
    return transact(async (tx) => {
      requireActiveMerchant(requireFound(await tx.merchants.get(merchantId)));
      const device = await tx.merchantDevices.insert({ merchantId, deviceId: newId("device"), name });
      const { deviceId } = device;
      const holder = { kind: "merchant", merchantId, deviceId } as const;
      const stored = key && (await certify(tx, trust, { holder, spki: key.spki }, { scopes: [] }));
      const certificate = stored && merchantCertificateToProto(stored, trust);
      return { enrolledDevice: { device: merchantDeviceToProto(device), certificate } };
    });
  };

export const getMerchantDevice: Service["getMerchantDevice"] = async ({ request, read }) => {
  const device = requireFound(await read.merchantDevices.get(request.merchantId, request.deviceId));
  return { device: merchantDeviceToProto(device) };
};

/** Lists the merchant's terminals, newest first. */
export const listMerchantDevices: Service["listMerchantDevices"] = async ({ request, read }) => {
  const { merchantId } = request;
  const status = deviceStatusOf(request.status);
  const binding = { list: "merchant_devices", merchantId, status };
  const page = pageRequest(request, binding, "device");
  requireFound(await read.merchants.get(merchantId));
  const found = await read.merchantDevices.list(merchantId, status ? { status } : {}, page);
  return pageToProto(found, binding, merchantDeviceToProto);
};

export const suspendMerchantDevice = changeStanding("suspended");

export const resumeMerchantDevice = changeStanding("active");

/** Removes a terminal for ever. The same transaction revokes the terminal's API keys and certificates. */
export const removeMerchantDevice = changeStanding("removed");

/**
 * Returns a handler that sets a terminal's status. Setting the present status changes nothing.
 *
 * @returns a handler that throws Failure NOT_FOUND, PRECONDITION_FAILED; Refused TERMINAL_REMOVED
 */
function changeStanding(status: MerchantDevice["status"]): Service["suspendMerchantDevice"] {
  return async ({ request, transact }) =>
    transact(async (tx) => {
      const { merchantId, deviceId, ifMatch } = request;
      const device = requireVersion(
        requireFound(await tx.merchantDevices.lock(merchantId, deviceId)),
        ifMatch,
      );
      if (device.status === status) return { device: merchantDeviceToProto(device) };
      requirePresent(device);
      await tx.merchantDevices.setStatus(device, status);
      if (status === "removed") {
        await tx.apiKeys.revokeOfDevice(merchantId, deviceId);
        await tx.publicKeys.revokeOfDevice(merchantId, deviceId);
        await tx.accessCertificates.revokeOfDevice(merchantId, deviceId);
      }
      return {
        device: merchantDeviceToProto((await tx.merchantDevices.get(merchantId, deviceId)) as MerchantDevice),
      };
    });
}
