import { type ArmourReason, decodeArmour, encodePem } from "./armour.ts";
import { CERTIFICATE_BYTES_MAX, type Certificate, parseCertificate } from "./certificate.ts";
import { TrustInputError } from "./error.ts";
import { isCa } from "./path/conformance.ts";

/** Maximum number of certificates in one text: a leaf and three above it. */
export const CHAIN_CERTIFICATES_MAX = 4;
/** Maximum total size of all certificates of one text, decoded. */
const CHAIN_BYTES_MAX = CERTIFICATE_BYTES_MAX;
const LABEL = "CERTIFICATE";

/** Reason that a text is not a certificate chain. */
export type ChainReason =
  | ArmourReason
  | "CHAIN_EMPTY"
  | "CHAIN_TOO_MANY_CERTIFICATES"
  | "CHAIN_TOO_LARGE"
  | "CHAIN_EXTRA_LEAF";

/** Thrown by `parseDeviceCertificate`, as are the errors of `parseCertificate`. */
class CertificateChainError extends TrustInputError<ChainReason> {
  override readonly name = "CertificateChainError";
}

/** A leaf and the certificates after it, in the order of the text. */
export interface CertificateChain {
  readonly leaf: Certificate;
  readonly others: readonly Certificate[];
}

/**
 * Parses a device certificate from a caller: PEM with the leaf first, or one certificate in base64 DER.
 * PEM may hold at most 4 certificates, and all after the leaf must be CA certificates. The limit is 8 KiB, decoded in total.
 * White space around the certificates is allowed, explanatory text is not.
 * @throws {CertificateChainError | DerError | CertificateError} all are `TrustInputError`
 */
export function parseDeviceCertificate(input: string): CertificateChain {
  const decoded = decodeArmour(input, [LABEL], CHAIN_BYTES_MAX);
  if (!decoded.ok) throw new CertificateChainError(decoded.reason);
  const { documents } = decoded;
  if (documents.length > CHAIN_CERTIFICATES_MAX)
    throw new CertificateChainError("CHAIN_TOO_MANY_CERTIFICATES");
  const bytes = documents.reduce((sum, document) => sum + document.length, 0);
  if (bytes > CHAIN_BYTES_MAX) throw new CertificateChainError("CHAIN_TOO_LARGE");
  const [leaf, ...others] = documents.map(parseCertificate);
  if (leaf === undefined) throw new CertificateChainError("CHAIN_EMPTY");
  // With two leaves it would be unclear which leaf the answer is about.
  if (!others.every(isCa)) throw new CertificateChainError("CHAIN_EXTRA_LEAF");
  return { leaf, others };
}

/** Encodes certificates as PEM, in the given order. */
export function certificatesToPem(certificates: readonly Certificate[]): string {
  return certificates.map(({ der }) => encodePem(LABEL, der)).join("");
}
