import ipaddr from "ipaddr.js";
import { Refused } from "../refused.ts";

/** Ports from `from` to `to`, both included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** Where the deliveries of a deployment may go. Networks are canonical CIDR texts. */
export interface ReceiverRules {
  /** Receivers on this machine are allowed, also by plain http. Only for a sandbox. */
  readonly loopback: boolean;
  readonly ports: readonly PortRange[];
  /** Networks that are allowed although they are not on the public internet. */
  readonly allowedNetworks: readonly string[];
  /** Networks that are refused although they look public, e.g. the prefix of the deployment's own NAT64. They win over allowed ones. */
  readonly refusedNetworks: readonly string[];
}

const urlLengthMax = 2048;
const schemePorts: Readonly<Record<string, number>> = { "https:": 443, "http:": 80 };
const portRange = /^([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?$/;

/** Reads a setting such as `443` or `1024-65535`. Returns undefined for other text and for an empty range. */
export function portRangeOf(text: string): PortRange | undefined {
  const [, from, to = from] = portRange.exec(text) ?? [];
  const range = { from: Number(from), to: Number(to) };
  return range.from <= range.to && range.to <= 65_535 ? range : undefined;
}

/**
 * Checks the URL of a receiver as far as its text tells, and returns it parsed. Registration and the sender both call this function, so that
 * a rule that a deployment tightens also holds for endpoints from before. What a host name resolves to is checked at each connection, with
 * `receiverAddressTest`.
 *
 * @throws Refused URL_MALFORMED, URL_WITH_CREDENTIALS, URL_SCHEME_NOT_ALLOWED, URL_PORT_NOT_ALLOWED, URL_ADDRESS_NOT_ALLOWED
 */
export function requireReceiverUrl(text: string, rules: ReceiverRules): URL {
  const url = parsed(text);
  if (url.username !== "" || url.password !== "")
    throw new Refused("URL_WITH_CREDENTIALS", "It must not contain a user name or a password.");
  const host = hostOf(url);
  const isLocal = isLoopback(host);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && rules.loopback && isLocal))
    throw new Refused(
      "URL_SCHEME_NOT_ALLOWED",
      rules.loopback
        ? "It must begin with https://; http:// is only for this machine."
        : "It must begin with https://.",
    );
  const port = portOf(url);
  if (!rules.ports.some(({ from, to }) => port >= from && port <= to))
    throw new Refused(
      "URL_PORT_NOT_ALLOWED",
      `It must have one of these ports: ${rules.ports.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(", ")}.`,
    );
  const isRefused = ipaddr.isValid(host)
    ? !receiverAddressTest(url, rules)(host)
    : isLocal && !rules.loopback;
  if (isRefused)
    throw new Refused(
      "URL_ADDRESS_NOT_ALLOWED",
      `It must name a host on the public internet. This service sends nothing to ${host}.`,
    );
  return url;
}

/** Returns the port that a URL leads to. */
function portOf({ port, protocol }: URL): number {
  return port === "" ? (schemePorts[protocol] ?? 0) : Number(port);
}

/**
 * Returns the test of whether a connection for this URL may go to an address. Only addresses of the public internet and of allowed
 * networks pass: nothing private, link-local or reserved, no multicast, no form of IPv6 that stands for IPv4 (RFC 4291 mapped, RFC 6052
 * NAT64, 6to4, Teredo), and no address with a zone. By plain http only addresses of this machine pass.
 */
export function receiverAddressTest(
  { protocol }: Pick<URL, "protocol">,
  rules: ReceiverRules,
): (address: string) => boolean {
  const networks = {
    refused: rules.refusedNetworks.map((network) => ipaddr.parseCIDR(network)),
    allowed: rules.allowedNetworks.map((network) => ipaddr.parseCIDR(network)),
  };
  return (text) => {
    if (text.includes("%") || !isPlainAddress(text)) return false;
    const address = ipaddr.parse(text);
    const isLocal = address.range() === "loopback";
    if (protocol !== "https:") return isLocal && rules.loopback;
    const found = ipaddr.subnetMatch(address, networks, "other");
    if (found !== "other") return found === "allowed";
    return isLocal ? rules.loopback : isPublic(address);
  };
}

/** Global unicast addresses of IPv6 (RFC 4291 section 2.4): everything else is reserved. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(globalUnicast);
}

/** The library also reads old forms of IPv4, such as octal numbers. Resolvers do not return them. */
function isPlainAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function isLoopback(host: string): boolean {
  const name = host.replace(/\.$/, "");
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return isPlainAddress(name) && ipaddr.parse(name).range() === "loopback";
}

/** Returns the host name or the address of a URL, an IPv6 address without brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** @throws Refused URL_MALFORMED */
function parsed(text: string): URL {
  // A URL is stored as it was given, so it must not contain what the parser removes or translates. Parsers read a backslash in different ways.
  const url = /^[\x21-\x5b\x5d-\x7e]+$/.test(text) && text.length <= urlLengthMax ? URL.parse(text) : null;
  if (url && !(url.protocol in schemePorts))
    throw new Refused("URL_SCHEME_NOT_ALLOWED", "It must begin with https://.");
  if (url && url.hostname !== "" && !text.includes("#") && /^https?:\/\/[^/]/i.test(text)) return url;
  throw new Refused(
    "URL_MALFORMED",
    `It must be an absolute URL such as "https://shop.example/webhooks" of at most ${urlLengthMax} printable ASCII characters, without a fragment.`,
  );
}
