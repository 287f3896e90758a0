import { createHash } from "node:crypto";
import { readSignatureAlgorithm, type SignatureAlgorithm } from "./certificate/signature-algorithm.ts";
import { DerReader } from "./der/reader.ts";
import { TAG } from "./der/tags.ts";
import { decodeOctetAlignedBits } from "./der/values.ts";

/** What certificates and CRLs have in common (RFC 5280 §4.1.1, §5.1.1). */
export interface SignedDocument {
  /** The whole document in DER. */
  readonly der: Uint8Array;
  /** SHA-256 of `der`, lower-case hexadecimal. */
  readonly fingerprint: string;
  /** The signed part, tbsCertificate or tbsCertList. */
  readonly signedBytes: Uint8Array;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
}

/** The fields of the signed part, which names the signature algorithm too. */
export type SignedFields<Document extends SignedDocument> = Omit<
  Document,
  Exclude<keyof SignedDocument, "signatureAlgorithm">
>;

/**
 * Reads a signed document with nothing after it. Checks the size before the copy, so that a larger document is refused without being copied.
 * @param readFields reads the signed part
 * @param algorithmsDiffer returns the error for a signed part that names another algorithm than the signature
 * @throws {DerError} when the bytes are not DER or not this structure; and what the two functions throw or return
 */
export function readSignedDocument<Fields extends Pick<SignedDocument, "signatureAlgorithm">>(
  bytes: Uint8Array,
  bytesMax: number,
  readFields: (signed: DerReader) => Fields,
  algorithmsDiffer: () => Error,
): Fields & SignedDocument {
  DerReader.document(bytes, bytesMax);
  // A copy, so that a later change of the caller's buffer cannot change verified bytes.
  const reader = DerReader.document(Uint8Array.from(bytes), bytesMax);
  const element = reader.read(TAG.sequence);
  reader.end();
  const body = DerReader.inside(element);
  const signed = body.read(TAG.sequence);
  const { encoding } = readSignatureAlgorithm(body);
  const signature = decodeOctetAlignedBits(body.read(TAG.bitString).contents);
  body.end();
  const fields = readFields(DerReader.inside(signed));
  if (Buffer.compare(fields.signatureAlgorithm.encoding, encoding) !== 0) throw algorithmsDiffer();
  return {
    ...fields,
    der: element.encoding,
    fingerprint: createHash("sha256").update(element.encoding).digest("hex"),
    signedBytes: signed.encoding,
    signature,
  };
}
