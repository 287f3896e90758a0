import type { ErrorName } from "../../../gen/errors/catalogue.ts";
import { Failure } from "../../rpc/failure.ts";
import { TrustInputError } from "../../trust/error.ts";
import { type CertificateChain, parseDeviceCertificate } from "../../trust/pem.ts";
import { parseRawKey, type RawKey, RawKeyError } from "../../trust/raw-key.ts";

/** Parses the device certificate of a request without judging it. @throws Failure INVALID_DEVICE_CERTIFICATE about the field */
export function requireDeviceCertificate(text: string, field = "device_certificate"): CertificateChain {
  return readable(() => parseDeviceCertificate(text), {
    thrown: TrustInputError,
    entry: "INVALID_DEVICE_CERTIFICATE",
    field,
    form: "It must be PEM (leaf first, at most four certificates) or one certificate in base64 DER, at most 8 KiB.",
  });
}

/** Parses the publisher certificate of a request without judging it. @throws Failure INVALID_ARGUMENT about the field */
export function requirePublisherCertificate(text: string): CertificateChain {
  return readable(() => parseDeviceCertificate(text), {
    thrown: TrustInputError,
    entry: "INVALID_ARGUMENT",
    field: "publisher_certificate",
    form: "It must be PEM (the publisher's certificate first, at most four certificates) or one certificate in base64 DER, at most 8 KiB.",
  });
}

/** Parses the secp256k1 key of a request. @throws Failure INVALID_ARGUMENT about the field */
export function requireRawKey(text: string, field: string): RawKey {
  return readable(() => parseRawKey(text), {
    thrown: RawKeyError,
    entry: "INVALID_ARGUMENT",
    field,
    form: "It must be a point of secp256k1, compressed or uncompressed, in hexadecimal or base64.",
  });
}

/** The failure for an unreadable text. */
interface Refusal {
  /** The error that the parser throws. */
  readonly thrown: abstract new (
    ...args: never[]
  ) => TrustInputError;
  readonly entry: ErrorName;
  readonly field: string;
  /** The message: the form that the text must have. */
  readonly form: string;
}

function readable<T>(parse: () => T, { thrown, entry, field, form }: Refusal): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof thrown)) throw error;
    throw Failure.ofField(entry, field, error.reason, form);
  }
}
