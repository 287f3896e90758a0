import { randomBytes } from "node:crypto";
import type { Adapter, AdapterPayload, KoaContextWithOIDC } from "oidc-provider";
import { nothingStored } from "./clients.ts";
import { type AuthorizationCore, callerOf, type TokenQuestion } from "./core-calls.ts";

const TOKEN_LENGTH_MAX = 4_096;
/** Begins each handle of this process, so that a public client, which gets no handle, cannot send one of its own making. */
const MARK = randomBytes(16).toString("base64url");

/** What a handle stands for. */
interface Handle extends TokenQuestion {
  /** The client wants the token revoked; otherwise it wants to know what the token says. */
  readonly revokes: boolean;
}

/**
 * Puts a handle in the place of the token in a request about a token, such as for its revocation. The library refuses a JWT there, because it
 * can say nothing about one that it has not stored. A handle looks to it like a token that it has. It says who asks, too.
 */
export function useHandle(ctx: KoaContextWithOIDC): void {
  const { client, params, route } = ctx.oidc;
  if (!client || typeof params?.token !== "string" || params.token === "") return;
  const { clientId } = client;
  const handle: Handle = {
    clientId,
    // What is longer is no token, also when it is cut off. The core has a record of the question all the same.
    token: params.token.slice(0, TOKEN_LENGTH_MAX),
    caller: callerOf(ctx),
    revokes: route === "revocation",
  };
  params.token = MARK + Buffer.from(JSON.stringify(handle)).toString("base64url");
}

const handleOf = (text: string): Handle | undefined =>
  text.startsWith(MARK)
    ? (JSON.parse(Buffer.from(text.slice(MARK.length), "base64url").toString()) as Handle)
    : undefined;

/** The tokens of clients, as the library asks for them: by a handle. The core reads the token itself, and knows whether it was revoked. */
export const issuedTokens = (core: AuthorizationCore, audience: string): Adapter => ({
  ...nothingStored,
  async find(text): Promise<AdapterPayload | undefined> {
    const handle = handleOf(text);
    if (!handle) return undefined;
    const { revokes, ...asked } = handle;
    const { clientId } = asked;
    const stored = { kind: "ClientCredentials", jti: text, clientId, aud: audience };
    // Whose token it is, the core finds out when it revokes the token.
    if (revokes) return stored;
    const found = await core.introspect(asked);
    if (!found) return undefined;
    const { scopes, cnf, ...times } = found;
    return { ...stored, scope: scopes.join(" "), ...times, ...cnf };
  },
  async destroy(text) {
    const handle = handleOf(text);
    if (handle) await core.revoke(handle);
  },
});
