import { hash } from "node:crypto";

/** Returns the SHA-256 digest of bytes or of text in UTF-8. Node's own Buffer lies outside V8's heap, which costs more than the digest. */
export const sha256 = (data: string | Uint8Array): Buffer =>
  Buffer.from(hash("sha256", data, "binary"), "latin1");
