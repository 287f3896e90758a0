/** A part of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** Returns the members that have a value, in their order; the document omits undefined members. */
export function compact(members: Json): Json {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Returns the list, or undefined when it is empty. */
export function nonEmpty<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

/** Returns a reference to a component of the document. */
export function ref(
  kind: "schemas" | "parameters" | "headers" | "responses" | "examples",
  name: string,
): Json {
  return { $ref: `#/components/${kind}/${name}` };
}
