import { Refused } from "../../domain/refused.ts";
import type { SealedAuthentication, SealedCertificate } from "../../domain/webhook/authentication.ts";
import type { Logger } from "../../logger.ts";
import { tracer } from "../../telemetry/tracer.ts";
import type { Authorizations, Authorized } from "./authorizations.ts";
import { masked } from "./masked.ts";
import { type Delivered, type RequestMaker, requestOf } from "./request.ts";
import type { AttemptResult, Sender, TlsClient } from "./sender.ts";
import { NoToken } from "./token-request.ts";

/** What is needed for an attempt. */
export interface AttemptMaker extends RequestMaker {
  readonly sender: Sender;
  readonly authorizations: Authorizations;
  /** Returns the certificate of an endpoint as the sender shows it. */
  readonly tlsClient: (webhookUuid: string, certificate: SealedCertificate) => TlsClient;
  readonly log: Logger;
}

/** The endpoint that an attempt is made for. */
interface Target extends Authorized {
  readonly authentication: SealedAuthentication | undefined;
}

/** Makes a request and sends it. Never rejects. @param sent returns what is sent */
export function makeAttempt(
  maker: AttemptMaker,
  target: Target,
  sent: () => Delivered,
): Promise<AttemptResult> {
  if (tracer === undefined) return attempt(maker, target, sent);
  const span = tracer.ofOwnWork({ name: "webhook attempt", kind: "client" });
  return tracer.run(span, async () => {
    const result = await attempt(maker, target, sent);
    // Nothing of the receiver is noted, and the receiver gets no trace context: it is none of our tiers.
    if (result.status !== undefined) span?.set({ "http.response.status_code": result.status });
    if (result.error !== undefined) span?.fail(result.error);
    return result;
  });
}

/** Makes the attempt. It lasts from its begin to its end, with the requests for a token and the one that was refused. */
async function attempt(maker: AttemptMaker, target: Target, sent: () => Delivered): Promise<AttemptResult> {
  const started = performance.now();
  const result = await outcome(maker, target, sent);
  return { ...result, durationMs: Math.round(performance.now() - started) };
}

async function outcome(
  maker: AttemptMaker,
  target: Target,
  sent: () => Delivered,
): Promise<Omit<AttemptResult, "durationMs">> {
  try {
    const request = requestOf(maker, sent());
    const { webhookUuid, authentication } = target;
    if (!authentication) return await maker.sender.send(request);
    if (authentication.method === "certificate")
      return await maker.sender.send({ ...request, client: maker.tlsClient(webhookUuid, authentication) });
    const send = async (authorization: string): Promise<AttemptResult> => {
      const result = await maker.sender.send({ ...request, headers: { ...request.headers, authorization } });
      return { ...result, body: masked(result.body, authorization.slice(authorization.indexOf(" ") + 1)) };
    };
    const first = await maker.authorizations.of(target, authentication);
    const result = await send(first);
    if (result.status !== 401) return result;
    const other = await maker.authorizations.another(target, authentication, first);
    return other === undefined ? result : await send(other);
  } catch (error) {
    return { body: Buffer.alloc(0), error: errorOf(error, maker.log, target) };
  }
}

function errorOf(error: unknown, log: Logger, { webhookUuid }: Target): NonNullable<AttemptResult["error"]> {
  if (error instanceof Refused) return "REFUSED_ADDRESS";
  if (error instanceof NoToken) return "TOKEN_ENDPOINT";
  log.error({ err: error, webhookUuid }, "a delivery could not be made");
  return "INTERNAL";
}
