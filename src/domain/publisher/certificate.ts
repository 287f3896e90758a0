import type { RegisteredCertificate } from "../certificate/registered.ts";

/** Holder of the key of a publisher's CA: the publisher alone, or the service, which keeps it sealed. */
export type Custody = "external" | "hosted";

/** A publisher's CA certificate in the registry. */
export interface PublisherCertificate extends RegisteredCertificate {
  readonly publisherId: string;
  readonly custody: Custody;
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
