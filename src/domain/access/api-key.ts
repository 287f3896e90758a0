import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { MerchantDevice } from "../merchant/device.ts";

/** The tenant that a credential acts for, unless it is the operator's. */
export type TenantOwner =
  | { readonly kind: "merchant"; readonly merchantId: string }
  | { readonly kind: "publisher"; readonly publisherId: string };

/** A credential with its owner and its rights. The secret is never stored. */
export interface ApiKey {
  readonly apiKeyId: string;
  readonly owner: { readonly kind: "operator" } | TenantOwner;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Active → expired at `expiresAt`. Active or expired → revoked by its owner. */
  readonly status: "active" | "expired" | "revoked";
  readonly createdAt: Date;
  readonly revokedAt?: Date;
  /** Time from which the key is refused. Absent when the key does not expire. */
  readonly expiresAt?: Date;
  /** Networks from which the key may be used, in canonical CIDR form. Empty when it may be used from everywhere. */
  readonly allowedNetworks: readonly string[];
  /** Accurate to about a minute. */
  readonly lastUsedAt?: Date;
  /** Network address of the last use, as accurate as `lastUsedAt`. */
  readonly lastUseAddress?: string;
  /** The merchant's terminal that the key belongs to. */
  readonly device?: { readonly deviceId: string; readonly status: MerchantDevice["status"] };
  /** The key that this key replaces. */
  readonly replaces?: string;
  /** The key that replaces this key. */
  readonly replacedBy?: string;
}

/** Tells whether the key is accepted. The key must be active; a terminal's key also needs an active terminal. */
export function isAccepted({ status, device }: Pick<ApiKey, "status" | "device">): boolean {
  return status === "active" && (device === undefined || device.status === "active");
}

/** Default period for which a replaced key is still accepted. */
export const ROTATION_OVERLAP_SECONDS = 86_400;

/** Returns the lifetime of a key in milliseconds; undefined when it does not expire. */
export function lifetimeMs({
  createdAt,
  expiresAt,
}: Pick<ApiKey, "createdAt" | "expiresAt">): number | undefined {
  return expiresAt && expiresAt.getTime() - createdAt.getTime();
}

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
