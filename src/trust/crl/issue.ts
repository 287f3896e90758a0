import { type Crl, parseCrl } from "../crl.ts";
import { TAG } from "../der/tags.ts";
import {
  bitString,
  context,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  sequenceOf,
  time,
  tlv,
} from "../der/writer.ts";
import type { Issuer } from "../issue/certificate.ts";
import { IssueError } from "../issue/error.ts";
import { authorityKeyIdentifier } from "../issue/extensions.ts";
import { signerOf } from "../issue/signer.ts";
import { CRL_EXTENSION } from "../oids.ts";
import { signatureVerifies } from "../path/signature.ts";
import { CRL_REASONS, type CrlEntry } from "./entry.ts";

const VERSION_2 = 1;

/** A revoked certificate of this issuer. `removeFromCRL` is only for delta CRLs, which this product does not issue. */
export interface Revocation extends CrlEntry {
  readonly reason: Exclude<CrlEntry["reason"], "removeFromCRL">;
}

export interface CrlRequest {
  /** Greater than the number of every earlier CRL of this issuer (RFC 5280 §5.2.3). */
  readonly number: bigint;
  readonly thisUpdate: Date;
  /** Latest time at which the next CRL is published. Verifiers refuse this CRL afterwards. */
  readonly nextUpdate: Date;
  /** All revoked certificates of the issuer, each once, in any order. */
  readonly revoked: readonly Revocation[];
}

/**
 * Issues a complete CRL (RFC 5280 §5) of one issuer for other PKI software: all its revoked certificates, for all reasons.
 * The issuer's certificate must allow cRLSign. The CRL is parsed and verified before it is returned.
 * @throws {IssueError}
 */
export function issueCrl(issuer: Issuer, request: CrlRequest): Crl {
  const signer = signerOf(issuer.key);
  const { extensions, publicKey, subject } = issuer.certificate;
  if (Buffer.compare(signer.spki, publicKey.encoding) !== 0) throw new IssueError("ISSUER_KEY_MISMATCH");
  if (extensions.keyUsage?.has("cRLSign") !== true) throw new IssueError("KEY_USAGE_WRONG");
  if (extensions.subjectKeyIdentifier === undefined) throw new IssueError("KEY_IDENTIFIER_MISSING");
  if (request.nextUpdate.getTime() <= request.thisUpdate.getTime() || request.number < 0n) {
    throw new RangeError("nextUpdate must be later than thisUpdate, and number must not be negative");
  }
  const entries = [...request.revoked].sort((a, b) => (a.serial < b.serial ? -1 : 1)).map(entry);
  const signed = sequence(
    integer(VERSION_2),
    signer.algorithm,
    subject.encoding,
    time(request.thisUpdate),
    time(request.nextUpdate),
    // §5.1.2.6: the list must be absent when no certificate is revoked.
    ...(entries.length === 0 ? [] : [sequenceOf(entries)]),
    context(
      0,
      sequence(
        authorityKeyIdentifier(extensions.subjectKeyIdentifier),
        sequence(objectIdentifier(CRL_EXTENSION.crlNumber), octetString(integer(request.number))),
      ),
    ),
  );
  const crl = parseCrl(sequence(signed, signer.algorithm, bitString(signer.sign(signed))));
  const { scheme } = crl.signatureAlgorithm;
  if (scheme === undefined || !signatureVerifies(publicKey, scheme, crl.signedBytes, crl.signature)) {
    throw new IssueError("SIGNATURE_INVALID");
  }
  return crl;
}

/** Encodes one entry. §5.3.1: the reason `unspecified` is left out. */
function entry({ serial, revokedAt, reason }: Revocation): Uint8Array {
  const fields = [integer(serial), time(revokedAt)];
  if (reason === "unspecified") return sequence(...fields);
  const code = tlv(TAG.enumerated, Uint8Array.of(CRL_REASONS[reason]));
  const extension = sequence(objectIdentifier(CRL_EXTENSION.reasonCode), octetString(code));
  return sequence(...fields, sequence(extension));
}
