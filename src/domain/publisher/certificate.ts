import type { RevocationReason } from "../certificate/revocation.ts";

/** Certificates of one key that can be in force at once: as many as are looked at when a device is verified. */
export const certificatesOfKeyMax = 3;

/** Who holds the key of a publisher's CA: the publisher alone, or the service, sealed. */
export type Custody = "external" | "hosted";

/** A publisher's CA certificate in the registry. Active until it is revoked, which is terminal. */
export interface PublisherCertificate {
  readonly certificateId: string;
  readonly publisherId: string;
  readonly custody: Custody;
  /** DER. */
  readonly certificate: Uint8Array;
  readonly status: "active" | "revoked";
  readonly notBefore: Date;
  /** Last second of validity. */
  readonly notAfter: Date;
  readonly createdAt: Date;
  /** Real time; present once it is revoked, with the reason. */
  readonly revokedAt?: Date;
  readonly revocationReason?: RevocationReason;
}

/** A CA whose key the service keeps for its publisher. */
export interface HostedCertificate extends PublisherCertificate {
  readonly custody: "hosted";
  /** PKCS #8 DER, sealed; opens only as the key of this certificate of this publisher. */
  readonly sealedKey: Uint8Array;
}

/**
 * Whether a CA lives long enough to sign a device that lives until `deviceEnd`. One that ends with its root does: no later one
 * would live longer.
 */
export function outlives(ca: { readonly notAfter: Date }, deviceEnd: Date, rootEnd: Date): boolean {
  return ca.notAfter.getTime() >= Math.min(deviceEnd.getTime(), rootEnd.getTime());
}
