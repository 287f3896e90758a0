import {
  type DistributionPoint,
  type DistributionPointName,
  REASON_FLAGS,
  type ReasonFlag,
} from "../../certificate/distribution-point.ts";
import { type GeneralName, sameGeneralName } from "../../certificate/general-name.ts";
import { isInterpreted, type Name, sameName } from "../../certificate/name.ts";
import type { Certificate } from "../../certificate.ts";
import type { Crl } from "../../crl.ts";
import { isCa } from "../conformance.ts";

/** Every reason for the revocation of a certificate. */
export const ALL_REASONS: ReadonlySet<ReasonFlag> = new Set(REASON_FLAGS.filter((flag) => flag !== "unused"));

/**
 * Returns the certificate's distribution points, and finally its issuer.
 * RFC 5280 §6.3.3 consults the issuer if the points did not cover all reasons.
 */
export function distributionPoints({ extensions, issuer }: Certificate): readonly DistributionPoint[] {
  const issuerItself: DistributionPoint = {
    name: { kind: "full", names: [{ form: "directory", name: issuer }] },
    reasons: undefined,
    crlIssuer: undefined,
  };
  return [...(extensions.crlDistributionPoints ?? []), issuerItself];
}

/** Tells whether a complete CRL matches this point for this certificate (§6.3.3 b). */
export function covers(crl: Crl, point: DistributionPoint, certificate: Certificate): boolean {
  const scope = crl.extensions.issuingDistributionPoint;
  const rightIssuer =
    point.crlIssuer === undefined
      ? sameName(crl.issuer, certificate.issuer)
      : scope?.indirect === true &&
        directoryNames(point.crlIssuer).some((name) => sameName(name, crl.issuer));
  if (!rightIssuer) return false;
  if (scope === undefined) return true;
  // An indirect CRL names issuers in its entries. The search would miss an issuer in another string type than the certificate's.
  if (scope.indirect && !isInterpreted(certificate.issuer)) return false;
  if (scope.onlyAttributeCertificates) return false;
  if (scope.onlyUserCertificates && isCa(certificate)) return false;
  if (scope.onlyCaCertificates && !isCa(certificate)) return false;
  return scope.name === undefined || sharesName(scope.name, point, crl, certificate);
}

/** Returns the reasons that both the CRL and the point cover (§6.3.3 d). */
export function reasonsOf(crl: Crl, point: DistributionPoint): ReadonlySet<ReasonFlag> {
  const some = crl.extensions.issuingDistributionPoint?.onlySomeReasons ?? ALL_REASONS;
  const named = point.reasons ?? ALL_REASONS;
  return new Set([...ALL_REASONS].filter((reason) => some.has(reason) && named.has(reason)));
}

/** Compares names by §6.3.3 b 2 i. A name of the CRL must be a name of the point. If the point has no name, its cRLIssuer's names count. */
function sharesName(
  scopeName: DistributionPointName,
  point: DistributionPoint,
  crl: Crl,
  certificate: Certificate,
): boolean {
  const pointIssuer = directoryNames(point.crlIssuer ?? [])[0] ?? certificate.issuer;
  const wanted = point.name === undefined ? (point.crlIssuer ?? []) : namesOf(point.name, pointIssuer);
  const held = namesOf(scopeName, crl.issuer);
  return held.some((name) => wanted.some((other) => sameGeneralName(name, other)));
}

function namesOf(name: DistributionPointName, crlIssuer: Name): readonly GeneralName[] {
  return name.kind === "full" ? name.names : [{ form: "directory", name: name.below(crlIssuer) }];
}

function directoryNames(names: readonly GeneralName[]): Name[] {
  return names.flatMap((name) => (name.form === "directory" ? [name.name] : []));
}
