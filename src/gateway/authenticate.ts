import { LRUCache } from "lru-cache";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { CoreClient } from "../rpc/client.ts";
import { Failure } from "../rpc/failure.ts";
import { ANONYMOUS } from "./anonymous.ts";
import { readAuthorization } from "./authorization.ts";
import { CheckTurns } from "./check-turns.ts";
import type { ClientCertificate } from "./client-certificate.ts";
import type { Credentials } from "./credentials.ts";
import { type SentProof, useProof } from "./dpop.ts";
import {
  type From,
  isDelay,
  type Known,
  type Presented,
  presentedBearer,
  presentedCertificate,
  presentedToken,
  UnissuedCertificate,
  principalOfSignature,
  type Verdict,
} from "./presented.ts";
import { signedPrincipal } from "./signed-principal.ts";
import { SingleUse } from "./single-use.ts";

const PRINCIPALS_MAX = 10_000;
/** Refusals have a smaller cache of their own, so that guesses cannot evict the verdicts on real credentials. */
const REFUSALS_MAX = 1_000;
const REFUSAL_TTL_MS = 1_000;
/** Addresses of one credential that the core is told while a verdict is kept. Bounds the calls for a credential that many hosts share. */
const ADDRESSES_MAX = 64;

export interface AuthenticatorOptions {
  core: Pick<CoreClient, "call">;
  /** How long a verdict may be kept; 0 asks the core for every request. */
  credentialTtlMs: number;
}

/** Identifies the caller by the credentials of the request. */
export interface Authenticator {
  /**
   * Returns the principal of the credentials, or ANONYMOUS without any. Returns a promise when a verdict is not cached. A request with several
   * credentials acts by its API key or JWT, else by its certificate, and all must have the same owner; a signed request may do only what
   * the key of the signature may do, too. The verdict on a JWT or a signature
   * counts for this request only, unless the JWT is bound to something that the request proves anew.
   * @param address network address of the caller
   * @param newKey JSON Web Key of the holder that the request creates a wallet for, which must be the signature's key
   * @throws Failure UNAUTHENTICATED for an invalid credential and for two that disagree, PERMISSION_DENIED for one that may not be used from
   * the address, RATE_LIMITED after too many wrong ones from the address, UNAVAILABLE when the core gives no verdict.
   */
  authenticate(
    credentials: Credentials,
    requestId: string,
    address: string,
    newKey?: string,
  ): Principal | Promise<Principal>;
  /**
   * Returns whom this service has issued the client certificate of a connection to; undefined when to nobody.
   * @throws Failure UNAUTHENTICATED for a certificate of this service that is not in force
   */
  holderOf(
    certificate: ClientCertificate,
    requestId: string,
    address: string,
  ): Promise<Principal | undefined>;
  /**
   * Like `authenticate`, for the API key if there is one, but uses only cached or pending verdicts, so no signature. Returns undefined when
   * a new call to the core would be needed, and ANONYMOUS for a JWT, which is not spent on a request that does nothing.
   */
  recall(
    credentials: Credentials,
    requestId: string,
    address: string,
  ): Principal | Promise<Principal> | undefined;
}

/** A question about a credential that the core has not answered yet. */
interface Asked {
  readonly answer: Promise<Verdict>;
  /** The address that the credential was presented from. */
  readonly address: string;
}

/**
 * Asks the core for the principal of a credential and caches the verdict for a short time. The time counts from the question, so a revoked
 * credential stops working within that time. The cache holds credentials only as SHA-256. Concurrent questions about one credential share
 * one call. The address of each request is checked, also against a cached verdict. The verdict on a JWT is for one request, unless the core
 * says that the JWT counts for others, too.
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
  const asked = new Map<string, Asked>();
  const asking = { core, singleUse: new SingleUse(core) };
  const turns = new CheckTurns();
  const askInTurn = ({ address, ask: question }: Presented): Promise<Verdict> =>
    turns.run(address, () => question(asking));

  const keep = (key: string, verdict: Verdict, start: number) => {
    if (credentialTtlMs === 0) return;
    if (verdict instanceof Failure) refusals.set(key, verdict, { start });
    else principals.set(key, verdict, { start });
  };
  const ask = (presented: Presented): Promise<Verdict> => {
    const { key, address } = presented;
    const start = performance.now();
    const answer = askInTurn(presented)
      .then((verdict) => {
        keep(key, verdict, start);
        return verdict;
      })
      .finally(() => {
        if (asked.get(key)?.answer === answer) asked.delete(key);
      });
    asked.set(key, { answer, address });
    return answer;
  };
  const admit = (verdict: Verdict, { address, ask: question }: Presented): Principal => {
    if (verdict instanceof Failure) throw verdict;
    const { principal, sources } = verdict;
    if (sources === undefined || sources.addresses.has(address)) return principal;
    sources.check(address);
    if (sources.addresses.size < ADDRESSES_MAX) {
      sources.addresses.add(address);
      // Tells the core of the use, which it records. The request does not wait, and the next verdict makes up for a lost call.
      if (address !== sources.askedFrom) question(asking).catch(() => undefined);
    }
    return principal;
  };
  const recalled = (presented: Presented): Principal | Promise<Principal> | undefined => {
    const verdict = principals.get(presented.key) ?? refusals.get(presented.key);
    if (verdict) return admit(verdict, presented);
    const pending = asked.get(presented.key);
    return pending && shared(pending, presented).then((answer) => admit(answer, presented));
  };
  /** Shares the answer to a pending question, unless the answer is about another address only. */
  const shared = async ({ answer, address }: Asked, presented: Presented): Promise<Verdict> => {
    try {
      return await answer;
    } catch (error) {
      if (address === presented.address || !isDelay(error)) throw error;
      return ask(presented);
    }
  };
  const judgedToken = async (presented: Presented): Promise<Known> => {
    const kept = principals.get(presented.key);
    if (kept) return kept;
    const start = performance.now();
    const verdict = await askInTurn(presented);
    if (verdict instanceof Failure) throw verdict;
    if (verdict.reusable) keep(presented.key, verdict, start);
    return verdict;
  };
  const judged = (presented: Presented): Principal | Promise<Principal> => {
    if (presented.isToken) return judgedToken(presented).then(({ principal }) => principal);
    return recalled(presented) ?? ask(presented).then((verdict) => admit(verdict, presented));
  };
  /**
   * Returns the principals of a token and of the client certificate. A token may be bound to a certificate that somebody else has issued,
   * which then is no credential. One of this service must be in force also when a token is bound to it.
   */
  const byToken = async (token: Presented, certificate: Presented): Promise<Principal[]> => {
    const { principal, bound } = await judgedToken(token);
    const holder = bound ? await holderOf(certificate) : await judged(certificate);
    return holder ? [principal, holder] : [principal];
  };
  /** Returns whom this service has issued a certificate to; undefined when to nobody. */
  const holderOf = async (certificate: Presented): Promise<Principal | undefined> => {
    try {
      return await judged(certificate);
    } catch (error) {
      if (error instanceof UnissuedCertificate) return undefined;
      throw error;
    }
  };
  /** Returns the principals of a token with a proof of its key, and of the client certificate. The proof is used last. */
  const byProof = async (token: string, proof: SentProof, from: From): Promise<Principal[]> => {
    const presented = presentedToken(token, from, proof);
    const { certificate, requestId, address } = from;
    const principals =
      certificate === undefined
        ? [(await judgedToken(presented)).principal]
        : await byToken(presented, presentedCertificate(certificate, requestId, address));
    requireSameOwner(principals);
    await turns.run(from.address, () => useProof(asking.singleUse, proof, token));
    return principals;
  };
  return {
    authenticate({ authorization, certificate, signature, proof }, requestId, address, newKey) {
      const from = { requestId, address, certificate };
      // The signature comes last, so that it does not count as used when another credential is refused.
      const withSignature = async (found: Promise<Principal[]>): Promise<Principal> => {
        const principals = await found;
        if (signature === undefined) return requireSameOwner(principals);
        const signer = await turns.run(address, () =>
          principalOfSignature(asking, { ...signature, newKey, address }),
        );
        return signedPrincipal(requireSameOwner([...principals, signer]), signer);
      };
      const sent = authorization === undefined ? undefined : readAuthorization(authorization);
      if (proof !== undefined || sent?.isDpop) {
        if (!sent?.isDpop || proof === undefined) throw proofMisplaced();
        return withSignature(byProof(sent.credential, proof, from));
      }
      const bearer = sent && presentedBearer(sent.credential, from);
      const others = bearer ? [bearer] : [];
      if (certificate !== undefined) others.push(presentedCertificate(certificate, requestId, address));
      const [only, second] = others;
      if (signature === undefined && second === undefined)
        return only === undefined ? ANONYMOUS : judged(only);
      const found =
        bearer?.isToken && second
          ? byToken(bearer, second)
          : Promise.all(others.map(async (one) => judged(one)));
      return withSignature(found);
    },
    holderOf: (certificate, requestId, address) =>
      holderOf(presentedCertificate(certificate, requestId, address)),
    recall({ authorization, certificate }, requestId, address) {
      if (authorization !== undefined) {
        const { credential, isDpop } = readAuthorization(authorization);
        if (isDpop) return ANONYMOUS;
        const bearer = presentedBearer(credential, { requestId, address, certificate });
        return bearer.isToken ? (principals.get(bearer.key)?.principal ?? ANONYMOUS) : recalled(bearer);
      }
      if (certificate === undefined) return ANONYMOUS;
      return recalled(presentedCertificate(certificate, requestId, address));
    },
  };
}

/** Returns the first of some principals. @throws Failure UNAUTHENTICATED unless all are the same owner, or the same terminal of it */
function requireSameOwner([first = ANONYMOUS, ...others]: readonly Principal[]): Principal {
  const { kind, tenantId, deviceId } = first;
  const same = (other: Principal): boolean =>
    other.kind === kind && other.tenantId === tenantId && other.deviceId === deviceId;
  if (!others.every(same))
    throw new Failure("CREDENTIALS_DISAGREE", {
      message:
        "The credential in the header Authorization, the client certificate and the signature of a request must belong to the same owner.",
    });
  return first;
}

const proofMisplaced = (): Failure =>
  new Failure("DPOP_PROOF_MALFORMED", {
    message:
      "A DPoP proof and its token belong together: send `Authorization: DPoP` with the token, and the header DPoP with the proof.",
  });
