import { scopes as known } from "../../gen/rest/operations.ts";
import { CONSOLE_CLIENT } from "../config/oauth-client.ts";
import type { Config } from "../config.ts";
import type { EncodedAnswer } from "./envelope.ts";

/** Where the console reads how people sign in to it. */
export const CONSOLE_SIGN_IN = "/console/sign-in.json";

/** How people sign in to the console: as an OAuth client of which server. */
export interface ConsoleSignIn {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** The server. Absent: the embedded one. */
  readonly issuer?: string;
  /** What the tokens must be for (RFC 8707). Absent: as the server has it, which knows the console. */
  readonly resource?: string;
}

/** Returns how people sign in to the console, as it is set. */
export function consoleSignIn({
  console: { signIn },
  oauth,
  publicUrl,
}: Pick<Config, "console" | "oauth" | "publicUrl">): ConsoleSignIn {
  if (!signIn) return { clientId: CONSOLE_CLIENT, scopes: known };
  const { issuer, clientId, scopes = known } = signIn;
  const { audience = publicUrl } = oauth.issuers.find((each) => each.issuer === issuer) ?? {};
  // RFC 8707 section 2 takes absolute addresses without a fragment only. Another audience is the server's own matter.
  const isResource = URL.canParse(audience) && !audience.includes("#");
  return { issuer, clientId, scopes, ...(isResource ? { resource: audience } : {}) };
}

/** Tells the console how people sign in to it. Nothing of it is secret. */
export const signInDocument = (signIn: ConsoleSignIn): EncodedAnswer => ({
  httpStatus: 200,
  contentType: "application/json",
  body: JSON.stringify(signIn),
});
