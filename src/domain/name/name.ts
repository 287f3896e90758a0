import { Refused } from "../refused.ts";
import { isReadable } from "./text.ts";

/**
 * A name for people, if they can read it and a certificate can carry it: something visible, and none of the control, format
 * (zero-width, bidirectional) or surrogate characters and noncharacters (RFC 5280 §4.1.2.4; Unicode TR36 §2).
 *
 * @throws Refused NAME_NOT_PRINTABLE
 */
export function requirePrintableName(name: string): string {
  if (!isReadable(name) || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(name))
    throw new Refused(
      "NAME_NOT_PRINTABLE",
      "The name must have visible characters and no control or formatting characters.",
    );
  return name;
}
