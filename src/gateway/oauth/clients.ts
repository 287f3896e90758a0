import type { Adapter } from "oidc-provider";
import type { AuthorizationCore, OAuthClient } from "./core-calls.ts";

/** The only grant: that of programs (RFC 6749 section 4.4). */
export const GRANT = "client_credentials";

/** The clients, as the library asks for them. */
export const clients = (core: AuthorizationCore): Adapter => ({
  ...nothingStored,
  async find(clientId) {
    const client = await core.client(clientId);
    return client && metadataOf(clientId, client);
  },
});

/** Returns the metadata of a client (RFC 7591 section 2, RFC 8705 section 2.1.2). */
const metadataOf = (clientId: string, { proves, scopes }: OAuthClient) => ({
  client_id: clientId,
  grant_types: [GRANT],
  response_types: [],
  redirect_uris: [],
  scope: scopes.join(" "),
  ...(proves.kind === "key"
    ? {
        token_endpoint_auth_method: "private_key_jwt" as const,
        token_endpoint_auth_signing_alg: proves.algorithm as "ES256",
        jwks: { keys: [{ ...proves.jwk, kid: clientId, alg: proves.algorithm, use: "sig" }] },
      }
    : {
        token_endpoint_auth_method: "tls_client_auth" as const,
        // The client is one certificate, so its thumbprint stands where the library expects a name that many certificates may have.
        tls_client_auth_subject_dn: proves.fingerprint,
      }),
});

/** What the library would store and does not need: assertions are remembered by the core, and tokens are not stored. */
export const nothingStored: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};
