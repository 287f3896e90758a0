/** One or more labels of letters, digits, hyphens and underscores. No label is empty, so no dot is at either end. */
const HOST = /^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*$/;
/**
 * A URI whose authority is a host with an optional port.
 * Userinfo is refused, and so is a colon in the path, which OpenSSL takes for the port's. Otherwise two readers could see two hosts.
 */
const URI_WITH_HOST = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/:?#@[\]]+)(?::\d{1,5})?(?:\/[^:]*)?$/;
const LAST_LABEL_NUMERIC = /(^|\.)\d+$/;
const MAILBOX = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(.+)$/;

/** Tells whether RFC 5280 §4.2.1.10 defines the base of a constraint: a host, or a host with a leading dot. */
export function isHostBase(base: string): boolean {
  return HOST.test(base.startsWith(".") ? base.slice(1) : base);
}

/** Returns the host of a URI if it is a fully qualified name. Returns undefined for IP addresses and every other URI. */
export function uriHost(uri: string): string | undefined {
  const host = URI_WITH_HOST.exec(uri)?.[1];
  if (host === undefined || !HOST.test(host) || LAST_LABEL_NUMERIC.test(host)) return undefined;
  return host.toLowerCase();
}

/** Matches a URI's host by §4.2.1.10: `.host` means every host below it but not itself, `host` means exactly that host. */
export function uriHostMatches(host: string, base: string): boolean {
  const lower = base.toLowerCase();
  return lower.startsWith(".") ? host.endsWith(lower) : host === lower;
}

/** Matches a DNS name by §4.2.1.10: the base, or a name with labels added on the left. A leading dot requires at least one label. */
export function dnsNameMatches(name: string, base: string): boolean {
  const [lowerName, lowerBase] = [name.toLowerCase(), base.toLowerCase()];
  if (lowerBase.startsWith(".")) return lowerName.endsWith(lowerBase);
  return lowerName === lowerBase || lowerName.endsWith(`.${lowerBase}`);
}

/** Tells whether a DNS name can be compared. False for wildcards and for everything that is not a host. */
export function isDnsName(name: string): boolean {
  return HOST.test(name);
}

/**
 * Matches a mailbox by §4.2.1.10:
 * `user@host` means that mailbox, `host` every mailbox at the host, `.host` every mailbox at hosts below it.
 */
export function mailboxMatches(mailbox: string, base: string): boolean {
  const [local, host] = splitMailbox(mailbox);
  const [baseLocal, baseHost] = splitMailbox(base);
  if (baseLocal !== undefined) return local === baseLocal && host === baseHost;
  return host !== undefined && uriHostMatches(host, base);
}

/** Tells whether a text is a mailbox at a host (RFC 5321 §4.1.2 without quoted local parts). */
export function isMailbox(mailbox: string): boolean {
  const host = MAILBOX.exec(mailbox)?.[1];
  return host !== undefined && HOST.test(host);
}

/** Splits a mailbox. Local parts are case-sensitive, hosts are not (RFC 5280 §7.5). */
function splitMailbox(mailbox: string): [string | undefined, string | undefined] {
  const at = mailbox.lastIndexOf("@");
  return at < 0 ? [undefined, undefined] : [mailbox.slice(0, at), mailbox.slice(at + 1).toLowerCase()];
}
