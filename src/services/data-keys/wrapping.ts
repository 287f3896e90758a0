import { derive, KEY_BYTES } from "../../rpc/key-ring.ts";
import { decrypt, encrypt, headerOf } from "../../rpc/sealed-form.ts";
import type { DataKeyPurpose } from "../../store/data-keys.ts";

/**
 * Encrypts data keys with the key outside of the database (envelope encryption). Each wrapped key is bound to its purpose and version.
 */
export class KeyWrapping {
  readonly #key: Buffer;

  /** @param outerKey 32 random bytes: the key in the data key file, or what the command printed */
  constructor(outerKey: Uint8Array) {
    this.#key = derive(outerKey, "pda key wrapping v1");
  }

  wrap(key: Uint8Array, purpose: DataKeyPurpose, version: number): Buffer {
    return encrypt(this.#key, key, headerOf(0), contextOf(purpose, version));
  }

  /** @throws when another key wrapped it, or the wrapped key was changed or moved */
  unwrap(wrapped: Buffer, purpose: DataKeyPurpose, version: number): Buffer {
    const key = decrypt(this.#key, wrapped, headerOf(0), contextOf(purpose, version));
    if (key.length !== KEY_BYTES) throw new RangeError(`a data key must have ${KEY_BYTES} bytes`);
    return key;
  }
}

const contextOf = (purpose: DataKeyPurpose, version: number): string => `data-key|${purpose}|${version}`;
