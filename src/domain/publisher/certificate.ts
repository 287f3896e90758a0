import type { RevocationReason } from "../certificate/revocation.ts";

/** Maximum number of certificates of one key in force at once. The verification of a device examines as many. */
export const certificatesOfKeyMax = 3;

/** Holder of the key of a publisher's CA: the publisher alone, or the service, which keeps it sealed. */
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
  /** Real time. Present once the certificate is revoked, together with the reason. */
  readonly revokedAt?: Date;
  readonly revocationReason?: RevocationReason;
}

/** A CA whose key the service keeps for its publisher. */
export interface HostedCertificate extends PublisherCertificate {
  readonly custody: "hosted";
  /** PKCS #8 DER, sealed. The seal only opens with the identifiers of this certificate and publisher. */
  readonly sealedKey: Uint8Array;
}

/**
 * Tells whether a CA lives long enough to sign a device that lives until `deviceEnd`.
 * A CA that ends with its root suffices too, because a later CA would not live longer.
 */
export function outlives(ca: { readonly notAfter: Date }, deviceEnd: Date, rootEnd: Date): boolean {
  return ca.notAfter.getTime() >= Math.min(deviceEnd.getTime(), rootEnd.getTime());
}
