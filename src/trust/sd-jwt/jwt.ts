import type { JsonObject } from "../../json/value.ts";
import { type Jws, readJws } from "../jws.ts";
import { SdJwtError } from "./error.ts";

/** R ‖ S of P-256 (RFC 7518 §3.4). */
const SIGNATURE_BYTES = 64;
/**
 * Header members that name another key or change the signed text (RFC 7515 §4.1, RFC 7797).
 * Other unknown members are ignored, as RFC 7515 §4 requires.
 */
const FORBIDDEN_MEMBERS = ["crit", "b64", "jku", "jwk", "x5u"];

/** An issuer-signed JWT or a key binding JWT. Parsed, not verified. */
export interface Jwt extends Jws {
  readonly payload: JsonObject;
}

/**
 * Reads a JWT of a presentation. Only ES256 and this `typ` are accepted (RFC 8725 §3.11).
 * @throws {SdJwtError}
 */
export function readJwt(text: string, type: string): Jwt {
  const jws = readJws(text);
  if (jws === "NOT_COMPACT") throw new SdJwtError("JWS_MALFORMED");
  if (jws === "HEADER_MALFORMED" || jws.payload === undefined) throw new SdJwtError("JSON_MALFORMED");
  const { header, payload, signature } = jws;
  if (header.alg !== "ES256") throw new SdJwtError("ALGORITHM_NOT_ALLOWED");
  if (header.typ !== type) throw new SdJwtError("TYPE_NOT_ALLOWED");
  if (FORBIDDEN_MEMBERS.some((name) => Object.hasOwn(header, name)))
    throw new SdJwtError("HEADER_NOT_ALLOWED");
  if (signature.length !== SIGNATURE_BYTES) throw new SdJwtError("JWS_MALFORMED");
  return { ...jws, payload };
}
