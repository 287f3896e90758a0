import { createHmac, hkdfSync } from "node:crypto";
import { LRUCache } from "lru-cache";

/** A nonce is given for this time, and accepted for as long again. */
const SLOT_MS = 120_000;
/** 128 bits cannot be guessed. */
const NONCE_BYTES = 16;

/**
 * The nonces of this service for DPoP proofs (RFC 9449 section 9). A nonce is the HMAC of a slot of time, so all cores give and accept the
 * same ones without storing them. It shows that a proof was made lately; the `jti` makes each proof count once.
 */
export class DpopNonces {
  readonly #key: Buffer;
  readonly #isRequired: boolean;
  /** The nonces of the slots that were asked for lately. */
  readonly #known = new LRUCache<number, string>({ max: 8 });

  /** @param secret 32 random bytes, the same in all cores whenever they started */
  constructor(secret: Uint8Array, isRequired: boolean) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", "pda dpop nonces v1", 32));
    this.#isRequired = isRequired;
  }

  /** Returns the nonce for proofs from now on; empty when none is required. @param now real time */
  current(now: Date): string {
    return this.#isRequired ? this.#ofSlot(slotOf(now)) : "";
  }

  /** Tells whether a proof may have this nonce now. The next slot counts, too, because the clock of another core may be ahead. */
  accepts(nonce: string, now: Date): boolean {
    if (!this.#isRequired) return true;
    const slot = slotOf(now);
    return [slot, slot - 1, slot + 1].some((each) => this.#ofSlot(each) === nonce);
  }

  #ofSlot(slot: number): string {
    const known = this.#known.get(slot);
    if (known !== undefined) return known;
    const digest = createHmac("sha256", this.#key).update(String(slot)).digest();
    const nonce = digest.subarray(0, NONCE_BYTES).toString("base64url");
    this.#known.set(slot, nonce);
    return nonce;
  }
}

const slotOf = (now: Date): number => Math.floor(now.getTime() / SLOT_MS);
