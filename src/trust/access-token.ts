import type { KeyObject } from "node:crypto";
import { isPublicKeyId } from "../domain/access/public-key.ts";
import { isObject, type JsonValue } from "../json/value.ts";
import { type Jws, type JwsFault, readJws, unknownMember } from "./jws.ts";
import { jwkThumbprint } from "./key-thumbprint.ts";
import { CLOCK_SKEW_SECONDS, SIGNATURE_SECONDS_MAX } from "./time-limits.ts";
import { judgeSignature, type WalletSignatureRefusal } from "./wallet-signature.ts";

/** Maximum length of a token, in characters. */
const TOKEN_LENGTH_MAX = 2048;
const TYPE = "pda-access+jwt";
const ALGORITHMS: readonly unknown[] = ["ES256", "EdDSA", "PS256"];
/** 1 to 64 visible ASCII characters. */
const IDENTIFIER = /^[!-~]{1,64}$/;

/** RFC 7638 with SHA-256, in base64url. */
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

/** A JWT that names its key. Parsed, not verified. */
export interface AccessToken {
  /** Identifier of a registered public key. Of a bound JWT also the thumbprint of a wallet's key. */
  readonly keyId: string;
  /** The JWT says that it is bound to a key, so it counts only with a proof of that key (RFC 7800, RFC 9449). */
  readonly isBound: boolean;
  readonly jws: Jws;
}

/**
 * Reads a JWT that a caller presents as its credential (RFC 7519, RFC 8725). What is refused here does not depend on any key.
 * @param jws the text, if it was read before
 * @returns the problem for people when the text is not such a JWT
 */
export function readAccessToken(text: string, jws: Jws | JwsFault = readJws(text)): AccessToken | string {
  const isLong = text.length > TOKEN_LENGTH_MAX;
  if (isLong || typeof jws === "string" || jws.signature.length === 0 || !jws.payload)
    return `The bearer token is not a JWT of at most ${TOKEN_LENGTH_MAX} characters: three parts in base64url, the first two of them JSON objects.`;
  const { header } = jws;
  const unknown = unknownMember(header);
  if (unknown !== undefined)
    return "The header of the JWT must have the members alg, typ and kid, and no others.";
  if (header.typ !== TYPE) return `The header typ of the JWT must be "${TYPE}".`;
  if (!ALGORITHMS.includes(header.alg)) return "The header alg of the JWT must be ES256, EdDSA or PS256.";
  const isBound = Object.hasOwn(jws.payload, "cnf");
  const { kid } = header;
  if (typeof kid === "string" && (isPublicKeyId(kid) || (isBound && THUMBPRINT.test(kid))))
    return { keyId: kid, isBound, jws };
  return "The header kid of the JWT must be the identifier of a registered public key, pky_…; of a wallet's key the thumbprint, in a JWT with the claim cnf.";
}

/** Reason that a token is refused although its key has signed it. */
type AccessTokenReason =
  | "TOKEN_EXPIRED"
  | "TOKEN_NOT_YET_VALID"
  | "TOKEN_OF_OTHER_AUDIENCE"
  | "TOKEN_CLAIMS_MALFORMED";

/**
 * The verdict on a signed token. Of an accepted one, what makes it different from all others, until when it could be accepted, and the
 * thumbprint of the key that it is bound to.
 */
type AccessTokenVerdict =
  | {
      readonly accepted: true;
      readonly tokenId: string;
      readonly expiresAt: Date;
      readonly keyThumbprint?: string | undefined;
    }
  | { readonly accepted: false; readonly reason: AccessTokenReason; readonly message: string };

/**
 * Verifies a token: first the signature with the algorithm of the key, then that the claims are exactly `iss`, `sub`, `aud`, `jti`, `iat` and
 * `exp`, then the times. The caller must check that the key is accepted. A bound token also has `cnf` with the thumbprint of the key that has
 * signed it, which the caller must see proved. Of another token the caller must check that `tokenId` is unused.
 *
 * @param audience address of this service, as callers know it
 * @param now real time
 * @returns undefined when the key has not signed the token
 */
export async function verifyAccessToken(
  { keyId, isBound, jws }: AccessToken,
  { key, audience }: { readonly key: KeyObject; readonly audience: string },
  now: Date,
): Promise<AccessTokenVerdict | undefined> {
  const keyThumbprint = isBound ? jwkThumbprint({ ...key.export({ format: "jwk" }) }) : undefined;
  const isOfKey = (value: unknown): boolean => isConfirmationOf(value, keyThumbprint);
  const judged = await judgeSignature(jws, {
    type: TYPE,
    key,
    claims: {
      iss: keyId,
      sub: keyId,
      aud: audience,
      jti: isIdentifier,
      ...(isBound ? { cnf: isOfKey } : {}),
    },
    lifetimeSecondsMax: SIGNATURE_SECONDS_MAX,
    now,
  });
  if (!judged.verified) {
    const problem = problemOf(judged, audience);
    return problem && { accepted: false, ...problem };
  }
  const expiresAt = new Date(judged.expiresAt.getTime() + CLOCK_SKEW_SECONDS * 1000);
  return { accepted: true, tokenId: judged.claims.jti as string, expiresAt, keyThumbprint };
}

/** Tells whether a claim `cnf` names this key, and nothing else (RFC 9449 section 6.1). */
function isConfirmationOf(value: unknown, keyThumbprint: string | undefined): boolean {
  return isObject(value as JsonValue) && JSON.stringify(value) === JSON.stringify({ jkt: keyThumbprint });
}

const isIdentifier = (value: unknown): boolean => typeof value === "string" && IDENTIFIER.test(value);

function problemOf(
  { reason, member }: WalletSignatureRefusal,
  audience: string,
): { readonly reason: AccessTokenReason; readonly message: string } | undefined {
  switch (reason) {
    case "JWS_EXPIRED":
      return { reason: "TOKEN_EXPIRED", message: "The JWT has expired. Make a new one for each request." };
    case "JWS_ISSUED_IN_FUTURE":
      return {
        reason: "TOKEN_NOT_YET_VALID",
        message: "The iat of the JWT lies ahead. Check the clock of the machine that made it.",
      };
    case "JWS_LIFETIME_TOO_LONG":
      return malformed(`The exp of the JWT must be at most ${SIGNATURE_SECONDS_MAX} s after its iat.`);
    case "JWS_CLAIM_MISMATCH":
      if (member === "aud")
        return { reason: "TOKEN_OF_OTHER_AUDIENCE", message: `The aud of the JWT must be ${audience}.` };
      if (member === "cnf")
        return malformed(
          'The cnf of the JWT must be {"jkt": …} with the thumbprint of the key that signs it.',
        );
      return malformed(
        member === "jti"
          ? "The jti of the JWT must have 1 to 64 visible ASCII characters."
          : "The iss and the sub of the JWT must be its kid.",
      );
    case "JWS_CLAIMS_MALFORMED":
    case "JWS_CLAIM_UNEXPECTED":
      return malformed(
        "The claims of the JWT must be iss, sub, aud, jti, iat, exp and, in a bound one, cnf, and no others; iat and exp in whole seconds, exp after iat.",
      );
    default:
      return undefined;
  }
}

const malformed = (message: string) => ({ reason: "TOKEN_CLAIMS_MALFORMED", message }) as const;
