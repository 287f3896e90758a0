import { Failure } from "../../rpc/failure.ts";
import { camel } from "../../rpc/update-mask.ts";

/** A request of an update. The pipeline has checked the mask. */
interface Update {
  readonly updateMask?: readonly string[] | undefined;
}

/**
 * Tells which fields an update changes: those that its mask names or, without a mask, those that the request has. A field that changes and
 * that the request lacks is cleared.
 */
export function changesOf<Request extends Update>(request: Request): (field: keyof Request) => boolean {
  const { updateMask = [] } = request;
  if (updateMask.length === 0) return (field) => isGiven(request[field]);
  const changed: readonly unknown[] = updateMask.map(camel);
  return (field) => changed.includes(field);
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

/** Returns the new value of a field that every resource has. @throws Failure INVALID_ARGUMENT when the update would clear it */
export function requireKept<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw Failure.ofField(field, "REQUIRED", "It cannot be cleared.");
  return value;
}
