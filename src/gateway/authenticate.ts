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
import { sourceCheck } from "../rpc/source-network.ts";

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
/** Addresses of one credential that the core is told while a verdict is kept. Bounds the calls for a credential that many hosts share. */
const ADDRESSES_MAX = 64;

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
   * @param address network address of the caller
   * @throws Failure UNAUTHENTICATED for an invalid credential, PERMISSION_DENIED for one that may not be used from the address, UNAVAILABLE
   * when the core gives no verdict.
   */
  authenticate(
    header: string | undefined,
    requestId: string,
    address: string,
  ): Principal | Promise<Principal>;
  /** Like `authenticate`, but uses only cached or pending verdicts. Returns undefined when a new call to the core would be needed. */
  recall(header: string, requestId: string, address: string): Principal | Promise<Principal> | undefined;
}

/** A valid credential. */
interface Known {
  readonly principal: Principal;
  /** @throws Failure PERMISSION_DENIED for an address from which the credential may not be used */
  readonly checkSource: (address: string) => void;
  /** The address that the core was told with the question. */
  readonly askedFrom: string;
  /** Allowed addresses from which the credential was used, and which the core was told. */
  readonly addresses: Set<string>;
}

type Verdict = Known | Failure;

/** A credential as one request presents it. */
interface Presented {
  readonly credential: string;
  readonly requestId: string;
  readonly address: string;
}

/**
 * Asks the core for the principal of a credential and caches the verdict for a short time. The time counts from the question, so a revoked
 * credential stops working within that time. The cache holds credentials only as SHA-256. Concurrent questions about one credential share
 * one call. The address of each request is checked, also against a cached verdict.
 */
export function authenticator({ core, credentialTtlMs }: AuthenticatorOptions): Authenticator {
  const principals = new LRUCache<string, Known>({
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
  const ask = (key: string, presented: Presented): Promise<Verdict> => {
    const start = performance.now();
    const answer = resolve(core, presented)
      .then((verdict) => {
        keep(key, verdict, start);
        return verdict;
      })
      .finally(() => asked.delete(key));
    asked.set(key, answer);
    return answer;
  };
  const admit = (verdict: Verdict, presented: Presented): Principal => {
    if (verdict instanceof Failure) throw verdict;
    const { principal, checkSource, askedFrom, addresses } = verdict;
    const { address } = presented;
    if (addresses.has(address)) return principal;
    checkSource(address);
    if (addresses.size < ADDRESSES_MAX) {
      addresses.add(address);
      // Tells the core of the use, which it records. The request does not wait, and the next verdict makes up for a lost call.
      if (address !== askedFrom) resolve(core, presented).catch(() => undefined);
    }
    return principal;
  };
  const recall = (key: string, presented: Presented): Principal | Promise<Principal> | undefined => {
    const verdict = principals.get(key) ?? refusals.get(key);
    if (verdict) return admit(verdict, presented);
    return asked.get(key)?.then((answer) => admit(answer, presented));
  };
  return {
    authenticate(header, requestId, address) {
      if (header === undefined) return ANONYMOUS;
      const presented = { credential: bearerOf(header), requestId, address };
      const key = keyOf(presented.credential);
      return recall(key, presented) ?? ask(key, presented).then((verdict) => admit(verdict, presented));
    },
    recall(header, requestId, address) {
      const credential = bearerOf(header);
      return recall(keyOf(credential), { credential, requestId, address });
    },
  };
}

const keyOf = (credential: string): string => hash("sha256", credential, "base64");

function bearerOf(header: string): string {
  const [, credential] = header.length <= CREDENTIAL_CHARACTERS_MAX + 16 ? (BEARER.exec(header) ?? []) : [];
  if (credential !== undefined && credential.length <= CREDENTIAL_CHARACTERS_MAX) return credential;
  throw new Failure("CREDENTIAL_MALFORMED", {
    message: "The Authorization header must be `Bearer` followed by an API key.",
  });
}

/** Returns the core's verdict: a known credential, or the failure UNAUTHENTICATED. @throws Failure when the core gives no verdict. */
async function resolve(
  core: Pick<CoreClient, "call">,
  { credential, requestId, address }: Presented,
): Promise<Verdict> {
  try {
    const request = ResolveCredentialRequest.encode({ credential, address }).finish();
    const { response } = await core.call(RESOLVE, request, {
      requestId,
      principal: ANONYMOUS,
      deadlineMs: Date.now() + RESOLVE_DEADLINE_MS,
      signal: AbortSignal.timeout(RESOLVE_DEADLINE_MS),
    });
    const { principal, allowedNetworks } = ResolveCredentialResponse.decode(response);
    if (principal && principal.credentialId !== "") {
      const checkSource = sourceCheck(allowedNetworks);
      return { principal, checkSource, askedFrom: address, addresses: new Set() };
    }
    throw new Failure("INTERNAL", { cause: new Error("the core returned no principal") });
  } catch (error) {
    if (error instanceof Failure && error.entry === "UNAUTHENTICATED") return error;
    if (error instanceof Failure && error.entry === "INTERNAL") throw error;
    throw new Failure("CREDENTIAL_UNCHECKED", { cause: error });
  }
}
