/**
 * Labels of letters, digits, hyphens and underscores; at least one. No empty label, so no dot at either end.
 */
const HOST = /^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*$/;
/**
 * An authority of a bare host and perhaps a port. A userinfo part, or a colon in the path (which OpenSSL
 * takes for that of the port), could make two readers see two hosts.
 */
const URI_WITH_HOST = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/:?#@[\]]+)(?::\d{1,5})?(?:\/[^:]*)?$/;
const LAST_LABEL_NUMERIC = /(^|\.)\d+$/;
const MAILBOX = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(.+)$/;

/**
 * Whether the base of a constraint is one whose meaning RFC 5280 §4.2.1.10 states: a host, or a host with a
 * dot in front.
 */
export function isHostBase(base: string): boolean {
  return HOST.test(base.startsWith(".") ? base.slice(1) : base);
}

/** Host of a URI that has one as a fully qualified name; IP addresses and every other URI give undefined. */
export function uriHost(uri: string): string | undefined {
  const host = URI_WITH_HOST.exec(uri)?.[1];
  if (host === undefined || !HOST.test(host) || LAST_LABEL_NUMERIC.test(host)) return undefined;
  return host.toLowerCase();
}

/** §4.2.1.10 for URIs: `.host` is every host below it but not itself; `host` is exactly that host. */
export function uriHostMatches(host: string, base: string): boolean {
  const lower = base.toLowerCase();
  return lower.startsWith(".") ? host.endsWith(lower) : host === lower;
}

/**
 * §4.2.1.10 for DNS names: the base and every name with labels added on the left; a leading dot asks for at
 * least one.
 */
export function dnsNameMatches(name: string, base: string): boolean {
  const [lowerName, lowerBase] = [name.toLowerCase(), base.toLowerCase()];
  if (lowerBase.startsWith(".")) return lowerName.endsWith(lowerBase);
  return lowerName === lowerBase || lowerName.endsWith(`.${lowerBase}`);
}

/** A DNS name that can be compared; wildcards and anything else that is not a host give false. */
export function isDnsName(name: string): boolean {
  return HOST.test(name);
}

/**
 * §4.2.1.10 for mailboxes: `user@host` is that mailbox, `host` every mailbox at it, `.host` every one at
 * hosts below it.
 */
export function mailboxMatches(mailbox: string, base: string): boolean {
  const [local, host] = splitMailbox(mailbox);
  const [baseLocal, baseHost] = splitMailbox(base);
  if (baseLocal !== undefined) return local === baseLocal && host === baseHost;
  return host !== undefined && uriHostMatches(host, base);
}

/** A mailbox (RFC 5321 §4.1.2 without quoted local parts) at a host. */
export function isMailbox(mailbox: string): boolean {
  const host = MAILBOX.exec(mailbox)?.[1];
  return host !== undefined && HOST.test(host);
}

/** Local parts are compared with regard to case, hosts without (RFC 5280 §7.5). */
function splitMailbox(mailbox: string): [string | undefined, string | undefined] {
  const at = mailbox.lastIndexOf("@");
  return at < 0 ? [undefined, undefined] : [mailbox.slice(0, at), mailbox.slice(at + 1).toLowerCase()];
}
