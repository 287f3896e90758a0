import { isIP } from "node:net";

/** Who asks for passkeys (WebAuthn Level 3 section 5.4.2): the host of this service, for pages of its origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the relying party of a service.
 * @param publicUrl base address of the service
 * @returns undefined for an address without a host name: browsers have no passkeys for network addresses
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname) !== 0 || hostname.startsWith("[") ? undefined : { id: hostname, origin };
}
