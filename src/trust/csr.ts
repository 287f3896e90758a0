import { type ArmourReason, decodeArmour } from "./armour.ts";
import { readSubjectPublicKey } from "./certificate/public-key.ts";
import { readSignatureAlgorithm } from "./certificate/signature-algorithm.ts";
import { DerReader } from "./der/reader.ts";
import { contextConstructed, TAG } from "./der/tags.ts";
import { assertDer, assertSorted, decodeOctetAlignedBits, decodeSmallInteger } from "./der/values.ts";
import { TrustInputError } from "./error.ts";
import { type P256PublicKey, p256PublicKey } from "./jwk.ts";
import { signatureVerifies } from "./path/signature.ts";

/** Largest request that is parsed. */
const CSR_BYTES_MAX = 8 * 1024;
/** RFC 7468 §7: older tools write the second label. */
const LABELS = ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"];

/** Reason that a text is not an acceptable certification request. */
export type CsrReason =
  | ArmourReason
  | "CSR_TOO_LARGE"
  | "CSR_NOT_EXACTLY_ONE"
  | "CSR_VERSION"
  | "CSR_KEY_NOT_ALLOWED"
  | "CSR_SIGNATURE_ALGORITHM_NOT_ALLOWED"
  | "CSR_SIGNATURE_INVALID";

/** Thrown by `readCsr`, as is `DerError`. */
class CsrError extends TrustInputError<CsrReason> {
  override readonly name = "CsrError";
}

/**
 * Reads a PKCS #10 request (RFC 2986 §4.2) in PEM or base64 DER and returns its P-256 key.
 * The request's signature proves that the requester holds the private key.
 * Subject and attributes must be DER and are otherwise ignored: names come from the registry, never from the request.
 * @throws {CsrError | DerError} both are `TrustInputError`
 */
export function readCsr(input: string): P256PublicKey {
  const decoded = decodeArmour(input, LABELS, CSR_BYTES_MAX);
  if (!decoded.ok) throw new CsrError(decoded.reason);
  const [bytes, second] = decoded.documents;
  if (bytes === undefined || second !== undefined) throw new CsrError("CSR_NOT_EXACTLY_ONE");
  if (bytes.length > CSR_BYTES_MAX) throw new CsrError("CSR_TOO_LARGE");

  const document = DerReader.document(bytes);
  const body = document.enter();
  document.end();
  const info = body.read(TAG.sequence);
  const { scheme } = readSignatureAlgorithm(body);
  const signature = decodeOctetAlignedBits(body.read(TAG.bitString).contents);
  body.end();

  const publicKey = readRequestInfo(DerReader.inside(info));
  if (publicKey.usable?.kind !== "P-256") throw new CsrError("CSR_KEY_NOT_ALLOWED");
  if (scheme === undefined) throw new CsrError("CSR_SIGNATURE_ALGORITHM_NOT_ALLOWED");
  if (!signatureVerifies(publicKey, scheme, info.encoding, signature))
    throw new CsrError("CSR_SIGNATURE_INVALID");
  const key = p256PublicKey(publicKey.usable.key);
  if (key === undefined) throw new CsrError("CSR_KEY_NOT_ALLOWED");
  return key;
}

/** Reads CertificationRequestInfo (RFC 2986 §4.1). */
function readRequestInfo(info: DerReader): ReturnType<typeof readSubjectPublicKey> {
  if (decodeSmallInteger(info.read(TAG.integer).contents) !== 0) throw new CsrError("CSR_VERSION");
  assertDer(info.read(TAG.sequence));
  const publicKey = readSubjectPublicKey(info);
  const attributes = info.enter(contextConstructed(0)).list((inside) => inside.read(TAG.sequence));
  attributes.forEach(assertDer);
  assertSorted(attributes);
  info.end();
  return publicKey;
}
