import { bearerKind, CREDENTIAL_CHARACTERS_MAX } from "../rpc/bearer.ts";
import { Failure } from "../rpc/failure.ts";

/** RFC 6750 section 2.1, RFC 9449 section 7.1: one scheme, blanks, a token68. */
const FORM = /^(Bearer|DPoP) +([A-Za-z0-9\-._~+/]+=*)$/i;
const DPOP = /^DPoP(?: |$)/i;

/** The content of an `Authorization` header. */
export interface Authorization {
  readonly credential: string;
  /** The scheme is `DPoP`: the credential is a JWT that counts with a proof of its key. */
  readonly isDpop: boolean;
}

/** Tells whether an `Authorization` header uses the scheme `DPoP`, also when the rest is malformed. */
export const isDpop = (header: string): boolean => DPOP.test(header);

/** Reads an `Authorization` header. @throws Failure UNAUTHENTICATED for a malformed one */
export function readAuthorization(header: string): Authorization {
  const isShort = header.length <= CREDENTIAL_CHARACTERS_MAX + 16;
  const [, scheme = "", credential = ""] = isShort ? (FORM.exec(header) ?? []) : [];
  const kind = credential === "" ? undefined : bearerKind(credential);
  if (kind !== undefined && (kind === "token" || !isDpop(scheme)))
    return { credential, isDpop: isDpop(scheme) };
  throw new Failure("CREDENTIAL_MALFORMED", {
    message:
      "The Authorization header must be `Bearer` followed by an API key or a JWT, or `DPoP` followed by a JWT.",
  });
}
