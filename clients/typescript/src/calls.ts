// The parameters and results of calls, derived from the generated OpenAPI types.
import type { paths } from "./gen/types.ts";

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

type RequiredKeys<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? never : Key }[keyof T];

type Params<Operation> = Operation extends { parameters: infer Given }
  ? RequiredKeys<Given> extends never
    ? { readonly params?: Given }
    : { readonly params: Given }
  : never;

type Body<Operation> = Operation extends { requestBody?: never }
  ? { readonly body?: never }
  : Operation extends { requestBody: { content: { "application/json": infer Given } } }
    ? { readonly body: Given }
    : Operation extends { requestBody?: { content: { "application/json": infer Given } } }
      ? { readonly body?: Given }
      : never;

interface Extras {
  /** Ends the call with its retries. */
  readonly signal?: AbortSignal;
  /** Further headers, e.g. `X-Request-ID`. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Options<Operation> = Params<Operation> & Body<Operation> & Extras;

/**
 * Options of a call: `params` (`path`, `query`, `header`), `body`, `headers`, and `signal`. May be omitted when the operation requires
 * none.
 */
export type Init<Path extends keyof paths, V extends Verb> =
  RequiredKeys<Options<OperationAt<Path, V>>> extends never
    ? [Options<OperationAt<Path, V>>?]
    : [Options<OperationAt<Path, V>>];

type Success = 200 | 201 | 202;

/** The envelope of a successful call. */
export type Answer<Path extends keyof paths, V extends Verb> =
  OperationAt<Path, V> extends { responses: infer Responses }
    ? {
        [Status in keyof Responses & Success]: Responses[Status] extends {
          content: { "application/json": infer Envelope };
        }
          ? Envelope
          : never;
      }[keyof Responses & Success]
    : never;

/**
 * A call: resolves to the success envelope.
 *
 * @throws PdaError when the service refuses the request
 * @throws PdaConnectionError when the service does not answer in any attempt
 * @throws PdaProtocolError when something else than the service answers
 * @throws the reason of `signal` when the caller ends the call
 */
export type ApiCall<V extends Verb> = <Path extends PathsWith<V>>(
  path: Path,
  ...init: Init<Path, V>
) => Promise<Answer<Path, V>>;

/**
 * A call whose answer is no envelope: resolves to the answer as it came, e.g. CSV, XML or a revocation list, or 304 without a body. Throws
 * as `ApiCall`.
 */
export type DownloadCall = <Path extends PathsWith<"get">>(
  path: Path,
  ...init: Init<Path, "get">
) => Promise<Response>;

/** One request with its answer, as templates and objects rather than bytes. */
export interface ObservedCall {
  readonly method: string;
  /** Path template, e.g. `/api/v1/payments/{paymentId}`. */
  readonly path: string;
  readonly params: { readonly path?: Record<string, unknown>; readonly query?: Record<string, unknown> };
  readonly body: unknown;
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** The envelope; empty for a download. */
  readonly answer: Record<string, unknown>;
}
