import { catalogue } from "../../gen/errors/catalogue.ts";
import type { Logger } from "../logger.ts";
import { holdsScope } from "../rpc/authorise.ts";
import { Failure } from "../rpc/failure.ts";
import { expectsContinue, hasBody } from "./body.ts";
import { type EncodedAnswer, errorPage, failed, problem } from "./envelope.ts";
import { challengeFor, rightsChallenge } from "./challenge.ts";
import { connectionOf } from "./connection.ts";
import { CallerGone, type Exchange } from "./exchange.ts";
import { setHead } from "./response-head.ts";
import { failurePage, isForPeople } from "./failure-page.ts";
import { PIECE_BYTES, endInPieces } from "./large-answer.ts";
import { acceptedSignature } from "./request-signature.ts";
import { signatureHeaders } from "./sign-answer.ts";
import { MethodNotAllowed } from "./routes.ts";

/** How long the gateway waits for the rest of an unwanted body, so that the connection can be used again. */
const REST_MS = 100;
/** The gateway does not wait for the rest of a larger body. */
const REST_BYTES_MAX = 4_194_304;

/** Writes an answer, to HEAD without the body. When the request's body is incomplete, may first wait up to `REST_MS` for its end. */
export function sendAnswer(exchange: Exchange, answer: EncodedAnswer): void {
  if (lacksBody(exchange) && isAwaited(exchange)) afterBody(exchange, () => write(exchange, answer));
  else write(exchange, answer);
}

/** Tells whether part of the request's body is still to come. */
function lacksBody({ request, bodyLost }: Exchange): boolean {
  return !request.complete && !bodyLost && hasBody(request);
}

/** Tells whether to wait for the rest of an unwanted body. The rest of some bodies may never come, or is too large. */
function isAwaited({ request, readsBody }: Exchange): boolean {
  if (expectsContinue(request) && !readsBody) return false;
  return Number(request.headers["content-length"] ?? 0) <= REST_BYTES_MAX;
}

/** Discards the rest of a body, then calls `goOn` when the body has ended or `REST_MS` have passed. */
function afterBody({ request, response }: Exchange, goOn: () => void): void {
  const timer = setTimeout(done, REST_MS);
  function done(): void {
    clearTimeout(timer);
    request.off("end", done);
    response.off("close", gone);
    goOn();
  }
  const gone = (): void => {
    clearTimeout(timer);
    request.off("end", done);
  };
  request.once("end", done);
  response.once("close", gone);
  request.resume();
}

/** Writes the head in one piece. When the request's body is incomplete, the answer is the last of its connection. */
function write(exchange: Exchange, { httpStatus, contentType, body }: EncodedAnswer): void {
  const { request, response, requestId, standing, headers } = exchange;
  const length = Buffer.byteLength(body);
  headers.push("Content-Type", contentType, "Content-Length", String(length));
  headers.push("X-Request-ID", requestId);
  const written = request.method === "HEAD" ? "" : body;
  headers.push(...signatureHeaders(exchange, { httpStatus, contentType, content: written }));
  if (lacksBody(exchange)) connectionOf(request.socket)?.drain();
  setHead(response, httpStatus, standing, headers);
  if (length > PIECE_BYTES && written !== "") endInPieces(exchange, written);
  else {
    exchange.hold(written === "" ? 0 : length);
    response.end(written);
  }
}

/**
 * Answers with a failure. Any other error is unexpected: it is logged whole and answered as INTERNAL without its text. Sends nothing when
 * the caller has gone.
 */
export function sendFailure(exchange: Exchange, error: unknown, log: Logger): void {
  const { response, requestId, accepts } = exchange;
  if (error instanceof CallerGone || response.destroyed) return;
  const failure = error instanceof Failure ? error : new Failure("INTERNAL", { cause: error });
  exchange.failure = failure;
  logFailure(exchange, failure, log);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  setFailureHeaders(exchange, failure);
  if (isForPeople(exchange)) return sendAnswer(exchange, failurePage(exchange, failure));
  sendAnswer(exchange, accepts.problem ? problem(requestId, failure) : failed(requestId, failure));
}

/** Logs a failure that is not the caller's. */
export function logFailure({ requestId, routeName }: Exchange, failure: Failure, log: Logger): void {
  const seen = { requestId, route: routeName, err: failure.cause ?? failure };
  if (failure.entry === "INTERNAL") log.error(seen, "the request failed unexpectedly");
  else if (failure.entry === "UNAVAILABLE") log.warn(seen, "the core is unavailable");
}

function setFailureHeaders(exchange: Exchange, failure: Failure): void {
  const { request, headers, challenges, scope, principal } = exchange;
  const { authorization } = request.headers;
  if (catalogue[failure.entry].httpStatus === 401) {
    headers.push("WWW-Authenticate", challengeFor(challenges, authorization, failure));
    if (exchange.takesSignatures) headers.push("Accept-Signature", acceptedSignature(request));
  } else {
    const missing = scope && !holdsScope(scope, principal?.scopes ?? []) ? scope.scope : undefined;
    const challenge = rightsChallenge(challenges, authorization, failure, missing);
    if (challenge !== undefined) headers.push("WWW-Authenticate", challenge);
  }
  headers.push(...failureHeaders(failure));
}

/** Returns the headers that a failure itself sets, names and values in turn. */
export function failureHeaders(failure: Failure): string[] {
  const { code, retryable } = catalogue[failure.entry];
  const headers = ["Link", `<${errorPage(code)}>; rel="help"`];
  if (failure.dpopNonce !== undefined) headers.push("DPoP-Nonce", failure.dpopNonce);
  if (failure instanceof MethodNotAllowed) headers.push("Allow", failure.allow.join(", "));
  // Some failures that are not retryable state a time after which a repeat can succeed.
  const { retryAfterSeconds = retryable && failure.entry !== "INTERNAL" ? 1 : undefined } = failure;
  if (retryAfterSeconds !== undefined) headers.push("Retry-After", String(retryAfterSeconds));
  return headers;
}
