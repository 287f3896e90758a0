// What a call takes and gives, derived from the generated OpenAPI types.
import type { FetchOptions, FetchResponse } from "openapi-fetch";
import type { paths } from "../../gen/openapi/types.ts";

/** Verbs of the interface. */
export type Verb = "get" | "post" | "put" | "patch" | "delete";

/** Paths that have a verb. */
export type PathsWith<V extends Verb> = {
  [Path in keyof paths]: paths[Path] extends { [Key in V]: { responses: unknown } } ? Path : never;
}[keyof paths];

type OperationAt<Path extends keyof paths, V extends Verb> = paths[Path] extends {
  [Key in V]: infer Operation;
}
  ? Operation
  : never;

type Options<Operation> = Omit<FetchOptions<Operation>, "parseAs" | "fetch" | "baseUrl" | "middleware">;

type RequiredKeys<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? never : Key }[keyof T];

/** Options of a call; they can be left out when none is needed. */
export type Init<Path extends keyof paths, V extends Verb> =
  RequiredKeys<Options<OperationAt<Path, V>>> extends never
    ? [Options<OperationAt<Path, V>>?]
    : [Options<OperationAt<Path, V>>];

/** The envelope that a successful call answers. */
export type Answer<Path extends keyof paths, V extends Verb> =
  OperationAt<Path, V> extends infer Operation extends Record<string | number, unknown>
    ? Extract<FetchResponse<Operation, object, "application/json">, { error?: never }>["data"]
    : never;

/** A call: resolves to the envelope of success, rejects with PdaError. */
export type ApiCall<V extends Verb> = <Path extends PathsWith<V>>(
  path: Path,
  ...init: Init<Path, V>
) => Promise<Answer<Path, V>>;
