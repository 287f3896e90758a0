import type { Operation } from "../../../gen/rest/operations.ts";
import { camel } from "../update-mask.ts";

/**
 * Tells whether a text has the form of an identifier (src/domain/identifier). Other texts in a path, such as a reference, may be known to
 * few and are left out.
 */
export const isIdentifier = (text: string): boolean => /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text);

/** Leaves out transfers beside a wallet: a record with both would tell who owns the asset of the transfer (docs/ownership.md). */
export function withoutParties(ids: string[]): string[] {
  return ids.some((id) => id.startsWith("wal_")) ? ids.filter((id) => !id.startsWith("trf_")) : ids;
}

/** Returns the identifiers of the resources that a call names or creates. */
export type ResourceIds = (request: unknown, response?: unknown) => string[];

/**
 * Compiles what the contract says of an operation: the parameters of its path, the field that names the tenant, and the names in the
 * Location of what it creates.
 */
export function resourceIdsOf({ http, tenant }: Pick<Operation, "http" | "tenant">): ResourceIds {
  const asked = [...(http?.params ?? []), ...(tenant ? [tenant] : [])].map(pathOf);
  const root = http?.responseBody ? pathOf(http.responseBody) : [];
  const created = [...(http?.location ?? "").matchAll(/\{([a-z0-9_.]+)\}/g)].map(([, name = ""]) => [
    ...root,
    ...pathOf(name),
  ]);
  return (request, response) => {
    const ids: string[] = [];
    for (const path of asked) add(ids, request, path);
    if (response !== undefined) for (const path of created) add(ids, response, path);
    return withoutParties(ids);
  };
}

const pathOf = (name: string): string[] => name.split(".").map(camel);

function add(ids: string[], message: unknown, path: readonly string[]): void {
  let value = message;
  for (const name of path) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (typeof value === "string" && !ids.includes(value) && isIdentifier(value)) ids.push(value);
}
