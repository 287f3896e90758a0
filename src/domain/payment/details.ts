import { isReadable } from "../name/text.ts";
import { Refused } from "../refused.ts";

/** What a merchant says of a payment when it asks for it; never changed afterwards. */
export interface PaymentDetails {
  /** What is paid for, as the payer reads it: 1 to 500 characters. */
  readonly description?: string;
  /** The merchant's own reference, 1 to 64 characters; several payments may have the same. */
  readonly orderReference?: string;
  /** The merchant's own facts; absent where there are none. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Metadata keys that begin so have a meaning of ours. */
const reservedPrefix = "pda:";

/** Control characters and surrogates, and those that turn the direction of writing (Unicode TR36 §2.1, TR9 §2). */
const unshowable = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/**
 * A text that looks to whoever reads it as it does to who wrote it: something visible, nothing that controls how it is shown,
 * and nothing that a statement could not show (camt.053). Joiners within it are part of writing and of pictures.
 *
 * @throws Refused TEXT_NOT_PRINTABLE
 */
export function requireShowable(text: string): void {
  if (!isReadable(text) || unshowable.test(text))
    throw new Refused(
      "TEXT_NOT_PRINTABLE",
      "It must have visible characters and none that control how text is shown.",
    );
}

/**
 * Metadata is the merchant's, apart from keys that begin with `pda:`.
 *
 * @param known the one of them that may be used
 * @throws Refused METADATA_KEY_RESERVED, TEXT_NOT_STORABLE
 */
export function requireOwnMetadata(metadata: Readonly<Record<string, string>>, known?: string): void {
  for (const [key, value] of Object.entries(metadata)) {
    if (key.startsWith(reservedPrefix) && key !== known)
      throw new Refused("METADATA_KEY_RESERVED", `Keys that begin with ${reservedPrefix} are reserved.`);
    if (key.includes("\u0000") || value.includes("\u0000"))
      throw new Refused("TEXT_NOT_STORABLE", "Text must not contain the character U+0000.");
  }
}
