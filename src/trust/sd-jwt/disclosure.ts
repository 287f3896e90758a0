import { hash } from "node:crypto";
import { SdJwtError } from "./error.ts";
import { type Json, readJson } from "./json.ts";
import { base64UrlBytes } from "./jws.ts";

/** What a holder shows of what the issuer has signed the digest of (RFC 9901 §4.2). */
export interface Disclosure {
  /** SHA-256 over the text of the disclosure, base64url (§4.2.3). */
  readonly digest: string;
  /** Name of the claim; undefined for an element of an array. */
  readonly name: string | undefined;
  readonly value: Json;
}

/** Reads one. @throws {SdJwtError} DISCLOSURE_MALFORMED */
export function readDisclosure(text: string): Disclosure {
  const bytes = base64UrlBytes(text);
  const content = bytes && readJson(bytes);
  if (!Array.isArray(content)) throw new SdJwtError("DISCLOSURE_MALFORMED");
  const parts: readonly Json[] = content;
  const [salt, name] = parts;
  if (typeof salt !== "string" || parts.length < 2 || parts.length > 3)
    throw new SdJwtError("DISCLOSURE_MALFORMED");
  const digest = hash("sha256", text, "base64url");
  if (parts.length === 2) return { digest, name: undefined, value: parts[1] as Json };
  if (typeof name !== "string") throw new SdJwtError("DISCLOSURE_MALFORMED");
  return { digest, name, value: parts[2] as Json };
}
