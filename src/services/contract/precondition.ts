import { Failure } from "../../rpc/failure.ts";

/**
 * Checks that a resource still has a version that the caller has seen. The resource must be locked, so that its version cannot change after
 * the check.
 *
 * @param ifMatch accepted versions; when empty, every version is accepted
 * @throws Failure PRECONDITION_FAILED
 */
export function requireVersion({ version }: { readonly version: number }, ifMatch: readonly number[]): void {
  if (ifMatch.length === 0 || ifMatch.includes(version)) return;
  throw new Failure("PRECONDITION_FAILED", { reason: "VERSION_CHANGED" });
}
