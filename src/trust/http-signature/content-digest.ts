import { hash, timingSafeEqual } from "node:crypto";
import { parseDictionary } from "structured-headers";

/** Algorithms of `Content-Digest` that are safe (RFC 9530 section 5), with the names of the library. */
const algorithms = [
  ["sha-256", "sha256"],
  ["sha-512", "sha512"],
] as const;

/**
 * Tells whether a field `Content-Digest` (RFC 9530 section 2) is the digest of the content. Each digest by SHA-256 and SHA-512 must be
 * right, and one of the two is required. Digests by other algorithms are ignored.
 */
export function isDigestOf(field: string, content: Uint8Array): boolean {
  // The usual field, which needs no parsing.
  if (field === `sha-256=:${hash("sha256", content, "base64")}:`) return true;
  const given = digestsIn(field);
  const judged = algorithms.flatMap(([name, algorithm]) => {
    const stated = given.get(name)?.[0];
    if (stated === undefined) return [];
    const computed = hash(algorithm, content, "buffer");
    return [
      stated instanceof ArrayBuffer &&
        stated.byteLength === computed.length &&
        timingSafeEqual(new Uint8Array(stated), computed),
    ];
  });
  return judged.length > 0 && judged.every(Boolean);
}

function digestsIn(field: string): ReturnType<typeof parseDictionary> {
  try {
    return parseDictionary(field);
  } catch {
    return new Map();
  }
}
