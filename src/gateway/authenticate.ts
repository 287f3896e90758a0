import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import {
  AccessServiceService,
  ResolveCredentialRequest,
  ResolveCredentialResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import type { CoreClient } from "../rpc/client.ts";
import { Failure } from "../rpc/failure.ts";

const RESOLVE = AccessServiceService.resolveCredential.path;
const CREDENTIAL_CHARACTERS_MAX = 512;
/** RFC 6750 section 2.1: one scheme, blanks, a b64token. */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
const PRINCIPALS_MAX = 10_000;
/** Refusals have a smaller cache of their own, so that guesses cannot evict the verdicts on real credentials. */
const REFUSALS_MAX = 1_000;
const REFUSAL_TTL_MS = 1_000;
/** All requests that wait for the same verdict share one call, so the call has its own deadline. */
const RESOLVE_DEADLINE_MS = 5_000;

/** The principal of a caller without a credential. */
export const ANONYMOUS: Principal = Object.freeze({
  kind: PrincipalKind.PRINCIPAL_KIND_ANONYMOUS,
  tenantId: "",
  credentialId: "",
  scopes: [],
});

export interface AuthenticatorOptions {
  core: Pick<CoreClient, "call">;
  /** How long a verdict may be kept; 0 asks the core for every request. */
  credentialTtlMs: number;
}

/** Identifies the caller by the credential of the request. */
export interface Authenticator {
  /**
   * Returns the principal of an Authorization header, or ANONYMOUS without a header. Returns a promise when the verdict is not cached.
   * @throws Failure UNAUTHENTICATED for an invalid credential, UNAVAILABLE when the core gives no verdict.
   */
  authenticate(header: string | undefined, requestId: string): Principal | Promise<Principal>;
  /** Like `authenticate`, but uses only cached or pending verdicts. Returns undefined when a new call to the core would be needed. */
  recall(header: string): Principal | Promise<Principal> | undefined;
}

type Verdict = Principal | Failure;

/**
 * Asks the core for the principal of a credential and caches the verdict for a short time. The time counts from the question, so a revoked
 * credential stops working within that time. The cache holds credentials only as SHA-256. Concurrent questions about one credential share
 * one call.
 */
export function authenticator({ core, credentialTtlMs }: AuthenticatorOptions): Authenticator {
  const principals = new LRUCache<string, Principal>({
    max: PRINCIPALS_MAX,
    ttl: Math.max(credentialTtlMs, 1),
    // Reads the clock for each lookup, which costs less than the timer that the cache would set otherwise.
    ttlResolution: 0,
  });
  const refusalTtlMs = Math.min(credentialTtlMs, REFUSAL_TTL_MS);
  const refusals = new LRUCache<string, Failure>({
    max: REFUSALS_MAX,
    ttl: Math.max(refusalTtlMs, 1),
    ttlResolution: 0,
  });
  const asked = new Map<string, Promise<Verdict>>();

  const keep = (key: string, verdict: Verdict, start: number) => {
    if (credentialTtlMs === 0) return;
    if (verdict instanceof Failure) refusals.set(key, verdict, { start });
    else principals.set(key, verdict, { start });
  };
  const ask = (key: string, credential: string, requestId: string): Promise<Verdict> => {
    const start = performance.now();
    const answer = resolve(core, credential, requestId)
      .then((verdict) => {
        keep(key, verdict, start);
        return verdict;
      })
      .finally(() => asked.delete(key));
    asked.set(key, answer);
    return answer;
  };
  const recallKey = (key: string): Principal | Promise<Principal> | undefined => {
    const verdict = principals.get(key) ?? refusals.get(key);
    return verdict ? principalOf(verdict) : asked.get(key)?.then(principalOf);
  };
  return {
    authenticate(header, requestId) {
      if (header === undefined) return ANONYMOUS;
      const credential = bearerOf(header);
      const key = keyOf(credential);
      return recallKey(key) ?? ask(key, credential, requestId).then(principalOf);
    },
    recall: (header) => recallKey(keyOf(bearerOf(header))),
  };
}

const keyOf = (credential: string): string => hash("sha256", credential, "base64");

function principalOf(verdict: Verdict): Principal {
  if (verdict instanceof Failure) throw verdict;
  return verdict;
}

function bearerOf(header: string): string {
  const [, credential] = header.length <= CREDENTIAL_CHARACTERS_MAX + 16 ? (BEARER.exec(header) ?? []) : [];
  if (credential !== undefined && credential.length <= CREDENTIAL_CHARACTERS_MAX) return credential;
  throw new Failure("CREDENTIAL_MALFORMED", {
    message: "The Authorization header must be `Bearer` followed by an API key.",
  });
}

/** Returns the core's verdict: a principal, or the failure UNAUTHENTICATED. @throws Failure when the core gives no verdict. */
async function resolve(
  core: Pick<CoreClient, "call">,
  credential: string,
  requestId: string,
): Promise<Verdict> {
  try {
    const { response } = await core.call(RESOLVE, ResolveCredentialRequest.encode({ credential }).finish(), {
      requestId,
      principal: ANONYMOUS,
      deadlineMs: Date.now() + RESOLVE_DEADLINE_MS,
      signal: AbortSignal.timeout(RESOLVE_DEADLINE_MS),
    });
    const { principal } = ResolveCredentialResponse.decode(response);
    if (principal && principal.credentialId !== "") return principal;
    throw new Failure("INTERNAL", { cause: new Error("the core returned no principal") });
  } catch (error) {
    if (error instanceof Failure && error.entry === "UNAUTHENTICATED") return error;
    if (error instanceof Failure && error.entry === "INTERNAL") throw error;
    throw new Failure("CREDENTIAL_UNCHECKED", { cause: error });
  }
}
