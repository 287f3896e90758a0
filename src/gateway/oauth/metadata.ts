import { scopes } from "../../../gen/rest/operations.ts";
import { DPOP_ALGORITHMS } from "../../trust/dpop/proof.ts";
import type { EncodedAnswer } from "../envelope.ts";

/** Where OAuth clients find the metadata of the embedded authorisation server (RFC 8414 section 3). */
export const AUTHORIZATION_SERVER = "/.well-known/oauth-authorization-server";
/** The token endpoint. */
const TOKEN_PATH = "/oauth/token";
/** Where a client asks about its tokens (RFC 7662). */
const INTROSPECTION_PATH = "/oauth/introspect";
/** Where a client revokes its tokens (RFC 7009). */
const REVOCATION_PATH = "/oauth/revoke";
/** The endpoints of clients, by the names that the library has for them. */
export const ENDPOINTS = {
  token: TOKEN_PATH,
  introspection: INTROSPECTION_PATH,
  revocation: REVOCATION_PATH,
} as const;
/** The keys that verify access tokens. */
export const KEYS_PATH = "/oauth/jwks";

/** The algorithms of FAPI 2.0 (Security Profile section 5.4.1). */
export const ALGORITHMS = ["ES256", "EdDSA", "PS256"] as const;

/** How clients authenticate: by a registered public key (RFC 7523), or by an access certificate in TLS (RFC 8705 section 2.1). */
export const CLIENT_AUTHENTICATION = ["private_key_jwt", "tls_client_auth"] as const;

const authenticationAt = (endpoint: keyof typeof ENDPOINTS) => ({
  [`${endpoint}_endpoint_auth_methods_supported`]: CLIENT_AUTHENTICATION,
  [`${endpoint}_endpoint_auth_signing_alg_values_supported`]: ALGORITHMS,
});

/** Returns what an OAuth client must know to get access tokens (RFC 8414 section 2, RFC 8705 section 3.3, RFC 9449 section 5.1). */
export function authorizationServerMetadata(publicUrl: string): EncodedAnswer {
  const metadata = {
    issuer: publicUrl,
    token_endpoint: `${publicUrl}${TOKEN_PATH}`,
    jwks_uri: `${publicUrl}${KEYS_PATH}`,
    scopes_supported: scopes,
    // No person signs in here: the only grant is that of programs.
    response_types_supported: [],
    grant_types_supported: ["client_credentials"],
    ...authenticationAt("token"),
    introspection_endpoint: `${publicUrl}${INTROSPECTION_PATH}`,
    ...authenticationAt("introspection"),
    revocation_endpoint: `${publicUrl}${REVOCATION_PATH}`,
    ...authenticationAt("revocation"),
    tls_client_certificate_bound_access_tokens: true,
    dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
    service_documentation: `${publicUrl}/docs/reference/authentication.md`,
  };
  return { httpStatus: 200, contentType: "application/json", body: JSON.stringify(metadata) };
}

/** Returns the keys that verify access tokens (RFC 7517 section 5). */
export const keySet = (keys: readonly object[]): EncodedAnswer => ({
  httpStatus: 200,
  contentType: "application/jwk-set+json",
  body: JSON.stringify({ keys }),
});
