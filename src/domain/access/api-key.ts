import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { MerchantDevice } from "../merchant/device.ts";

/** Who a credential acts for, other than the operator. */
export type TenantOwner =
  | { readonly kind: "merchant"; readonly merchantId: string }
  | { readonly kind: "publisher"; readonly publisherId: string };

/** A credential: who it belongs to and what it may do. The secret itself is never kept. */
export interface ApiKey {
  readonly apiKeyId: string;
  readonly owner: { readonly kind: "operator" } | TenantOwner;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Active → expired at its time; → revoked by its owner, also once it is expired. */
  readonly status: "active" | "expired" | "revoked";
  readonly createdAt: Date;
  readonly revokedAt?: Date;
  /** When it stops being accepted. */
  readonly expiresAt?: Date;
  /** Within about a minute. */
  readonly lastUsedAt?: Date;
  /** The merchant's terminal that it belongs to. */
  readonly device?: { readonly deviceId: string; readonly status: MerchantDevice["status"] };
  /** The key whose place it has taken. */
  readonly replaces?: string;
  /** The key that has taken its place. */
  readonly replacedBy?: string;
}

/** True when the key is accepted: it is in force, and so is the terminal that it belongs to. */
export function isAccepted({ status, device }: Pick<ApiKey, "status" | "device">): boolean {
  return status === "active" && (device === undefined || device.status === "active");
}

/** How long a replaced key is accepted still unless its owner says otherwise. */
export const ROTATION_OVERLAP_SECONDS = 86_400;

/** How long a key lasts; undefined for ever. */
export function lifetimeMs({
  createdAt,
  expiresAt,
}: Pick<ApiKey, "createdAt" | "expiresAt">): number | undefined {
  return expiresAt && expiresAt.getTime() - createdAt.getTime();
}

const form = /^pda_([0-7][0-9a-hjkmnp-tv-z]{25})_([A-Za-z0-9_-]{43})$/;

/** The whole key as the caller sends it: `pda_<id>_<256 random bits, base64url>`. A prefix that secret scanners can find. */
export function newApiKeySecret(apiKeyId: string): string {
  return `pda_${apiKeyId.slice("key_".length)}_${randomBytes(32).toString("base64url")}`;
}

/** The identifier inside a whole key, or undefined when it has not the form of one. */
export function apiKeyIdOf(secret: string): string | undefined {
  const match = form.exec(secret);
  return match ? `key_${match[1]}` : undefined;
}

/** What is stored: SHA-256 suffices because the secret has 256 random bits. */
export function hashApiKey(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** Compares in constant time. */
export function matchesHash(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashApiKey(secret), hash);
}
