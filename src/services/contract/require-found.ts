import { Failure } from "../../rpc/failure.ts";

/**
 * Returns the resource that a request names.
 * @throws Failure NOT_FOUND, the same for an unknown resource and for a resource of another tenant
 */
export function requireFound<T>(resource: T | undefined): T {
  if (resource === undefined) throw new Failure("NOT_FOUND");
  return resource;
}
