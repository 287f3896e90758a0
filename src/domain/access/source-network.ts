import ipaddr from "ipaddr.js";

const ipv4Network = /^([0-9.]+)\/(0|[1-9][0-9]?)$/;
const ipv6Network = /^([0-9A-Fa-f:]+)\/(0|[1-9][0-9]{0,2})$/;
const ipv4Mapped = /^::ffff:[0-9.]+$/i;

/**
 * Returns the canonical text of an IP network in CIDR form: host bits zero, IPv6 as RFC 5952 writes it. Returns undefined for other text,
 * and for IPv6 networks that stand for IPv4 addresses, because such addresses count as IPv4 or belong to no host.
 */
export function canonicalNetwork(text: string): string | undefined {
  const [, ipv4 = "", bits] = ipv4Network.exec(text) ?? [];
  if (ipaddr.IPv4.isValidFourPartDecimal(ipv4) && Number(bits) <= 32)
    return `${ipaddr.IPv4.networkAddressFromCIDR(text).toString()}/${bits}`;
  const [, ipv6 = "", prefix] = ipv6Network.exec(text) ?? [];
  if (!ipaddr.IPv6.isValid(ipv6) || Number(prefix) > 128) return undefined;
  const network = ipaddr.IPv6.networkAddressFromCIDR(text);
  return standsForIpv4(network) ? undefined : `${network.toRFC5952String()}/${prefix}`;
}

const everywhere = ["0.0.0.0/0", "::/0"];

/**
 * Tells whether each network of a credential lies inside one network of another credential. Without networks a credential may be used
 * from everywhere.
 *
 * @param inner networks in canonical CIDR form, like `outer`
 */
export function networksWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  const around = outer.map((network) => ipaddr.parseCIDR(network));
  return (inner.length === 0 ? everywhere : inner).every((network) => {
    const [address, bits] = ipaddr.parseCIDR(network);
    const wider = around.filter(([, outerBits]) => outerBits <= bits);
    return ipaddr.subnetMatch(address, { wider }, "none") === "wider";
  });
}

/** Tells whether an address is IPv4-mapped or IPv4-compatible (RFC 4291 section 2.5.5). */
function standsForIpv4({ parts }: ipaddr.IPv6): boolean {
  const [mark, high] = parts.slice(5);
  return parts.slice(0, 5).every((part) => part === 0) && (mark === 0xffff || (mark === 0 && high !== 0));
}

/**
 * Returns the canonical text of an IP address. An IPv4-mapped IPv6 address counts as the IPv4 address, and a zone is dropped. Returns
 * undefined for other text.
 */
export function canonicalAddress(text: string): string | undefined {
  return addressOf(text)?.toString();
}

/**
 * Returns a test of whether an address is in one of the networks, which are canonical. A text that is no address is in none. Without
 * networks every text passes.
 */
export function addressTest(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const allowed = networks.map((network) => ipaddr.parseCIDR(network));
  return (text) => {
    const address = addressOf(text);
    return address !== undefined && ipaddr.subnetMatch(address, { allowed }, "none") === "allowed";
  };
}

/** Lengths of the prefix that the addresses of one site have in common, as a rule. */
const siteBits = { ipv4: 24, ipv6: 48 } as const;

/** Tells whether two addresses are of one site: in one /24 of IPv4, or in one /48 of IPv6. Providers move their customers inside of these. */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [addressOf(one), addressOf(other)];
  return a !== undefined && b !== undefined && a.kind() === b.kind() && a.match(b, siteBits[a.kind()]);
}

function addressOf(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [address = ""] = text.split("%", 1);
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  // The library takes an IPv4-compatible address for an IPv4-mapped one.
  const isAddress = ipaddr.IPv6.isValid(address) && (!address.includes(".") || ipv4Mapped.test(address));
  return isAddress ? ipaddr.process(address) : undefined;
}
