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
