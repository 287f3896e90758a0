import type { RevocationReason } from "../certificate/revocation.ts";

/** Certificates of one key that can be in force at once. */
export const certificatesOfKeyMax = 3;

/** Why a certificate that is no CA's was withdrawn. */
export type MerchantRevocationReason = Exclude<RevocationReason, "ca_compromise">;

/** The CA of this installation that certifies merchants' keys. */
export interface MerchantAuthority {
  readonly certificateId: string;
  /** DER. */
  readonly certificate: Uint8Array;
  /** PKCS #8 DER, sealed; opens only as the key of this certificate. */
  readonly sealedKey: Uint8Array;
}

/** A certificate of a merchant's own key or of a terminal's. Active until it is revoked, which is terminal. */
export interface MerchantCertificate {
  readonly certificateId: string;
  readonly merchantId: string;
  /** The terminal whose key it is; the merchant's own without one. */
  readonly deviceId?: string;
  /** DER. */
  readonly certificate: Uint8Array;
  /** Certificate of the CA that issued it, DER. */
  readonly issuer: Uint8Array;
  readonly status: "active" | "revoked";
  readonly notBefore: Date;
  /** Last second of validity. */
  readonly notAfter: Date;
  readonly createdAt: Date;
  /** Real time; present once it is revoked, with the reason. */
  readonly revokedAt?: Date;
  readonly revocationReason?: MerchantRevocationReason;
}
