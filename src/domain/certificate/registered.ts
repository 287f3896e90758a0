import type { RevocationReason } from "./revocation.ts";

/** Maximum number of certificates of one key in force at once. The verification of a device examines as many. */
export const certificatesOfKeyMax = 3;

/** A certificate in the registry, of a publisher's CA, a merchant or a terminal. Active until it is revoked, which is terminal. */
export interface RegisteredCertificate<Reason extends RevocationReason = RevocationReason> {
  readonly certificateId: string;
  /** DER. */
  readonly certificate: Uint8Array;
  readonly status: "active" | "revoked";
  readonly notBefore: Date;
  /** Last second of validity. */
  readonly notAfter: Date;
  readonly createdAt: Date;
  /** Real time. Present once the certificate is revoked, together with the reason. */
  readonly revokedAt?: Date;
  readonly revocationReason?: Reason;
}
