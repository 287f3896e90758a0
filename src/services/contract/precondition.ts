import { Failure } from "../../rpc/failure.ts";

/**
 * Holds a change to the version that the caller has seen; the resource must be locked, so that it stays so.
 *
 * @param ifMatch versions of which the present one must be one; none: any
 * @throws Failure PRECONDITION_FAILED
 */
export function requireVersion({ version }: { readonly version: number }, ifMatch: readonly number[]): void {
  if (ifMatch.length === 0 || ifMatch.includes(version)) return;
  throw new Failure("PRECONDITION_FAILED", { reason: "VERSION_CHANGED" });
}
