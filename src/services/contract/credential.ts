import type { ErrorName } from "../../../gen/errors/catalogue.ts";
import { Failure } from "../../rpc/failure.ts";
import { readCsr } from "../../trust/csr.ts";
import { TrustInputError } from "../../trust/error.ts";
import type { P256PublicKey } from "../../trust/jwk.ts";
import { type CertificateChain, parseDeviceCertificate } from "../../trust/pem.ts";
import { parseRawKey, type RawKey } from "../../trust/raw-key.ts";

/** Returns the key of a signing request after checking that the requester possesses it. @throws Failure INVALID_CERTIFICATE_REQUEST about the field */
export function requireSigningRequest(text: string): P256PublicKey {
  return readable(() => readCsr(text), {
    entry: "INVALID_CERTIFICATE_REQUEST",
    field: "certificate_signing_request",
    form: "It must be one PKCS#10 request in PEM or base64 DER, at most 8 KiB, for a P-256 key and signed by it.",
  });
}

/** Returns the refusal of a signing request because of its key. */
export function keyRefused(reason: string, message: string): Failure {
  return Failure.ofField("INVALID_CERTIFICATE_REQUEST", "certificate_signing_request", reason, message);
}

export function keyCompromised(): Failure {
  return keyRefused("KEY_COMPROMISED", "A certificate of this key was revoked as compromised.");
}

/** Returns the refusal of a key that has `active` certificates in force, which are enough. */
export function certificatesOfKey(active: number): Failure {
  return new Failure("STATE_CONFLICT", {
    reason: "CERTIFICATES_OF_KEY",
    message: `The key has ${active} certificates in force; revoke one, or use another key.`,
  });
}

/** Parses the device certificate of a request without judging it. @throws Failure INVALID_DEVICE_CERTIFICATE about the field */
export function requireDeviceCertificate(text: string, field = "device_certificate"): CertificateChain {
  return requireLeaf(text, "INVALID_DEVICE_CERTIFICATE", field);
}

/** Parses the certificate of an identity issuer in a request without judging it. @throws Failure INVALID_ARGUMENT about the field */
export function requireIssuerCertificate(text: string): CertificateChain {
  return requireLeaf(text, "INVALID_ARGUMENT", "certificate");
}

function requireLeaf(text: string, entry: ErrorName, field: string): CertificateChain {
  const form =
    "It must be PEM (leaf first, at most four certificates) or one certificate in base64 DER, at most 8 KiB.";
  return readable(() => parseDeviceCertificate(text), { entry, field, form });
}

/** Parses the publisher certificate of a request without judging it. @throws Failure INVALID_ARGUMENT about the field */
export function requirePublisherCertificate(text: string): CertificateChain {
  return readable(() => parseDeviceCertificate(text), {
    entry: "INVALID_ARGUMENT",
    field: "publisher_certificate",
    form: "It must be PEM (its own first, at most four certificates) or one certificate in base64 DER, at most 8 KiB.",
  });
}

/** Parses the secp256k1 key of a request. @throws Failure INVALID_ARGUMENT about the field */
export function requireRawKey(text: string, field: string): RawKey {
  return readable(() => parseRawKey(text), {
    entry: "INVALID_ARGUMENT",
    field,
    form: "It must be a point of secp256k1, compressed or uncompressed, in hexadecimal or base64.",
  });
}

/** The refusal of a text that cannot be parsed. */
interface Refusal {
  readonly entry: ErrorName;
  readonly field: string;
  /** The expected form. */
  readonly form: string;
}

function readable<T>(parse: () => T, { entry, field, form }: Refusal): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    throw Failure.ofField(entry, field, error.reason, form);
  }
}
