import { isReadable } from "../name/text.ts";
import { Refused } from "../refused.ts";

/** A merchant's details of a payment request. The details never change. */
export interface PaymentDetails {
  /** Purpose of the payment, shown to the payer: 1 to 500 characters. */
  readonly description?: string;
  /** The merchant's own reference, 1 to 64 characters. Several payments may have the same reference. */
  readonly orderReference?: string;
  /** The merchant's own data. Absent when the merchant gave none. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Prefix of the metadata keys that are reserved for the service. */
const reservedPrefix = "pda:";

/** Control characters, surrogates, and characters that change the direction of writing (Unicode TR36 §2.1, TR9 §2). */
const unshowable = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/**
 * Checks that a text looks the same to its reader as to its writer.
 * The text needs a visible character.
 * The text must not contain characters that control how text is shown, or that a statement cannot show (camt.053).
 * Joiners are allowed, because scripts and emoji need them.
 *
 * @throws Refused TEXT_NOT_PRINTABLE
 */
export function requireShowable(text: string): void {
  if (!isReadable(text) || unshowable.test(text))
    throw new Refused(
      "TEXT_NOT_PRINTABLE",
      "The text must have visible characters and no characters that control how text is shown.",
    );
}

/**
 * Checks that metadata contains no reserved keys, which begin with `pda:`.
 *
 * @param known the reserved key that may be used
 * @throws Refused METADATA_KEY_RESERVED, TEXT_NOT_STORABLE
 */
export function requireOwnMetadata(metadata: Readonly<Record<string, string>>, known?: string): void {
  for (const [key, value] of Object.entries(metadata)) {
    if (key.startsWith(reservedPrefix) && key !== known)
      throw new Refused(
        "METADATA_KEY_RESERVED",
        `Metadata keys that begin with ${reservedPrefix} are reserved. Use other keys.`,
      );
    if (key.includes("\u0000") || value.includes("\u0000"))
      throw new Refused("TEXT_NOT_STORABLE", "Text must not contain the character U+0000.");
  }
}
