// AsyncAPI reads schemas as JSON Schema draft-07, where whatever stands beside a reference is ignored.
import type { Json } from "../openapi/json.ts";

/** Returns a part of a document in which a reference with descriptions beside it is written as `allOf`. */
export function asDraft07(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asDraft07);
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...beside } = part as Json;
  const rest = Object.fromEntries(Object.entries(beside).map(([name, value]) => [name, asDraft07(value)]));
  if ($ref === undefined) return rest;
  return Object.keys(rest).length === 0 ? { $ref } : { allOf: [{ $ref }], ...rest };
}
