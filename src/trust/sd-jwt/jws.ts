import { type KeyObject, verify } from "node:crypto";
import { SdJwtError } from "./error.ts";
import { isObject, type JsonObject, member } from "../../json/value.ts";
import { readUntrustedJson } from "../json.ts";

/** R ‖ S of P-256 (RFC 7518 §3.4). */
const SIGNATURE_BYTES = 64;
const SEGMENT = /^[A-Za-z0-9_-]+$/;
/**
 * Header members that bring or name another key than the one that we chose, or change what is signed (RFC 7515 §4.1, RFC 7797).
 * Every other one that we do not know is passed over, as RFC 7515 §4 asks.
 */
const FORBIDDEN_MEMBERS = ["crit", "b64", "jku", "jwk", "x5u"];

/** A compact JWS that was read, not verified. */
export interface Jws {
  readonly header: JsonObject;
  readonly payload: JsonObject;
  /** What the signature is over. */
  readonly signed: string;
  readonly signature: Uint8Array;
}

/**
 * Reads a compact JWS (RFC 7515 §3.1) whose payload is a JSON object: ES256 and this `typ` (RFC 8725 §3.11) only, each segment in
 * the one text that its bytes have.
 * @throws {SdJwtError}
 */
export function readJws(text: string, type: string): Jws {
  const [head, body, tail, more] = text.split(".");
  if (head === undefined || body === undefined || tail === undefined || more !== undefined)
    throw new SdJwtError("JWS_MALFORMED");
  const [header, payload] = [objectOf(head), objectOf(body)];
  if (member(header, "alg") !== "ES256") throw new SdJwtError("ALGORITHM_NOT_ALLOWED");
  if (member(header, "typ") !== type) throw new SdJwtError("TYPE_NOT_ALLOWED");
  if (FORBIDDEN_MEMBERS.some((name) => Object.hasOwn(header, name)))
    throw new SdJwtError("HEADER_NOT_ALLOWED");
  const signature = base64UrlBytes(tail);
  if (signature?.length !== SIGNATURE_BYTES) throw new SdJwtError("JWS_MALFORMED");
  return { header, payload, signed: `${head}.${body}`, signature };
}

/** Whether the key has signed it (RFC 7515 §5.2). @param key public, P-256 */
export function isSignedBy({ signed, signature }: Jws, key: KeyObject): boolean {
  return verify("sha256", Buffer.from(signed, "ascii"), { key, dsaEncoding: "ieee-p1363" }, signature);
}

/** Undefined unless the text is the only one for its bytes: no padding, no stray bits. */
export function base64UrlBytes(text: string): Uint8Array | undefined {
  if (!SEGMENT.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}

function objectOf(segment: string): JsonObject {
  const bytes = base64UrlBytes(segment);
  if (bytes === undefined) throw new SdJwtError("JWS_MALFORMED");
  const value = readUntrustedJson(bytes);
  if (!isObject(value)) throw new SdJwtError("JSON_MALFORMED");
  return value;
}
