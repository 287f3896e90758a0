import type { Adapter } from "oidc-provider";
import { scopes } from "../../../../gen/rest/operations.ts";

/** A program that acts for people (`oauth.server.clients`). */
export interface PublicClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** The grants of public clients. */
export const PEOPLE_GRANTS = ["authorization_code", "refresh_token"] as const;

/** The clients of the settings, and those that another adapter knows. */
export const publicClients = (configured: readonly PublicClient[], others: Adapter): Adapter => ({
  ...others,
  async find(clientId) {
    const client = configured.find(({ id }) => id === clientId);
    return client ? metadataOf(client) : others.find(clientId);
  },
});

/** Returns the metadata of a client (RFC 7591 section 2, RFC 9126 section 6). */
const metadataOf = ({ id, name, redirectUris }: PublicClient) => ({
  client_id: id,
  client_name: name,
  // A native application may have addresses on the person's own machine, on any port (RFC 8252 section 7.3).
  application_type: redirectUris.some((uri) => uri.startsWith("http:"))
    ? ("native" as const)
    : ("web" as const),
  grant_types: [...PEOPLE_GRANTS],
  response_types: ["code" as const],
  redirect_uris: [...redirectUris],
  scope: scopes.join(" "),
  token_endpoint_auth_method: "none" as const,
  require_pushed_authorization_requests: true,
});
