import { generateKeyPairSync } from "node:crypto";
import { type Adapter, type Configuration, errors, type KoaContextWithOIDC, Provider } from "oidc-provider";
import { scopes as knownScopes } from "../../../gen/rest/operations.ts";
import type { Logger } from "../../logger.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Exchange } from "../exchange.ts";
import { LEEWAY_SECONDS, spendAssertion } from "./client-assertion.ts";
import { clients, GRANT, nothingStored } from "./clients.ts";
import { issueToken, type TokenIssuing } from "./issue-token.ts";
import { issuedTokens, useHandle } from "./issued-tokens.ts";
import { ALGORITHMS, CLIENT_AUTHENTICATION, ENDPOINTS } from "./metadata.ts";

/** What the authorisation server needs of the gateway. */
interface AuthorizationServerOptions extends TokenIssuing {
  /** Base address of the service: the issuer. */
  readonly publicUrl: string;
  readonly log: Logger;
}

/**
 * The endpoints of the embedded authorisation server: tokens (RFC 6749 section 3.2), introspection (RFC 7662) and revocation (RFC 7009). The library speaks OAuth and authenticates the clients;
 * the core knows the clients, remembers their assertions and signs the tokens, so the gateway stores nothing and holds no key.
 *
 * @returns a function that answers an exchange
 */
export function authorizationServer(
  options: AuthorizationServerOptions,
): (exchange: Exchange) => Promise<void> {
  const { publicUrl, log } = options;
  const provider = new Provider(publicUrl, configuration(options));
  provider.registerGrantType(GRANT, (ctx) => issueToken(ctx, options), ["scope"]);
  provider.on("server_error", (_ctx, error: Error) =>
    log.error({ err: error }, "the authorisation server gave no answer"),
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
    if (response.statusCode === 401) exchange.failure ??= new Failure("CREDENTIAL_REFUSED");
  };
}

/** A client sees and revokes its own tokens only. */
const isOwn = (_ctx: KoaContextWithOIDC, client: { readonly clientId: string }, token: object): boolean =>
  "clientId" in token && token.clientId === client.clientId;

function configuration({ core, credentialsOf, publicUrl }: AuthorizationServerOptions): Configuration {
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
      if (kind === "Client") return clients(core);
      return kind === "ClientCredentials" ? issuedTokens(core, publicUrl) : nothingStored;
    },
    // The library signs nothing here, but wants a key.
    jwks: { keys: [privateKey.export({ format: "jwk" })] },
    routes: ENDPOINTS,
    scopes: [...knownScopes],
    clientAuthMethods: [...CLIENT_AUTHENTICATION],
    enabledJWA: { clientAuthSigningAlgValues: [...ALGORITHMS] },
    clockTolerance: LEEWAY_SECONDS,
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    features: {
      devInteractions: off,
      fapi: { enabled: true, profile: "2.0" },
      mTLS: {
        enabled: true,
        tlsClientAuth: true,
        getCertificate: (ctx) => certificateOf(ctx)?.fingerprint,
        // The core has judged the one certificate that the client is, and the next function compares it with the connection's.
        certificateAuthorized: () => true,
        certificateSubjectMatches(ctx, _property, fingerprint) {
          useHandle(ctx);
          return certificateOf(ctx)?.fingerprint === fingerprint;
        },
      },
      introspection: { enabled: true, allowedPolicy: isOwn },
      revocation: { enabled: true, allowedPolicy: isOwn },
      resourceIndicators: off,
      rpInitiatedLogout: off,
      userinfo: off,
    },
    async assertJwtClientAuthClaimsAndHeader(ctx, claims, header, { clientId }) {
      await spendAssertion(core, publicUrl, { claims, header, clientId });
      useHandle(ctx);
    },
  };
}
