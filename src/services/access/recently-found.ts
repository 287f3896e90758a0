import { LRUCache } from "lru-cache";

const foundMax = 10_000;

/**
 * Makes a finder that keeps what it has found for a short time. The time counts from the question, so a revocation takes effect within it.
 * What does not exist is not kept, because strangers can name any number of things.
 *
 * @param ttlMs how long something is kept; 0 asks each time
 */
export function recentlyFound<T extends object>(
  ask: (id: string) => Promise<T | undefined>,
  ttlMs: number,
): (id: string) => Promise<T | undefined> {
  const kept = new LRUCache<string, T>({ max: foundMax, ttl: Math.max(1, ttlMs), ttlResolution: 0 });
  return async (id) => {
    const known = kept.get(id);
    if (known) return known;
    const start = performance.now();
    const found = await ask(id);
    if (found && ttlMs > 0) kept.set(id, found, { start });
    return found;
  };
}
