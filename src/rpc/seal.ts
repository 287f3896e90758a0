import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts values that must not be stored in clear, with AES-256-GCM and a random nonce for each value. The `context` binds a value to its
 * place, so that a sealed value does not open elsewhere.
 */
export class Sealer {
  readonly #key: Buffer;
  readonly #digestKey: Buffer;

  /** @param dataKey 32 random bytes */
  constructor(dataKey: Uint8Array) {
    if (dataKey.length !== 32) throw new RangeError("a data key must have 32 bytes");
    this.#key = Buffer.from(hkdfSync("sha256", dataKey, "", "pda sealed values v1", 32));
    this.#digestKey = Buffer.from(hkdfSync("sha256", dataKey, "", "pda keyed digests v1", 32));
  }

  /** Encrypts a value. @returns nonce ‖ ciphertext ‖ tag */
  seal(plain: Uint8Array, context: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(context));
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** Returns the HMAC-SHA-256 of bytes. Equal bytes give equal digests, and without the key nobody can guess the bytes from a digest. */
  digest(bytes: Uint8Array): Buffer {
    return createHmac("sha256", this.#digestKey).update(bytes).digest();
  }

  /** Decrypts a value. @throws when the value was changed, moved, or sealed with another key */
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
