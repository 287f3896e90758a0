import { type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import { isObject, type JsonObject } from "../json/value.ts";
import { readUntrustedJson } from "./json.ts";

const SEGMENT = /^[A-Za-z0-9_-]+$/;
const NO_SIGNATURE = new Uint8Array();
const verifyAside = promisify(verify);

/** A compact JWS (RFC 7515 §3.1), taken apart. Nothing of it is verified. */
export interface Jws {
  readonly header: JsonObject;
  /** Undefined where it is no JSON object. */
  readonly payload: JsonObject | undefined;
  /** What the signature is over (RFC 7515 §5.2). */
  readonly signed: string;
  /** Empty in an unsecured JWS, which no key verifies. */
  readonly signature: Uint8Array;
}

/** Why a text is no compact JWS. */
export type JwsFault = "NOT_COMPACT" | "HEADER_MALFORMED";

/** Reads a compact JWS: each segment in the one text that its bytes have, and no member of an object twice. */
export function readJws(text: string): Jws | JwsFault {
  const [head = "", body = "", tail = "", ...rest] = text.split(".", 4);
  const [headBytes, bodyBytes] = [base64UrlBytes(head), base64UrlBytes(body)];
  const signature = tail === "" ? NO_SIGNATURE : base64UrlBytes(tail);
  if (!headBytes || !bodyBytes || !signature || rest.length > 0) return "NOT_COMPACT";
  const header = objectOf(headBytes);
  if (header === undefined) return "HEADER_MALFORMED";
  return { header, payload: objectOf(bodyBytes), signed: `${head}.${body}`, signature };
}

/** The first member of a header beside `alg`, `typ` and `kid`: it might bring a key or change what is signed. */
export function unknownMember(header: JsonObject): string | undefined {
  return Object.keys(header).find((name) => name !== "alg" && name !== "typ" && name !== "kid");
}

/** The one algorithm of a key (RFC 8725 §3.1), so that the key decides and not the header; undefined where we use none. */
export function algorithmOf(key: KeyObject): "ES256" | "EdDSA" | undefined {
  if (key.asymmetricKeyType === "ed25519") return "EdDSA";
  const isP256 = key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1";
  return isP256 ? "ES256" : undefined;
}

/** Whether the key has signed it by its algorithm. An ES256 signature is R ‖ S (RFC 7518 §3.4); any other length does not verify. */
export function isSignedBy(jws: Jws, key: KeyObject): boolean {
  return jws.header.alg === algorithmOf(key) && verify(...verification(jws, key));
}

/** As `isSignedBy`, on a thread of its own, so that other calls go on meanwhile. */
export async function isSignedByAside(jws: Jws, key: KeyObject): Promise<boolean> {
  return jws.header.alg === algorithmOf(key) && verifyAside(...verification(jws, key));
}

function verification({ signed, signature }: Jws, key: KeyObject) {
  const digest = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  return [digest, Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }, signature] as const;
}

/** Undefined unless the text is the only one for its bytes: no padding, no stray bits. */
export function base64UrlBytes(text: string): Buffer | undefined {
  if (!SEGMENT.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}

function objectOf(bytes: Uint8Array): JsonObject | undefined {
  const value = readUntrustedJson(bytes);
  return isObject(value) ? value : undefined;
}
