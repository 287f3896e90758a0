import type { KeyObject } from "node:crypto";
import type { DelegatedRights } from "../domain/access/delegation.ts";
import { isPublicKeyId } from "../domain/access/public-key.ts";
import { isObject, type JsonValue } from "../json/value.ts";
import { readAuthorizationDetails } from "./authorization-details.ts";
import { type Jws, unknownMember } from "./jws.ts";
import { CLOCK_SKEW_SECONDS } from "./time-limits.ts";
import { judgeSignature, type WalletSignatureRefusal } from "./wallet-signature.ts";

/** Type of the JWT by which the owner of a registered key lets somebody else call for it. */
export const DELEGATION_TYPE = "pda-delegation+jwt";
/** Maximum time between `iat` and `exp`: a day. */
export const DELEGATION_SECONDS_MAX = 86_400;
/** 1 to 64 visible ASCII characters. */
const IDENTIFIER = /^[!-~]{1,64}$/;
/** RFC 7638 with SHA-256, in base64url. */
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

/** A delegation with the name of the key that should have signed it. Parsed, not verified. */
export interface SentDelegation {
  readonly keyId: string;
  readonly jws: Jws;
}

/** Tells whether a JWT says that it is a delegation. */
export const isDelegation = ({ header }: Jws): boolean => header.typ === DELEGATION_TYPE;

/** Tells whether a text can name a delegation: claim `jti`. */
export const isDelegationId = (text: string): boolean => IDENTIFIER.test(text);

/** Tells whether a text has the form of a key's thumbprint (RFC 7638). */
export const isThumbprint = (text: string): boolean => THUMBPRINT.test(text);

/** Reads a delegation. @returns the problem for people when its header is not that of one */
export function readDelegation(jws: Jws): SentDelegation | string {
  const { kid } = jws.header;
  if (unknownMember(jws.header) !== undefined)
    return "The header of the delegation must have the members alg, typ and kid, and no others.";
  if (!isPublicKeyId(kid))
    return "The header kid of the delegation must be the identifier of a registered public key, pky_….";
  return { keyId: kid, jws };
}

/** What the owner of a key has signed for a delegate. */
export interface SignedDelegation extends DelegatedRights {
  /** `jti`: names the delegation among those of the key. */
  readonly delegationId: string;
  /** RFC 7638 thumbprint of the delegate's key. */
  readonly keyThumbprint: string;
  /** Real time from which the delegation is refused. */
  readonly expiresAt: Date;
}

/** Reason that a delegation is refused although its key has signed it. */
type DelegationReason =
  | "TOKEN_EXPIRED"
  | "TOKEN_NOT_YET_VALID"
  | "TOKEN_OF_OTHER_AUDIENCE"
  | "TOKEN_CLAIMS_MALFORMED";

type DelegationVerdict =
  | ({ readonly accepted: true } & SignedDelegation)
  | { readonly accepted: false; readonly reason: DelegationReason; readonly message: string };

/**
 * Verifies a delegation: first the signature with the algorithm of the key, then that the claims are exactly `iss`, `aud`, `jti`, `iat`, `exp`,
 * `cnf` and `authorization_details`, then the times. The caller must check that the key is accepted, and see the delegate's key proved.
 *
 * @param audience address of this service, as callers know it
 * @param now real time
 * @returns undefined when the key has not signed it
 */
export async function verifyDelegation(
  { keyId, jws }: SentDelegation,
  { key, audience }: { readonly key: KeyObject; readonly audience: string },
  now: Date,
): Promise<DelegationVerdict | undefined> {
  const rights = readAuthorizationDetails(jws.payload?.authorization_details);
  const judged = await judgeSignature(jws, {
    type: DELEGATION_TYPE,
    key,
    claims: {
      iss: keyId,
      aud: audience,
      jti: (value) => typeof value === "string" && isDelegationId(value),
      cnf: (value) => thumbprintIn(value) !== undefined,
      authorization_details: () => typeof rights !== "string",
    },
    lifetimeSecondsMax: DELEGATION_SECONDS_MAX,
    now,
  });
  if (!judged.verified) {
    const problem = problemOf(judged, audience, rights);
    return problem && { accepted: false, ...problem };
  }
  return {
    ...(rights as DelegatedRights),
    accepted: true,
    delegationId: judged.claims.jti as string,
    keyThumbprint: thumbprintIn(judged.claims.cnf) as string,
    expiresAt: new Date(judged.expiresAt.getTime() + CLOCK_SKEW_SECONDS * 1000),
  };
}

/** Returns the thumbprint in a claim `cnf` that has nothing else (RFC 9449 section 6.1). */
function thumbprintIn(cnf: unknown): string | undefined {
  if (!isObject(cnf as JsonValue) || Object.keys(cnf as object).length !== 1) return undefined;
  const { jkt } = cnf as { readonly jkt?: unknown };
  return typeof jkt === "string" && isThumbprint(jkt) ? jkt : undefined;
}

function problemOf(
  { reason, member }: WalletSignatureRefusal,
  audience: string,
  rights: DelegatedRights | string,
): { readonly reason: DelegationReason; readonly message: string } | undefined {
  switch (reason) {
    case "JWS_EXPIRED":
      return {
        reason: "TOKEN_EXPIRED",
        message: "The delegation has expired. Ask its signer for a new one.",
      };
    case "JWS_ISSUED_IN_FUTURE":
      return {
        reason: "TOKEN_NOT_YET_VALID",
        message: "The iat of the delegation lies ahead. Check the clock of the machine that made it.",
      };
    case "JWS_LIFETIME_TOO_LONG":
      return malformed(
        `The exp of the delegation must be at most ${DELEGATION_SECONDS_MAX} s after its iat.`,
      );
    case "JWS_CLAIM_MISMATCH":
      if (member === "aud")
        return {
          reason: "TOKEN_OF_OTHER_AUDIENCE",
          message: `The aud of the delegation must be ${audience}.`,
        };
      if (member === "authorization_details" && typeof rights === "string") return malformed(rights);
      return malformed(claimRules[member ?? ""] ?? "The iss of the delegation must be its kid.");
    case "JWS_CLAIMS_MALFORMED":
    case "JWS_CLAIM_UNEXPECTED":
      return malformed(
        "The claims of the delegation must be iss, aud, jti, iat, exp, cnf and authorization_details, and no others; iat and exp in whole seconds, exp after iat.",
      );
    default:
      return undefined;
  }
}

const claimRules: Readonly<Record<string, string>> = {
  jti: "The jti of the delegation must have 1 to 64 visible ASCII characters.",
  cnf: 'The cnf of the delegation must be {"jkt": …} with the thumbprint of the delegate\'s key.',
};

const malformed = (message: string) => ({ reason: "TOKEN_CLAIMS_MALFORMED", message }) as const;
