import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { Logger } from "../logger.ts";
import type { CoreClient } from "../rpc/client.ts";
import { shareOf } from "../rpc/client/waiting.ts";
import { Failure } from "../rpc/failure.ts";
import { overloaded } from "../rpc/overload.ts";
import { networkOf } from "../rpc/quota/network.ts";
import { sendAnswer } from "./answer.ts";
import { ANONYMOUS } from "./anonymous.ts";
import type { Authenticator } from "./authenticate.ts";
import { requireCredential, requireRight } from "./authorise.ts";
import { BodyReader, checkBodyHeaders, expectsContinue, hasBody } from "./body.ts";
import { connectionOf } from "./connection.ts";
import type { ReadCredentials } from "./credentials.ts";
import { type DocumentForm, sendDocument } from "./document.ts";
import { success } from "./envelope.ts";
import type { Counting } from "./count-requests.ts";
import { admitOrigin, answerPreflight, isPreflight } from "./cross-origin.ts";
import { type Exchange, one, untilAborted } from "./exchange.ts";
import { checkTimeout, idempotencyKeyOf } from "./headers.ts";
import { checkRoom } from "./large-answer.ts";
import { EVENT_STREAM } from "./event-stream/open-stream.ts";
import type { OpenStreams } from "./event-stream/open-streams.ts";
import { entityTag } from "./precondition.ts";
import { scanObject } from "../codec/scan.ts";
import { takes, takesDocument } from "./negotiate.ts";
import { requireSignedBody, type SignedRequest } from "./request-signature.ts";
import type { Route, Routed, Routes } from "./routes.ts";
import { outsideSpans } from "./trace.ts";

/** A longer text is no public key of a wallet. The core refuses what is cut off. */
const KEY_CHARACTERS_MAX = 1_024;

/** The caller of a request, with what was read to identify it. */
interface Identified {
  readonly principal: Principal;
  readonly signature: SignedRequest | undefined;
  readonly body: Buffer | undefined;
}

export interface ApiOptions {
  routes: Routes;
  core: CoreClient;
  authenticator: Authenticator;
  credentialsOf: ReadCredentials;
  counting: Counting;
  openStreams: OpenStreams;
  bodyBytesMax: number;
  log: Logger;
}

/**
 * Serves every version of the interface, with one sequence of steps for every operation. The contract states the order of refusals: route,
 * size and media type, credential, rate, scope, form of the request. The core makes all later checks. A step waits only when it needs an
 * unknown credential, the first lease of a quota, the rest of a body, or the core.
 * @returns a function that answers an exchange.
 * @throws Failure for every refusal, before anything is written.
 */
export function api(options: ApiOptions): (exchange: Exchange) => Promise<void> {
  const { routes, core, authenticator, credentialsOf, counting, openStreams, bodyBytesMax } = options;
  const bodies = new BodyReader(bodyBytesMax);

  const bytesMaxOf = (route: Route): number => Math.max(bodyBytesMax, route.bodyBytesMax ?? 0);

  const routed = (exchange: Exchange): Routed => {
    const { request, path, accepts } = exchange;
    const found = routes.find(request.method ?? "GET", path);
    exchange.routeName = found.route.template;
    exchange.operation = found.route.operation.method;
    exchange.scope = found.route.scope;
    exchange.headers.push(...found.route.deprecation);
    // Nothing follows a stream on its connection.
    if (found.route.isStream) connectionOf(request.socket)?.holdOthers();
    const isAccepted = found.route.isStream
      ? takes(request.headers.accept, EVENT_STREAM)
      : accepts.json || documentFor(exchange, found) !== undefined;
    if (!isAccepted) throw new Failure("NOT_ACCEPTABLE");
    checkBodyHeaders(request, found.route.bodyForm, bytesMaxOf(found.route));
    return found;
  };

  const readBody = (exchange: Exchange, bytesMax: number, principal = ANONYMOUS): Promise<Buffer> => {
    const { request, response, signal, address } = exchange;
    exchange.readsBody = true;
    if (expectsContinue(request) && !request.complete) response.writeContinue();
    const caller = principal.credentialId === "" ? networkOf(address) : shareOf(principal);
    return bodies.read(request, signal, caller, bytesMax);
  };

  /** Identifies the caller. The body is read first when it holds the key that has signed the request. */
  const identified = async (exchange: Exchange, route: Route): Promise<Identified> => {
    const { request, requestId, signal, address } = exchange;
    const credentials = credentialsOf(request);
    const { signature } = credentials;
    let body: Buffer | undefined;
    let newKey: string | undefined;
    if (signature && route.holderKey !== undefined && hasBody(request)) {
      // Nobody vouches for the key, so its holder counts as anonymous, before the body takes any memory.
      const counted = counting.count(exchange, ANONYMOUS, route.operation.weight);
      if (counted) await counted;
      body = await readBody(exchange, bytesMaxOf(route));
      requireSignedBody(signature, body);
      newKey = JSON.stringify(scanObject(body)[route.holderKey] ?? null).slice(0, KEY_CHARACTERS_MAX);
    }
    const verdict = authenticator.authenticate(credentials, requestId, address, newKey);
    const principal = verdict instanceof Promise ? await untilAborted(verdict, signal) : verdict;
    if (credentials.proof?.nextNonce !== undefined)
      exchange.headers.push("DPoP-Nonce", credentials.proof.nextNonce);
    requireCredential(route, principal);
    return { principal, signature, body };
  };

  const preflight = async (exchange: Exchange): Promise<void> => {
    const verb = one(exchange.request.headers["access-control-request-method"]) ?? "";
    const { route } = routes.find(verb, exchange.path);
    exchange.routeName = route.template;
    await counting.count(exchange, ANONYMOUS, 1);
    answerPreflight(exchange, route.verb);
  };

  return async (exchange) => {
    const { request, requestId, deadlineMs, query, signal, headers } = exchange;
    if (isPreflight(request)) return preflight(exchange);
    const found = routed(exchange);
    const { route, values } = found;
    let caller: Identified;
    try {
      caller = await identified(exchange, route);
    } catch (error) {
      // A request with an unknown or guessed credential counts as anonymous.
      throw await counting.refusal(exchange, error, ANONYMOUS);
    }
    const { principal, signature } = caller;
    exchange.principal = principal;
    const refused = admitOrigin(exchange, principal);
    if (!exchange.counted) {
      const counted = counting.count(exchange, principal, route.operation.weight);
      if (counted) await counted;
    }
    if (refused) throw refused;

    requireRight(route, principal);
    checkTimeout(one(request.headers["request-timeout"]));
    const idempotencyKey = route.operation.readOnly
      ? undefined
      : idempotencyKeyOf(one(request.headers["idempotency-key"]));
    // Before the body is read, because a refusal must cost as little as possible.
    if (!core.hasRoomFor(principal)) throw overloaded();
    let { body } = caller;
    if (body === undefined) {
      if (hasBody(request)) body = await readBody(exchange, bytesMaxOf(route), principal);
      if (signature) requireSignedBody(signature, body);
    }
    const ifMatch = one(request.headers["if-match"]);
    const message = route.transcode.request({ values, query, body, ifMatch });

    // A stream that may not open has asked no core.
    exchange.forwarded = !route.isStream;
    if (route.isStream) {
      // The calls of a stream go on for hours and serve other streams, too. They belong to no request.
      const opening = outsideSpans(() => openStreams.open(exchange, principal, message));
      await opening.catch((error: unknown) => {
        throw inJsonNames(error, route);
      });
      return;
    }
    const context = { requestId, principal, deadlineMs, signal, address: exchange.address };
    const result = await core
      .call(
        route.operation.path,
        message,
        idempotencyKey === undefined ? context : { ...context, idempotencyKey },
      )
      .catch((error: unknown) => {
        throw inJsonNames(error, route);
      });
    const { response, replayed } = result;
    const document = documentFor(exchange, found);
    if (document) {
      sendDocument(exchange, document, route.open, response);
      return;
    }
    const data = route.response.json(response);
    checkRoom(exchange, data.length);
    if (replayed) headers.push("Idempotency-Replayed", "true");
    if (route.location) headers.push("Location", route.location(response, values));
    if (route.version) headers.push("ETag", entityTag(route.version(response)));
    sendAnswer(exchange, success(requestId, data, route.location !== undefined));
  };
}

/** Returns the form of the bare document when the answer is one. Well-known paths always serve the bare document. */
function documentFor({ request }: Exchange, { route, wellKnown }: Routed): DocumentForm | undefined {
  const { document } = route;
  return document && (wellKnown || takesDocument(request.headers.accept, document)) ? document : undefined;
}

/** Converts field names in an error of the core to JSON names. */
function inJsonNames(error: unknown, { transcode }: Route): unknown {
  if (!(error instanceof Failure) || error.violations.length === 0) return error;
  const { message, reason, retryAfterSeconds, cause } = error;
  const violations = error.violations.map((violation) => ({
    ...violation,
    field: transcode.jsonPath(violation.field),
  }));
  const [first] = error.violations;
  const named = first !== undefined && first.field !== "" && message.startsWith(`${first.field}: `);
  return new Failure(
    reason,
    {
      message: named ? `${violations[0]?.field}${message.slice(first.field.length)}` : message,
      violations,
      cause,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
    error.entry,
  );
}
