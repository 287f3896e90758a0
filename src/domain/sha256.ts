import { hash } from "node:crypto";

/**
 * Returns the SHA-256 digest of bytes or of text in UTF-8. It lies in memory that Node shares among small buffers, because memory of its own,
 * as Node's function gives it, costs more than the digest.
 */
export const sha256 = (data: string | Uint8Array): Buffer =>
  Buffer.from(hash("sha256", data, "binary"), "latin1");
