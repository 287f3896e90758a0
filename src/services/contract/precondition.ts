import { Failure } from "../../rpc/failure.ts";

/**
 * Returns a resource that still has a version that the caller has seen. The resource must be locked, so that its version cannot change
 * after the check.
 *
 * @param ifMatch accepted versions; when empty, every version is accepted
 * @throws Failure PRECONDITION_FAILED
 */
export function requireVersion<T extends { readonly version: number }>(
  resource: T,
  ifMatch: readonly number[],
): T {
  if (ifMatch.length === 0 || ifMatch.includes(resource.version)) return resource;
  throw new Failure("VERSION_CHANGED");
}
