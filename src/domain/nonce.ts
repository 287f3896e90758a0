import { randomFillSync } from "node:crypto";

/** Random bytes for the next nonces. One question to the system's generator for many nonces costs much less than one for each. */
const drawn = Buffer.alloc(4_096);
let used = drawn.length;

/** Returns random bytes for a value that is shown to its caller and used once. Not for keys and other secrets. @throws RangeError above 4,096 bytes */
export function newNonce(bytes: number): Buffer {
  if (bytes > drawn.length) throw new RangeError("a nonce has at most 4,096 bytes");
  if (used + bytes > drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const nonce = Buffer.from(drawn.subarray(used, used + bytes));
  used += bytes;
  return nonce;
}
