import { CertificateError } from "./certificate/error.ts";
import { type Extensions, readExtensions } from "./certificate/extensions.ts";
import { type Name, readName } from "./certificate/name.ts";
import { readSubjectPublicKey, type SubjectPublicKey } from "./certificate/public-key.ts";
import { readSignatureAlgorithm } from "./certificate/signature-algorithm.ts";
import type { DerReader } from "./der/reader.ts";
import { contextConstructed, contextPrimitive, TAG } from "./der/tags.ts";
import { decodeTime } from "./der/time.ts";
import { integer } from "./der/writer.ts";
import { decodeBitString, decodeInteger, decodeSmallInteger } from "./der/values.ts";
import { readSignedDocument, type SignedDocument, type SignedFields } from "./signed-document.ts";

/** Largest certificate that is parsed. Certificates of this product have less than 1 KiB. */
export const CERTIFICATE_BYTES_MAX = 8 * 1024;
/** RFC 5280 §4.1.2.2. */
const SERIAL_BYTES_MAX = 20;
const VERSION_3 = 2;

/** An X.509 v3 certificate (RFC 5280 §4.1), parsed and immutable. Nothing in it is verified yet. */
export interface Certificate extends SignedDocument {
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
}

/**
 * Parses one certificate of at most 8 KiB with nothing after it.
 * @throws {DerError} when the bytes are not DER or not this structure
 * @throws {CertificateError} when RFC 5280 §4 forbids the content
 */
export function parseCertificate(bytes: Uint8Array): Certificate {
  return readSignedDocument(
    bytes,
    CERTIFICATE_BYTES_MAX,
    readSignedFields,
    () => new CertificateError("CERTIFICATE_SIGNATURE_ALGORITHMS_DIFFER", "RFC 5280 §4.1.1.2"),
  );
}

function readSignedFields(reader: DerReader): SignedFields<Certificate> {
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
