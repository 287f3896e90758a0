import type { ReasonFlag } from "../../certificate/distribution-point.ts";
import type { Certificate } from "../../certificate.ts";
import type { Crl } from "../../crl.ts";
import { EXTENSION } from "../../oids.ts";
import type { Path } from "../build.ts";
import type { SignatureChecks } from "../signature.ts";
import { addsTo } from "./delta.ts";
import { ALL_REASONS, covers, distributionPoints, reasonsOf } from "./scope.ts";

/** `unknown`: the CRLs at hand do not tell for every reason. */
export type RevocationStatus = "good" | "revoked" | "unknown";

export interface StatusInput {
  /** Newest first. */
  readonly crls: readonly Crl[];
  readonly time: Date;
  readonly checks: SignatureChecks;
  /**
   * Certificates whose key may sign this CRL when it is about `path[index]`: the same name, cRLSign, a valid
   * path to the same anchor (RFC 5280 §6.3.3 f).
   */
  readonly signers: (crl: Crl, path: Path, index: number) => Iterable<Certificate>;
}

/** What CRLs tell about `path[index]`, RFC 5280 §6.3.3 (steps b, d and e are in scope.ts). */
export function revocationStatus(path: Path, index: number, input: StatusInput): RevocationStatus {
  const certificate = path[index];
  if (certificate === undefined) throw new RangeError("index outside the path");
  const told = new Set<ReasonFlag>();
  // A CRL counts for the first point that means it: the issuer itself, asked last, adds only CRLs that no point
  // means.
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
      // A delta that cannot be read may be the one that revokes.
      if (deltas.some(({ hasUnknownCritical }) => hasUnknownCritical)) continue;
      if (isListed(certificate, crl, deltas, input.time)) return "revoked";
      for (const reason of reasons) told.add(reason);
      if (told.size === ALL_REASONS.size) return "good";
    }
  }
  return "unknown";
}

/**
 * Current at the time, with the key identifier that every CRL has to have (§5.2.1): without it, other software
 * tries one of an issuer's keys only.
 */
function isCurrent({ thisUpdate, nextUpdate, extensions }: Crl, time: Date): boolean {
  const second = Math.floor(time.getTime() / 1000) * 1000;
  return (
    extensions.authorityKeyIdentifier?.keyIdentifier !== undefined &&
    thisUpdate.getTime() <= second &&
    second <= nextUpdate.getTime()
  );
}

/** Steps f and g. */
function signerOf(crl: Crl, path: Path, index: number, input: StatusInput): Certificate | undefined {
  for (const signer of input.signers(crl, path, index)) {
    if (input.checks.verify(signer, crl)) return signer;
  }
  return undefined;
}

/**
 * Steps i to k. To revoke, a delta CRL need not be current. To take back, something has to point to it (§5.2.6),
 * and all that have the highest number have to be current and say so. A complete CRL takes nothing back.
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
