import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../rpc/failure.ts";
import { ANONYMOUS, type Authenticator } from "./authenticate.ts";
import { type Exchange, untilAborted } from "./exchange.ts";
import { timesGiven } from "./headers.ts";
import { type Limiter, type Quota, rateLimited } from "./limit.ts";

/** Counts requests against the quotas of their callers; each answer says what is left. */
export interface Counting {
  /** Counts a request of this caller. @throws Failure RATE_LIMITED */
  count(exchange: Exchange, principal: Principal): void;
  /** Counts a request that no operation takes, for whoever sends it. @throws Failure RATE_LIMITED */
  countSender(exchange: Exchange): Promise<void>;
  /** The answer to a request that is refused: this error, counted unless the request was, or RATE_LIMITED beyond the quota. */
  refusal(exchange: Exchange, error: unknown, principal?: Principal): Promise<unknown>;
}

export interface CountingOptions {
  limiter: Limiter;
  authenticator: Authenticator;
}

const addressOf = ({ request }: Exchange): string => request.socket.remoteAddress ?? "";

/** What is our own fault is answered as such, beyond the quota as well. */
const ours = new Set<string>(["INTERNAL", "UNAVAILABLE", "DEADLINE_EXCEEDED"]);

export function counting({ limiter, authenticator }: CountingOptions): Counting {
  const take = (exchange: Exchange, principal: Principal): Quota => {
    const quota = limiter.count(principal, addressOf(exchange));
    exchange.counted = true;
    exchange.headers.push("RateLimit-Policy", quota.policy, "RateLimit", quota.limit);
    return quota;
  };

  /**
   * The caller whose request no operation takes, so that nobody has asked for its credential yet. Guesses must not cost the core more here
   * than refusals do: a network address may have so many credentials looked up as it may send requests without one.
   */
  const senderOf = async (exchange: Exchange): Promise<Principal> => {
    const { request, requestId, signal } = exchange;
    const { authorization } = request.headers;
    if (authorization === undefined || timesGiven(request, "authorization") > 1) return ANONYMOUS;
    try {
      const known = authenticator.recall(authorization);
      if (known === undefined && !limiter.mayLookUp(addressOf(exchange))) return ANONYMOUS;
      const verdict = known ?? authenticator.authenticate(authorization, requestId);
      return verdict instanceof Promise ? await untilAborted(verdict, signal) : verdict;
    } catch {
      // Not known, or not to be known in time: the request is refused anyway.
      return ANONYMOUS;
    }
  };

  const count = (exchange: Exchange, principal: Principal): void => {
    const quota = take(exchange, principal);
    if (quota.exceeded) throw rateLimited(quota);
  };

  return {
    count,
    async countSender(exchange) {
      count(exchange, await senderOf(exchange));
    },
    async refusal(exchange, error, principal) {
      if (exchange.counted) return error;
      const quota = take(exchange, principal ?? (await senderOf(exchange)));
      const isOurs = !(error instanceof Failure) || ours.has(error.entry);
      return quota.exceeded && !isOurs ? rateLimited(quota) : error;
    },
  };
}
