import { type KeyObject, verify } from "node:crypto";
import { isObject, type JsonObject } from "../json/value.ts";
import { readUntrustedJson } from "./json.ts";

/** Longest compact JWS that is opened, in characters. */
const JWS_LENGTH_MAX = 4 * 1024;
/** Longest time between `iat` and `exp`. */
export const JWS_LIFETIME_SECONDS_MAX = 300;
/** How far a signer's clock may be from ours. */
const CLOCK_SKEW_SECONDS = 60;

/** `kid` never chooses the key: that is the one on record. Whether it has to name that one is for who asked to judge. */
const HEADER_MEMBERS = ["alg", "typ", "kid"];
const SEGMENT = /^[A-Za-z0-9_-]+$/;

/** Media types (RFC 7515 §4.1.9, RFC 8725 §3.11) of what wallets sign. */
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

/** What the signature must be, and must say. */
export interface WalletSignatureExpectation {
  readonly type: WalletSignatureType;
  /** The public key on record for the wallet. */
  readonly key: KeyObject;
  readonly audience: string;
  readonly nonce: string;
  /**
   * Every other claim that the payload must have, text for text (paymentId, amount, assetType, merchantId …).
   */
  readonly claims: Readonly<Record<string, string>>;
}

export type WalletSignatureResult =
  | { readonly verified: true; readonly issuedAt: Date; readonly expiresAt: Date }
  | WalletSignatureRefusal;

/** Why a signature does not count. */
export interface WalletSignatureRefusal {
  readonly verified: false;
  readonly reason: WalletSignatureReason;
  readonly member?: string;
}

/**
 * Verifies a wallet's compact JWS (RFC 7515, RFC 8725): ES256 or EdDSA with the given key, this `typ`, no
 * `crit` and no member that brings or names a key; then that its claims are exactly `aud`, `nonce`, `iat`,
 * `exp` and the expected ones. A claim that we do not know is refused, because the holder signed something
 * that we would not honour. Whether the nonce is unused is the caller's.
 * @param now real time, not the sandbox clock
 */
export async function verifyWalletSignature(
  jws: string,
  expected: WalletSignatureExpectation,
  now: Date,
): Promise<WalletSignatureResult> {
  const opened = await openWalletSignature(jws, expected);
  return "refused" in opened ? opened.refused : checkClaims(opened.claims, expected, now);
}

/** A wallet's signature whose claims are still to be judged, or why it is none. */
export type OpenedSignature =
  | {
      readonly header: Readonly<Record<string, unknown>>;
      readonly claims: Readonly<Record<string, unknown>>;
    }
  | { readonly refused: WalletSignatureRefusal };

/**
 * Opens a wallet's compact JWS: its form, its header and its signature are as `verifyWalletSignature` has them. What it says is for
 * who asked to judge, times included.
 */
export async function openWalletSignature(
  jws: string,
  expected: Pick<WalletSignatureExpectation, "type" | "key">,
): Promise<OpenedSignature> {
  const parts = readWalletSignature(jws);
  if ("refused" in parts) return parts;
  const { header, claims } = parts;
  const algorithm = algorithmOf(expected.key);
  const headerProblem = checkHeader(header, expected.type, algorithm);
  if (headerProblem !== undefined) return { refused: headerProblem };
  if (!(await isSigned(jws, expected.key, algorithm))) return { refused: refused("JWS_SIGNATURE_INVALID") };
  return claims === undefined ? { refused: refused("JWS_CLAIMS_MALFORMED") } : { header, claims };
}

/**
 * What a compact JWS says, without any proof that it was signed: to find the key and the challenge that it claims to be about, and
 * nothing else.
 */
export function readWalletSignature(jws: string):
  | {
      readonly header: Readonly<Record<string, unknown>>;
      readonly claims: Readonly<Record<string, unknown>> | undefined;
    }
  | { readonly refused: WalletSignatureRefusal } {
  if (jws.length > JWS_LENGTH_MAX) return { refused: refused("JWS_TOO_LARGE") };
  const segments = jws.split(".");
  if (segments.length !== 3 || !segments.every(isCanonicalBase64Url))
    return { refused: refused("JWS_NOT_COMPACT") };
  const header = jsonObject(Buffer.from(segments[0] ?? "", "base64url"));
  if (header === undefined) return { refused: refused("JWS_HEADER_MALFORMED") };
  return { header, claims: jsonObject(Buffer.from(segments[1] ?? "", "base64url")) };
}

function checkHeader(
  header: Readonly<Record<string, unknown>>,
  type: WalletSignatureType,
  algorithm: string,
): WalletSignatureRefusal | undefined {
  const unknown = Object.keys(header).find((name) => !HEADER_MEMBERS.includes(name));
  if (unknown !== undefined) return refused("JWS_HEADER_MEMBER_NOT_ALLOWED", unknown);
  if (header.alg !== algorithm) return refused("JWS_ALGORITHM_NOT_ALLOWED");
  return header.typ === type ? undefined : refused("JWS_TYPE_MISMATCH");
}

/** Verifies the signature over the first two segments (RFC 7515 §5.2), on a thread of its own, while others are looked at. */
function isSigned(jws: string, key: KeyObject, algorithm: string): Promise<boolean> {
  const end = jws.lastIndexOf(".");
  const signature = Buffer.from(jws.slice(end + 1), "base64url");
  const digest = algorithm === "ES256" ? "sha256" : null;
  return new Promise((resolve, reject) => {
    // RFC 7518 §3.4: R ‖ S; any other length does not verify.
    verify(
      digest,
      Buffer.from(jws.slice(0, end)),
      { key, dsaEncoding: "ieee-p1363" },
      signature,
      (error, valid) => {
        if (error) reject(error);
        else resolve(valid);
      },
    );
  });
}

/** The one algorithm of a key (RFC 8725 §3.1): the key on record decides, not the header. */
function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === "ed25519") return "EdDSA";
  if (key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1") return "ES256";
  throw new RangeError("a wallet key is P-256 or Ed25519");
}

function checkClaims(
  claims: Readonly<Record<string, unknown>>,
  expected: WalletSignatureExpectation,
  now: Date,
): WalletSignatureResult {
  const { iat, exp, ...texts } = claims;
  const required: Record<string, string> = {
    ...expected.claims,
    aud: expected.audience,
    nonce: expected.nonce,
  };
  const unexpected = Object.keys(texts).find((name) => !Object.hasOwn(required, name));
  if (unexpected !== undefined) return refused("JWS_CLAIM_UNEXPECTED", unexpected);
  const different = Object.entries(required).find(
    ([name, value]) => !Object.hasOwn(texts, name) || texts[name] !== value,
  );
  if (different !== undefined) return refused("JWS_CLAIM_MISMATCH", different[0]);
  return checkValidity({ iat, exp }, now, JWS_LIFETIME_SECONDS_MAX);
}

/** The times of a signature: `iat` and `exp` are there, not too far from each other, and now is between them. */
export function checkValidity(
  { iat, exp }: Readonly<Record<string, unknown>>,
  now: Date,
  lifetimeSecondsMax: number,
): WalletSignatureResult {
  if (!isNumericDate(iat)) return refused("JWS_CLAIMS_MALFORMED", "iat");
  if (!isNumericDate(exp) || exp <= iat) return refused("JWS_CLAIMS_MALFORMED", "exp");
  if (exp - iat > lifetimeSecondsMax) return refused("JWS_LIFETIME_TOO_LONG");
  const seconds = now.getTime() / 1000;
  if (iat > seconds + CLOCK_SKEW_SECONDS) return refused("JWS_ISSUED_IN_FUTURE");
  // RFC 7519 §4.1.4: not accepted on or after `exp`.
  if (seconds >= exp + CLOCK_SKEW_SECONDS) return refused("JWS_EXPIRED");
  return { verified: true, issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) };
}

/** A refusal about a member, or about the whole. */
export function refused(reason: WalletSignatureReason, member?: string): WalletSignatureRefusal {
  return { verified: false, reason, ...(member === undefined ? {} : { member }) };
}

/** Whole seconds, small enough to be a Date. */
function isNumericDate(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= 8.64e12;
}

/**
 * One text for one value: otherwise bits that nobody signed could differ between two copies of a signature.
 */
function isCanonicalBase64Url(segment: string): boolean {
  return SEGMENT.test(segment) && Buffer.from(segment, "base64url").toString("base64url") === segment;
}

/** A JSON object; undefined for anything else. */
function jsonObject(bytes: Uint8Array): JsonObject | undefined {
  const value = readUntrustedJson(bytes);
  return isObject(value) ? value : undefined;
}
