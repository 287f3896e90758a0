// The parameters and results of calls, derived from the generated OpenAPI types.
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

/** Options of a call; optional when the operation requires none. */
export type Init<Path extends keyof paths, V extends Verb> =
  RequiredKeys<Options<OperationAt<Path, V>>> extends never
    ? [Options<OperationAt<Path, V>>?]
    : [Options<OperationAt<Path, V>>];

/** The envelope of a successful call. */
export type Answer<Path extends keyof paths, V extends Verb> =
  OperationAt<Path, V> extends infer Operation extends Record<string | number, unknown>
    ? Extract<FetchResponse<Operation, object, "application/json">, { error?: never }>["data"]
    : never;

/** A call: resolves to the success envelope, rejects with PdaError. */
export type ApiCall<V extends Verb> = <Path extends PathsWith<V>>(
  path: Path,
  ...init: Init<Path, V>
) => Promise<Answer<Path, V>>;
