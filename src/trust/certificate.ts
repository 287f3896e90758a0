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

/** Largest certificate that is opened. Ours have under 1 KiB. */
export const CERTIFICATE_BYTES_MAX = 8 * 1024;
/** RFC 5280 §4.1.2.2. */
const SERIAL_BYTES_MAX = 20;
const VERSION_3 = 2;

/** An X.509 v3 certificate (RFC 5280 §4.1), read and immutable; nothing about it is verified yet. */
export interface Certificate {
  /** The whole certificate in DER. */
  readonly der: Uint8Array;
  /** SHA-256 of `der`, lower-case hexadecimal. */
  readonly fingerprint: string;
  /** The signed part, tbsCertificate. */
  readonly signedBytes: Uint8Array;
  readonly serial: bigint;
  /** The serial number in lower-case hexadecimal, an even number of digits, `-` in front where negative. */
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
 * Reads one certificate of at most 8 KiB with nothing after it.
 * @throws {DerError} where the bytes are not DER or not this structure
 * @throws {CertificateError} where RFC 5280 §4 forbids what the structure says
 */
export function parseCertificate(bytes: Uint8Array): Certificate {
  assertSize(bytes);
  // A copy, so that a caller who changes its buffer later cannot change what was verified.
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

/** Before the copy: a megabyte is refused without being touched. */
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
  // issuerUniqueID and subjectUniqueID: no conforming CA writes them and nothing follows from them (RFC 5280
  // §4.1.2.8).
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
 * What identifies a certificate (RFC 5280 §4.1.2.2): the authority that signed it, by its key, and the serial number. Its bytes do
 * not: whoever holds an ECDSA signature (r, s) can write (r, n − s) in its place, and the certificate verifies as before.
 *
 * @returns lower-case hexadecimal: the authorityKeyIdentifier, empty where there is none, then the serial number as in the DER
 */
export function certificateNumber({
  extensions,
  serial,
}: Pick<Certificate, "extensions" | "serial">): string {
  const authority = extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
  // At most 20 octets (checked as it was read), so identifier and length are one octet each.
  return Buffer.concat([authority, integer(serial).subarray(2)]).toString("hex");
}

function readVersion(explicit: DerReader | undefined): void {
  const version = explicit === undefined ? 0 : decodeSmallInteger(explicit.read(TAG.integer).contents);
  explicit?.end();
  if (version !== VERSION_3) throw new CertificateError("CERTIFICATE_VERSION", `v${version + 1}, not v3`);
}

/** Negative and zero serial numbers are read (RFC 5280 §4.1.2.2); it is for the profile of a path to refuse them. */
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
