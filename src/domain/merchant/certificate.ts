import type { RevocationReason } from "../certificate/revocation.ts";

/** Maximum number of certificates of one key that can be in force at once. */
export const certificatesOfKeyMax = 3;

/** Reason for the revocation of a certificate that is not a CA's. */
export type MerchantRevocationReason = Exclude<RevocationReason, "ca_compromise">;

/** The CA of this installation that certifies merchants' keys. */
export interface MerchantAuthority {
  readonly certificateId: string;
  /** DER. */
  readonly certificate: Uint8Array;
  /** PKCS #8 DER, sealed. The seal only opens with the identifier of this certificate. */
  readonly sealedKey: Uint8Array;
}

/** A certificate of a merchant's or a terminal's key. Active until it is revoked, which is terminal. */
export interface MerchantCertificate {
  readonly certificateId: string;
  readonly merchantId: string;
  /** The terminal that has the key. Absent when the key is the merchant's own. */
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
  /** Real time. Present once the certificate is revoked, together with the reason. */
  readonly revokedAt?: Date;
  readonly revocationReason?: MerchantRevocationReason;
}
