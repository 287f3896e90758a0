import { randomBytes } from "node:crypto";
import { numericDate, signToken } from "../../trust/signed-token.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** `typ` of a receipt; what it is a receipt of stands in its claim `kind`. */
const RECEIPT_TYPE = "pda-receipt+jwt";

/** `typ` of a pass. */
export const PASS_TYPE = "pda-pass+jwt";

/** What a receipt is about. */
export type ReceiptKind = "authenticity" | "redemption" | "identity" | "ownership";

/** Claims that every receipt has by itself, and which nobody gives. */
type OwnClaim = "iss" | "iat" | "jti" | "kind";

/** What a receipt says beyond that. Receipts travel: no wallet, no owner, no personal claim goes in. `exp` is optional, in seconds. */
export type ReceiptClaims = Readonly<Record<string, unknown>> & { readonly [Own in OwnClaim]?: never };

/**
 * Signs what the service has answered, so that whoever holds the answer can show it to others, who need no more than the published
 * keys to believe it: a compact JWS (RFC 7515), ES256, `typ` `pda-receipt+jwt`.
 */
export class Receipts {
  readonly #keys: SigningKeys;
  readonly #issuer: string;

  /** @param issuer base address of the service, `iss` */
  constructor(options: { readonly keys: SigningKeys; readonly issuer: string }) {
    this.#keys = options.keys;
    this.#issuer = options.issuer;
  }

  /**
   * A receipt with `iss`, `iat` (real time), `jti` (128 random bits) and `kind` beside the given claims. It costs a signature, some
   * 40 microseconds, and waits for nothing; two receipts are never the same, so what must be repeated word for word is to be kept.
   *
   * @throws Failure UNAVAILABLE where no key of the service is known that signs now
   */
  sign(kind: ReceiptKind, claims: ReceiptClaims): string {
    return this.#token(RECEIPT_TYPE, { kind, ...claims });
  }

  /**
   * A receipt that was kept, as it is while the key that signed it is published; after that its claims, which the record holds, with a
   * new `iat` and `jti` by the key of now. Such a key was compromised, or ended more than a year ago: nobody could verify the old text.
   *
   * @throws Failure UNAVAILABLE where no key of the service is known that signs now
   */
  renewed(receipt: string): string {
    const [head = "", body = ""] = receipt.split(".");
    const { kid } = decoded(head);
    if (this.#keys.published().some(({ keyId }) => keyId === kid)) return receipt;
    // Its own `iss`, `iat` and `jti` come first, and those of the former one are no part of what is said.
    const claims = Object.entries(decoded(body)).filter(([name]) => !["iss", "iat", "jti"].includes(name));
    return this.#token(RECEIPT_TYPE, Object.fromEntries(claims));
  }

  /** A pass with `iss`, `iat` and `jti` beside the given claims; by the same key, told apart by its `typ`. @throws Failure UNAVAILABLE */
  signPass(claims: ReceiptClaims & { readonly exp: number }): string {
    return this.#token(PASS_TYPE, claims);
  }

  #token(typ: string, claims: object): string {
    const { keyId, key } = this.#keys.of("receipt");
    const iat = numericDate(new Date());
    const jti = randomBytes(16).toString("base64url");
    return signToken({ typ, kid: keyId }, { iss: this.#issuer, iat, jti, ...claims }, key);
  }
}

/** A part of a token of our own. */
const decoded = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
