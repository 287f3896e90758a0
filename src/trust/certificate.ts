import { createHash } from "node:crypto";
import { CertificateError } from "./certificate/error.ts";
import { type Extensions, readExtensions } from "./certificate/extensions.ts";
import { type Name, readName } from "./certificate/name.ts";
import { readSubjectPublicKey, type SubjectPublicKey } from "./certificate/public-key.ts";
import { readSignatureAlgorithm, type SignatureAlgorithm } from "./certificate/signature-algorithm.ts";
import { DerError } from "./der/error.ts";
import { DerReader } from "./der/reader.ts";
import { contextConstructed, contextPrimitive, TAG } from "./der/tags.ts";
import { decodeTime } from "./der/time.ts";
import { integer } from "./der/writer.ts";
import { decodeBitString, decodeInteger, decodeOctetAlignedBits, decodeSmallInteger } from "./der/values.ts";

/** Largest certificate that is parsed. Certificates of this product have less than 1 KiB. */
export const CERTIFICATE_BYTES_MAX = 8 * 1024;
/** RFC 5280 §4.1.2.2. */
const SERIAL_BYTES_MAX = 20;
const VERSION_3 = 2;

/** An X.509 v3 certificate (RFC 5280 §4.1), parsed and immutable. Nothing in it is verified yet. */
export interface Certificate {
  /** The whole certificate in DER. */
  readonly der: Uint8Array;
  /** SHA-256 of `der`, lower-case hexadecimal. */
  readonly fingerprint: string;
  /** The signed part, tbsCertificate. */
  readonly signedBytes: Uint8Array;
  readonly serial: bigint;
  /** The serial number in lower-case hexadecimal with an even number of digits. A negative number has a `-` in front. */
  readonly serialHex: string;
  readonly issuer: Name;
  readonly subject: Name;
  readonly notBefore: Date;
  /** Last second of validity, inclusive. */
  readonly notAfter: Date;
  readonly publicKey: SubjectPublicKey;
  readonly extensions: Extensions;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
}

/**
 * Parses one certificate of at most 8 KiB with nothing after it.
 * @throws {DerError} when the bytes are not DER or not this structure
 * @throws {CertificateError} when RFC 5280 §4 forbids the content
 */
export function parseCertificate(bytes: Uint8Array): Certificate {
  assertSize(bytes);
  // A copy, so that a later change of the caller's buffer cannot change verified bytes.
  const reader = DerReader.document(Uint8Array.from(bytes));
  const element = reader.read(TAG.sequence);
  reader.end();
  const body = DerReader.inside(element);
  const signed = body.read(TAG.sequence);
  const signatureAlgorithm = readSignatureAlgorithm(body);
  const signature = decodeOctetAlignedBits(body.read(TAG.bitString).contents);
  body.end();
  const fields = readSignedFields(DerReader.inside(signed));
  if (Buffer.compare(fields.signatureAlgorithm.encoding, signatureAlgorithm.encoding) !== 0) {
    throw new CertificateError("CERTIFICATE_SIGNATURE_ALGORITHMS_DIFFER", "RFC 5280 §4.1.1.2");
  }
  return {
    ...fields,
    der: element.encoding,
    fingerprint: createHash("sha256").update(element.encoding).digest("hex"),
    signedBytes: signed.encoding,
    signature,
  };
}

/** Checks the size before the copy, so that a megabyte is refused without being copied. */
function assertSize(bytes: Uint8Array): void {
  if (bytes.length > CERTIFICATE_BYTES_MAX) {
    throw new DerError("DER_TOO_LARGE", `${bytes.length} bytes, at most ${CERTIFICATE_BYTES_MAX}`);
  }
}

type SignedFields = Omit<Certificate, "der" | "fingerprint" | "signedBytes" | "signature">;

function readSignedFields(reader: DerReader): SignedFields {
  readVersion(reader.enterOptional(contextConstructed(0)));
  const serial = readSerial(reader);
  const signatureAlgorithm = readSignatureAlgorithm(reader);
  const issuer = readName(reader);
  const validity = reader.enter();
  const notBefore = decodeTime(validity.readAny());
  const notAfter = decodeTime(validity.readAny());
  validity.end();
  const subject = readName(reader);
  const publicKey = readSubjectPublicKey(reader);
  // issuerUniqueID and subjectUniqueID: conforming CAs do not write them, and they have no effect (RFC 5280 §4.1.2.8).
  for (const number of [1, 2]) {
    const uniqueId = reader.readOptional(contextPrimitive(number));
    if (uniqueId !== undefined) decodeBitString(uniqueId.contents);
  }
  const explicit = reader.enterOptional(contextConstructed(3));
  const extensions = readExtensions(explicit);
  explicit?.end();
  reader.end();
  return {
    serial,
    serialHex: hexadecimal(serial),
    signatureAlgorithm,
    issuer,
    notBefore,
    notAfter,
    subject,
    publicKey,
    extensions,
  };
}

/**
 * Returns the number that identifies a certificate (RFC 5280 §4.1.2.2): the key identifier of its authority and its serial number.
 * The certificate's bytes do not identify it: anybody can replace an ECDSA signature (r, s) by (r, n − s), which verifies too.
 *
 * @returns lower-case hexadecimal: the authorityKeyIdentifier, or nothing when it is absent, then the serial number as in the DER
 */
export function certificateNumber({
  extensions,
  serial,
}: Pick<Certificate, "extensions" | "serial">): string {
  const authority = extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
  // The parser limits the serial number to 20 octets, so identifier and length are one octet each.
  return Buffer.concat([authority, integer(serial).subarray(2)]).toString("hex");
}

function readVersion(explicit: DerReader | undefined): void {
  const version = explicit === undefined ? 0 : decodeSmallInteger(explicit.read(TAG.integer).contents);
  explicit?.end();
  if (version !== VERSION_3) throw new CertificateError("CERTIFICATE_VERSION", `v${version + 1}, not v3`);
}

/** Accepts negative and zero serial numbers (RFC 5280 §4.1.2.2). The profile of a path refuses them. */
function readSerial(reader: DerReader): bigint {
  const { contents } = reader.read(TAG.integer);
  if (contents.length > SERIAL_BYTES_MAX)
    throw new CertificateError("CERTIFICATE_SERIAL_TOO_LONG", "over 20 octets");
  return decodeInteger(contents);
}

function hexadecimal(serial: bigint): string {
  const digits = (serial < 0n ? -serial : serial).toString(16);
  return `${serial < 0n ? "-" : ""}${digits.length % 2 === 0 ? "" : "0"}${digits}`;
}
