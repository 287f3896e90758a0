import { newNonce } from "../../domain/nonce.ts";
import { numericDate, signToken } from "../../trust/signed-token.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** `typ` of a receipt. The claim `kind` names the receipt's kind. */
const RECEIPT_TYPE = "pda-receipt+jwt";

/** `typ` of a pass. */
export const PASS_TYPE = "pda-pass+jwt";

/** The kinds of receipts. */
export type ReceiptKind = "authenticity" | "redemption" | "identity" | "ownership";

/** The claims that every receipt gets from this class; callers cannot set them. */
type OwnClaim = "iss" | "iat" | "jti" | "kind";

/**
 * The other claims of a receipt. Receipts are passed on, so they must not name a wallet, an owner or a personal claim. `exp` is optional,
 * in seconds.
 */
export type ReceiptClaims = Readonly<Record<string, unknown>> & { readonly [Own in OwnClaim]?: never };

/**
 * Signs the service's answers. The holder of an answer can show it to others, who verify it with the published keys alone. A receipt is a
 * compact JWS (RFC 7515), ES256, `typ` `pda-receipt+jwt`.
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
   * Signs a receipt with the given claims and `iss`, `iat` (real time), `jti` (128 random bits) and `kind`. A signature takes some 40
   * microseconds and waits for nothing. Two receipts are never equal, so callers must store a receipt that they want to repeat unchanged.
   *
   * @throws Failure UNAVAILABLE when the service knows no key that signs now
   */
  sign(kind: ReceiptKind, claims: ReceiptClaims): string {
    return this.#token(RECEIPT_TYPE, { kind, ...claims });
  }

  /**
   * Returns a stored receipt unchanged while the key that signed it is published. Later, it signs the receipt's claims again with the
   * present key and a new `iat` and `jti`. A key that is no longer published was compromised or ended more than a year ago, so nobody could
   * verify the old receipt.
   *
   * @throws Failure UNAVAILABLE when the service knows no key that signs now
   */
  renewed(receipt: string): string {
    const [head = "", body = ""] = receipt.split(".");
    const { kid } = decoded(head);
    if (this.#keys.published().some(({ keyId }) => keyId === kid)) return receipt;
    // The new token gets its own `iss`, `iat` and `jti`, so the old ones are left out.
    const claims = Object.entries(decoded(body)).filter(([name]) => !["iss", "iat", "jti"].includes(name));
    return this.#token(RECEIPT_TYPE, Object.fromEntries(claims));
  }

  /**
   * Signs a pass with the given claims and `iss`, `iat` and `jti`. Passes and receipts have the same key and differ by `typ`.
   * @throws Failure UNAVAILABLE
   */
  signPass(claims: ReceiptClaims & { readonly exp: number }): string {
    return this.#token(PASS_TYPE, claims);
  }

  #token(typ: string, claims: object): string {
    const { keyId, key } = this.#keys.of("receipt");
    const iat = numericDate(new Date());
    const jti = newNonce(16).toString("base64url");
    return signToken({ typ, kid: keyId }, { iss: this.#issuer, iat, jti, ...claims }, key);
  }
}

/** Decodes a part of one of the service's own tokens. */
const decoded = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
