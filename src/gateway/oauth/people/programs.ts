import type { Adapter, ClientMetadata } from "oidc-provider";
import { scopes as knownScopes } from "../../../../gen/rest/operations.ts";

/** A program that acts for people (`oauth.server.clients`). */
export interface Program {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The keys of a confidential client. Absent for a public client. */
  readonly jwks?: { readonly keys: readonly object[] } | undefined;
  /** Scopes that the program may ask for; every scope when absent. */
  readonly scopes?: readonly string[] | undefined;
}

/** The grants of programs. */
export const PEOPLE_GRANTS = ["authorization_code", "refresh_token"] as const;

/** Tells whether a program proves nothing (RFC 6749 section 2.1). */
export const isPublic = ({ jwks }: Pick<Program, "jwks">): boolean => jwks === undefined;

/** The programs of the settings, and the clients that another adapter knows. */
export const programs = (configured: readonly Program[], others: Adapter): Adapter => ({
  ...others,
  async find(clientId) {
    const program = configured.find(({ id }) => id === clientId);
    return program ? metadataOf(program) : others.find(clientId);
  },
});

/** Returns the metadata of a program (RFC 7591 section 2, RFC 9126 section 6). */
function metadataOf(program: Program): ClientMetadata {
  const { id, name, redirectUris, jwks, scopes = knownScopes } = program;
  return {
    client_id: id,
    client_name: name,
    // A native application may have addresses on the person's own machine, on any port (RFC 8252 section 7.3).
    application_type: redirectUris.some((uri) => uri.startsWith("http:")) ? "native" : "web",
    grant_types: [...PEOPLE_GRANTS],
    response_types: ["code"],
    redirect_uris: [...redirectUris],
    scope: scopes.join(" "),
    token_endpoint_auth_method: isPublic(program) ? "none" : "private_key_jwt",
    ...(jwks ? { jwks: { keys: jwks.keys.map((key) => ({ ...key })) as never } } : {}),
    require_pushed_authorization_requests: true,
  };
}
