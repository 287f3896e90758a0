import { createHash, randomBytes } from "node:crypto";

/** A new claim code: 128 random bits, base64url. */
export function newClaimCode(): string {
  return randomBytes(16).toString("base64url");
}

/** What is kept of a code: SHA-256 of its text suffices, because it has 128 random bits. */
export function claimCodeHash(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}
