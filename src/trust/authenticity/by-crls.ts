import { attributeValues } from "../certificate/name.ts";
import type { Certificate } from "../certificate.ts";
import type { Crl } from "../crl.ts";
import { ATTRIBUTE } from "../oids.ts";
import { leafProblem, uriOf } from "../path/leaf.ts";
import { DEVICE_BY_CRLS } from "../path/profile.ts";
import { type PathFailure, type PathResult, type SoundPath, validatePath } from "../path.ts";
import type { CertificateChain } from "../pem.ts";
import { deviceUri, publisherHost } from "../profile.ts";
import type { Check } from "../verdict/check.ts";
import { type StepFinding, run, type Step } from "../verdict/steps.ts";

/** The evidence of a verifier that does not ask the service. */
export interface OfflineEvidence {
  readonly chain: CertificateChain;
  readonly anchors: readonly Certificate[];
  /** At least the CRLs of the trust root and of the publisher's CA. */
  readonly crls: readonly Crl[];
  readonly assetId: string;
  readonly assetDomain: string;
}

/** The result of certificates and CRLs alone. Neither shows the asset's lifecycle, and a certificate can be copied. */
export interface OfflineAnswer {
  readonly genuine: boolean;
  readonly checks: readonly Check[];
  /** End of the certificate or CRL that ends first. Absent when the device is not genuine. */
  readonly validUntil: Date | undefined;
}

interface Seen extends OfflineEvidence {
  readonly path: PathResult;
}

const STEPS: readonly Step<Seen>[] = [
  { check: "certificate_path", evaluate: certificatePath },
  {
    check: "publisher_certificate_revocation",
    needs: ["certificate_path"],
    evaluate: ({ path }) => revocation(path, (index) => index > 0, "PUBLISHER_CERTIFICATE_REVOKED"),
  },
  {
    check: "device_certificate_revocation",
    needs: ["publisher_certificate_revocation"],
    evaluate: ({ path }) => revocation(path, (index) => index === 0, "DEVICE_CERTIFICATE_REVOKED"),
  },
  { check: "device_usage", needs: ["device_certificate_revocation"], evaluate: deviceUsage },
  { check: "device_binding", needs: ["device_usage"], evaluate: deviceBinding },
];

/**
 * Checks the certificate of a device with the trust root and CRLs alone, as any PKI software would.
 * Also checks that the certificate names this asset. Pure.
 */
export function evaluateByCrls(evidence: OfflineEvidence, now: Date): OfflineAnswer {
  const { chain, anchors, crls } = evidence;
  const input = { leaf: chain.leaf, intermediates: chain.others, anchors, crls };
  const path = validatePath(input, DEVICE_BY_CRLS, now);
  const checks = run(STEPS, { ...evidence, path });
  const genuine = checks.every(({ outcome }) => outcome === "passed");
  return { genuine, checks, validUntil: genuine && path.valid ? earliest(path, crls, now) : undefined };
}

const isOfRevocation = ({ reason }: PathFailure): boolean =>
  reason === "REVOKED" || reason === "REVOCATION_STATUS_UNKNOWN";

function certificatePath({ path }: Seen): StepFinding {
  return path.valid || isOfRevocation(path) ? "passed" : { reason: path.reason };
}

function revocation(
  path: PathResult,
  isOurs: (index: number) => boolean,
  revoked: "PUBLISHER_CERTIFICATE_REVOKED" | "DEVICE_CERTIFICATE_REVOKED",
): StepFinding {
  if (path.valid || !isOurs(path.certificateIndex)) return "passed";
  return { reason: path.reason === "REVOKED" ? revoked : path.reason };
}

function deviceUsage({ path }: Seen): StepFinding {
  const problem = path.valid ? leafProblem(path, DEVICE_BY_CRLS) : undefined;
  return problem === undefined ? "passed" : { reason: `DEVICE_${problem}` };
}

/**
 * Compares the leaf's URI with the asset's URI under the publisher's host.
 * The issuing CA names the publisher, and its name constraints limit the host.
 */
function deviceBinding({ chain, path, assetId, assetDomain }: Seen): StepFinding {
  const authority = path.valid ? path.path[1] : undefined;
  const [publisherId, second] = authority ? attributeValues(authority.subject, ATTRIBUTE.userId) : [];
  if (publisherId === undefined || second !== undefined) return { reason: "DEVICE_NAME_MISMATCH" };
  const named = uriOf(chain.leaf);
  return named === wantedUri(publisherId, assetDomain, assetId)
    ? "passed"
    : { reason: "DEVICE_NAME_MISMATCH" };
}

/** Returns undefined when the CA's name is no publisher identifier, as for another CA under the same root. */
function wantedUri(publisherId: string, assetDomain: string, assetId: string): string | undefined {
  try {
    return deviceUri(publisherHost(publisherId, assetDomain), assetId);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** CRLs that have already ended had no effect on the result, so they are left out. */
function earliest({ path }: SoundPath, crls: readonly Crl[], now: Date): Date {
  const ends = [...path.map(({ notAfter }) => notAfter), ...crls.map(({ nextUpdate }) => nextUpdate)];
  return new Date(Math.min(...ends.map((end) => end.getTime()).filter((end) => end >= now.getTime())));
}
