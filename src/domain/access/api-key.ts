import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { RegisteredCredential } from "./credential.ts";

/** An API key in the registry. The secret is never stored. */
export type ApiKey = RegisteredCredential;

const form = /^pda_([0-7][0-9a-hjkmnp-tv-z]{25})_([A-Za-z0-9_-]{43})$/;

/** Returns a new whole key: `pda_<id>_<256 random bits, base64url>`. Secret scanners can find the prefix. */
export function newApiKeySecret(apiKeyId: string): string {
  return `pda_${apiKeyId.slice("key_".length)}_${randomBytes(32).toString("base64url")}`;
}

const idForm = /^key_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Tells whether the identifier of a credential is that of an API key. */
export const isApiKeyId = (credentialId: string): boolean => idForm.test(credentialId);

/** Returns the identifier inside a whole key, or undefined when the text does not have the form of a key. */
export function apiKeyIdOf(secret: string): string | undefined {
  const match = form.exec(secret);
  return match ? `key_${match[1]}` : undefined;
}

/** Returns the stored hash. A plain SHA-256 suffices, because the secret has 256 random bits. */
export function hashApiKey(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** Compares in constant time. */
export function matchesHash(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashApiKey(secret), hash);
}
