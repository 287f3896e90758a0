import type { Adapter, AdapterPayload, KoaContextWithOIDC } from "oidc-provider";
import { nothingStored } from "./clients.ts";
import type { AuthorizationCore } from "./core-calls.ts";

const TOKEN_LENGTH_MAX = 4_096;

/**
 * Puts a handle in the place of the token in a request about a token, such as for its revocation. The library refuses a JWT there, because it
 * can say nothing about one that it has not stored. A handle looks to it like a token that it has. It names the client, too.
 */
export function useHandle({ oidc: { client, params } }: KoaContextWithOIDC): void {
  if (client && typeof params?.token === "string" && params.token !== "")
    params.token = Buffer.from(`${client.clientId} ${params.token}`).toString("base64url");
}

/** Returns the client that asks and its token. */
function namedBy(handle: string): { readonly clientId: string; readonly token: string } | undefined {
  const [clientId = "", token = ""] = Buffer.from(handle, "base64url").toString().split(" ");
  return token === "" || token.length > TOKEN_LENGTH_MAX ? undefined : { clientId, token };
}

/** The tokens of clients, as the library asks for them: by a handle. The core reads the token itself, and knows whether it was revoked. */
export const issuedTokens = (core: AuthorizationCore, audience: string): Adapter => ({
  ...nothingStored,
  async find(handle): Promise<AdapterPayload | undefined> {
    const named = namedBy(handle);
    const found = named && (await core.introspect(named.clientId, named.token));
    if (!found) return undefined;
    const { scopes, cnf, ...times } = found;
    return {
      kind: "ClientCredentials",
      jti: handle,
      clientId: named.clientId,
      aud: audience,
      scope: scopes.join(" "),
      ...times,
      ...cnf,
    };
  },
  async destroy(handle) {
    const named = namedBy(handle);
    if (named) await core.revoke(named.clientId, named.token);
  },
});
