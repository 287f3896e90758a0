import type { KeyObject } from "node:crypto";
import type { JsonObject } from "../json/value.ts";
import { algorithmOf, isSignedByAside, type Jws, readJws, unknownMember } from "./jws.ts";
import { CLOCK_SKEW_SECONDS, isNumericDate, SIGNATURE_SECONDS_MAX } from "./time-limits.ts";

/** Maximum length of a compact JWS, in characters. */
const JWS_LENGTH_MAX = 4 * 1024;
const NONCE = /^[A-Za-z0-9_-]{22,86}$/;

/** Media types (RFC 7515 §4.1.9, RFC 8725 §3.11) of wallet signatures. */
export type WalletSignatureType =
  | "pda-pay+jws"
  | "pda-decline+jws"
  | "pda-own+jws"
  | "pda-transfer+jws"
  | "pda-value-transfer+jws"
  | "pda-rotate+jws"
  | "pda-recovery-key+jws"
  | "pda-recover+jws"
  | "pda-veto+jws";

/** Media types of what the owner of a registered public key signs: a credential, one for somebody else, and the proof at its registration. */
type KeySignatureType = "pda-access+jwt" | "pda-delegation+jwt" | "pda-key-proof+jwt";

export type WalletSignatureReason =
  | "JWS_TOO_LARGE"
  | "JWS_NOT_COMPACT"
  | "JWS_HEADER_MALFORMED"
  | "JWS_HEADER_MEMBER_NOT_ALLOWED"
  | "JWS_ALGORITHM_NOT_ALLOWED"
  | "JWS_TYPE_MISMATCH"
  | "JWS_KEY_MISMATCH"
  | "JWS_SIGNATURE_INVALID"
  | "JWS_CLAIMS_MALFORMED"
  | "JWS_CLAIM_UNEXPECTED"
  | "JWS_CLAIM_MISMATCH"
  | "JWS_LIFETIME_TOO_LONG"
  | "JWS_ISSUED_IN_FUTURE"
  | "JWS_EXPIRED"
  | "KEY_RETIRED";

/** Refusal of a signature, with the reason. */
export interface WalletSignatureRefusal {
  readonly verified: false;
  readonly reason: WalletSignatureReason;
  readonly member?: string;
}

/** Returns a refusal about a member, or about the whole signature. */
export function refused(reason: WalletSignatureReason, member?: string): WalletSignatureRefusal {
  return { verified: false, reason, ...(member === undefined ? {} : { member }) };
}

/** The requirements on a wallet's signature. */
export interface WalletSignatureExpectation {
  readonly type: WalletSignatureType;
  /** The public key on record for the wallet. */
  readonly key: KeyObject;
  readonly audience: string;
  readonly nonce: string;
  /** All other claims that the payload must have, compared as text (paymentId, amount, assetType, merchantId …). */
  readonly claims: Readonly<Record<string, string>>;
}

/** The period in which a signature is valid. */
interface Validity {
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/**
 * Verifies a wallet's compact JWS over exactly `aud`, `nonce`, `iat`, `exp` and the expected claims. Its lifetime is at most 300 s.
 * The caller must check that the nonce is unused.
 * @param now real time, not the sandbox clock
 */
export async function verifyWalletSignature(
  jws: string,
  { type, key, audience, nonce, claims }: WalletSignatureExpectation,
  now: Date,
): Promise<({ readonly verified: true } & Validity) | WalletSignatureRefusal> {
  const judged = await judgeSignature(jws, {
    type,
    key,
    claims: { ...claims, aud: audience, nonce },
    lifetimeSecondsMax: SIGNATURE_SECONDS_MAX,
    now,
  });
  if (!judged.verified) return judged;
  const { issuedAt, expiresAt } = judged;
  return { verified: true, issuedAt, expiresAt };
}

/** The requirements on a holder's statement, which has a nonce of the holder's own making and takes effect now. */
export type StatementTerms = Omit<WalletSignatureExpectation, "nonce"> & {
  /** RFC 7638 thumbprint of the key. `kid` must equal it if present. */
  readonly kid: string;
  /** Real time, not the sandbox clock. */
  readonly now: Date;
};

/** Verifies like `verifyWalletSignature`, with a nonce of the signer's own making. */
export async function verifyStatement(
  jws: string,
  { type, key, kid, audience, claims, now }: StatementTerms,
): Promise<{ readonly verified: true; readonly nonce: string } | WalletSignatureRefusal> {
  const judged = await judgeSignature(jws, {
    type,
    key,
    kid,
    claims: { aud: audience, nonce: isNonce, ...claims },
    lifetimeSecondsMax: SIGNATURE_SECONDS_MAX,
    now,
  });
  return judged.verified ? { verified: true, nonce: judged.claims.nonce as string } : judged;
}

/** The rule for one claim: an exact text, or a predicate. */
type ClaimRule = string | ((value: unknown) => boolean);

/** Tells whether a value is a nonce of the signer's own making: at least 128 bits. */
export const isNonce = (value: unknown): boolean => typeof value === "string" && NONCE.test(value);

/** The terms of a signature. */
export interface SignatureTerms {
  readonly type: WalletSignatureType | KeySignatureType;
  readonly key: KeyObject;
  /** RFC 7638 thumbprint of the key. If set, `kid` must equal it or be absent. */
  readonly kid?: string;
  /** All claims that the signature must have in addition to `iat` and `exp`. Other claims are refused. */
  readonly claims: Readonly<Record<string, ClaimRule>>;
  readonly lifetimeSecondsMax: number;
  /** Real time, not the sandbox clock. Absent when an old signature is verified again, and only the order of its times matters. */
  readonly now?: Date;
}

/**
 * Verifies a compact JWS of a holder (RFC 7515, RFC 8725): the signature, then exactly these claims, then the times.
 * An unknown claim is refused, because the holder signed it and the service would not honour it.
 */
export async function judgeSignature(
  jws: string | Jws,
  { type, key, kid, claims: rules, lifetimeSecondsMax, now }: SignatureTerms,
): Promise<
  | ({ readonly verified: true; readonly claims: Readonly<Record<string, unknown>> } & Validity)
  | WalletSignatureRefusal
> {
  const opened = await openWalletSignature(jws, { type, key });
  if ("refused" in opened) return opened.refused;
  const { header, claims } = opened;
  if (kid !== undefined && Object.hasOwn(header, "kid") && header.kid !== kid)
    return refused("JWS_KEY_MISMATCH", "kid");
  const { iat, exp, ...others } = claims;
  const unexpected = Object.keys(others).find((name) => !Object.hasOwn(rules, name));
  if (unexpected !== undefined) return refused("JWS_CLAIM_UNEXPECTED", unexpected);
  const different = Object.keys(rules).find(
    (name) => !Object.hasOwn(others, name) || !holds(rules[name], others[name]),
  );
  if (different !== undefined) return refused("JWS_CLAIM_MISMATCH", different);
  const at = now ?? (typeof iat === "number" ? new Date(iat * 1000) : new Date(0));
  const validity = validityOf({ iat, exp }, at, lifetimeSecondsMax);
  return "reason" in validity ? validity : { verified: true, claims, ...validity };
}

const holds = (rule: ClaimRule | undefined, value: unknown): boolean =>
  typeof rule === "function" ? rule(value) : value === rule;

/** A wallet's signature whose claims are not yet judged, or its refusal. */
type OpenedSignature =
  | { readonly header: JsonObject; readonly claims: JsonObject }
  | { readonly refused: WalletSignatureRefusal };

/**
 * Opens a wallet's compact JWS: ES256 or EdDSA with the given key, and this `typ`. No header member may name another key.
 * `kid` never selects the key, which is the key on record. The caller must judge the claims, including the times.
 */
export async function openWalletSignature(
  jws: string | Jws,
  { type, key }: Pick<SignatureTerms, "type" | "key">,
): Promise<OpenedSignature> {
  const read = typeof jws === "string" ? readWalletSignature(jws) : jws;
  if ("refused" in read) return read;
  const { header, payload } = read;
  const unknown = unknownMember(header);
  if (unknown !== undefined) return { refused: refused("JWS_HEADER_MEMBER_NOT_ALLOWED", unknown) };
  if (header.alg !== algorithmOf(key)) return { refused: refused("JWS_ALGORITHM_NOT_ALLOWED") };
  if (header.typ !== type) return { refused: refused("JWS_TYPE_MISMATCH") };
  if (!(await isSignedByAside(read, key))) return { refused: refused("JWS_SIGNATURE_INVALID") };
  return payload === undefined ? { refused: refused("JWS_CLAIMS_MALFORMED") } : { header, claims: payload };
}

/** Reads a compact JWS without verifying it. Use the content only to find the key and the challenge that it names. */
export function readWalletSignature(text: string): Jws | { readonly refused: WalletSignatureRefusal } {
  if (text.length > JWS_LENGTH_MAX) return { refused: refused("JWS_TOO_LARGE") };
  const jws = readJws(text);
  if (jws === "HEADER_MALFORMED") return { refused: refused("JWS_HEADER_MALFORMED") };
  const isWhole = jws !== "NOT_COMPACT" && jws.signature.length > 0;
  return isWhole ? jws : { refused: refused("JWS_NOT_COMPACT") };
}

/** Checks the times of a signature: `iat` and `exp` are present, their distance is within the limit, and now is between them. */
function validityOf(
  { iat, exp }: Readonly<Record<string, unknown>>,
  now: Date,
  lifetimeSecondsMax: number,
): Validity | WalletSignatureRefusal {
  if (!isWholeDate(iat)) return refused("JWS_CLAIMS_MALFORMED", "iat");
  if (!isWholeDate(exp) || exp <= iat) return refused("JWS_CLAIMS_MALFORMED", "exp");
  if (exp - iat > lifetimeSecondsMax) return refused("JWS_LIFETIME_TOO_LONG");
  const seconds = now.getTime() / 1000;
  if (iat > seconds + CLOCK_SKEW_SECONDS) return refused("JWS_ISSUED_IN_FUTURE");
  // RFC 7519 §4.1.4: not accepted on or after `exp`.
  if (seconds >= exp + CLOCK_SKEW_SECONDS) return refused("JWS_EXPIRED");
  return { issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) };
}

const isWholeDate = (value: unknown): value is number => isNumericDate(value) && Number.isInteger(value);
