import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts what must not lie in the store in clear: AES-256-GCM, a random nonce each, bound to its place by `context`, so that a
 * sealed value moved elsewhere does not open.
 */
export class Sealer {
  readonly #key: Buffer;
  readonly #digestKey: Buffer;

  /** @param dataKey 32 random bytes */
  constructor(dataKey: Uint8Array) {
    if (dataKey.length !== 32) throw new RangeError("a data key has 32 bytes");
    this.#key = Buffer.from(hkdfSync("sha256", dataKey, "", "pda sealed values v1", 32));
    this.#digestKey = Buffer.from(hkdfSync("sha256", dataKey, "", "pda keyed digests v1", 32));
  }

  /** nonce ‖ ciphertext ‖ tag */
  seal(plain: Uint8Array, context: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(context));
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** HMAC-SHA-256: the same for the same bytes, and without the key nobody can find out by trying which bytes those were. */
  digest(bytes: Uint8Array): Buffer {
    return createHmac("sha256", this.#digestKey).update(bytes).digest();
  }

  /** @throws when the value was changed, moved, or sealed by another key */
  open(sealed: Uint8Array, context: string): Buffer {
    const bytes = Buffer.from(sealed);
    const cipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(bytes.length - tagBytes));
    return Buffer.concat([
      cipher.update(bytes.subarray(nonceBytes, bytes.length - tagBytes)),
      cipher.final(),
    ]);
  }
}
