import type { KeyObject } from "node:crypto";
import { type Certificate, CERTIFICATE_BYTES_MAX, parseCertificate } from "../certificate.ts";
import { TrustInputError } from "../error.ts";
import { isCa } from "../path/conformance.ts";
import { leafProblem } from "../path/leaf.ts";
import { IDENTITY_ISSUER } from "../path/profile.ts";
import { type SoundPath, validatePath } from "../path.ts";
import { CHAIN_CERTIFICATES_MAX, type CertificateChain } from "../pem.ts";
import { type JsonValue, type JsonObject, member } from "../../json/value.ts";

export type IssuerReason =
  | "CERTIFICATE_MISSING"
  | "CERTIFICATE_MALFORMED"
  | "CERTIFICATE_NOT_TRUSTED"
  | "CERTIFICATE_OUTSIDE_VALIDITY"
  | "NOT_AN_ISSUER_CERTIFICATE"
  | "ISSUER_NOT_REGISTERED"
  | "ISSUER_CERTIFICATE_REVOKED"
  | "PUBLISHER_CERTIFICATE_REVOKED"
  | "PUBLISHER_NOT_ACTIVE";

/** A publisher CA certificate of the registry. */
interface RegisteredAuthority {
  readonly certificate: Certificate;
  readonly publisherId: string;
  readonly revoked: boolean;
  readonly publisherActive: boolean;
}

/** The registry's facts about the certificate that an issuer signs with. */
interface RegisteredIssuer {
  readonly publisherId: string;
  readonly revoked: boolean;
}

/** The facts that decide about an issuer. */
export interface IssuerFacts {
  /** The registry entry of the certificate; null when it is not registered. */
  readonly issuer: RegisteredIssuer | null;
  /** The CAs whose key identifier is the certificate's authority key identifier. */
  readonly authorities: readonly RegisteredAuthority[];
  readonly anchors: readonly Certificate[];
}

export type IssuerResult =
  | {
      readonly trusted: true;
      readonly publisherId: string;
      /** The key of the certificate whose path was validated. No other key may verify the credential. */
      readonly key: KeyObject;
      readonly certificate: Certificate;
      /** The publisher's CA above the certificate. */
      readonly authority: Certificate;
      /** End of the certificate of the path that ends first. */
      readonly notAfter: Date;
    }
  | { readonly trusted: false; readonly reason: IssuerReason };

const STANDARD_BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Reads the header's `x5c` (RFC 7515 §4.1.6): base64 DER, the leaf first, at most four certificates and 8 KiB.
 *
 * @returns a reason when the certificates cannot be read
 */
export function readCertificateHeader(header: JsonObject): CertificateChain | IssuerReason {
  const x5c = member(header, "x5c");
  if (x5c === undefined) return "CERTIFICATE_MISSING";
  const texts: readonly JsonValue[] = Array.isArray(x5c) ? x5c : [];
  if (texts.length === 0 || texts.length > CHAIN_CERTIFICATES_MAX) return "CERTIFICATE_MALFORMED";
  const documents = texts.map(derOf);
  if (documents.reduce((sum, der) => sum + der.length, 0) > CERTIFICATE_BYTES_MAX)
    return "CERTIFICATE_MALFORMED";
  try {
    const [leaf, ...others] = documents.map(parseCertificate);
    return leaf && others.every(isCa) ? { leaf, others } : "CERTIFICATE_MALFORMED";
  } catch (error) {
    if (error instanceof TrustInputError) return "CERTIFICATE_MALFORMED";
    throw error;
  }
}

/**
 * Checks that a registered publisher has certified this key for the issuance of identities.
 * The certification path is the leaf, one of the publisher's registered CAs, then the trust root.
 */
export function judgeIssuer(chain: CertificateChain, facts: IssuerFacts, now: Date): IssuerResult {
  const { leaf, others } = chain;
  const intermediates = [...facts.authorities.map(({ certificate }) => certificate), ...others];
  const result = validatePath({ leaf, intermediates, anchors: facts.anchors }, IDENTITY_ISSUER, now);
  if (!result.valid) {
    const outside = result.reason === "EXPIRED" || result.reason === "NOT_YET_VALID";
    return refused(outside ? "CERTIFICATE_OUTSIDE_VALIDITY" : "CERTIFICATE_NOT_TRUSTED");
  }
  const { path } = result;
  const authority = facts.authorities.find(
    ({ certificate }) => certificate.fingerprint === path[1]?.fingerprint,
  );
  if (authority === undefined) return refused("CERTIFICATE_NOT_TRUSTED");
  const key = issuerKey(result);
  if (key === undefined) return refused("NOT_AN_ISSUER_CERTIFICATE");
  if (authority.revoked) return refused("PUBLISHER_CERTIFICATE_REVOKED");
  if (!authority.publisherActive) return refused("PUBLISHER_NOT_ACTIVE");
  if (facts.issuer?.publisherId !== authority.publisherId) return refused("ISSUER_NOT_REGISTERED");
  if (facts.issuer.revoked) return refused("ISSUER_CERTIFICATE_REVOKED");
  const notAfter = new Date(Math.min(...path.map((certificate) => certificate.notAfter.getTime())));
  const { publisherId, certificate } = authority;
  return { trusted: true, publisherId, key, certificate: leaf, authority: certificate, notAfter };
}

/** Returns the key of a path's leaf. Undefined unless the leaf has the profile of an issuer, which a chip in an asset does not have. */
function issuerKey(path: SoundPath): KeyObject | undefined {
  return leafProblem(path, IDENTITY_ISSUER) === undefined ? path.path[0]?.publicKey.usable?.key : undefined;
}

/** Decodes canonical base64. Returns no bytes, which are no certificate, for every other value. */
function derOf(text: JsonValue): Uint8Array {
  if (typeof text !== "string" || !STANDARD_BASE64.test(text)) return new Uint8Array();
  const der = Buffer.from(text, "base64");
  return der.toString("base64") === text ? der : new Uint8Array();
}

const refused = (reason: IssuerReason): IssuerResult => ({ trusted: false, reason });
