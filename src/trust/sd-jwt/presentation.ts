import { hash } from "node:crypto";
import { SdJwtError } from "./error.ts";
import { type Jwt, readJwt } from "./jwt.ts";

/** Maximum length of a presentation, in characters. */
const PRESENTATION_LENGTH_MAX = 64 * 1024;
/** Maximum number of disclosures in a presentation. */
const DISCLOSURES_MAX = 256;
/**
 * `typ` of an SD-JWT VC (draft-ietf-oauth-sd-jwt-vc §2.2.1).
 * The former name `vc+sd-jwt` is refused, because it now belongs to another format (W3C VC data model).
 */
const CREDENTIAL_TYPE = "dc+sd-jwt";
/** `typ` of the proof that the holder adds (RFC 9901 §4.3). */
export const KEY_BINDING_TYPE = "kb+jwt";

/** An SD-JWT+KB (RFC 9901 §4) in its parts. Nothing in it is verified. */
export interface SdJwtPresentation {
  readonly credential: Jwt;
  /** The texts of the disclosures, unchanged. */
  readonly disclosures: readonly string[];
  /** Text of the key binding JWT. Undefined when the presentation has none. */
  readonly keyBinding: string | undefined;
  /** SHA-256 over everything before the key binding JWT, base64url (§4.3.1). */
  readonly sdHash: string;
}

/**
 * Splits a presentation in compact form into the issuer-signed JWT, the disclosures and the key binding JWT, separated by `~`.
 * @param type `typ` that the credential must have
 * @throws {SdJwtError}
 */
export function readPresentation(text: string, type = CREDENTIAL_TYPE): SdJwtPresentation {
  if (text.length > PRESENTATION_LENGTH_MAX) throw new SdJwtError("PRESENTATION_TOO_LARGE");
  const end = text.lastIndexOf("~") + 1;
  if (end === 0) throw new SdJwtError("PRESENTATION_MALFORMED");
  const [credential = "", ...disclosures] = text.slice(0, end - 1).split("~");
  if (disclosures.includes("")) throw new SdJwtError("PRESENTATION_MALFORMED");
  if (disclosures.length > DISCLOSURES_MAX) throw new SdJwtError("DISCLOSURES_TOO_MANY");
  const keyBinding = text.slice(end);
  return {
    credential: readJwt(credential, type),
    disclosures,
    keyBinding: keyBinding === "" ? undefined : keyBinding,
    sdHash: hash("sha256", text.slice(0, end), "base64url"),
  };
}
