import createClient from "openapi-fetch";
import { isEventStream } from "./answer.ts";
import type { ApiCall, DownloadCall, ObservedCall, Verb } from "./calls.ts";
import { PdaError, PdaProtocolError, type Refusal } from "./error.ts";
import { EventStream, type EventStreamOptions, type OpenConnection } from "./event-stream.ts";
import type { paths } from "./gen/types.ts";
import { type PathValues, pathOf } from "./path.ts";
import { retryAfterOf } from "./retry.ts";
import type { Settings } from "./settings.ts";
import { Transport } from "./transport.ts";

/** Typed calls of the interface. Close the client after use, because it keeps connections open. */
export interface PdaClient extends AsyncDisposable {
  readonly GET: ApiCall<"get">;
  readonly POST: ApiCall<"post">;
  readonly PUT: ApiCall<"put">;
  readonly PATCH: ApiCall<"patch">;
  readonly DELETE: ApiCall<"delete">;
  /** Reads a bare document (CSV, XML, a revocation list). If an operation has several forms, the header `Accept` chooses one. */
  readonly DOWNLOAD: DownloadCall;
  /**
   * Returns the events as they happen, from a stream that connects again by itself. Nothing is sent before the loop begins.
   *
   * @throws TypeError with `verifyAnswers`, because the service signs whole answers only
   */
  streamEvents(options?: EventStreamOptions): EventStream;
  /** Ends the streams, and closes the connections after the calls under way. */
  close(): Promise<void>;
}

interface LooseInit {
  readonly params?: ObservedCall["params"] & { readonly header?: Record<string, unknown> };
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** openapi-fetch's untyped request. As a stream it leaves the body of a success unread, and returns the body of an error parsed. */
type Send = (
  verb: string,
  path: string,
  init: LooseInit & { readonly parseAs: "stream" },
) => Promise<{ readonly response: Response; readonly error?: unknown }>;

const redirects = new Set([301, 302, 303, 307, 308]);

/** Makes the calls of a client from its settings. */
export function clientOf(settings: Settings): PdaClient {
  const { baseUrl, apiKey } = settings;
  const transport = new Transport(settings);
  const http = createClient<paths>({
    baseUrl,
    fetch: (request) => transport.send(request),
    // The default one would let ".." name another operation. Paths get their parameters before.
    pathSerializer: (path) => path,
    headers: { Accept: "application/json", ...(apiKey === "" ? {} : { Authorization: `Bearer ${apiKey}` }) },
  });
  const request = http.request as unknown as Send;
  const send: Send = (verb, path, init) =>
    request(verb, pathOf(path, init.params?.path as PathValues | undefined), init);

  const tell = (
    method: string,
    path: string,
    given: LooseInit,
    { status, headers }: Response,
    answer: object,
  ) =>
    settings.observe?.({
      method,
      path,
      params: given.params ?? {},
      body: given.body,
      status,
      headers,
      answer: answer as ObservedCall["answer"],
    });

  const call = async (method: Uppercase<Verb>, path: string, given: LooseInit = {}): Promise<unknown> => {
    const { response, error } = await send(method, path, { ...given, parseAs: "stream" });
    const answer = response.ok ? parsed(await response.text()) : error;
    const idempotencyKey = transport.keyOf(response);
    if (!isEnvelope(answer)) throw notOfTheService(response, baseUrl, idempotencyKey);
    tell(method, path, given, response, answer);
    if (!response.ok) throw new PdaError(response.status, answer, retryAfterOf(response), idempotencyKey);
    return answer;
  };

  const download = async (path: string, given: LooseInit = {}): Promise<Response> => {
    const headers = { Accept: "*/*", ...given.headers };
    const { response, error } = await send("GET", path, { ...given, headers, parseAs: "stream" });
    const isAnswer = response.ok || response.status === 304;
    // Every answer of the service has this header.
    if (isAnswer ? !response.headers.has("X-Request-ID") : !isEnvelope(error))
      throw notOfTheService(response, baseUrl);
    tell("GET", path, given, response, isAnswer ? {} : (error as object));
    if (!isAnswer) throw new PdaError(response.status, error as Refusal, retryAfterOf(response));
    return response;
  };

  const verb = <V extends Verb>(method: Uppercase<V>): ApiCall<V> =>
    ((path: string, init?: LooseInit) => call(method, path, init)) as ApiCall<V>;
  const openStream: OpenConnection = async ({ type, after, lastEventId }, signal) => {
    const url = new URL(`${baseUrl}/api/v1/events/stream`);
    if (type !== undefined) url.searchParams.set("type", type);
    if (lastEventId === undefined && after !== "") url.searchParams.set("pageToken", after);
    const headers = streamHeaders(apiKey, lastEventId);
    const response = await transport.open(new Request(url, { headers, signal }));
    if (isEventStream(response) && response.body) return response.body;
    const answer = parsed(await response.text());
    if (response.ok || !isEnvelope(answer)) throw notOfTheService(response, baseUrl);
    throw new PdaError(response.status, answer, retryAfterOf(response));
  };

  const closing = new AbortController();
  const streamEvents = (given: EventStreamOptions = {}): EventStream => {
    if (settings.verify)
      throw new TypeError("a stream of events is not signed: open it with a client without verifyAnswers");
    return new EventStream(openStream, baseUrl, given, closing.signal);
  };
  const close = () => {
    closing.abort();
    return transport.close();
  };
  return {
    GET: verb("GET"),
    POST: verb("POST"),
    PUT: verb("PUT"),
    PATCH: verb("PATCH"),
    DELETE: verb("DELETE"),
    DOWNLOAD: download as DownloadCall,
    streamEvents,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const streamHeaders = (apiKey: string, lastEventId: string | undefined): Record<string, string> => ({
  Accept: "text/event-stream",
  ...(lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId }),
  ...(apiKey === "" ? {} : { Authorization: `Bearer ${apiKey}` }),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEnvelope(answer: unknown): answer is Refusal {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "success" in answer &&
    "errors" in answer &&
    Array.isArray(answer.errors)
  );
}

function notOfTheService(response: Response, address: string, idempotencyKey?: string): PdaProtocolError {
  const { status, headers } = response;
  const location = redirects.has(status) ? headers.get("Location") : null;
  return new PdaProtocolError(status, address, location, retryAfterOf(response), idempotencyKey);
}
