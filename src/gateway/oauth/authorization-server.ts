import { generateKeyPairSync } from "node:crypto";
import { type Adapter, type Configuration, errors, type KoaContextWithOIDC, Provider } from "oidc-provider";
import { scopes as knownScopes } from "../../../gen/rest/operations.ts";
import type { Logger } from "../../logger.ts";
import { Failure } from "../../rpc/failure.ts";
import type { ReadCredentials } from "../credentials.ts";
import { type Exchange, exchangeOf } from "../exchange.ts";
import { type AuthorizationCore, type OAuthClient } from "./core-calls.ts";
import { ALGORITHMS, TOKEN_PATH } from "./metadata.ts";

const GRANT = "client_credentials";
/** Longest life of a client assertion, that of a JWT for a request. */
const ASSERTION_SECONDS_MAX = 300;
const LEEWAY_SECONDS = 60;
const ASSERTION_TYPES: ReadonlySet<unknown> = new Set([undefined, "JWT", "client-authentication+jwt"]);
/** 1 to 64 visible ASCII characters. */
const ASSERTION_ID = /^[\x21-\x7e]{1,64}$/;

/** What the authorisation server needs of the gateway. */
export interface AuthorizationServerOptions {
  readonly core: AuthorizationCore;
  readonly credentialsOf: ReadCredentials;
  /** Base address of the service: the issuer. */
  readonly publicUrl: string;
  readonly log: Logger;
}

/**
 * The token endpoint of the embedded authorisation server (RFC 6749 section 3.2). The library speaks OAuth and authenticates the clients;
 * the core knows the clients, remembers their assertions and signs the tokens, so the gateway stores nothing and holds no key.
 *
 * @returns a function that answers an exchange
 */
export function tokenEndpoint(options: AuthorizationServerOptions): (exchange: Exchange) => Promise<void> {
  const { core, publicUrl, log } = options;
  const provider = new Provider(publicUrl, configuration(core, publicUrl));
  provider.registerGrantType(GRANT, (ctx) => issue(ctx, options), ["scope"]);
  provider.on("server_error", (_ctx, error: Error) =>
    log.error({ err: error }, "no access token was issued"),
  );
  const answer = provider.callback();
  return async (exchange) => {
    const { request, response, standing, headers, requestId } = exchange;
    for (const list of [standing.list, headers])
      for (let at = 0; at < list.length; at += 2)
        response.setHeader(list[at] as string, list[at + 1] as string);
    response.setHeader("X-Request-ID", requestId);
    // A browser never asks for a token, and a page of another site must not make one do so.
    if (request.headers.accept !== undefined) request.headers.accept = "application/json";
    await answer(request, response);
    // The audit log has a record of each refused client, as of each refused credential.
    if (response.statusCode === 401) exchange.failure = new Failure("CREDENTIAL_REFUSED");
  };
}

function configuration(core: AuthorizationCore, publicUrl: string): Configuration {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const off = { enabled: false };
  return {
    adapter: (kind: string) => (kind === "Client" ? clients(core) : nothingStored),
    // The library signs nothing here, but wants a key.
    jwks: { keys: [privateKey.export({ format: "jwk" })] },
    routes: { token: TOKEN_PATH },
    scopes: [...knownScopes],
    clientAuthMethods: ["private_key_jwt"],
    enabledJWA: { clientAuthSigningAlgValues: [...ALGORITHMS] },
    clockTolerance: LEEWAY_SECONDS,
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    features: {
      devInteractions: off,
      fapi: { enabled: true, profile: "2.0" },
      resourceIndicators: off,
      rpInitiatedLogout: off,
      userinfo: off,
    },
    assertJwtClientAuthClaimsAndHeader: (_ctx, claims, header, { clientId }) =>
      spendAssertion(core, publicUrl, { claims, header, clientId }),
  };
}

/** The clients, as the library asks for them. */
const clients = (core: AuthorizationCore): Adapter => ({
  ...nothingStored,
  async find(clientId) {
    const client = await core.client(clientId);
    return client && metadataOf(clientId, client);
  },
});

/** Returns the metadata of a client (RFC 7591 section 2). */
const metadataOf = (clientId: string, { jwk, algorithm, scopes }: OAuthClient) => ({
  client_id: clientId,
  grant_types: [GRANT],
  response_types: [],
  redirect_uris: [],
  token_endpoint_auth_method: "private_key_jwt" as const,
  token_endpoint_auth_signing_alg: algorithm as "ES256",
  jwks: { keys: [{ ...jwk, kid: clientId, alg: algorithm, use: "sig" }] },
  scope: scopes.join(" "),
});

/** What the library would store and does not need: assertions are remembered by the core, and tokens are not stored. */
const nothingStored: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

/** A client assertion whose signature is good. */
interface Assertion {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly clientId: string;
}

/**
 * Checks what the library leaves open, and uses the assertion's `jti` in the whole installation. The audience is the issuer alone (FAPI 2.0
 * Security Profile section 5.3.2.1), so that no other server can pass the assertion on.
 */
async function spendAssertion(
  core: AuthorizationCore,
  publicUrl: string,
  { claims: { aud, exp, iat, jti, sub }, header, clientId }: Assertion,
): Promise<void> {
  const now = Date.now() / 1000;
  const refuse = (why: string): never => {
    throw new errors.InvalidClientAuth(why);
  };
  // Else a JWT that the key has signed for a request would do here, too.
  if (!ASSERTION_TYPES.has(header.typ)) refuse("typ must be client-authentication+jwt");
  if (sub !== clientId) refuse("sub must be the client_id");
  if (aud !== publicUrl) refuse("aud must be the issuer, as one text");
  if (typeof exp !== "number" || exp > now + ASSERTION_SECONDS_MAX + LEEWAY_SECONDS)
    return refuse("exp must be at most 300 seconds ahead");
  if (iat !== undefined && (typeof iat !== "number" || iat > now + LEEWAY_SECONDS)) refuse("iat lies ahead");
  if (typeof jti !== "string" || !ASSERTION_ID.test(jti))
    return refuse("jti must be 1 to 64 visible ASCII characters");
  try {
    await core.spend(clientId, jti, exp + LEEWAY_SECONDS);
  } catch (error) {
    if (error instanceof Failure && error.reason === "TOKEN_REPLAYED")
      refuse("the assertion was used before");
    throw error;
  }
}

/** Answers a client that has proved its identity with an access token. */
async function issue(
  ctx: KoaContextWithOIDC,
  { core, credentialsOf }: AuthorizationServerOptions,
): Promise<void> {
  const { client, params } = ctx.oidc;
  if (!client) throw new errors.InvalidClientAuth("the client is unknown");
  const asked = typeof params?.scope === "string" ? params.scope.split(" ").filter((one) => one !== "") : [];
  const held = new Set(client.scope?.split(" "));
  const beyond = asked.find((one) => !held.has(one));
  if (beyond !== undefined) throw new errors.InvalidScope("the client does not hold the scope", beyond);
  const { certificate } = credentialsOf(ctx.req);
  if (!certificate)
    throw new errors.InvalidRequest(
      "a token is bound to a client certificate: connect with one, which may be self-signed",
    );
  const { address } = exchangeOf(ctx.res as never);
  try {
    const issued = await core.issue({
      clientId: client.clientId,
      scopes: asked,
      certificateFingerprint: Buffer.from(certificate.fingerprint, "hex"),
      address,
    });
    ctx.body = {
      access_token: issued.accessToken,
      token_type: "Bearer",
      expires_in: issued.lifetimeSeconds,
      scope: issued.scopes.join(" "),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.reason === "CREDENTIAL_REFUSED") throw new errors.InvalidClientAuth("the key is not accepted");
    if (error.reason === "NETWORK_NOT_ALLOWED") throw new errors.InvalidClientAuth(error.message);
    throw error;
  }
}
