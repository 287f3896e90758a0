import type { KeyObject } from "node:crypto";
import { randomBytes } from "node:crypto";
import { readSubjectPublicKey, type SubjectPublicKey } from "../certificate/public-key.ts";
import { type Certificate, parseCertificate } from "../certificate.ts";
import { DerReader } from "../der/reader.ts";
import { bitString, context, integer, sequence, time } from "../der/writer.ts";
import { ISSUED } from "../path/profile.ts";
import { soundPaths } from "../path.ts";
import { CLOCK_SKEW_SECONDS } from "../time-limits.ts";
import { IssueError } from "./error.ts";
import * as extension from "./extensions.ts";
import { type Signer, signerOf } from "./signer.ts";

const VERSION_3 = 2;

/** An issuer: its certificate and its private key. */
export interface Issuer {
  readonly certificate: Certificate;
  readonly key: KeyObject;
}

/** The content of one certificate. */
export interface CertificateContent {
  /** Name in DER. */
  readonly subject: Uint8Array;
  /** SubjectPublicKeyInfo in DER. */
  readonly spki: Uint8Array;
  readonly issuedAt: Date;
  readonly notAfter: Date;
  /** Key identifier of the key. Default: computed by RFC 7093. */
  readonly keyIdentifier?: Uint8Array;
  /** All extensions except the key identifiers, which every certificate gets. */
  readonly extensions: readonly Uint8Array[];
}

/** Makes a self-signed certificate of a P-384 or P-256 key, in DER. */
export function selfSigned(key: KeyObject, content: Omit<CertificateContent, "spki">): Uint8Array {
  const signer = signerOf(key);
  const { spki } = signer;
  const { subject, keyIdentifier = keyIdentifierOf(spki) } = content;
  return assemble(signer, subject, keyIdentifier, { ...content, spki });
}

/** Makes a certificate under `issuer`, in DER, without validating it. @throws {DerError | IssueError} */
export function certificateSignedBy({ certificate, key }: Issuer, content: CertificateContent): Uint8Array {
  const { extensions, publicKey, subject } = certificate;
  const identifier = extensions.subjectKeyIdentifier ?? extension.keyIdentifierOfBits(publicKey.keyBits);
  return assemble(signerOf(key), subject.encoding, identifier, content);
}

/**
 * Makes a certificate under `issuer` and validates it against the issuer before returning it.
 * So no issued certificate fails path validation, for example by a name outside the issuer's constraints or a CA below a CA that allows
 * none.
 * @throws {IssueError}
 */
export function issuedBy(issuer: Issuer, content: CertificateContent): Certificate {
  const { publicKey, extensions, notAfter } = issuer.certificate;
  if (Buffer.compare(signerOf(issuer.key).spki, publicKey.encoding) !== 0)
    throw new IssueError("ISSUER_KEY_MISMATCH");
  if (content.notAfter.getTime() > notAfter.getTime()) throw new IssueError("OUTLIVES_ISSUER");
  // Only roots have P-384 keys. Every key from a request must be P-256.
  if (readKey(content.spki).usable?.kind !== "P-256") throw new IssueError("KEY_NOT_ALLOWED");
  if (extensions.subjectKeyIdentifier === undefined) throw new IssueError("KEY_IDENTIFIER_MISSING");
  const certificate = parseCertificate(certificateSignedBy(issuer, content));
  const result = soundPaths({ leaf: certificate, intermediates: [], anchors: [issuer.certificate] }, ISSUED);
  if (!result.sound) throw new IssueError(result.reason);
  return certificate;
}

/** Reads the key of a SubjectPublicKeyInfo. @throws {DerError | IssueError} */
function readKey(spki: Uint8Array): SubjectPublicKey {
  const reader = DerReader.document(spki);
  const publicKey = readSubjectPublicKey(reader);
  reader.end();
  if (publicKey.usable === undefined) throw new IssueError("KEY_NOT_ALLOWED");
  return publicKey;
}

/** Returns the key identifier of a certificate for this key. @throws {DerError | IssueError} */
export function keyIdentifierOf(spki: Uint8Array): Uint8Array {
  return extension.keyIdentifierOfBits(readKey(spki).keyBits);
}

function assemble(
  signer: Signer,
  issuerName: Uint8Array,
  authorityKeyIdentifier: Uint8Array,
  content: CertificateContent,
): Uint8Array {
  // Earlier than the issue time, for verifiers whose clocks are slow.
  const notBefore = new Date(content.issuedAt.getTime() - CLOCK_SKEW_SECONDS * 1000);
  const signed = sequence(
    context(0, integer(VERSION_3)),
    integer(randomSerial()),
    signer.algorithm,
    issuerName,
    sequence(time(notBefore), time(content.notAfter)),
    content.subject,
    content.spki,
    context(
      3,
      sequence(
        ...content.extensions,
        extension.subjectKeyIdentifier(content.keyIdentifier ?? keyIdentifierOf(content.spki)),
        extension.authorityKeyIdentifier(authorityKeyIdentifier),
      ),
    ),
  );
  return sequence(signed, signer.algorithm, bitString(signer.sign(signed)));
}

/** Returns 128 random bits as a serial number. RFC 5280 §4.1.2.2 requires a positive number. */
function randomSerial(): bigint {
  const serial = BigInt(`0x${randomBytes(16).toString("hex")}`);
  return serial > 0n ? serial : randomSerial();
}
