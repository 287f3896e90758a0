import { Refused } from "../refused.ts";
import { isReadable } from "./text.ts";

/**
 * Checks that people can read a name and a certificate can carry it (RFC 5280 §4.1.2.4; Unicode TR36 §2).
 * The name needs a visible character.
 * Control, format (zero-width, bidirectional) and surrogate characters, line separators and noncharacters are refused.
 *
 * @throws Refused NAME_NOT_PRINTABLE
 */
export function requirePrintableName(name: string): string {
  if (!isReadable(name) || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name))
    throw new Refused(
      "NAME_NOT_PRINTABLE",
      "The name must have visible characters and no control or formatting characters.",
    );
  return name;
}
