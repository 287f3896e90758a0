import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../rpc/failure.ts";
import { ANONYMOUS } from "./anonymous.ts";
import type { Authenticator } from "./authenticate.ts";
import type { ReadCredentials } from "./credentials.ts";
import { admitOrigin } from "./cross-origin.ts";
import { type Exchange, untilAborted } from "./exchange.ts";
import type { Limiter, Quota } from "../rpc/quota/limiter.ts";

/** Counts requests against the quotas of callers and adds the remaining quota to each answer. */
export interface Counting {
  /**
   * Counts a request of this principal. Returns a promise only when the request waits for a lease.
   * @param weight of the operation
   * @throws Failure RATE_LIMITED
   */
  count(exchange: Exchange, principal: Principal, weight: number): void | Promise<void>;
  /** Counts a request that belongs to no operation, for its sender. @throws Failure RATE_LIMITED */
  countSender(exchange: Exchange): Promise<void>;
  /**
   * Returns the error to answer for a refused request, and counts the request if it is not counted yet, for its sender unless a principal
   * is given. Returns the given error, or
   * RATE_LIMITED when the quota is exceeded.
   */
  refusal(exchange: Exchange, error: unknown, principal?: Principal): Promise<unknown>;
}

export interface CountingOptions {
  limiter: Limiter;
  authenticator: Authenticator;
  credentialsOf: ReadCredentials;
}

/** Failures of the service itself are answered as such, even when the quota is exceeded. */
const ours = new Set<string>(["INTERNAL", "UNAVAILABLE", "DEADLINE_EXCEEDED"]);

export function counting({ limiter, authenticator, credentialsOf }: CountingOptions): Counting {
  const show = (exchange: Exchange, quota: Quota): Quota => {
    exchange.counted = true;
    exchange.headers.push("RateLimit-Policy", quota.policy, "RateLimit", quota.limit);
    return quota;
  };
  const take = (exchange: Exchange, principal: Principal, weight: number): Quota | Promise<Quota> => {
    const quota = limiter.count(principal, exchange.address, weight);
    return quota instanceof Promise
      ? untilAborted(quota, exchange.signal).then((answer) => show(exchange, answer))
      : show(exchange, quota);
  };

  /**
   * Finds the caller of a request that belongs to no operation, for which no credential was checked yet. Guessed credentials must not
   * burden the core more here than elsewhere. So a network address may have as many credentials looked up as it may send anonymous
   * requests.
   */
  const senderOf = async (exchange: Exchange): Promise<Principal> => {
    const { request, requestId, signal } = exchange;
    const address = exchange.address;
    try {
      // A signature counts once, so it is not spent on a request that does nothing.
      const credentials = { ...credentialsOf(request), signature: undefined };
      const known = authenticator.recall(credentials, requestId, address);
      if (known !== undefined) return await untilAborted(Promise.resolve(known), signal);
      // The unit is given back, because the request counts for its sender in the end.
      if (!limiter.reserve(address)) return ANONYMOUS;
      try {
        const verdict = authenticator.authenticate(credentials, requestId, address);
        return await untilAborted(Promise.resolve(verdict), signal);
      } finally {
        limiter.release(address);
      }
    } catch {
      // The credential is invalid, or the verdict came too late. The request is refused anyway.
      return ANONYMOUS;
    }
  };

  const count = (exchange: Exchange, principal: Principal, weight: number): void | Promise<void> => {
    const quota = take(exchange, principal, weight);
    if (quota instanceof Promise) return quota.then(requireQuota);
    requireQuota(quota);
  };

  return {
    count,
    async countSender(exchange) {
      await count(exchange, await senderOf(exchange), 1);
    },
    async refusal(exchange, error, principal) {
      if (exchange.counted) return error;
      const isFirst = principal === undefined && exchange.principal === undefined;
      const sender = principal ?? (await senderOf(exchange));
      exchange.principal = sender;
      // A page that the credential allows reads also why its request came to nothing. The refusal itself stays, whatever the origin.
      if (isFirst && sender.credentialId !== "") admitOrigin(exchange, sender);
      const quota = take(exchange, sender, 1);
      // A lease that is awaited longer than the exchange lasts must not take the place of the refusal.
      const { exceeded } = await Promise.resolve(quota).catch(() => ({ exceeded: undefined }));
      const isOurs = !(error instanceof Failure) || ours.has(error.entry);
      return exceeded && !isOurs ? exceeded : error;
    },
  };
}

/** @throws Failure RATE_LIMITED */
function requireQuota({ exceeded }: Quota): void {
  if (exceeded) throw exceeded;
}
