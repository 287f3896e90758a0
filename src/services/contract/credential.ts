import type { ErrorReason } from "../../../gen/errors/catalogue.ts";
import { Failure } from "../../rpc/failure.ts";
import type { CertificateReason } from "../../trust/certificate/error.ts";
import { type CsrReason, readCsr } from "../../trust/csr.ts";
import type { DerReason } from "../../trust/der/error.ts";
import { TrustInputError } from "../../trust/error.ts";
import type { P256PublicKey } from "../../trust/jwk.ts";
import { type CertificateChain, type ChainReason, parseDeviceCertificate } from "../../trust/pem.ts";
import { parseRawKey, type RawKey, type RawKeyReason } from "../../trust/raw-key.ts";

/** Returns the key of a signing request after checking that the requester possesses it. @throws Failure UNREADABLE_CERTIFICATE about the field */
export function requireSigningRequest(text: string): P256PublicKey {
  return readable(() => readCsr(text), {
    field: "certificate_signing_request",
    form: "It must be one PKCS#10 request in PEM or base64 DER, at most 8 KiB, for a P-256 key and signed by it.",
  });
}

/** Returns the refusal of a signing request because of its key. */
export function keyRefused(reason: ErrorReason, message: string): Failure {
  return Failure.ofField("certificate_signing_request", reason, message);
}

export function keyCompromised(): Failure {
  return keyRefused("KEY_COMPROMISED", "A certificate of this key was revoked as compromised.");
}

/** A CA and a TLS client never have one key: a thief of a client's key could certify devices. */
export function keyOfOtherUse(): Failure {
  return keyRefused(
    "KEY_HAS_OTHER_USE",
    "The key belongs to a certificate of another use: a CA and a TLS client need a key each. Generate a new key.",
  );
}

/** Returns the refusal of a key that has `active` certificates in force, which are enough. */
export function certificatesOfKey(active: number): Failure {
  return new Failure("CERTIFICATES_OF_KEY", {
    message: `The key has ${active} certificates in force; revoke one, or use another key.`,
  });
}

/** Parses the device certificate of a request without judging it. @throws Failure UNREADABLE_CERTIFICATE about the field */
export function requireDeviceCertificate(text: string, field = "device_certificate"): CertificateChain {
  return requireLeaf(text, field);
}

/** Parses the certificate of an identity issuer in a request without judging it. @throws Failure UNREADABLE_CERTIFICATE about the field */
export function requireIssuerCertificate(text: string): CertificateChain {
  return requireLeaf(text, "certificate");
}

function requireLeaf(text: string, field: string): CertificateChain {
  const form =
    "It must be PEM (leaf first, at most four certificates) or one certificate in base64 DER, at most 8 KiB.";
  return readable(() => parseDeviceCertificate(text), { field, form });
}

/** Parses the publisher certificate of a request without judging it. @throws Failure UNREADABLE_CERTIFICATE about the field */
export function requirePublisherCertificate(text: string): CertificateChain {
  return readable(() => parseDeviceCertificate(text), {
    field: "publisher_certificate",
    form: "It must be PEM (its own first, at most four certificates) or one certificate in base64 DER, at most 8 KiB.",
  });
}

/** Parses the secp256k1 key of a request. @throws Failure INVALID_ARGUMENT about the field */
export function requireRawKey(text: string, field: string): RawKey {
  return readable(() => parseRawKey(text), {
    field,
    form: "It must be a point of secp256k1, compressed or uncompressed, in hexadecimal or base64.",
  });
}

/** The reasons of all errors that the parsers throw. */
type UnreadableReason = ChainReason | CsrReason | RawKeyReason | CertificateReason | DerReason;

/** The refusal of a text that cannot be parsed. */
interface Refusal {
  readonly field: string;
  /** The expected form. */
  readonly form: string;
}

function readable<T>(parse: () => T, { field, form }: Refusal): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    const { reason }: TrustInputError<UnreadableReason> = error;
    throw Failure.ofField(field, reason, form);
  }
}
