/** Purpose of a service key: to sign receipts and passes, status lists, OAuth access tokens, HTTP answers, or deliveries of events. A key has one purpose. */
export type SigningPurpose = "receipt" | "status_list" | "access_token" | "answer" | "webhook";

export const SIGNING_PURPOSES: readonly SigningPurpose[] = [
  "receipt",
  "status_list",
  "access_token",
  "answer",
  "webhook",
];

/**
 * The algorithm that a published key may be used with (RFC 7517 section 4.4). The name of answers' keys is of the HTTP registry (RFC 9421
 * section 6.2), so that no verifier of receipts takes such a key: gateways hold it, and must not be able to make receipts.
 */
export const SIGNING_ALGORITHMS: Record<SigningPurpose, string> = {
  receipt: "ES256",
  status_list: "ES256",
  access_token: "ES256",
  answer: "ecdsa-p256-sha256",
  webhook: "EdDSA",
};

/**
 * Time for which a new key is published before it signs, so that every verifier has the key by then.
 * This is longer than verifiers may cache keys (`KEYS_MAX_AGE_SECONDS`) plus the time in which a core learns of the key.
 */
export const ROTATION_LEAD_SECONDS = 900;

/** Time for which verifiers may cache the published keys. */
export const KEYS_MAX_AGE_SECONDS = 300;

/** Time within which a running core learns of a new or a compromised key. */
export const KEYS_REFRESH_SECONDS = 2;

/**
 * Time within which the whole service stops using a compromised key: `KEYS_REFRESH_SECONDS`, and 3 seconds for which gateways keep the key of
 * answers and, by default, the check of an access token (`gateway.credentialTtlMs`).
 */
export const COMPROMISED_KEY_USED_SECONDS = 5;

/**
 * Time for which a replaced key stays published. This is longer than any signed document is valid (`PASS_LIFETIME_DAYS`).
 */
export const REPLACED_KEY_PUBLISHED_DAYS = 400;

/** Lifetime of a pass, the longest of all signed documents. */
export const PASS_LIFETIME_DAYS = 365;

/** The members of a P-256 public key (RFC 7518 §6.2.1). */
interface P256PublicKey {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
}

/** The members of an Ed25519 public key (RFC 8037 §2). Standard Webhooks signs with such keys; everything else is signed with P-256. */
interface Ed25519PublicKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
}

export type SigningPublicKey = P256PublicKey | Ed25519PublicKey;

/** A key of the service without its private part. Times are real time. */
export interface SigningKey {
  readonly purpose: SigningPurpose;
  /** RFC 7638 thumbprint. */
  readonly keyId: string;
  readonly publicKey: SigningPublicKey;
  readonly signsFrom: Date;
  /** Absent when no key replaces this key yet. */
  readonly signsUntil?: Date;
  readonly publishedUntil?: Date;
}

/** Tells whether a key is one of P-256. */
export const isP256 = (key: SigningKey): key is SigningKey & { readonly publicKey: P256PublicKey } =>
  key.publicKey.kty === "EC";

/** Returns the signing key at a time, from keys of one purpose: the latest key that has begun and has not ended. */
export function signingAt<Key extends SigningKey>(keys: readonly Key[], now: Date): Key | undefined {
  return keys
    .filter(({ signsFrom, signsUntil }) => signsFrom <= now && (signsUntil === undefined || now < signsUntil))
    .sort((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime())[0];
}

/** Tells whether a key is published at a time. */
export function isPublished({ publishedUntil }: SigningKey, now: Date): boolean {
  return publishedUntil === undefined || now < publishedUntil;
}
