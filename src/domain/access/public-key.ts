import type { RegisteredCredential } from "./credential.ts";

/** The only algorithm of a key (RFC 7518), by its type: P-256, Ed25519 or RSA. */
type KeyAlgorithm = "ES256" | "EdDSA" | "PS256";

/** A public key with its algorithm. */
export interface KeyMaterial {
  readonly algorithm: KeyAlgorithm;
  /** SubjectPublicKeyInfo, DER. */
  readonly spki: Uint8Array;
}

/** A public key in the registry. Who has its private key signs a JWT for each request. */
export type PublicKey = RegisteredCredential & KeyMaterial;

const form = /^pky_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Tells whether a value is the identifier of a public key. */
export const isPublicKeyId = (value: unknown): value is string =>
  typeof value === "string" && form.test(value);
