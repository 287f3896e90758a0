import { errors } from "oidc-provider";
import { Failure } from "../../rpc/failure.ts";
import type { AuthorizationCore } from "./core-calls.ts";

/** Longest life of a client assertion, that of a JWT for a request. */
const ASSERTION_SECONDS_MAX = 300;
/** What clocks may differ by. */
export const LEEWAY_SECONDS = 60;
const ASSERTION_TYPES: ReadonlySet<unknown> = new Set([undefined, "JWT", "client-authentication+jwt"]);
/** The key is the client's registered one, so no member may name another (RFC 8725 section 3.10), nor change what is signed (RFC 7797). */
const ASSERTION_HEADER: ReadonlySet<string> = new Set(["alg", "typ", "kid"]);
/** 1 to 64 visible ASCII characters. */
const ASSERTION_ID = /^[\x21-\x7e]{1,64}$/;

/** A client assertion whose signature is good. */
interface Assertion {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly clientId: string;
}

/**
 * Checks what the library leaves open, and uses the assertion's `jti` in the whole installation. The audience is the issuer alone (FAPI 2.0
 * Security Profile section 5.3.2.1), so that no other server can pass the assertion on.
 */
export async function spendAssertion(
  core: AuthorizationCore,
  publicUrl: string,
  { claims: { aud, exp, iat, jti, sub }, header, clientId }: Assertion,
): Promise<void> {
  const now = Date.now() / 1000;
  const refuse = (why: string): never => {
    throw new errors.InvalidClientAuth(why);
  };
  // Else a JWT that the key has signed for a request would do here, too.
  if (!ASSERTION_TYPES.has(header.typ)) refuse("typ must be client-authentication+jwt");
  const further = Object.keys(header).find((name) => !ASSERTION_HEADER.has(name));
  if (further !== undefined) refuse(`the header must not have the member ${further.slice(0, 64)}`);
  if (sub !== clientId) refuse("sub must be the client_id");
  if (aud !== publicUrl) refuse("aud must be the issuer, as one text");
  if (typeof exp !== "number" || exp > now + ASSERTION_SECONDS_MAX + LEEWAY_SECONDS)
    return refuse("exp must be at most 300 seconds ahead");
  if (iat !== undefined && (typeof iat !== "number" || iat > now + LEEWAY_SECONDS)) refuse("iat lies ahead");
  if (typeof jti !== "string" || !ASSERTION_ID.test(jti))
    return refuse("jti must be 1 to 64 visible ASCII characters");
  try {
    await core.spend(clientId, jti, exp + LEEWAY_SECONDS);
  } catch (error) {
    if (error instanceof Failure && error.reason === "TOKEN_REPLAYED")
      refuse("the assertion was used before");
    throw error;
  }
}
