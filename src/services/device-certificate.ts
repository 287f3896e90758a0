import { Failure } from "../rpc/failure.ts";
import { TrustInputError } from "../trust/error.ts";
import { type CertificateChain, parseDeviceCertificate } from "../trust/pem.ts";

/** A device certificate that a request carries, read but not judged. @throws Failure INVALID_DEVICE_CERTIFICATE about the field */
export function requireDeviceCertificate(text: string, field = "device_certificate"): CertificateChain {
  try {
    return parseDeviceCertificate(text);
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    throw Failure.ofField(
      "INVALID_DEVICE_CERTIFICATE",
      field,
      error.reason,
      "It must be PEM (leaf first, at most four certificates) or one certificate in base64 DER, at most 8 KiB.",
    );
  }
}
