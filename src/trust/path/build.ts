import { sameName } from "../certificate/name.ts";
import type { Certificate } from "../certificate.ts";
import type { PathLimits } from "./profile.ts";

/** A path from the leaf (index 0) to a trust anchor (last). */
export type Path = readonly Certificate[];

export interface CandidatePaths {
  readonly paths: readonly Path[];
  /** Length of the longest chain without an issuer. The failure names the last certificate of that chain. */
  readonly longestDeadEnd: number;
}

/**
 * Builds every chain from the leaf to an anchor in which names and key identifiers match (RFC 5280 §6.1, RFC 4158).
 * No chain contains a certificate twice. Nothing is verified.
 * Anchors are tried before intermediates, so that the shortest path comes first.
 */
export function candidatePaths(
  leaf: Certificate,
  intermediates: readonly Certificate[],
  anchors: readonly Certificate[],
  { pathsMax, lengthMax, stepsMax }: PathLimits,
): CandidatePaths {
  const paths: Path[] = [];
  let longestDeadEnd = 1;
  let steps = 0;
  const extend = (chain: Path): void => {
    const top = chain[chain.length - 1];
    steps += 1;
    if (top === undefined || paths.length >= pathsMax || steps > stepsMax || chain.length >= lengthMax)
      return;
    const issuing = (candidate: Certificate): boolean => mayHaveIssued(candidate, top);
    const ending = anchors.filter(issuing);
    const continuing = intermediates.filter(issuing).filter((candidate) => !contains(chain, candidate));
    paths.push(...ending.map((anchor) => [...chain, anchor]));
    if (ending.length + continuing.length === 0) longestDeadEnd = Math.max(longestDeadEnd, chain.length);
    for (const candidate of continuing) extend([...chain, candidate]);
  };
  extend([leaf]);
  return { paths: paths.slice(0, pathsMax), longestDeadEnd };
}

export function contains(certificates: readonly Certificate[], wanted: Certificate): boolean {
  return certificates.some((certificate) => certificate.fingerprint === wanted.fingerprint);
}

/** Checks name chaining and key identifiers (RFC 5280 §4.2.1.1). A missing identifier does not exclude a candidate. */
function mayHaveIssued(issuer: Certificate, subject: Certificate): boolean {
  if (!sameName(issuer.subject, subject.issuer)) return false;
  const authority = subject.extensions.authorityKeyIdentifier;
  const issuerKeyIdentifier = issuer.extensions.subjectKeyIdentifier;
  const keyFits =
    authority?.keyIdentifier === undefined ||
    issuerKeyIdentifier === undefined ||
    Buffer.compare(authority.keyIdentifier, issuerKeyIdentifier) === 0;
  return keyFits && issuerAndSerialFit(issuer, subject);
}

function issuerAndSerialFit(issuer: Certificate, subject: Certificate): boolean {
  const expected = subject.extensions.authorityKeyIdentifier?.issuerAndSerial;
  if (expected === undefined) return true;
  const named = expected.issuer.some(
    (name) => name.form === "directory" && sameName(name.name, issuer.issuer),
  );
  return named && expected.serial === issuer.serial;
}
