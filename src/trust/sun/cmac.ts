import { createCipheriv } from "node:crypto";

const BLOCK_BYTES = 16;
const ZERO_BLOCK = Buffer.alloc(BLOCK_BYTES);
/** Reduction constant for doubling in GF(2^128), NIST SP 800-38B §5.3. */
const REDUCTION = 0x87;
const CIPHER_BY_KEY_BYTES: ReadonlyMap<number, string> = new Map([
  [16, "aes-128"],
  [24, "aes-192"],
  [32, "aes-256"],
]);

/**
 * Returns the full 16 octets of AES-CMAC (RFC 4493, NIST SP 800-38B). The caller must compare them in constant time.
 * @throws {RangeError} unless the key has 16, 24 or 32 octets
 */
export function aesCmac(key: Uint8Array, message: Uint8Array): Buffer {
  const blocks = Math.max(1, Math.ceil(message.length / BLOCK_BYTES));
  const lastStart = (blocks - 1) * BLOCK_BYTES;
  const last = Buffer.alloc(BLOCK_BYTES);
  last.set(message.subarray(lastStart));
  const isWhole = message.length === blocks * BLOCK_BYTES;
  if (!isWhole) last[message.length - lastStart] = 0x80;
  const k1 = double(encryptBlock(key, ZERO_BLOCK));
  const subkey = isWhole ? k1 : double(k1);
  for (let index = 0; index < BLOCK_BYTES; index += 1) last[index] = at(last, index) ^ at(subkey, index);
  const chained = cipher(key, "cbc", ZERO_BLOCK);
  const parts = Buffer.concat([chained.update(message.subarray(0, lastStart)), chained.update(last)]);
  return parts.subarray(parts.length - BLOCK_BYTES);
}

/** Encrypts one block with AES. */
export function encryptBlock(key: Uint8Array, block: Uint8Array): Buffer {
  return cipher(key, "ecb", null).update(block);
}

function cipher(key: Uint8Array, mode: "cbc" | "ecb", iv: Uint8Array | null) {
  const name = CIPHER_BY_KEY_BYTES.get(key.length);
  if (name === undefined) throw new RangeError("an AES key must have 16, 24 or 32 octets");
  return createCipheriv(`${name}-${mode}`, key, iv).setAutoPadding(false);
}

function double(block: Buffer): Buffer {
  const doubled = Buffer.alloc(BLOCK_BYTES);
  for (let index = 0; index < BLOCK_BYTES; index += 1) {
    doubled[index] = ((at(block, index) << 1) & 0xff) | (at(block, index + 1) >> 7);
  }
  if (at(block, 0) >= 0x80) doubled[BLOCK_BYTES - 1] = at(doubled, BLOCK_BYTES - 1) ^ REDUCTION;
  return doubled;
}

function at(block: Buffer, index: number): number {
  return block[index] ?? 0;
}
