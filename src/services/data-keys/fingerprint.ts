import { createHash } from "node:crypto";

/** Returns the fingerprint by which a database knows its outer key: the data key file, or what the command printed. */
export function dataKeyFingerprint(outerKey: Uint8Array): Buffer {
  return createHash("sha256").update("pda data key fingerprint v1").update(outerKey).digest();
}
