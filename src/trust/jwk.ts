import { createPublicKey, type KeyObject } from "node:crypto";
import { jwkThumbprint } from "./key-thumbprint.ts";

/** The members of a P-256 public key that RFC 7518 §6.2.1 requires, and no others. */
interface P256Jwk {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
}

/** A P-256 public key in the three forms that are stored or compared. */
export interface P256PublicKey {
  readonly key: KeyObject;
  readonly jwk: P256Jwk;
  /** SubjectPublicKeyInfo in DER with the uncompressed point. */
  readonly spki: Uint8Array;
  /** RFC 7638 over SHA-256, base64url. */
  readonly thumbprint: string;
}

/** Returns all forms of a P-256 key, or undefined for any other key. */
export function p256PublicKey(key: KeyObject): P256PublicKey | undefined {
  if (key.asymmetricKeyType !== "ec" || key.asymmetricKeyDetails?.namedCurve !== "prime256v1")
    return undefined;
  const publicKey = key.type === "private" ? createPublicKey(key) : key;
  const { x, y } = publicKey.export({ format: "jwk" });
  if (x === undefined || y === undefined) return undefined;
  const jwk: P256Jwk = { kty: "EC", crv: "P-256", x, y };
  return {
    key: publicKey,
    jwk,
    spki: publicKey.export({ format: "der", type: "spki" }),
    thumbprint: jwkThumbprint({ ...jwk }) as string,
  };
}
