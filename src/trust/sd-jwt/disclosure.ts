import { hash } from "node:crypto";
import { SdJwtError } from "./error.ts";
import type { JsonValue } from "../../json/value.ts";
import { readUntrustedJson } from "../json.ts";
import { base64UrlBytes } from "../jws.ts";

/** A value that a holder discloses and whose digest the issuer has signed (RFC 9901 §4.2). */
export interface Disclosure {
  /** SHA-256 over the text of the disclosure, base64url (§4.2.3). */
  readonly digest: string;
  /** Name of the claim; undefined for an element of an array. */
  readonly name: string | undefined;
  readonly value: JsonValue;
}

/** Reads a disclosure. @throws {SdJwtError} DISCLOSURE_MALFORMED */
export function readDisclosure(text: string): Disclosure {
  const bytes = base64UrlBytes(text);
  const content = bytes && readUntrustedJson(bytes);
  if (!Array.isArray(content)) throw new SdJwtError("DISCLOSURE_MALFORMED");
  const [salt, ...shown] = content;
  const value = shown.pop();
  const [name, more] = shown;
  const isNamed = name === undefined || typeof name === "string";
  if (typeof salt !== "string" || value === undefined || !isNamed || more !== undefined)
    throw new SdJwtError("DISCLOSURE_MALFORMED");
  return { digest: hash("sha256", text, "base64url"), name, value };
}
