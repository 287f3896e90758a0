import type { ReasonFlag } from "../../certificate/distribution-point.ts";
import type { Certificate } from "../../certificate.ts";
import type { Crl } from "../../crl.ts";
import { EXTENSION } from "../../oids.ts";
import type { Path } from "../build.ts";
import type { SignatureChecks } from "../signature.ts";
import { addsTo } from "./delta.ts";
import { ALL_REASONS, covers, distributionPoints, reasonsOf } from "./scope.ts";

/** `unknown`: the available CRLs do not cover every reason. */
export type RevocationStatus = "good" | "revoked" | "unknown";

export interface StatusInput {
  /** Newest first. */
  readonly crls: readonly Crl[];
  readonly time: Date;
  readonly checks: SignatureChecks;
  /**
   * Certificates whose key may sign this CRL for `path[index]` (RFC 5280 §6.3.3 f).
   * The certificates have the same name, cRLSign, and a valid path to the same anchor.
   */
  readonly signers: (crl: Crl, path: Path, index: number) => Iterable<Certificate>;
}

/** Returns the status of `path[index]` from the CRLs by RFC 5280 §6.3.3 (steps b, d and e are in scope.ts). */
export function revocationStatus(path: Path, index: number, input: StatusInput): RevocationStatus {
  const certificate = path[index];
  if (certificate === undefined) throw new RangeError("index outside the path");
  const told = new Set<ReasonFlag>();
  // A CRL counts for the first point that it matches. The issuer comes last and adds only CRLs that match no other point.
  const meant = new Set<Crl>();
  const current = input.crls.filter((crl) => isCurrent(crl, input.time));
  const complete = current.filter(
    (crl) => crl.extensions.baseNumber === undefined && !crl.hasUnknownCritical,
  );
  for (const point of distributionPoints(certificate)) {
    for (const crl of complete) {
      if (meant.has(crl) || !covers(crl, point, certificate)) continue;
      meant.add(crl);
      const reasons = [...reasonsOf(crl, point)].filter((reason) => !told.has(reason));
      if (reasons.length === 0) continue;
      const signer = signerOf(crl, path, index, input);
      if (signer === undefined) continue;
      const deltas = input.crls.filter((delta) => addsTo(delta, crl) && input.checks.verify(signer, delta));
      // An unreadable delta could contain the revocation.
      if (deltas.some(({ hasUnknownCritical }) => hasUnknownCritical)) continue;
      if (isListed(certificate, crl, deltas, input.time)) return "revoked";
      for (const reason of reasons) told.add(reason);
      if (told.size === ALL_REASONS.size) return "good";
    }
  }
  return "unknown";
}

/**
 * Tells whether a CRL is current and has a key identifier. §5.2.1 requires the identifier: without it, other software tries only one of
 * an issuer's keys.
 */
function isCurrent({ thisUpdate, nextUpdate, extensions }: Crl, time: Date): boolean {
  const second = Math.floor(time.getTime() / 1000) * 1000;
  return (
    extensions.authorityKeyIdentifier?.keyIdentifier !== undefined &&
    thisUpdate.getTime() <= second &&
    second <= nextUpdate.getTime()
  );
}

/** Performs steps f and g. */
function signerOf(crl: Crl, path: Path, index: number, input: StatusInput): Certificate | undefined {
  for (const signer of input.signers(crl, path, index)) {
    if (input.checks.verify(signer, crl)) return signer;
  }
  return undefined;
}

/**
 * Performs steps i to k. A delta CRL that revokes need not be current.
 * A delta CRL that takes back a revocation must be pointed to (§5.2.6). All deltas with the highest number must be current and contain
 * `removeFromCRL`.
 * A complete CRL never takes back a revocation.
 */
function isListed(certificate: Certificate, complete: Crl, deltas: readonly Crl[], time: Date): boolean {
  const numbers = deltas.map(({ extensions }) => extensions.number ?? 0n);
  const highest = numbers.reduce((most, number) => (number > most ? number : most), 0n);
  const latest = deltas.filter((_, index) => numbers[index] === highest);
  const reasons = (lists: readonly Crl[]) => lists.map((list) => list.entryOf(certificate)?.reason);
  const pointsToDelta =
    complete.extensions.freshest !== undefined || certificate.extensions.all.has(EXTENSION.freshestCrl);
  const takenBack =
    pointsToDelta &&
    latest.length > 0 &&
    latest.every((delta) => isCurrent(delta, time)) &&
    reasons(latest).every((reason) => reason === "removeFromCRL");
  if (takenBack) return false;
  const revokedSince = reasons(deltas).some((reason) => reason !== undefined && reason !== "removeFromCRL");
  return revokedSince || complete.entryOf(certificate) !== undefined;
}
