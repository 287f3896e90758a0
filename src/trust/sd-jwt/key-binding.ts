import { HolderKeyError, parseHolderJwk } from "../holder-key.ts";
import { SdJwtError } from "./error.ts";
import { isObject, type JsonObject, member } from "../../json/value.ts";
import { isSignedBy } from "../jws.ts";
import { CLOCK_SKEW_SECONDS, isNumericDate, SIGNATURE_SECONDS_MAX } from "../time-limits.ts";
import { readJwt } from "./jwt.ts";
import { KEY_BINDING_TYPE, type SdJwtPresentation } from "./presentation.ts";

export type KeyBindingReason =
  | "KEY_BINDING_MISSING"
  | "KEY_BINDING_MALFORMED"
  | "HOLDER_KEY_NOT_ALLOWED"
  | "HOLDER_SIGNATURE_INVALID"
  | "PROOF_NOT_FRESH"
  | "PROOF_OF_OTHER_PRESENTATION"
  | "AUDIENCE_DIFFERENT"
  | "NONCE_DIFFERENT";

/** The requirements on a key binding proof. */
export interface KeyBindingExpectation {
  /** Processed claims of the credential. `cnf` names the holder's key. */
  readonly claims: JsonObject;
  readonly audience: string;
  readonly nonce: string;
  readonly now: Date;
}

/**
 * Checks that the holder has just signed this presentation for this audience and nonce (RFC 9901 §7.3, step 5). Returns undefined if so.
 * The signature must be ES256 with the P-256 key in the credential's `cnf` (RFC 7800 §3.2).
 * The caller must check that the nonce is unused.
 */
export function keyBindingProblem(
  { keyBinding, sdHash }: SdJwtPresentation,
  { claims, audience, nonce, now }: KeyBindingExpectation,
): KeyBindingReason | undefined {
  if (keyBinding === undefined) return "KEY_BINDING_MISSING";
  const key = holderKey(claims);
  if (key === undefined) return "HOLDER_KEY_NOT_ALLOWED";
  const proof = proofOf(keyBinding);
  if (proof === undefined) return "KEY_BINDING_MALFORMED";
  if (!isSignedBy(proof, key)) return "HOLDER_SIGNATURE_INVALID";
  const { payload } = proof;
  if (member(payload, "sd_hash") !== sdHash) return "PROOF_OF_OTHER_PRESENTATION";
  // §4.3: `aud` must be one text, never a list.
  if (member(payload, "aud") !== audience) return "AUDIENCE_DIFFERENT";
  if (member(payload, "nonce") !== nonce) return "NONCE_DIFFERENT";
  return isFresh(payload, now.getTime() / 1000) ? undefined : "PROOF_NOT_FRESH";
}

function isFresh(payload: JsonObject, seconds: number): boolean {
  const [iat, nbf, exp] = ["iat", "nbf", "exp"].map((name) => member(payload, name));
  const latest = seconds + CLOCK_SKEW_SECONDS;
  if (!isNumericDate(iat) || iat < seconds - SIGNATURE_SECONDS_MAX || iat > latest) return false;
  // These claims are optional in a proof, but they apply when present (RFC 7519 §4.1).
  if (nbf !== undefined && (!isNumericDate(nbf) || nbf > latest)) return false;
  return exp === undefined || (isNumericDate(exp) && seconds < exp);
}

function holderKey(claims: JsonObject) {
  const confirmation = member(claims, "cnf");
  const jwk = isObject(confirmation) ? member(confirmation, "jwk") : undefined;
  // RFC 7800 §3.1: one key, in one form.
  if (!isObject(confirmation) || Object.keys(confirmation).length !== 1 || !isObject(jwk)) return undefined;
  try {
    return parseHolderJwk(jwk).key;
  } catch (error) {
    if (error instanceof HolderKeyError) return undefined;
    throw error;
  }
}

function proofOf(text: string) {
  try {
    return readJwt(text, KEY_BINDING_TYPE);
  } catch (error) {
    if (error instanceof SdJwtError) return undefined;
    throw error;
  }
}
