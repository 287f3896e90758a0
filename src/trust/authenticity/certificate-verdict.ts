import { createHash } from "node:crypto";
import type { Certificate } from "../certificate.ts";
import { DEVICE } from "../path/profile.ts";
import { soundPaths, type TimelessResult } from "../path.ts";
import type { CertificateChain } from "../pem.ts";

/** The part of an evaluation that only depends on certificates, and so may be cached. */
export interface CertificateVerdict {
  readonly leaf: Certificate;
  readonly algorithmsAllowed: boolean;
  readonly paths: TimelessResult;
}

/** What the verdict depends on. */
export interface CertificateVerdictInput {
  readonly chain: CertificateChain;
  /** Publisher CA certificates of the registry for the leaf's authority key identifier. */
  readonly publisherCertificates: readonly Certificate[];
  readonly anchors: readonly Certificate[];
}

/**
 * Signatures, names and constraints of the presented chain. Validity periods, status and usage are evaluated
 * on every call.
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

/** Whether every presented certificate has an allowed signature algorithm and key. */
export function algorithmsAllowed({ leaf, others }: CertificateChain): boolean {
  return [leaf, ...others].every(
    ({ signatureAlgorithm, publicKey }) =>
      signatureAlgorithm.scheme !== undefined && publicKey.usable !== undefined,
  );
}

/**
 * Key of a verdict in a cache: SHA-256 over the DER fingerprints of all that it depends on, so no entry ever
 * goes stale.
 */
export function certificateVerdictKey({
  chain,
  publisherCertificates,
  anchors,
}: CertificateVerdictInput): string {
  const groups = [[chain.leaf], chain.others, publisherCertificates, anchors];
  const text = groups.map((group) => group.map(({ fingerprint }) => fingerprint).join(",")).join(";");
  return createHash("sha256").update(text).digest("hex");
}
