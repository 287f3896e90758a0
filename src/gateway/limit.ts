import { isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../rpc/failure.ts";

/** Limits of one gateway process (`config.gateway.rate`). */
export interface RateSettings {
  readonly requestsPerSecond: number;
  readonly burst: number;
  readonly anonymousRequestsPerSecond: number;
}

/** The remaining quota of a caller after a request. */
export interface Quota {
  readonly exceeded: boolean;
  /** `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
  readonly policy: string;
  /** `RateLimit`: the remaining requests, and the seconds until the quota is full again. */
  readonly limit: string;
  readonly resetSeconds: number;
}

/** Counts requests by credential, or by network address for callers without a credential. */
export interface Limiter {
  count(principal: Principal, address: string): Quota;
  /** Counts the look-up of a credential for a request that belongs to no operation. @returns whether the address may have the look-up */
  mayLookUp(address: string): boolean;
}

/** With more callers in one window, the counts of the least recently seen callers are forgotten. */
const CALLERS_MAX = 100_000;

/** Requests of one caller since its first request opened the window. */
interface Window {
  count: number;
  /** On the clock of `performance.now()`. */
  readonly endMs: number;
}

/** Returns a quota of `rate` requests a second, of which up to `burst` may come at once: `w` seconds hold `rate × w` requests. */
function quotaOf(name: string, rate: number, burst: number): (key: string) => Quota {
  const seconds = Math.max(1, Math.round(burst / rate));
  const requests = rate * seconds;
  const windows = new LRUCache<string, Window>({ max: CALLERS_MAX });
  const policy = `"${name}";q=${requests};w=${seconds}`;
  return (key) => {
    const now = performance.now();
    let window = windows.get(key);
    if (!window || window.endMs <= now) {
      window = { count: 0, endMs: now + seconds * 1000 };
      windows.set(key, window);
    }
    window.count += 1;
    const resetSeconds = Math.max(1, Math.ceil(Math.round(window.endMs - now) / 1000));
    const limit = `"${name}";r=${Math.max(0, requests - window.count)};t=${resetSeconds}`;
    return { exceeded: window.count > requests, policy, limit, resetSeconds };
  };
}

/**
 * Keeps the limits in the memory of this process. With several processes, each allows the whole quota. If each allowed only a share, a
 * caller with one connection, which reaches only one process, would be refused too early.
 */
export function limiter(rate: RateSettings): Limiter {
  const byCredential = quotaOf("default", rate.requestsPerSecond, rate.burst);
  const byAddress = quotaOf("anonymous", rate.anonymousRequestsPerSecond, rate.anonymousRequestsPerSecond);
  const lookUps = quotaOf("look-ups", rate.anonymousRequestsPerSecond, rate.anonymousRequestsPerSecond);
  return {
    count: ({ credentialId }, address) =>
      credentialId === "" ? byAddress(networkOf(address)) : byCredential(credentialId),
    mayLookUp: (address) => !lookUps(networkOf(address)).exceeded,
  };
}

/** Returns RATE_LIMITED with the time to wait. */
export function rateLimited({ resetSeconds }: Quota): Failure {
  return new Failure("RATE_LIMITED", { retryAfterSeconds: resetSeconds });
}

/** Returns an IPv4 address, or the /64 network of an IPv6 address, because one subscriber holds a whole /64. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(Math.max(gap, 0)).fill("0"), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
