import { createSecretKey, type KeyObject } from "node:crypto";

const known = new WeakMap<Buffer, KeyObject>();

/**
 * Returns a key in the form that `node:crypto` takes at once. Bytes cost it three times an HMAC of a short text, because it finds out by
 * exceptions that bytes are no key object.
 */
export function keyObjectOf(key: Buffer): KeyObject {
  let made = known.get(key);
  if (!made) {
    made = createSecretKey(key);
    known.set(key, made);
  }
  return made;
}
