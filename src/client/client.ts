import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import { Agent, fetch as undiciFetch, Request as UndiciRequest } from "undici";
import type { paths } from "../../gen/openapi/types.ts";
import type { ApiCall, Verb } from "./calls.ts";
import { PdaError, type PdaErrorItem, PdaProtocolError } from "./error.ts";
import { defaultRetryPolicy, type RetryPolicy, retrying } from "./retry.ts";

/** One request with its answer, as templates and objects rather than bytes. */
export interface ObservedCall {
  readonly method: string;
  /** Path template, e.g. `/api/v1/payments/{paymentId}`. */
  readonly path: string;
  readonly params: { readonly path?: Record<string, unknown>; readonly query?: Record<string, unknown> };
  readonly body: unknown;
  readonly status: number;
  readonly headers: Headers;
  readonly answer: Record<string, unknown>;
}

/** How to reach the service. */
export interface PdaClientOptions {
  /** Base address, e.g. `https://localhost:8443`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer …`; public operations need no key. */
  readonly apiKey?: string;
  /** PEM of the root certificate of the service; the system's roots when absent. */
  readonly ca?: string | Buffer;
  readonly retry?: Partial<RetryPolicy>;
  /** Receives every answer, refusals included. */
  readonly observe?: (exchange: ObservedCall) => void;
}

/** Typed calls of the interface. Close the client after use, because it keeps connections open. */
export interface PdaClient extends AsyncDisposable {
  readonly GET: ApiCall<"get">;
  readonly POST: ApiCall<"post">;
  readonly PATCH: ApiCall<"patch">;
  close(): Promise<void>;
}

interface LooseInit {
  params?: ObservedCall["params"] & { header?: Record<string, unknown> };
  body?: unknown;
}
interface LooseResult {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/**
 * Makes a client of the REST interface over TLS 1.3. Calls resolve to the envelope. They reject with PdaError (the service refused),
 * PdaProtocolError (no envelope) or a TypeError (no connection). Every call with an effect gets an `Idempotency-Key` unless the caller sets
 * one, so that retryable failures are repeated without a second effect.
 */
export function createPdaClient(options: PdaClientOptions): PdaClient {
  const agent = new Agent({ connect: { minVersion: "TLSv1.3", ...(options.ca ? { ca: options.ca } : {}) } });
  const send = (request: Request): Promise<Response> =>
    undiciFetch(request as unknown as UndiciRequest, { dispatcher: agent });
  const http = createClient<paths>({
    baseUrl: options.baseUrl,
    fetch: retrying(send, { ...defaultRetryPolicy, ...options.retry }),
    Request: UndiciRequest as unknown as typeof Request,
    headers: {
      Accept: "application/json",
      ...(options.apiKey ? { Authorization: `Bearer ${options.apiKey}` } : {}),
    },
  });
  const request = http.request as unknown as (
    verb: Verb,
    path: string,
    init: LooseInit,
  ) => Promise<LooseResult>;

  const call = async (verb: Verb, path: string, given: LooseInit = {}): Promise<unknown> => {
    const init = verb === "get" ? given : withEffect(given);
    const { data, error, response } = await request(verb, path, init);
    const answer = data ?? error;
    if (!isEnvelope(answer)) throw new PdaProtocolError(response.status, response.url);
    const { status, headers } = response;
    options.observe?.({
      method: verb.toUpperCase(),
      path,
      params: given.params ?? {},
      body: given.body,
      status,
      headers,
      answer,
    });
    if (!response.ok)
      throw new PdaError(status, answer as unknown as ConstructorParameters<typeof PdaError>[1]);
    return answer;
  };

  const close = () => agent.close();
  return {
    GET: ((path: string, init?: LooseInit) => call("get", path, init)) as ApiCall<"get">,
    POST: ((path: string, init?: LooseInit) => call("post", path, init)) as ApiCall<"post">,
    PATCH: ((path: string, init?: LooseInit) => call("patch", path, init)) as ApiCall<"patch">,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Adds a new idempotency key unless the caller gave one, and sends a JSON object as body in any case. */
function withEffect(init: LooseInit): LooseInit {
  const header = { "Idempotency-Key": randomUUID(), ...init.params?.header };
  return { ...init, params: { ...init.params, header }, body: init.body ?? {} };
}

function isEnvelope(answer: unknown): answer is Record<string, unknown> & { errors: PdaErrorItem[] } {
  return typeof answer === "object" && answer !== null && "success" in answer && "errors" in answer;
}
