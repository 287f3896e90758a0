import type { MerchantDevice } from "../merchant/device.ts";
import type { RequestSigning } from "./request-signing.ts";
import type { CredentialLimits } from "./limits.ts";

/** The tenant that a credential acts for, unless it is the operator's. */
export type TenantOwner =
  | { readonly kind: "merchant"; readonly merchantId: string }
  | { readonly kind: "publisher"; readonly publisherId: string };

/** Whom a credential acts for. */
export type CredentialOwner = { readonly kind: "operator" } | TenantOwner;

/** A credential in the registry, with its owner and its rights: an API key or a public key. */
export interface RegisteredCredential {
  readonly credentialId: string;
  readonly owner: CredentialOwner;
  readonly name: string;
  /** Those of the role, as the role is now, when the credential has one. */
  readonly scopes: readonly string[];
  /** Absent for a credential that was made with scopes. */
  readonly role?: string;
  /** Active → expired at `expiresAt`. Active or expired → revoked by its owner. */
  readonly status: "active" | "expired" | "revoked";
  readonly createdAt: Date;
  readonly revokedAt?: Date;
  /** Time from which the credential is refused. Absent when it does not expire. */
  readonly expiresAt?: Date;
  /** Networks from which the credential may be used, in canonical CIDR form. Empty when it may be used from everywhere. */
  readonly allowedNetworks: readonly string[];
  /** Requests with the credential that must be signed. */
  readonly requestSigning: RequestSigning;
  /** Requests that must be signed because the owner requires it of all its credentials. */
  readonly requestSigningOfOwner: RequestSigning;
  /** Absent when only the scopes limit what the credential may do. */
  readonly limits?: CredentialLimits;
  /** Accurate to about a minute. */
  readonly lastUsedAt?: Date;
  /** Network address of the last use, as accurate as `lastUsedAt`. */
  readonly lastUseAddress?: string;
  /** The merchant's terminal that the credential belongs to. */
  readonly device?: { readonly deviceId: string; readonly status: MerchantDevice["status"] };
  /** The credential that this one replaces. */
  readonly replaces?: string;
  /** The credential that replaces this one. */
  readonly replacedBy?: string;
}

/** What a new credential of any kind is made with. */
export type NewCredential = Pick<
  RegisteredCredential,
  "credentialId" | "owner" | "name" | "scopes" | "role" | "expiresAt" | "replaces" | "limits"
> & {
  readonly deviceId?: string;
  /** Omit for a credential that may be used from everywhere. */
  readonly allowedNetworks?: readonly string[];
  /** Omit for `optional`. */
  readonly requestSigning?: RequestSigning;
};

/** Tells whether a credential is accepted. It must be active; that of a terminal also needs an active terminal. */
export function isAccepted({ status, device }: Pick<RegisteredCredential, "status" | "device">): boolean {
  return status === "active" && (device === undefined || device.status === "active");
}

/** Default period for which a replaced credential is still accepted. */
export const ROTATION_OVERLAP_SECONDS = 86_400;

/** Returns the lifetime of a credential in milliseconds; undefined when it does not expire. */
export function lifetimeMs({
  createdAt,
  expiresAt,
}: Pick<RegisteredCredential, "createdAt" | "expiresAt">): number | undefined {
  return expiresAt && expiresAt.getTime() - createdAt.getTime();
}
