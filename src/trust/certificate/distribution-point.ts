import type { DerReader } from "../der/reader.ts";
import { contextConstructed, contextPrimitive } from "../der/tags.ts";
import { decodeNamedBits } from "../der/values.ts";
import { CertificateError } from "./error.ts";
import { type GeneralName, readGeneralName } from "./general-name.ts";
import { type Name, readRelativeName } from "./name.ts";

/** Bits of ReasonFlags in their order (RFC 5280 §4.2.1.13). Bit 0 has no meaning. */
export const REASON_FLAGS = [
  "unused",
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "certificateHold",
  "privilegeWithdrawn",
  "aACompromise",
] as const;
export type ReasonFlag = (typeof REASON_FLAGS)[number];

/** The full names of the point, or a function that builds its name from the CRL issuer's name. */
export type DistributionPointName =
  | { readonly kind: "full"; readonly names: readonly GeneralName[] }
  | { readonly kind: "relative"; readonly below: (crlIssuer: Name) => Name };

/** A place of CRLs for a certificate (RFC 5280 §4.2.1.13). */
export interface DistributionPoint {
  readonly name: DistributionPointName | undefined;
  /** Undefined means all reasons. */
  readonly reasons: ReadonlySet<ReasonFlag> | undefined;
  /** Undefined means the certificate's issuer. */
  readonly crlIssuer: readonly GeneralName[] | undefined;
}

/** Reads CRLDistributionPoints or FreshestCRL, which have the same syntax. */
export function readDistributionPoints(reader: DerReader): readonly DistributionPoint[] {
  const points = reader.enter().list(readDistributionPoint);
  if (points.length === 0) throw malformed("no distribution points");
  return points;
}

function readDistributionPoint(reader: DerReader): DistributionPoint {
  const body = reader.enter();
  const name = readDistributionPointName(body);
  const reasons = readReasonFlags(body, 1);
  const crlIssuer = body.enterOptional(contextConstructed(2))?.list(readGeneralName);
  body.end();
  if (crlIssuer?.length === 0) throw malformed("cRLIssuer without names");
  // §4.2.1.13: a point must not consist of reasons only.
  if (name === undefined && crlIssuer === undefined)
    throw malformed("a distribution point without a name or cRLIssuer");
  return { name, reasons, crlIssuer };
}

/** Reads `distributionPoint [0]`, which certificates and CRLs share. */
export function readDistributionPointName(body: DerReader): DistributionPointName | undefined {
  const explicit = body.enterOptional(contextConstructed(0));
  if (explicit === undefined) return undefined;
  const relative = contextConstructed(1);
  if (explicit.peekTag() === relative) {
    const below = readRelativeName(explicit, relative);
    explicit.end();
    return { kind: "relative", below };
  }
  const names = explicit.enter(contextConstructed(0)).list(readGeneralName);
  explicit.end();
  if (names.length === 0) throw malformed("a distribution point without names");
  return { kind: "full", names };
}

/** Reads ReasonFlags under an implicit tag, which certificates and CRLs share. */
export function readReasonFlags(body: DerReader, number: number): ReadonlySet<ReasonFlag> | undefined {
  const element = body.readOptional(contextPrimitive(number));
  if (element === undefined) return undefined;
  const flags = decodeNamedBits(element.contents).map((bit) => REASON_FLAGS[bit]);
  if (flags.length === 0) throw malformed("no reasons");
  return new Set(
    flags.map((flag) => {
      if (flag === undefined) throw malformed("an unknown reason");
      return flag;
    }),
  );
}

function malformed(detail: string): CertificateError {
  return new CertificateError("CERTIFICATE_EXTENSION_MALFORMED", detail);
}
