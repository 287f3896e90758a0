import { hash } from "node:crypto";
import { SdJwtError } from "./error.ts";
import { type Jwt, readJwt } from "./jwt.ts";

/** Longest presentation that is read, in characters. */
const PRESENTATION_LENGTH_MAX = 64 * 1024;
/** Most disclosures of one presentation. */
const DISCLOSURES_MAX = 256;
/**
 * `typ` of an SD-JWT VC (draft-ietf-oauth-sd-jwt-vc §2.2.1). Its former name `vc+sd-jwt` belongs to another format (W3C VC data
 * model) since and is refused.
 */
const CREDENTIAL_TYPE = "dc+sd-jwt";
/** `typ` of the proof that the holder adds (RFC 9901 §4.3). */
export const KEY_BINDING_TYPE = "kb+jwt";

/** An SD-JWT+KB, taken apart (RFC 9901 §4). Nothing of it is verified. */
export interface SdJwtPresentation {
  readonly credential: Jwt;
  /** As they stand in the text. */
  readonly disclosures: readonly string[];
  /** Text of the key binding JWT; undefined where the presentation has none. */
  readonly keyBinding: string | undefined;
  /** SHA-256 over everything before the key binding JWT, base64url (§4.3.1). */
  readonly sdHash: string;
}

/**
 * Takes a presentation in compact form apart: the issuer-signed JWT, disclosures, and the key binding JWT, with `~` between.
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
