import type { BindDeviceRequest } from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { CertificateChain } from "../../trust/pem.ts";
import { requireDeviceCertificate } from "../device-certificate.ts";
import { requireSigningRequest } from "./signing-request.ts";

/** Where a device certificate comes from: to be issued for a key, or made by the publisher. */
export type DeviceCredential =
  | { readonly kind: "key"; readonly spki: Uint8Array }
  | { readonly kind: "certificate"; readonly chain: CertificateChain };

/** @throws Failure INVALID_CERTIFICATE_REQUEST, INVALID_DEVICE_CERTIFICATE about the field */
export function readDeviceCredential({ credential }: BindDeviceRequest): DeviceCredential {
  switch (credential?.$case) {
    case "certificateSigningRequest":
      return { kind: "key", spki: requireSigningRequest(credential.value).spki };
    case "deviceCertificate":
      return { kind: "certificate", chain: requireDeviceCertificate(credential.value) };
    default:
      throw new Error("the field rules let a request without a credential through");
  }
}
