import { type KeyObject, sign } from "node:crypto";
import type { JsonObject } from "../json/value.ts";
import { isSignedBy, readJws, unknownMember } from "./jws.ts";

/** The header of a token that the service signs (RFC 7515 §4.1). */
export interface TokenHeader {
  /** Media type without `application/` (RFC 8725 §3.11), so that tokens of different kinds cannot be confused. */
  readonly typ: string;
  /** RFC 7638 thumbprint of the key. */
  readonly kid: string;
}

/**
 * Makes a compact JWS (RFC 7515 §3.1) over claims (RFC 7519) with a P-256 key: ES256, the signature as R ‖ S (RFC 7518 §3.4).
 *
 * @param key private, P-256
 */
export function signToken({ typ, kid }: TokenHeader, claims: object, key: KeyObject): string {
  const signed = `${encoded({ alg: "ES256", typ, kid })}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

/** Returns seconds since the epoch (RFC 7519 §2, NumericDate). */
export const numericDate = (date: Date): number => Math.floor(date.getTime() / 1000);

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The requirements on a token. */
export interface TokenExpectation {
  readonly typ: string;
  /** Returns the P-256 public key of this `kid`. */
  readonly keyOf: (kid: string) => KeyObject | undefined;
}

/**
 * Returns the claims of a token that the service has signed.
 * The token must have this `typ`, a key of the service, and an `exp` (RFC 7519 §4.1.4) that is not over. Otherwise returns undefined.
 *
 * @param now real time
 */
export function readToken(
  token: string,
  { typ, keyOf }: TokenExpectation,
  now: Date,
): JsonObject | undefined {
  const jws = readJws(token);
  if (typeof jws === "string") return undefined;
  const { header, payload } = jws;
  if (header.typ !== typ || typeof header.kid !== "string" || unknownMember(header) !== undefined)
    return undefined;
  const key = keyOf(header.kid);
  if (!key || !isSignedBy(jws, key)) return undefined;
  return typeof payload?.exp === "number" && now.getTime() / 1000 < payload.exp ? payload : undefined;
}
