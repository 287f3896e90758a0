import { createHmac } from "node:crypto";
import { Failure } from "./failure.ts";
import { keyObjectOf } from "./key-objects.ts";
import type { KeySource } from "./key-ring.ts";
import { decrypt, encrypt, headerOf, versionIn } from "./sealed-form.ts";

/**
 * Encrypts values that must not be stored in clear, with AES-256-GCM and a random nonce for each value. The `context` binds a value to its
 * place, so that a sealed value does not open elsewhere.
 */
export class Sealer {
  readonly #keys: KeySource;

  constructor(keys: KeySource) {
    this.#keys = keys;
  }

  /**
   * Encrypts a value with the active data key.
   *
   * @returns nonce ‖ ciphertext ‖ tag; before it a header with the version of the key, unless that is 0
   * @throws Failure DATA_KEY_UNAVAILABLE when the process cannot tell which key is active
   */
  seal(plain: Uint8Array, context: string): Buffer {
    const { version, key } = this.#keys.sealing();
    return encrypt(key, plain, headerOf(version), context);
  }

  /** Returns the HMAC-SHA-256 of bytes. Equal bytes give equal digests, and without the key nobody can guess the bytes from a digest. */
  digest(bytes: Uint8Array): Buffer {
    return createHmac("sha256", keyObjectOf(this.#keys.digestKey)).update(bytes).digest();
  }

  /**
   * Decrypts a value.
   *
   * @throws when the value was changed, moved, or sealed with another key; Failure DATA_KEY_UNAVAILABLE when the process does not know the
   * version of the key
   */
  open(sealed: Uint8Array, context: string): Buffer {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const version = versionIn(bytes);
    const first = this.#keys.opening(0);
    if (version === undefined) {
      if (!first) throw new Error("the value is sealed with a data key that was removed");
      return decrypt(first, bytes, headerOf(0), context);
    }
    try {
      const key = this.#keys.opening(version);
      if (!key) throw new Failure("DATA_KEY_UNAVAILABLE");
      return decrypt(key, bytes, headerOf(version), context);
    } catch (error) {
      // The random nonce of a value of version 0 may look like a header. Only decryption can tell.
      if (!first) throw error;
      try {
        return decrypt(first, bytes, headerOf(0), context);
      } catch {
        throw error;
      }
    }
  }
}
