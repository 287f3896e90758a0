import { type KeyObject, sign } from "node:crypto";

/** What stands before the claims of a token that the service signs (RFC 7515 §4.1). */
export interface TokenHeader {
  /** Media type without `application/` (RFC 8725 §3.11), so that no token can be taken for another kind. */
  readonly typ: string;
  /** RFC 7638 thumbprint of the key. */
  readonly kid: string;
}

/**
 * A compact JWS (RFC 7515 §3.1) over claims (RFC 7519) by a P-256 key: ES256, the signature as R ‖ S (RFC 7518 §3.4).
 *
 * @param key private, P-256
 */
export function signToken({ typ, kid }: TokenHeader, claims: object, key: KeyObject): string {
  const signed = `${encoded({ alg: "ES256", typ, kid })}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

/** Seconds since the epoch (RFC 7519 §2, NumericDate). */
export const numericDate = (date: Date): number => Math.floor(date.getTime() / 1000);

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
