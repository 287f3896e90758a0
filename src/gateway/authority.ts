import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Config } from "../config.ts";
import { Failure } from "../rpc/failure.ts";
import type { PublicCertificate } from "./certificate.ts";
import type { Exchange } from "./exchange.ts";
import { isProbe } from "./pages.ts";

/** This machine, as programs on it name it. */
const LOOPBACK = ["localhost", "127.0.0.1", "::1"];
const UNSPECIFIED = new Set(["0.0.0.0", "::"]);
/** Spellings of good authorities that are remembered: callers use few. */
const SPELLINGS_MAX = 100;
/** A target in absolute form (RFC 9112 section 3.2.2), whatever its scheme. */
const ABSOLUTE = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)/i;

/** The authorities that requests may name (RFC 9110 section 7.4). The name decides; whoever forwards a port may give it another number. */
export class Authorities {
  readonly #names: ReadonlySet<string>;
  readonly #spellings = new Set<string>();
  #last = "";
  #certificate: X509Certificate;

  /** @param names host names and addresses, beside those of the certificate. */
  constructor(names: readonly string[], { cert }: PublicCertificate) {
    this.#names = new Set(names.flatMap((name) => nameOf(name.includes(":") ? `[${name}]` : name) ?? []));
    this.#certificate = new X509Certificate(cert);
  }

  /** The names of this certificate count from now on. */
  useCertificate({ cert }: PublicCertificate): void {
    this.#certificate = new X509Certificate(cert);
    this.#spellings.clear();
    this.#last = "";
  }

  /** @param authority a host and perhaps a port, as a caller wrote it */
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

/** What the settings say about the names of the service. */
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
 * Checks that the request is for this service: what its target names or, in origin form, its Host header. A request that names nothing
 * is for the only service that there is. Probes name the address of the process that they look at.
 * @throws Failure MISDIRECTED_REQUEST.
 */
export function checkAuthority(exchange: Exchange, authorities: Authorities): void {
  const { url = "/", headers } = exchange.request;
  const absolute = url.startsWith("/") ? null : ABSOLUTE.exec(url);
  const authority = absolute?.[2] ?? headers.host ?? "";
  // An empty host is invalid in a URI (RFC 9110 section 4.2.2), and stands for this service in a Host header.
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

/** The host of an authority in its normal form (RFC 3986 section 6.2.2), addresses of version 6 in brackets; undefined for what is none. */
function nameOf(authority: string): string | undefined {
  if (!URL.canParse(`https://${authority}`)) return undefined;
  const { hostname, host, href } = new URL(`https://${authority}`);
  // Nothing but a host and a port: no user, no path.
  return href === `https://${host}/` ? hostname.replace(/\.$/, "") : undefined;
}
