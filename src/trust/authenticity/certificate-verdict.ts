import { createHash } from "node:crypto";
import type { Certificate } from "../certificate.ts";
import { DEVICE } from "../path/profile.ts";
import { soundPaths, type TimelessResult } from "../path.ts";
import type { CertificateChain } from "../pem.ts";

/** The part of an evaluation that depends only on certificates, and so may be cached. */
export interface CertificateVerdict {
  readonly leaf: Certificate;
  readonly algorithmsAllowed: boolean;
  readonly paths: TimelessResult;
}

/** The input of a certificate verdict. */
export interface CertificateVerdictInput {
  readonly chain: CertificateChain;
  /** Publisher CA certificates of the registry for the leaf's authority key identifier. */
  readonly publisherCertificates: readonly Certificate[];
  readonly anchors: readonly Certificate[];
}

/**
 * Evaluates signatures, names and constraints of the presented chain.
 * Validity periods, status and usage are evaluated on every call instead.
 */
export function judgeCertificates({
  chain,
  publisherCertificates,
  anchors,
}: CertificateVerdictInput): CertificateVerdict {
  return {
    leaf: chain.leaf,
    algorithmsAllowed: algorithmsAllowed(chain),
    paths: soundPaths(
      { leaf: chain.leaf, intermediates: [...publisherCertificates, ...chain.others], anchors },
      DEVICE,
    ),
  };
}

/** Tells whether every presented certificate has an allowed signature algorithm and key. */
export function algorithmsAllowed({ leaf, others }: CertificateChain): boolean {
  return [leaf, ...others].every(
    ({ signatureAlgorithm, publicKey }) =>
      signatureAlgorithm.scheme !== undefined && publicKey.usable !== undefined,
  );
}

/** Returns the cache key of a verdict: SHA-256 over the DER fingerprints of the whole input. So no cache entry becomes stale. */
export function certificateVerdictKey({
  chain,
  publisherCertificates,
  anchors,
}: CertificateVerdictInput): string {
  const groups = [[chain.leaf], chain.others, publisherCertificates, anchors];
  const text = groups.map((group) => group.map(({ fingerprint }) => fingerprint).join(",")).join(";");
  return createHash("sha256").update(text).digest("hex");
}
