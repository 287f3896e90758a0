import {
  checkValidity,
  openWalletSignature,
  refused,
  type WalletSignatureRefusal,
  type WalletSignatureType,
} from "../jws.ts";
import type { KeyObject } from "node:crypto";

/** What one claim has to be. */
export type ClaimRule = (value: unknown) => boolean;

/** A claim that has to be exactly this. */
export const exactly =
  (expected: string): ClaimRule =>
  (value) =>
    value === expected;

const HASH = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
const NONCE = /^[A-Za-z0-9_-]{22,86}$/;
const TRANSFER_ID = /^trf_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const ASSET_ID = /^ast_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const text =
  (form: RegExp): ClaimRule =>
  (value) =>
    typeof value === "string" && form.test(value);

/** 32 bytes in base64url: a SHA-256 or a thumbprint. */
export const isHash = text(HASH);
/** A nonce of the signer's own making: at least 128 bits. */
export const isNonce = text(NONCE);
export const isTransferId = text(TRANSFER_ID);
export const isAssetId = text(ASSET_ID);
/** Place in a chain after the first, as far as it is stored. */
export const isLaterSeq: ClaimRule = (value) =>
  typeof value === "number" && Number.isInteger(value) && value >= 2 && value < 2 ** 31;

/** What a signature is judged by. */
export interface SignatureTerms {
  readonly type: WalletSignatureType;
  readonly key: KeyObject;
  /** RFC 7638 thumbprint of the key, where a `kid` has to be exactly that; there need not be one. */
  readonly kid?: string;
  /** Each claim that it must have beside `iat` and `exp`; it may have no other. */
  readonly claims: Readonly<Record<string, ClaimRule>>;
  readonly lifetimeSecondsMax: number;
  /** Real time, not the sandbox clock; absent where an old signature is looked at again and only its order of times counts. */
  readonly now?: Date;
}

/** Claims that were judged, or why they do not count. */
export type JudgedClaims =
  | { readonly verified: true; readonly claims: Readonly<Record<string, unknown>>; readonly expiresAt: Date }
  | WalletSignatureRefusal;

/**
 * Verifies a compact JWS of a holder (RFC 7515, RFC 8725): signature, then exactly these claims, then times. A claim that we do
 * not know is refused, because the holder signed something that we would not honour.
 */
export async function judgeSignature(
  jws: string,
  { type, key, kid, claims: rules, lifetimeSecondsMax, now }: SignatureTerms,
): Promise<JudgedClaims> {
  const opened = await openWalletSignature(jws, { type, key });
  if ("refused" in opened) return opened.refused;
  if (kid !== undefined && Object.hasOwn(opened.header, "kid") && opened.header.kid !== kid)
    return refused("JWS_KEY_MISMATCH", "kid");
  const { iat, exp, ...others } = opened.claims;
  const unexpected = Object.keys(others).find((name) => !Object.hasOwn(rules, name));
  if (unexpected !== undefined) return refused("JWS_CLAIM_UNEXPECTED", unexpected);
  const different = Object.entries(rules).find(
    ([name, holds]) => !Object.hasOwn(others, name) || !holds(others[name]),
  );
  if (different !== undefined) return refused("JWS_CLAIM_MISMATCH", different[0]);
  const at = now ?? (typeof iat === "number" ? new Date(iat * 1000) : new Date(0));
  const validity = checkValidity({ iat, exp }, at, lifetimeSecondsMax);
  return validity.verified
    ? { verified: true, claims: opened.claims, expiresAt: validity.expiresAt }
    : validity;
}
