import { constants, type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import { isObject, type JsonObject } from "../json/value.ts";
import { readUntrustedJson } from "./json.ts";

const SEGMENT = /^[A-Za-z0-9_-]+$/;
const NO_SIGNATURE = new Uint8Array();
const verifyAside = promisify(verify);

/** A compact JWS (RFC 7515 §3.1) in its parts. Nothing in it is verified. */
export interface Jws {
  readonly header: JsonObject;
  /** Undefined when the payload is no JSON object. */
  readonly payload: JsonObject | undefined;
  /** The signed text (RFC 7515 §5.2). */
  readonly signed: string;
  /** Empty in an unsecured JWS, which no key verifies. */
  readonly signature: Uint8Array;
}

/** Reason that a text is no compact JWS. */
export type JwsFault = "NOT_COMPACT" | "HEADER_MALFORMED";

/** Reads a compact JWS. Each segment must be the canonical text of its bytes, and no object may have a member twice. */
export function readJws(text: string): Jws | JwsFault {
  const [head = "", body = "", tail = "", ...rest] = text.split(".", 4);
  const [headBytes, bodyBytes] = [base64UrlBytes(head), base64UrlBytes(body)];
  const signature = tail === "" ? NO_SIGNATURE : base64UrlBytes(tail);
  if (!headBytes || !bodyBytes || !signature || rest.length > 0) return "NOT_COMPACT";
  const header = objectOf(headBytes);
  if (header === undefined) return "HEADER_MALFORMED";
  return { header, payload: objectOf(bodyBytes), signed: `${head}.${body}`, signature };
}

/** Returns the first header member other than `alg`, `typ` and `kid`. Such a member might name a key or change the signed text. */
export function unknownMember(header: JsonObject): string | undefined {
  return Object.keys(header).find((name) => name !== "alg" && name !== "typ" && name !== "kid");
}

/** Returns the only algorithm of a key (RFC 8725 §3.1), so that the key decides and not the header. Undefined for other keys. */
export function algorithmOf(key: KeyObject): "ES256" | "EdDSA" | "PS256" | undefined {
  if (key.asymmetricKeyType === "ed25519") return "EdDSA";
  if (key.asymmetricKeyType === "rsa") return "PS256";
  const isP256 = key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1";
  return isP256 ? "ES256" : undefined;
}

/**
 * Tells whether the key has signed the JWS with its algorithm. An ES256 signature is R ‖ S (RFC 7518 §3.4); any other length fails. The salt
 * of a PS256 signature is as long as its digest (RFC 7518 §3.5).
 */
export function isSignedBy(jws: Jws, key: KeyObject): boolean {
  return jws.header.alg === algorithmOf(key) && verify(...verification(jws, key));
}

/** Verifies like `isSignedBy`, but on another thread, so that other calls continue meanwhile. */
export async function isSignedByAside(jws: Jws, key: KeyObject): Promise<boolean> {
  return jws.header.alg === algorithmOf(key) && verifyAside(...verification(jws, key));
}

function verification({ signed, signature }: Jws, key: KeyObject) {
  const digest = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  const form =
    key.asymmetricKeyType === "rsa"
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : { dsaEncoding: "ieee-p1363" as const };
  return [digest, Buffer.from(signed), { key, ...form }, signature] as const;
}

/** Decodes base64url. Returns undefined unless the text is canonical: no padding, no stray bits. */
export function base64UrlBytes(text: string): Buffer | undefined {
  if (!SEGMENT.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}

function objectOf(bytes: Uint8Array): JsonObject | undefined {
  const value = readUntrustedJson(bytes);
  return isObject(value) ? value : undefined;
}
