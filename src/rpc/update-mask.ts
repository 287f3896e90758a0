import type { Operation } from "../../gen/rest/operations.ts";
import { messageOf } from "./contract.ts";
import { Failure } from "./failure.ts";

/**
 * Makes the check of an operation's field mask (AIP-134, AIP-161): each path names a field that the operation changes, and once.
 *
 * @returns undefined for an operation without a mask; else a function that checks a decoded request and throws Failure INVALID_ARGUMENT
 */
export function maskCheck({ request: typeName, http }: Operation): ((request: unknown) => void) | undefined {
  if (http?.updateMask === undefined) return undefined;
  const field = http.updateMask;
  const fixed = [...http.params, http.ifMatch, field];
  const names = new Map(
    messageOf(typeName)
      .fields.filter(({ name }) => !fixed.includes(name))
      .map(({ name, jsonName }) => [name, jsonName]),
  );
  const member = camel(field);
  return (request) => {
    const paths = (request as Record<string, readonly string[] | undefined>)[member] ?? [];
    const unknown = paths.find((path) => !names.has(path));
    if (unknown !== undefined) {
      const known = [...names.values()].join(", ");
      const message = `"${camel(unknown).slice(0, 64)}" is not a field that can be updated. Fields that can: ${known}.`;
      throw Failure.ofField(field, "UNKNOWN_MEMBER", message);
    }
    const repeated = paths.find((path, index) => paths.indexOf(path) !== index);
    if (repeated === undefined) return;
    const message = `${names.get(repeated)} can be given only once.`;
    throw Failure.ofField(field, "REPEATED", message);
  };
}

/** Returns the name of a field in JSON and in TypeScript. */
export const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
