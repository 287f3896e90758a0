// The client for pages of the service's own origin: with keys of Web Crypto, which the browser keeps and never shows.
import type { PdaClient } from "./client.ts";
import { clientOf } from "./client.ts";
import type { Connection } from "./connection.ts";
import { type AccessToken, DpopCredential, type NonceStore } from "./dpop.ts";
import { type CommonOptions, commonSettings } from "./settings.ts";
import { RequestSigner } from "./signature.ts";
import { WebKey, type WebKeyPair } from "./web-key.ts";

export type { Answer, ApiCall, DownloadCall, Init, ObservedCall, PathsWith, Verb } from "./calls.ts";
export { base64url, thumbprintOf } from "./caller-key.ts";
export type { PdaClient } from "./client.ts";
export { type NonceStore, proofOf } from "./dpop.ts";
export {
  type ErrorCodeText,
  type ErrorReasonText,
  PdaConnectionError,
  PdaError,
  type PdaErrorItem,
  PdaProtocolError,
} from "./error.ts";
export { EventStream, type EventStreamOptions } from "./event-stream.ts";
export type { components, operations, paths } from "./gen/types.ts";
export { ErrorCode, type KnownErrorCode, type KnownErrorReason, version } from "./gen/words.ts";
export { items, type Page, type PageQuery, pages } from "./pages.ts";
export type { RetryPolicy } from "./retry.ts";
export { holderKey, type HolderStatement, signPayment, signStatement } from "./sandbox/keys.ts";
export { WebKey, type WebKeyPair } from "./web-key.ts";

/** How to reach the service from a page. Without a credential, public operations only. */
export interface BrowserClientOptions extends CommonOptions {
  /** Base address. Default: the origin of the page. The service lets pages of other origins call it with few credentials only. */
  readonly baseUrl?: string;
  /** Sends an OAuth access token with a proof of the key that it is bound to (RFC 9449). */
  readonly dpop?: {
    /**
     * Returns the token to use now. Called for each attempt, so keep a token until it ends. An error ends the call unchanged. If a request with
     * an effect was sent before, the error is the `cause` of a PdaConnectionError with the idempotency key.
     */
    readonly accessToken: AccessToken;
    /** ECDSA P-256; not extractable, best. */
    readonly keys: WebKeyPair;
    /** Where the newest nonce is kept, such as the page's `sessionStorage`. Default: it ends with the client, and the next is challenged first. */
    readonly nonces?: NonceStore;
  };
  /** Signs each attempt (RFC 9421) with the key of a wallet, ECDSA P-256. */
  readonly signature?: { readonly keys: WebKeyPair };
}

/**
 * Makes a client of the REST interface for a page. It has what the client of Node has, except certificates, API keys and signed answers.
 *
 * @throws TypeError for an option that cannot be used
 */
export function createPdaClient({
  baseUrl = (globalThis as { readonly location?: { readonly origin: string } }).location?.origin ?? "",
  dpop,
  signature,
  ...options
}: BrowserClientOptions = {}): PdaClient {
  const credential = dpop && new DpopCredential(dpop.accessToken, new WebKey(dpop.keys, "dpop"), dpop.nonces);
  const signer = signature && new RequestSigner(new WebKey(signature.keys, "signature"), undefined);
  const common = commonSettings({ ...options, baseUrl });
  return clientOf({ ...common, apiKey: "", credential, signer, verify: undefined, connection });
}

const connection: Connection = {
  // The credentials of the options only: a cookie of the page gives no rights.
  fetch: async (url, { body, headers: given, ...sent }) => {
    const headers = new Headers(given);
    // Firefox and Safari send it from a page of another origin only with a permission (CORS) that the service does not give.
    headers.delete("User-Agent");
    const response = await fetch(url, {
      ...sent,
      headers,
      body: body as Uint8Array<ArrayBuffer> | null | undefined,
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
    });
    // A page sees no status of a redirect, and not where it leads.
    return response.type === "opaqueredirect" ? new Response(null, { status: 302 }) : response;
  },
  failureOf: (error) =>
    error instanceof Error && error.name === "TimeoutError"
      ? { reason: "timeout", detail: "it timed out" }
      : { reason: "connection", detail: error instanceof Error ? error.message : String(error) },
  close: () => Promise.resolve(),
};
