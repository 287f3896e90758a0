import type { Certificate } from "./certificate.ts";

/**
 * The certificate profiles: the names and the lifetime of each certificate.
 * A deployment's asset domain is data. Everything else is fixed, because verifiers in the field rely on it.
 */

/** Lifetimes. The owner of a device or publisher certificate may request less, but never more than its issuer has left. */
export const LIFETIME = {
  trustRootYears: 20,
  publisherCaYears: 15,
  deviceYears: 10,
  accessCaYears: 5,
  accessDays: 90,
  identityIssuerYears: 3,
} as const;

/** Adds calendar years. */
export function yearsAfter(from: Date, years: number): Date {
  const date = new Date(from);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date;
}

export function daysAfter(from: Date, days: number): Date {
  return new Date(from.getTime() + days * 86_400_000);
}

/** Returns the usual end, or the issuer's end if that is earlier. */
export function atMost(issuer: Certificate, end: Date): Date {
  return end.getTime() <= issuer.notAfter.getTime() ? end : issuer.notAfter;
}

/** Maximum lengths of texts in names (RFC 5280 appendix A.1: ub-organization-name, ub-serial-number). */
export const ORGANIZATION_LENGTH_MAX = 64;
export const CHIP_LENGTH_MAX = 64;

/** Prefix and suffix of a TypeID. No character needs escaping in a URI or a distinguished name. */
const IDENTIFIER = /^[a-z]{1,20}_[0-9a-z]{26}$/;
const DOMAIN = /^(?!.*\.\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/;

/**
 * Returns the host name of a publisher: its identifier as one label under the asset domain.
 * A label may not contain `_` (RFC 1123 §2.1), so `pub_01h…` becomes `pub-01h…`.
 * @throws {RangeError} when either is malformed; both are the service's own data
 */
export function publisherHost(publisherId: string, assetDomain: string): string {
  return `${identifier(publisherId).replace("_", "-")}.${domain(assetDomain)}`;
}

/** Returns the subjectAltName of a device: `https://<publisher host>/a/<assetId>`. */
export function deviceUri(publisherHostName: string, assetId: string): string {
  return `https://${domain(publisherHostName)}/a/${identifier(assetId)}`;
}

/** Returns the subjectAltName of a key that signs digital identities: `https://<publisher host>/identities`. */
export function identityIssuerUri(publisherHostName: string): string {
  return `https://${domain(publisherHostName)}/identities`;
}

/** Returns the subjectAltName of a merchant: `https://<asset domain>/m/<merchantId>`. */
export function merchantUri(assetDomain: string, merchantId: string): string {
  return `https://${domain(assetDomain)}/m/${identifier(merchantId)}`;
}

/** Returns the subjectAltName of a merchant's terminal: `https://<asset domain>/m/<merchantId>/d/<deviceId>`. */
export function terminalUri(assetDomain: string, merchantId: string, deviceId: string): string {
  return `${merchantUri(assetDomain, merchantId)}/d/${identifier(deviceId)}`;
}

/** Returns the subjectAltName of a publisher as TLS client: `https://<asset domain>/p/<publisherId>`. */
export function publisherUri(assetDomain: string, publisherId: string): string {
  return `https://${domain(assetDomain)}/p/${identifier(publisherId)}`;
}

/** Returns the identifier after checking that it is a TypeID. */
export function identifier(value: string): string {
  if (!IDENTIFIER.test(value)) throw new RangeError("not an identifier");
  return value;
}

/** Returns the host in the names of TLS clients: the asset domain itself, which is never the host in a publisher's device URIs. */
export function accessHost(assetDomain: string): string {
  return domain(assetDomain);
}

function domain(value: string): string {
  if (value.length > 253 || !DOMAIN.test(value)) throw new RangeError("not a lower-case domain name");
  return value;
}
