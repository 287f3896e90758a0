import { LRUCache } from "lru-cache";

const foundMax = 10_000;
/** A revoked credential stops working within this time. */
const REVOKED_MS = 5_000;
const KEPT_MS_MAX = 1_000;

/**
 * Returns how long a core may keep what it has found: with the time for which gateways keep the answer (`gateway.credentialTtlMs`), at most
 * five seconds; with gateways that keep nothing, nothing.
 */
export const keptMs = (credentialTtlMs: number): number =>
  Math.max(0, Math.min(KEPT_MS_MAX, credentialTtlMs, REVOKED_MS - credentialTtlMs));

/**
 * Makes a finder that keeps what it has found for a short time. The time counts from the question, so a revocation takes effect within it.
 * Calls that come together share a question. What does not exist is not kept, because strangers can name any number of things.
 *
 * @param ttlMs how long something is kept; 0 asks each time
 */
export function recentlyFound<T extends object>(
  ask: (id: string) => Promise<T | undefined>,
  ttlMs: number,
): (id: string) => Promise<T | undefined> {
  if (ttlMs === 0) return ask;
  const kept = new LRUCache<string, T>({ max: foundMax, ttl: ttlMs, ttlResolution: 0 });
  const asked = new Map<string, Promise<T | undefined>>();
  const find = async (id: string): Promise<T | undefined> => {
    const start = performance.now();
    const found = await ask(id);
    if (found) kept.set(id, found, { start });
    return found;
  };
  return async (id) => {
    const known = kept.get(id) ?? asked.get(id);
    if (known) return known;
    const question = find(id).finally(() => asked.delete(id));
    asked.set(id, question);
    return question;
  };
}
