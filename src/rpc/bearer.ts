const API_KEY_CHARACTERS_MAX = 512;
const TOKEN_CHARACTERS_MAX = 4096;
/** Longest text of a bearer credential. */
export const CREDENTIAL_CHARACTERS_MAX = TOKEN_CHARACTERS_MAX;

/** Kinds of bearer credentials: a JWT has two dots (RFC 7515 section 3.1), an API key none. */
export type BearerKind = "api-key" | "token";

/** Returns the kind of a bearer credential by its form; undefined when it is longer than its kind may be. */
export function bearerKind(credential: string): BearerKind | undefined {
  const isToken = credential.split(".", 4).length === 3;
  const max = isToken ? TOKEN_CHARACTERS_MAX : API_KEY_CHARACTERS_MAX;
  if (credential.length > max) return undefined;
  return isToken ? "token" : "api-key";
}
