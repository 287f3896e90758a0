import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Config } from "../config.ts";
import { Failure } from "../rpc/failure.ts";
import type { PublicCertificate } from "./certificate.ts";
import type { Exchange } from "./exchange.ts";
import { isProbe } from "./pages.ts";

/** The names that local programs use for this machine. */
const LOOPBACK = ["localhost", "127.0.0.1", "::1"];
const UNSPECIFIED = new Set(["0.0.0.0", "::"]);
/** Number of valid authorities that are cached; callers use few spellings. */
const SPELLINGS_MAX = 100;
/** A request target in absolute form (RFC 9112 section 3.2.2), with any scheme. */
const ABSOLUTE = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)/i;

/** The authorities that requests may name (RFC 9110 section 7.4). Only the host counts, because a port forwarding may change the port. */
export class Authorities {
  readonly #names: ReadonlySet<string>;
  readonly #spellings = new Set<string>();
  #last = "";
  #certificate: X509Certificate;

  /** @param names host names and addresses that are accepted in addition to the names in the certificate. */
  constructor(names: readonly string[], { cert }: PublicCertificate) {
    this.#names = new Set(names.flatMap((name) => nameOf(name.includes(":") ? `[${name}]` : name) ?? []));
    this.#certificate = new X509Certificate(cert);
  }

  /** Replaces the certificate whose names are accepted. */
  useCertificate({ cert }: PublicCertificate): void {
    this.#certificate = new X509Certificate(cert);
    this.#spellings.clear();
    this.#last = "";
  }

  /** Tells whether an authority is accepted. @param authority a host with an optional port, as the caller wrote it */
  has(authority: string): boolean {
    if (authority === this.#last || this.#spellings.has(authority)) return true;
    const name = nameOf(authority);
    if (name === undefined || !(this.#names.has(name) || this.#certifies(name))) return false;
    if (this.#spellings.size >= SPELLINGS_MAX) this.#spellings.clear();
    this.#spellings.add(authority);
    this.#last = authority;
    return true;
  }

  #certifies(name: string): boolean {
    const address = name.replace(/^\[(.*)\]$/, "$1");
    if (isIP(address)) return this.#certificate.checkIP(address) !== undefined;
    return this.#certificate.checkHost(name, { subject: "never" }) !== undefined;
  }
}

/** Returns the names of the service in the settings. */
export function configuredNames({ publicUrl, gateway }: Config): string[] {
  const { host, publicNames } = gateway;
  const { hostname } = new URL(publicUrl);
  return [
    ...LOOPBACK,
    hostname.replace(/^\[(.*)\]$/, "$1"),
    ...(UNSPECIFIED.has(host) ? [] : [host]),
    ...publicNames,
  ];
}

/**
 * Checks that the request is for this service, by its target or, in origin form, by its Host header. Accepts a request that names no
 * authority. A probe may name the address of the process.
 * @throws Failure MISDIRECTED_REQUEST.
 */
export function checkAuthority(exchange: Exchange, authorities: Authorities): void {
  const { url = "/", headers } = exchange.request;
  const absolute = url.startsWith("/") ? null : ABSOLUTE.exec(url);
  const authority = absolute?.[2] ?? headers.host ?? "";
  // An empty host is invalid in a URI (RFC 9110 section 4.2.2). An empty Host header means this service.
  const isOurs = absolute
    ? absolute[1]?.toLowerCase() === "https" && authority !== "" && authorities.has(authority)
    : authority === "" || authorities.has(authority);
  if (isOurs) return;
  if (isProbe(exchange) && isAddress(authority)) return;
  throw new Failure("MISDIRECTED_REQUEST");
}

function isAddress(authority: string): boolean {
  return isIP((nameOf(authority) ?? "").replace(/^\[(.*)\]$/, "$1")) !== 0;
}

/**
 * Returns the host of an authority in normal form (RFC 3986 section 6.2.2), an IPv6 address in brackets; undefined for a malformed
 * authority.
 */
function nameOf(authority: string): string | undefined {
  if (!URL.canParse(`https://${authority}`)) return undefined;
  const { hostname, host, href } = new URL(`https://${authority}`);
  // Accepts only a host and a port: no user, no path.
  return href === `https://${host}/` ? hostname.replace(/\.$/, "") : undefined;
}
