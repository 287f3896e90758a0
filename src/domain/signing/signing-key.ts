/** What a key of the service signs: receipts and passes, or status lists. A key has one purpose. */
export type SigningPurpose = "receipt" | "status_list";

export const SIGNING_PURPOSES: readonly SigningPurpose[] = ["receipt", "status_list"];

/**
 * A replacing key is published this long before it signs, so that whoever keeps the published keys has it by then: longer than
 * they are kept (`KEYS_MAX_AGE_SECONDS`) and than a core takes to hear of it.
 */
export const ROTATION_LEAD_SECONDS = 900;

/** How long published keys may be kept by whoever reads them. */
export const KEYS_MAX_AGE_SECONDS = 300;

/** How soon a running core hears of a new key, and that one is compromised. */
export const KEYS_REFRESH_SECONDS = 5;

/** How long a replaced key stays published: longer than anything that it signed is valid (`PASS_LIFETIME_DAYS`). */
export const REPLACED_KEY_PUBLISHED_DAYS = 400;

/** The longest-lived of what is signed. */
export const PASS_LIFETIME_DAYS = 365;

/** The members of a P-256 public key (RFC 7518 §6.2.1). */
export interface SigningPublicKey {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
}

/** A key of the service without its private part. Times are real. */
export interface SigningKey {
  readonly purpose: SigningPurpose;
  /** RFC 7638 thumbprint. */
  readonly keyId: string;
  readonly publicKey: SigningPublicKey;
  readonly signsFrom: Date;
  /** Absent for the one that nothing replaces yet. */
  readonly signsUntil?: Date;
  readonly publishedUntil?: Date;
}

/** The key to sign with at a time, among those of one purpose: the one that began last and has not ended. */
export function signingAt<Key extends SigningKey>(keys: readonly Key[], now: Date): Key | undefined {
  return keys
    .filter(({ signsFrom, signsUntil }) => signsFrom <= now && (signsUntil === undefined || now < signsUntil))
    .sort((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime())[0];
}

/** Whether a key is shown to verifiers at a time. */
export function isPublished({ publishedUntil }: SigningKey, now: Date): boolean {
  return publishedUntil === undefined || now < publishedUntil;
}
