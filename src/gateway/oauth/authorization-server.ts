import { generateKeyPairSync } from "node:crypto";
import {
  type Adapter,
  type Client,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import { scopes as knownScopes } from "../../../gen/rest/operations.ts";
import type { Logger } from "../../logger.ts";
import { Failure } from "../../rpc/failure.ts";
import { SIGN_IN_PATH } from "../../config/sign-in.ts";
import { MethodNotAllowed } from "../routes.ts";
import { logFailure } from "../answer.ts";
import { type Exchange, exchangeOf, untilAborted } from "../exchange.ts";
import { answerFailure } from "./answer-failure.ts";
import { LEEWAY_SECONDS, spendAssertion } from "./client-assertion.ts";
import { clients, GRANT, nothingStored } from "./clients.ts";
import { issueToken, type TokenIssuing } from "./issue-token.ts";
import { issuedTokens, useHandle } from "./issued-tokens.ts";
import { ALGORITHMS, CLIENT_AUTHENTICATION, ENDPOINTS, OPERATIONS, PEOPLE_ENDPOINTS } from "./metadata.ts";
import type { SignInCore } from "./people/core.ts";
import { redeemCode, refresh } from "./people/grants.ts";
import { ACCOUNT_PATH, SIGN_IN_PAGE } from "./people/html.ts";
import type { PasskeyCore } from "./people/passkey-core.ts";
import { peoplePages } from "./people/pages.ts";
import { isPublic, PEOPLE_GRANTS, type Program, programs } from "./people/programs.ts";
import { CONSENT_PATH, peopleSettings } from "./people/settings.ts";
import { REMEMBERED, states } from "./people/states.ts";
import { RefusedClients } from "./refused-clients.ts";

/** What the authorisation server needs of the gateway. */
interface AuthorizationServerOptions extends TokenIssuing {
  /** Base address of the service: the issuer. */
  readonly publicUrl: string;
  readonly log: Logger;
  /** Programs that act for people; without any, nobody signs in. */
  readonly clients: readonly Program[];
  readonly signIn: SignInCore;
  readonly passkeys: PasskeyCore;
}

/**
 * The endpoints of the embedded authorisation server: tokens (RFC 6749 section 3.2), introspection (RFC 7662) and revocation (RFC 7009). The library speaks OAuth and authenticates the clients;
 * the core knows the clients, remembers their assertions and signs the tokens, so the gateway stores nothing and holds no key.
 *
 * @returns a function that tells whether it has answered an exchange
 */
export function authorizationServer(
  options: AuthorizationServerOptions,
): (exchange: Exchange) => Promise<boolean> {
  const { publicUrl, log } = options;
  const refused = new RefusedClients(options.core);
  const provider = new Provider(publicUrl, configuration(options, refused));
  provider.use(refused.slowDown);
  provider.use(forNoOtherOrigin);
  provider.registerGrantType(GRANT, (ctx) => issueToken(ctx, options), ["scope"]);
  if (options.clients.length > 0) {
    const { signIn } = options;
    const grants = { ...options, signIn };
    const [code, refreshing] = PEOPLE_GRANTS;
    provider.registerGrantType(code, (ctx) => redeemCode(ctx, grants), [
      "code",
      "redirect_uri",
      "code_verifier",
    ]);
    provider.registerGrantType(refreshing, (ctx) => refresh(ctx, grants), ["refresh_token", "scope"]);
    // The library would change the cookie at each answer to a question. Two at once would then leave two cookies for one session, of which a
    // passkey ends only one. The library signs nobody in here, so the cookie can stay.
    provider.Session.prototype.resetIdentifier = () => undefined;
  }
  const servePage = options.clients.length > 0 ? peoplePages({ ...options, provider }) : undefined;
  provider.on("server_error", (ctx, error: Error) => {
    const failure = error instanceof Failure ? error : new Failure("INTERNAL", { cause: error });
    answerFailure(ctx, failure);
    logFailure(exchangeOf(ctx.res as never), failure, log);
  });
  const answer = provider.callback();
  return async (exchange) => {
    const { request, response, standing, headers, requestId, path } = exchange;
    const isForBrowsers = servePage !== undefined && isBrowserPath(path);
    const isEndpoint = Object.values<string>(servePage ? ALL_ENDPOINTS : ENDPOINTS).includes(path);
    if (!isForBrowsers && !isEndpoint) return false;
    if (!isForBrowsers) {
      exchange.routeName = path;
      exchange.operation = OPERATIONS[path];
      if (request.method !== "POST") throw new MethodNotAllowed(["POST"]);
    }
    for (const list of [standing.list, headers])
      for (let at = 0; at < list.length; at += 2)
        response.setHeader(list[at] as string, list[at + 1] as string);
    response.setHeader("X-Request-ID", requestId);
    if (isForBrowsers) {
      if (await servePage(exchange)) return true;
      exchange.routeName = PEOPLE_ENDPOINTS.authorization;
      exchange.operation = OPERATIONS[PEOPLE_ENDPOINTS.authorization];
      if (request.method !== "GET") throw new MethodNotAllowed(["GET"]);
    } else if (request.headers.accept !== undefined) {
      // A browser never asks for a token, and a page of another site must not make one do so.
      request.headers.accept = "application/json";
    }
    exchange.readsBody = request.method === "POST";
    try {
      await untilAborted(answer(request, response), exchange.signal);
    } catch (error) {
      // The library may have begun its answer when the body was lost or the deadline passed.
      if (response.headersSent && exchange.signal.aborted) return true;
      throw error;
    }
    // The audit log has a record of each request that the library refuses, as of every other.
    const { statusCode } = response;
    if (statusCode >= 400)
      exchange.failure ??= new Failure(statusCode === 401 ? "CREDENTIAL_REFUSED" : "WRONG_FORMAT");
    return true;
  };
}

const ALL_ENDPOINTS = { ...ENDPOINTS, ...PEOPLE_ENDPOINTS };

/** Tells whether people's browsers come to a path, not programs. */
const isBrowserPath = (path: string): boolean =>
  [SIGN_IN_PATH, CONSENT_PATH, `${ACCOUNT_PATH}/`, `${PEOPLE_ENDPOINTS.authorization}/`].some((start) =>
    path.startsWith(start),
  ) ||
  path === ACCOUNT_PATH ||
  path === SIGN_IN_PAGE ||
  path === PEOPLE_ENDPOINTS.authorization;

/** The library would let scripts of every origin read some answers. No browser's script is a client. */
const forNoOtherOrigin: Parameters<Provider["use"]>[0] = async (ctx, next) => {
  try {
    await next();
  } finally {
    for (const name of ctx.res.getHeaderNames()) if (name.startsWith("access-control-")) ctx.remove(name);
  }
};

/** A client sees and revokes its own tokens only. */
const isOwn = (_ctx: KoaContextWithOIDC, client: { readonly clientId: string }, token: object): boolean =>
  "clientId" in token && token.clientId === client.clientId;

/** Tells whether a client acts for people. */
const isProgram = (client: Client): boolean => !client.grantTypeAllowed(GRANT);

function configuration(options: AuthorizationServerOptions, refused: RefusedClients): Configuration {
  const { core, credentialsOf, publicUrl, signIn } = options;
  const forPeople = options.clients.length > 0;
  const certificateOf = (ctx: KoaContextWithOIDC) => {
    try {
      return credentialsOf(ctx.req).certificate;
    } catch (error) {
      throw error instanceof Failure ? new errors.InvalidClientAuth(error.message) : error;
    }
  };
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const off = { enabled: false };
  return {
    adapter(kind: string): Adapter {
      if (kind === "Client") return programs(options.clients, clients(core));
      if (forPeople && REMEMBERED.has(kind)) return states(signIn, kind);
      return kind === "ClientCredentials" ? issuedTokens(core, publicUrl) : nothingStored;
    },
    // The library signs nothing here, but wants a key.
    jwks: { keys: [privateKey.export({ format: "jwk" })] },
    routes: ALL_ENDPOINTS,
    ...(forPeople ? peopleSettings(signIn, options) : {}),
    scopes: [...knownScopes],
    // No client has a secret. The library knows the parameter all the same, so that it refuses a secret beside another proof, and as the only one.
    clientAuthMethods: [
      ...CLIENT_AUTHENTICATION,
      "client_secret_post",
      ...(options.clients.some(isPublic) ? (["none"] as const) : []),
    ],
    enabledJWA: { clientAuthSigningAlgValues: [...ALGORITHMS] },
    clockTolerance: LEEWAY_SECONDS,
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    features: {
      devInteractions: off,
      // Proofs are used by the core, once in the whole installation, with its nonces.
      dPoP: off,
      fapi: { enabled: true, profile: "2.0" },
      mTLS: {
        enabled: true,
        tlsClientAuth: true,
        getCertificate: (ctx) => certificateOf(ctx)?.fingerprint,
        // The core has judged the one certificate that the client is, and the next function compares it with the connection's.
        certificateAuthorized: () => true,
        certificateSubjectMatches(ctx, _property, fingerprint) {
          if (certificateOf(ctx)?.fingerprint !== fingerprint) return false;
          refused.proved(ctx);
          useHandle(ctx);
          return true;
        },
      },
      // Of a program the library would find the refresh tokens alone. A public client could ask about what it has stolen.
      introspection: {
        enabled: true,
        allowedPolicy: (ctx, client, token) => !isProgram(client) && isOwn(ctx, client, token),
      },
      pushedAuthorizationRequests: { enabled: forPeople, requirePushedAuthorizationRequests: forPeople },
      revocation: { enabled: true, allowedPolicy: isOwn },
      resourceIndicators: off,
      rpInitiatedLogout: off,
      userinfo: off,
    },
    async assertJwtClientAuthClaimsAndHeader(ctx, claims, header, client) {
      const { clientId } = client;
      refused.proved(ctx);
      await spendAssertion(core, publicUrl, { claims, header, clientId });
      // The library itself remembers the refresh tokens of programs.
      if (!isProgram(client)) useHandle(ctx);
    },
  };
}
