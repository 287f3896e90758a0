import type { Certificate } from "./certificate.ts";
import { type LeafProblem, leafProblem } from "./path/leaf.ts";
import { ACCESS } from "./path/profile.ts";
import type { PathFailure } from "./path/reason.ts";
import { validatePath } from "./path.ts";

/** Reason that a client certificate does not authenticate its holder. */
export type ClientCertificateProblem = PathFailure["reason"] | LeafProblem;

/**
 * Judges the certificate of a TLS client by the rules for access certificates (RFC 5280 §6.1, then the leaf's use). The registry knows about
 * revocation.
 *
 * @param issuer the CA that issued the certificate
 * @returns undefined for a certificate that is valid at `time`
 */
export function clientCertificateProblem(
  leaf: Certificate,
  { issuer, anchors }: { readonly issuer: Certificate; readonly anchors: readonly Certificate[] },
  time: Date,
): ClientCertificateProblem | undefined {
  const result = validatePath({ leaf, intermediates: [issuer], anchors }, ACCESS, time);
  return result.valid ? leafProblem(result, ACCESS) : result.reason;
}
