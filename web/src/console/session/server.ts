// Where people sign in to the console: the service's own authorisation server, or the one that the operator has configured.
import { signInTexts } from "../texts/sign-in.ts";

const { server: faults } = signInTexts;

/** What the service says of signing in to the console (`/console/sign-in.json`). */
interface SignInSettings {
  /** `client_id` of the console. */
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Absent for the service's own server. */
  readonly issuer?: string;
  /** What the tokens must be for (RFC 8707). */
  readonly resource?: string;
}

/** Members of a server's metadata that the console reads: RFC 8414, RFC 9126, RFC 9207, OpenID Connect RP-Initiated Logout. */
interface Metadata {
  readonly issuer?: string;
  readonly authorization_endpoint?: string;
  readonly token_endpoint?: string;
  readonly pushed_authorization_request_endpoint?: string;
  readonly require_pushed_authorization_requests?: boolean;
  readonly revocation_endpoint?: string;
  readonly end_session_endpoint?: string;
  readonly code_challenge_methods_supported?: readonly string[];
  readonly dpop_signing_alg_values_supported?: readonly string[];
  readonly authorization_response_iss_parameter_supported?: boolean;
}

/** An authorisation server, and the console as its client. */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource: string | undefined;
  /** Where the browser is sent. */
  readonly authorize: string;
  readonly token: string;
  /** Where requests are pushed (RFC 9126), at a server that requires it. Others may let no page call that address. Absent: a request travels in the address. */
  readonly push: string | undefined;
  readonly revoke: string | undefined;
  /** Page on which a person ends the session at the server. */
  readonly endSession: string | undefined;
  /** Each answer of the authorisation endpoint names the server (RFC 9207). */
  readonly namesItself: boolean;
}

/** A server has so long to answer. */
export const ANSWER_MS = 10_000;

/** The server cannot be used as it is. */
class UnusableServer extends Error {
  override readonly name = "UnusableServer";
}

let read: Promise<SignInSettings> | undefined;
let found: Promise<AuthorizationServer> | undefined;

/** Returns how people sign in. A failure is not remembered. @throws Error */
export function signInSettings(): Promise<SignInSettings> {
  read ??= json<SignInSettings>("/console/sign-in.json").catch((error: unknown) => {
    read = undefined;
    throw error;
  });
  return read;
}

/** Returns the server with its endpoints. A failure is not remembered. @throws UnusableServer, TypeError when it does not answer */
export function authorizationServer(): Promise<AuthorizationServer> {
  found ??= discover().catch((error: unknown) => {
    found = undefined;
    throw error;
  });
  return found;
}

async function discover(): Promise<AuthorizationServer> {
  const { issuer = location.origin, clientId, scopes, resource } = await signInSettings();
  const metadata = await metadataOf(issuer);
  const { origin } = new URL(issuer);
  /** The page's policy allows calls of this origin only, and a token has no business elsewhere. */
  const called = (endpoint: string | undefined): string | undefined => {
    if (endpoint !== undefined && (!URL.canParse(endpoint) || new URL(endpoint).origin !== origin))
      throw new UnusableServer(faults.elsewhere.replace("{address}", endpoint));
    return endpoint;
  };
  const { authorization_endpoint: authorize = "", end_session_endpoint: endSession } = metadata;
  const token = called(metadata.token_endpoint);
  if (!authorize.startsWith("https://") || token === undefined) throw new UnusableServer(faults.noEndpoints);
  if (!metadata.code_challenge_methods_supported?.includes("S256")) throw new UnusableServer(faults.noPkce);
  if (!metadata.dpop_signing_alg_values_supported?.includes("ES256")) throw new UnusableServer(faults.noDpop);
  return {
    issuer,
    clientId,
    scope: scopes.join(" "),
    resource,
    authorize,
    token,
    push: metadata.require_pushed_authorization_requests
      ? called(metadata.pushed_authorization_request_endpoint)
      : undefined,
    revoke: called(metadata.revocation_endpoint),
    endSession: endSession?.startsWith("https://") ? endSession : undefined,
    namesItself: metadata.authorization_response_iss_parameter_supported === true,
  };
}

/** Reads the metadata of a server: RFC 8414 section 3.1, then OpenID Connect Discovery section 4.1. */
async function metadataOf(issuer: string): Promise<Metadata> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const first = `${origin}/.well-known/oauth-authorization-server${path}`;
  const metadata = await json<Metadata>(first).catch((error: unknown) =>
    // Many servers have only one of the two documents. Without both, the fault of the first is told.
    json<Metadata>(`${origin}${path}/.well-known/openid-configuration`).catch(() => {
      throw error;
    }),
  );
  // RFC 8414 section 3.3.
  if (metadata.issuer !== issuer) {
    const fault = issuer === location.origin ? faults.otherAddress : faults.otherIssuer;
    throw new UnusableServer(fault.replaceAll("{issuer}", String(metadata.issuer).slice(0, 200)));
  }
  return metadata;
}

/** @throws UnusableServer when no JSON object comes */
async function json<T>(address: string): Promise<T> {
  const answer = await fetch(address, {
    headers: { accept: "application/json" },
    credentials: "omit",
    cache: "no-cache",
    redirect: "error",
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => {
    throw new UnusableServer(faults.noAnswer.replace("{address}", address));
  });
  const document: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined;
  if (typeof document !== "object" || document === null)
    throw new UnusableServer(
      faults.noDocument.replace("{address}", address).replace("{status}", String(answer.status)),
    );
  return document as T;
}
