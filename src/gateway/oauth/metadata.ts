import { scopes } from "../../../gen/rest/operations.ts";
import { DPOP_ALGORITHMS } from "../../trust/dpop/proof.ts";
import type { EncodedAnswer } from "../envelope.ts";
import { isPublic, type Program } from "./people/programs.ts";

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
/** Where a program of a person sends its authorisation request (RFC 9126). */
const PUSHED_REQUEST_PATH = "/oauth/par";
/** Where a program sends the person's browser (RFC 6749 section 3.1). */
const AUTHORIZATION_PATH = "/oauth/authorize";
/** The endpoints of the flow of people, by the names that the library has for them. */
export const PEOPLE_ENDPOINTS = {
  authorization: AUTHORIZATION_PATH,
  pushed_authorization_request: PUSHED_REQUEST_PATH,
} as const;
/** The names that the audit log has for requests: those of the operations of the core, where it has one. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  [TOKEN_PATH]: "IssueAccessToken",
  [INTROSPECTION_PATH]: "IntrospectAccessToken",
  [REVOCATION_PATH]: "RevokeAccessToken",
  [PUSHED_REQUEST_PATH]: "PushAuthorizationRequest",
  [AUTHORIZATION_PATH]: "RequestAuthorization",
};
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

/** Returns what a person's program must know beside (RFC 8414 section 2, RFC 9126 section 5, RFC 9207 section 3, RFC 7636). */
const peopleMetadata = (publicUrl: string, programs: readonly Program[]) => ({
  authorization_endpoint: `${publicUrl}${AUTHORIZATION_PATH}`,
  pushed_authorization_request_endpoint: `${publicUrl}${PUSHED_REQUEST_PATH}`,
  require_pushed_authorization_requests: true,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["client_credentials", "authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  ...(programs.some(isPublic)
    ? {
        token_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATION, "none"],
        revocation_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATION, "none"],
      }
    : {}),
});

/**
 * Returns what an OAuth client must know to get access tokens (RFC 8414 section 2, RFC 8705 section 3.3, RFC 9449 section 5.1).
 * @param programs programs that act for people
 * @param needsDpop the service takes only tokens that are bound to a key
 */
export function authorizationServerMetadata(
  publicUrl: string,
  { programs, needsDpop }: { readonly programs: readonly Program[]; readonly needsDpop: boolean },
): EncodedAnswer {
  const metadata = {
    issuer: publicUrl,
    token_endpoint: `${publicUrl}${TOKEN_PATH}`,
    jwks_uri: `${publicUrl}${KEYS_PATH}`,
    scopes_supported: scopes,
    response_types_supported: [],
    grant_types_supported: ["client_credentials"],
    ...authenticationAt("token"),
    introspection_endpoint: `${publicUrl}${INTROSPECTION_PATH}`,
    ...authenticationAt("introspection"),
    revocation_endpoint: `${publicUrl}${REVOCATION_PATH}`,
    ...authenticationAt("revocation"),
    tls_client_certificate_bound_access_tokens: !needsDpop,
    dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
    ...(programs.length > 0 ? peopleMetadata(publicUrl, programs) : {}),
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
