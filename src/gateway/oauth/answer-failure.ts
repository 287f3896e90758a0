import type { KoaContextWithOIDC } from "oidc-provider";
import { catalogue } from "../../../gen/errors/catalogue.ts";
import type { Failure } from "../../rpc/failure.ts";
import { failureHeaders } from "../answer.ts";
import { errorPage } from "../envelope.ts";
import { exchangeOf } from "../exchange.ts";

/** Answers with a failure in the form of RFC 6749 section 5.2, with the headers that every answer with the failure has. */
export function answerFailure(ctx: KoaContextWithOIDC, failure: Failure): void {
  exchangeOf(ctx.res as never).failure = failure;
  const headers = failureHeaders(failure);
  for (let at = 0; at < headers.length; at += 2) ctx.set(headers[at] as string, headers[at + 1] as string);
  const [status, error] = errorOf(failure);
  ctx.status = status;
  const { code } = catalogue[failure.entry];
  ctx.body = { error, error_description: failure.message, error_uri: errorPage(code) };
}

/** Returns the HTTP status and the error of OAuth for a failure. */
function errorOf({ entry, reason }: Failure): [status: number, error: string] {
  if (reason === "DPOP_NONCE_NEEDED") return [400, "use_dpop_nonce"];
  if (reason.startsWith("DPOP_")) return [400, "invalid_dpop_proof"];
  if (reason === "CLIENT_CERTIFICATE_REFUSED" || reason === "CREDENTIALS_DISAGREE")
    return [400, "invalid_request"];
  if (reason === "CREDENTIAL_REFUSED" || reason === "NETWORK_NOT_ALLOWED") return [401, "invalid_client"];
  const { httpStatus } = catalogue[entry];
  if (httpStatus === 429) return [429, "temporarily_unavailable"];
  // The client repeats the request, also when the core took too long: a token that nobody received is of no use.
  return httpStatus === 503 || httpStatus === 504 ? [503, "temporarily_unavailable"] : [500, "server_error"];
}
