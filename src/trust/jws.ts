import { constants, type KeyObject, verify, type VerifyKeyObjectInput } from "node:crypto";
import { promisify } from "node:util";
import { isObject, type JsonObject } from "../json/value.ts";
import { ecdsaDer, SIGNATURE_BYTES } from "./ecdsa-signature.ts";
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

/** Reads the header of a compact JWS alone. Undefined when it is not the canonical text of a JSON object. */
export function readJwsHeader(text: string): JsonObject | undefined {
  const bytes = base64UrlBytes(text.slice(0, Math.max(0, text.indexOf("."))));
  return bytes && objectOf(bytes);
}

/** Returns the first header member other than `alg`, `typ` and `kid`. Such a member might name a key or change the signed text. */
export function unknownMember(header: JsonObject): string | undefined {
  return Object.keys(header).find((name) => name !== "alg" && name !== "typ" && name !== "kid");
}

type Algorithm = "ES256" | "EdDSA" | "PS256";

/** The algorithms of keys that were asked about: Node works the details of a key out each time. */
const algorithms = new WeakMap<KeyObject, Algorithm>();

/** Returns the only algorithm of a key (RFC 8725 §3.1), so that the key decides and not the header. Undefined for other keys. */
export function algorithmOf(key: KeyObject): Algorithm | undefined {
  const algorithm = algorithms.get(key) ?? algorithmOfType(key);
  if (algorithm !== undefined) algorithms.set(key, algorithm);
  return algorithm;
}

function algorithmOfType(key: KeyObject): Algorithm | undefined {
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
  const check = verification(jws, key);
  return check !== undefined && verify(...check);
}

/** Verifies like `isSignedBy`, but on another thread, so that other calls continue meanwhile. */
export async function isSignedByAside(jws: Jws, key: KeyObject): Promise<boolean> {
  const check = verification(jws, key);
  return check !== undefined && verifyAside(...check);
}

type Verification = readonly [
  digest: "sha256" | null,
  signed: Buffer,
  key: KeyObject | VerifyKeyObjectInput,
  signature: Uint8Array,
];

/** Returns what `verify` of Node takes; undefined when the JWS is not of the key's algorithm. */
function verification({ header, signed, signature }: Jws, key: KeyObject): Verification | undefined {
  const algorithm = algorithmOf(key);
  if (header.alg !== algorithm) return undefined;
  const text = Buffer.from(signed);
  switch (algorithm) {
    case "ES256":
      return signature.length === SIGNATURE_BYTES ? ["sha256", text, key, ecdsaDer(signature)] : undefined;
    case "EdDSA":
      return [null, text, key, signature];
    case "PS256": {
      const padding = constants.RSA_PKCS1_PSS_PADDING;
      const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
      return ["sha256", text, { key, padding, saltLength }, signature];
    }
    default:
      return undefined;
  }
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
