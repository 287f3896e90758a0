import { isInterpreted, type Name, readName } from "./certificate/name.ts";
import { readSignatureAlgorithm } from "./certificate/signature-algorithm.ts";
import { type CrlEntry, readEntry } from "./crl/entry.ts";
import { CrlError } from "./crl/error.ts";
import { type CrlExtensions, readCrlExtensions } from "./crl/extensions.ts";
import type { DerReader } from "./der/reader.ts";
import { contextConstructed, TAG } from "./der/tags.ts";
import { decodeTime } from "./der/time.ts";
import { decodeSmallInteger } from "./der/values.ts";
import { readSignedDocument, type SignedDocument, type SignedFields } from "./signed-document.ts";

/** Largest CRL that is parsed: about 100,000 entries. */
export const CRL_BYTES_MAX = 4 * 1024 * 1024;
const VERSION_2 = 1;

/** An X.509 v2 CRL (RFC 5280 §5), parsed and immutable. Nothing in it is verified yet. */
export interface Crl extends SignedDocument {
  readonly issuer: Name;
  readonly thisUpdate: Date;
  /** Last second of validity, inclusive. */
  readonly nextUpdate: Date;
  readonly extensions: CrlExtensions;
  /** True when the CRL or an entry has an unknown critical extension. Such a CRL must not be used (§5.2, §5.3). */
  readonly hasUnknownCritical: boolean;
  readonly entryCount: number;
  /** Returns the entry of a certificate, or undefined when the CRL has no entry for it. */
  entryOf(certificate: { readonly issuer: Name; readonly serial: bigint }): CrlEntry | undefined;
}

/**
 * Parses one CRL of at most 4 MiB with nothing after it.
 * @throws {DerError} when the bytes are not DER or not this structure
 * @throws {CrlError | CertificateError} when RFC 5280 §5 forbids the content
 */
export function parseCrl(bytes: Uint8Array): Crl {
  return readSignedDocument(
    bytes,
    CRL_BYTES_MAX,
    readSignedFields,
    () => new CrlError("CRL_SIGNATURE_ALGORITHMS_DIFFER", "RFC 5280 §5.1.1.2"),
  );
}

function readSignedFields(reader: DerReader): SignedFields<Crl> {
  const version = reader.readOptional(TAG.integer);
  if (version === undefined || decodeSmallInteger(version.contents) !== VERSION_2) {
    throw new CrlError("CRL_VERSION", "not v2");
  }
  const signatureAlgorithm = readSignatureAlgorithm(reader);
  const issuer = readName(reader);
  // The search would miss a delta CRL of the same issuer whose name has another string type.
  if (!isInterpreted(issuer)) throw new CrlError("CRL_ISSUER_NOT_COMPARABLE", "RFC 5280 §7.1");
  const thisUpdate = decodeTime(reader.readAny());
  const next = reader.peekTag();
  if (next !== TAG.utcTime && next !== TAG.generalizedTime) {
    throw new CrlError("CRL_NEXT_UPDATE_MISSING", "RFC 5280 §5.1.2.5");
  }
  const nextUpdate = decodeTime(reader.readAny());
  const entries = readEntries(reader.enterOptional(TAG.sequence), issuer);
  const explicit = reader.enterOptional(contextConstructed(0));
  const extensions = readCrlExtensions(explicit);
  explicit?.end();
  reader.end();
  if (entries.changesIssuer && extensions.issuingDistributionPoint?.indirect !== true) {
    throw new CrlError("CRL_ENTRY_MALFORMED", "an entry of another issuer in a CRL that is not indirect");
  }
  return {
    signatureAlgorithm,
    issuer,
    thisUpdate,
    nextUpdate,
    extensions,
    hasUnknownCritical: extensions.hasUnknownCritical || entries.hasUnknownCritical,
    entryCount: entries.count,
    entryOf: (certificate) => entries.found.get(keyOf(issuerKeyOf(certificate.issuer), certificate.serial)),
  };
}

interface Entries {
  readonly found: ReadonlyMap<string, CrlEntry>;
  readonly count: number;
  readonly changesIssuer: boolean;
  readonly hasUnknownCritical: boolean;
}

/**
 * Reads the entries. §5.3.3: an entry without certificateIssuer has the issuer of the entry before it.
 * The first entry has the CRL's issuer.
 */
function readEntries(reader: DerReader | undefined, crlIssuer: Name): Entries {
  const list = reader?.list(readEntry) ?? [];
  if (reader !== undefined && list.length === 0) throw new CrlError("CRL_ENTRY_MALFORMED", "an empty list");
  const found = new Map<string, CrlEntry>();
  let issuers = [issuerKeyOf(crlIssuer)];
  for (const { certificateIssuer, serial, revokedAt, reason } of list) {
    issuers = certificateIssuer?.map(issuerKeyOf) ?? issuers;
    for (const issuer of issuers) {
      const key = keyOf(issuer, serial);
      if (found.has(key)) throw new CrlError("CRL_ENTRY_DUPLICATED", "a certificate occurs twice");
      found.set(key, { serial, revokedAt, reason });
    }
  }
  return {
    found,
    count: list.length,
    changesIssuer: list.some(({ certificateIssuer }) => certificateIssuer !== undefined),
    hasUnknownCritical: list.some(({ hasUnknownCritical }) => hasUnknownCritical),
  };
}

const issuerKeyOf = ({ comparisonKeys }: Name): string => JSON.stringify(comparisonKeys);

const keyOf = (issuerKey: string, serial: bigint): string => `${serial.toString(16)} ${issuerKey}`;
