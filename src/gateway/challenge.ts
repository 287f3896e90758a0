import { DPOP_ALGORITHMS } from "../trust/dpop/proof.ts";
import type { Failure } from "../rpc/failure.ts";
import { isDpop } from "./authorization.ts";
import { PROTECTED_RESOURCE } from "./protected-resource.ts";

/** How callers are asked for a credential, by scheme (RFC 6750 section 3, RFC 9449 section 7.1). */
export interface Challenges {
  readonly bearer: string;
  readonly dpop: string;
}

/** Makes the challenges, with the metadata for OAuth clients where the service has it (RFC 9728 section 5.1). */
export function challengesOf({
  publicUrl,
  issuers = [],
}: {
  readonly publicUrl: string;
  readonly issuers?: readonly string[];
}): Challenges {
  const metadata =
    publicUrl && issuers.length > 0 ? `, resource_metadata="${publicUrl}${PROTECTED_RESOURCE}"` : "";
  return {
    bearer: `Bearer realm="pda"${metadata}`,
    dpop: `DPoP realm="pda"${metadata}, algs="${DPOP_ALGORITHMS.join(" ")}"`,
  };
}

/**
 * Returns `WWW-Authenticate` for a 401: the scheme that the request uses with the error, and every scheme to a request without a credential.
 * A bearer of a token that is bound to a key is pointed to the other scheme, too.
 */
export function challengeFor(
  { bearer, dpop }: Challenges,
  authorization: string | undefined,
  { entry, reason }: Pick<Failure, "entry" | "reason">,
): string {
  if (authorization === undefined) return `${bearer}, ${dpop}`;
  // A publisher's certificate is at fault, or the lack of a signature, not the token beside it.
  const isOfToken = entry === "UNAUTHENTICATED" && reason !== "REQUEST_SIGNATURE_REQUIRED";
  const error = isOfToken ? `, error="${errorOf(reason)}"` : "";
  if (isDpop(authorization)) return dpop + error;
  return reason === "TOKEN_BOUND" ? `${bearer}${error}, ${dpop}` : bearer + error;
}

/** Refusals that another token of the same caller would not get. */
const insufficient: ReadonlySet<Failure["reason"]> = new Set([
  "OPERATION_NOT_ALLOWED",
  "AMOUNT_ABOVE_LIMIT",
  "LIMITS_EXCEEDED",
  "DELEGATION_USED_UP",
]);

/**
 * Returns `WWW-Authenticate` for a 403 about the rights of the request's token; undefined for another 403, and for a request without a token.
 * @param missing the scope that the operation needs and the caller lacks
 */
export function rightsChallenge(
  { bearer, dpop }: Challenges,
  authorization: string | undefined,
  { reason }: Pick<Failure, "reason">,
  missing: string | undefined,
): string | undefined {
  const scope = reason === "SCOPE_MISSING" ? missing : undefined;
  if (authorization === undefined || (scope === undefined && !insufficient.has(reason))) return undefined;
  const error = `${isDpop(authorization) ? dpop : bearer}, error="insufficient_scope"`;
  return scope === undefined ? error : `${error}, scope="${scope}"`;
}

/** Returns the error code of RFC 6750 section 3.1 or RFC 9449 section 12.2. */
function errorOf(reason: Failure["reason"]): string {
  if (reason === "DPOP_NONCE_NEEDED") return "use_dpop_nonce";
  return reason.startsWith("DPOP_") ? "invalid_dpop_proof" : "invalid_token";
}
