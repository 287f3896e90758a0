import { createPublicKey, type KeyObject } from "node:crypto";
import { isObject } from "../json/value.ts";
import { TrustInputError } from "./error.ts";
import { readUntrustedJson } from "./json.ts";
import { type P256PublicKey, p256PublicKey } from "./jwk.ts";

/** Reason that a text or object is not a holder's public key. */
export type HolderKeyReason =
  | "HOLDER_KEY_PRIVATE"
  | "HOLDER_KEY_MALFORMED"
  | "HOLDER_KEY_TYPE_NOT_ALLOWED"
  | "HOLDER_KEY_NOT_ON_CURVE";

/** Thrown by `parseHolderJwk`. The message never repeats the input, which may hold a private key. */
export class HolderKeyError extends TrustInputError<HolderKeyReason> {
  override readonly name = "HolderKeyError";
}

/** Private members of RFC 7518 §6.2.2, §6.3.2 and §6.4.1. */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
/** Members that may accompany the key without changing it (RFC 7517 §4). */
const INFORMATIVE_MEMBERS = ["kid", "alg", "use", "key_ops"];
/** 32 octets in base64url. The last character holds 4 of their bits, so its two lowest bits are zero. */
const COORDINATE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/**
 * Reads a holder's public key from the members of a JWK (RFC 7517): P-256 only.
 * Refuses private members, because a private key must stay with its holder. Refuses members that do not belong to a public EC key.
 * @throws {HolderKeyError}
 */
export function parseHolderJwk(members: Readonly<Record<string, unknown>>): P256PublicKey {
  if (PRIVATE_MEMBERS.some((name) => Object.hasOwn(members, name)))
    throw new HolderKeyError("HOLDER_KEY_PRIVATE");
  const { kty, crv, x, y, ...others } = members;
  if (kty !== "EC" || crv !== "P-256") throw new HolderKeyError("HOLDER_KEY_TYPE_NOT_ALLOWED");
  if (!isCoordinate(x) || !isCoordinate(y)) throw new HolderKeyError("HOLDER_KEY_MALFORMED");
  if (!Object.keys(others).every((name) => INFORMATIVE_MEMBERS.includes(name))) {
    throw new HolderKeyError("HOLDER_KEY_MALFORMED");
  }
  return usable(imported(() => createPublicKey({ key: { kty, crv, x, y }, format: "jwk" })));
}

/** Reads a holder's public key from the text of a JWK, as `parseHolderJwk` does. @throws {HolderKeyError} */
export function parseHolderJwkText(text: string): P256PublicKey {
  const members = readUntrustedJson(Buffer.from(text));
  if (!isObject(members)) throw new HolderKeyError("HOLDER_KEY_MALFORMED");
  return parseHolderJwk(members);
}

function isCoordinate(value: unknown): value is string {
  return typeof value === "string" && COORDINATE.test(value);
}

function imported(load: () => KeyObject): KeyObject {
  try {
    return load();
  } catch {
    throw new HolderKeyError("HOLDER_KEY_NOT_ON_CURVE");
  }
}

function usable(key: KeyObject): P256PublicKey {
  const publicKey = p256PublicKey(key);
  if (publicKey === undefined) throw new HolderKeyError("HOLDER_KEY_TYPE_NOT_ALLOWED");
  return publicKey;
}
