import type { RegisteredCertificate } from "../certificate/registered.ts";
import type { RevocationReason } from "../certificate/revocation.ts";
import type { MerchantDevice } from "../merchant/device.ts";
import type { TenantOwner } from "./credential.ts";
import type { RequestSigning } from "./request-signing.ts";
import type { CredentialLimits } from "./limits.ts";

/** Reason for the revocation of a certificate that is not a CA's. */
export type AccessRevocationReason = Exclude<RevocationReason, "ca_compromise">;

/** Who has the key of an access certificate: a tenant, or a merchant's terminal. */
export type CertificateHolder =
  | {
      readonly kind: "merchant";
      readonly merchantId: string;
      /** The terminal that has the key. Absent when the key is the merchant's own. */
      readonly deviceId?: string;
    }
  | Extract<TenantOwner, { kind: "publisher" }>;

/** A CA of this installation that certifies the keys of one kind of tenant. */
export interface AccessAuthority {
  readonly holder: CertificateHolder["kind"];
  readonly certificateId: string;
  /** DER. */
  readonly certificate: Uint8Array;
  /** PKCS #8 DER, sealed. The seal only opens with the identifier of this certificate. */
  readonly sealedKey: Uint8Array;
}

/** A certificate with which a TLS client proves who it is. */
export interface AccessCertificate extends RegisteredCertificate<AccessRevocationReason> {
  readonly holder: CertificateHolder;
  /** Scopes of the TLS client that has the key: those of the role, as the role is now, when the certificate has one. */
  readonly scopes: readonly string[];
  /** Absent for a certificate that was issued with scopes, or without. */
  readonly role?: string;
  /** Absent when only the scopes limit what the TLS client may do. */
  readonly limits?: CredentialLimits;
  /** Certificate of the CA that issued it, DER. */
  readonly issuer: Uint8Array;
}

/** A certificate with the status of its terminal, to judge whether it is accepted. */
export interface PresentedCertificate extends AccessCertificate {
  /** Requests that must be signed because the owner requires it of all its credentials. */
  readonly requestSigningOfOwner: RequestSigning;
  /** Absent when the key is a tenant's own. */
  readonly deviceStatus?: MerchantDevice["status"];
}

/** The records of a key. */
export interface AccessKeyStanding {
  /** Every holder that has a record of the key, the one that asks among them. */
  readonly holders: readonly CertificateHolder[];
  /** True when a publisher's CA has or had the key. */
  readonly ofCa: boolean;
  readonly compromised: boolean;
  /** Number of access certificates of the key that are in force. */
  readonly active: number;
}

/** Tells whether two holders are the same tenant and, if any, the same terminal. */
export function isSameHolder(one: CertificateHolder, other: CertificateHolder): boolean {
  if (one.kind === "publisher") return other.kind === "publisher" && one.publisherId === other.publisherId;
  return other.kind === "merchant" && one.merchantId === other.merchantId && one.deviceId === other.deviceId;
}
