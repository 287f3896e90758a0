import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import {
  AccessServiceService,
  ResolveCredentialRequest,
  ResolveCredentialResponse,
  ResolveCertificateRequest,
  ResolveCertificateResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import type { CoreClient } from "../rpc/client.ts";
import { Failure } from "../rpc/failure.ts";
import type { ClientCertificate } from "./client-certificate.ts";
import type { Credentials } from "./credentials.ts";

const CREDENTIAL_CHARACTERS_MAX = 512;
const CERTIFICATE_BYTES_MAX = 8192;
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

/** Identifies the caller by the credentials of the request. */
export interface Authenticator {
  /**
   * Returns the principal of the credentials, or ANONYMOUS without any. Returns a promise when a verdict is not cached. A request with both
   * credentials acts by its API key, and the certificate must have the same owner.
   * @throws Failure UNAUTHENTICATED for an invalid credential and for two that disagree, UNAVAILABLE when the core gives no verdict.
   */
  authenticate(credentials: Credentials, requestId: string): Principal | Promise<Principal>;
  /**
   * Like `authenticate` for one of the credentials, by its cached or pending verdict only. Returns undefined when a new call to the core
   * would be needed.
   */
  recall(credentials: Credentials): Principal | Promise<Principal> | undefined;
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
  const ask = (key: string, question: Question, requestId: string): Promise<Verdict> => {
    const start = performance.now();
    const answer = resolve(core, question, requestId)
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
  const ofAuthorization = (authorization: string, requestId: string): Principal | Promise<Principal> => {
    const credential = bearerOf(authorization);
    const key = keyOf(credential);
    return recallKey(key) ?? ask(key, byCredential(credential), requestId).then(principalOf);
  };
  const ofCertificate = (
    certificate: ClientCertificate,
    requestId: string,
  ): Principal | Promise<Principal> => {
    const { fingerprint: key } = certificate;
    return recallKey(key) ?? ask(key, byCertificate(certificate), requestId).then(principalOf);
  };
  return {
    authenticate({ authorization, certificate }, requestId) {
      if (authorization === undefined)
        return certificate === undefined ? ANONYMOUS : ofCertificate(certificate, requestId);
      if (certificate === undefined) return ofAuthorization(authorization, requestId);
      return Promise.all([
        ofAuthorization(authorization, requestId),
        ofCertificate(certificate, requestId),
      ]).then(requireSameOwner);
    },
    recall({ authorization, certificate }) {
      if (authorization !== undefined) return recallKey(keyOf(bearerOf(authorization)));
      return certificate === undefined ? ANONYMOUS : recallKey(certificate.fingerprint);
    },
  };
}

/** Returns the first of two principals. @throws Failure UNAUTHENTICATED unless both are the same merchant or the same terminal. */
function requireSameOwner([first, second]: [Principal, Principal]): Principal {
  const same =
    first.kind === second.kind && first.tenantId === second.tenantId && first.deviceId === second.deviceId;
  if (!same) throw new Failure("CREDENTIALS_DISAGREE");
  return first;
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

/** A question to the core: whose credential is this? */
interface Question {
  readonly path: string;
  readonly request: Uint8Array;
  readonly answer: (response: Uint8Array) => { readonly principal?: Principal | undefined };
}

const byCredential = (credential: string): Question => ({
  path: AccessServiceService.resolveCredential.path,
  request: ResolveCredentialRequest.encode({ credential }).finish(),
  answer: (response) => ResolveCredentialResponse.decode(response),
});

/** @throws Failure UNAUTHENTICATED for a certificate that is too large to be one of the service. */
function byCertificate({ der }: ClientCertificate): Question {
  if (der.length > CERTIFICATE_BYTES_MAX) throw new Failure("CLIENT_CERTIFICATE_REFUSED");
  return {
    path: AccessServiceService.resolveCertificate.path,
    request: ResolveCertificateRequest.encode({ certificate: Buffer.from(der) }).finish(),
    answer: (response) => ResolveCertificateResponse.decode(response),
  };
}

/** Returns the core's verdict: a principal, or the failure UNAUTHENTICATED. @throws Failure when the core gives no verdict. */
async function resolve(
  core: Pick<CoreClient, "call">,
  { path, request, answer }: Question,
  requestId: string,
): Promise<Verdict> {
  try {
    const { response } = await core.call(path, request, {
      requestId,
      principal: ANONYMOUS,
      deadlineMs: Date.now() + RESOLVE_DEADLINE_MS,
      signal: AbortSignal.timeout(RESOLVE_DEADLINE_MS),
    });
    const { principal } = answer(response);
    if (principal && principal.credentialId !== "") return principal;
    throw new Failure("INTERNAL", { cause: new Error("the core returned no principal") });
  } catch (error) {
    if (error instanceof Failure && error.entry === "UNAUTHENTICATED") return error;
    if (error instanceof Failure && error.entry === "INTERNAL") throw error;
    throw new Failure("CREDENTIAL_UNCHECKED", { cause: error });
  }
}
