import {
  type DistributionPoint,
  type DistributionPointName,
  readDistributionPointName,
  readDistributionPoints,
  readReasonFlags,
  type ReasonFlag,
} from "../certificate/distribution-point.ts";
import { type AuthorityKeyIdentifier, readAuthorityKeyIdentifier } from "../certificate/extension-values.ts";
import { type Extension, readExtensionList, readWhole } from "../certificate/extensions.ts";
import type { DerReader } from "../der/reader.ts";
import { contextPrimitive, TAG } from "../der/tags.ts";
import { decodeBoolean, decodeInteger } from "../der/values.ts";
import { CRL_EXTENSION, EXTENSION } from "../oids.ts";
import { CrlError } from "./error.ts";

/** The scope of the CRL: the part of all revocations that it covers (RFC 5280 §5.2.5). */
interface IssuingDistributionPoint {
  readonly name: DistributionPointName | undefined;
  readonly onlyUserCertificates: boolean;
  readonly onlyCaCertificates: boolean;
  readonly onlyAttributeCertificates: boolean;
  /** Undefined means all reasons. */
  readonly onlySomeReasons: ReadonlySet<ReasonFlag> | undefined;
  readonly indirect: boolean;
}

/** Extensions of a CRL, RFC 5280 §5.2. */
export interface CrlExtensions {
  readonly all: ReadonlyMap<string, Extension>;
  readonly authorityKeyIdentifier: AuthorityKeyIdentifier | undefined;
  readonly number: bigint | undefined;
  /** Number of the complete CRL that this delta CRL adds to. Undefined for a complete CRL. */
  readonly baseNumber: bigint | undefined;
  readonly issuingDistributionPoint: IssuingDistributionPoint | undefined;
  readonly freshest: readonly DistributionPoint[] | undefined;
  readonly hasUnknownCritical: boolean;
}

/** The extensions that may be critical. The other interpreted extensions must not be critical (§5.2.1, §5.2.3, §5.2.6). */
const PROCESSED: ReadonlySet<string> = new Set([
  CRL_EXTENSION.deltaCrlIndicator,
  CRL_EXTENSION.issuingDistributionPoint,
]);
/** §5.2.3: at most 20 octets. */
const NUMBER_BYTES_MAX = 20;

/** Reads `crlExtensions [0]`. */
export function readCrlExtensions(reader: DerReader | undefined): CrlExtensions {
  const all = readExtensionList(reader);
  const value = <Value>(oid: string, read: (inside: DerReader) => Value): Value | undefined => {
    const extension = all.get(oid);
    return extension && readWhole(extension.value, read);
  };
  return {
    all,
    authorityKeyIdentifier: value(EXTENSION.authorityKeyIdentifier, readAuthorityKeyIdentifier),
    number: value(CRL_EXTENSION.crlNumber, readNumber),
    baseNumber: value(CRL_EXTENSION.deltaCrlIndicator, readNumber),
    issuingDistributionPoint: value(CRL_EXTENSION.issuingDistributionPoint, readIssuingDistributionPoint),
    freshest: value(EXTENSION.freshestCrl, readDistributionPoints),
    hasUnknownCritical: [...all.values()].some(({ oid, critical }) => critical && !PROCESSED.has(oid)),
  };
}

function readNumber(reader: DerReader): bigint {
  const { contents } = reader.read(TAG.integer);
  const number = decodeInteger(contents);
  if (number < 0n || contents.length > NUMBER_BYTES_MAX) throw malformed("a CRL number out of range");
  return number;
}

function readIssuingDistributionPoint(reader: DerReader): IssuingDistributionPoint {
  const body = reader.enter();
  const name = readDistributionPointName(body);
  const onlyUserCertificates = readFlag(body, 1);
  const onlyCaCertificates = readFlag(body, 2);
  const onlySomeReasons = readReasonFlags(body, 3);
  const indirect = readFlag(body, 4);
  const onlyAttributeCertificates = readFlag(body, 5);
  body.end();
  const kinds = [onlyUserCertificates, onlyCaCertificates, onlyAttributeCertificates];
  if (kinds.filter(Boolean).length > 1)
    throw malformed("a CRL that is limited to two kinds of certificates at once");
  return {
    name,
    onlyUserCertificates,
    onlyCaCertificates,
    onlyAttributeCertificates,
    onlySomeReasons,
    indirect,
  };
}

/** `[number] IMPLICIT BOOLEAN DEFAULT FALSE`. */
function readFlag(body: DerReader, number: number): boolean {
  const element = body.readOptional(contextPrimitive(number));
  if (element === undefined) return false;
  if (!decodeBoolean(element.contents)) throw malformed("an explicit FALSE, which is the default");
  return true;
}

function malformed(detail: string): CrlError {
  return new CrlError("CRL_EXTENSION_MALFORMED", detail);
}
