import { Resolver } from "node:dns/promises";
import { callbackify } from "node:util";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { buildConnector } from "undici";
import { type ReceiverRules, receiverAddressTest } from "../../domain/webhook/address.ts";

/** Returns all addresses of a host name. @throws when it has none */
export type Resolve = (name: string) => Promise<string[]>;

/** The host has an address to which nothing is sent. */
export class RefusedAddress extends Error {
  override readonly name = "RefusedAddress";
}

/** The host name has no address. */
export class UnknownHost extends Error {
  override readonly name = "UnknownHost";
}

const dnsTimeoutMs = 3_000;
const dnsTries = 2;

/**
 * Returns a resolver that asks name servers without the few threads that `dns.lookup` shares with files, so that slow name servers of one
 * receiver delay nobody else.
 */
export function nameServers(): Resolve {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: dnsTries });
  return async (name) => {
    // RFC 6761 section 6.3: these names are this machine.
    if (/(^|\.)localhost\.?$/i.test(name)) return ["127.0.0.1", "::1"];
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
    if (addresses.length === 0) throw new UnknownHost(`${name} has no address`);
    return addresses;
  };
}

/** How connections to receivers are made. */
export interface ConnectionOptions {
  readonly rules: ReceiverRules;
  readonly resolve: Resolve;
  /** Certificates that receivers may have besides those of the system's roots, in PEM. */
  readonly ca: string[] | undefined;
  /** Certificate to show as TLS client, with its key in PEM. */
  readonly client?: { readonly chain: string; readonly key: string };
  readonly timeoutMs: number;
}

/**
 * Returns the function that opens connections to receivers. It resolves the name itself and refuses a host of which one address is not
 * allowed, so that a name server cannot show a good address first and another one later (DNS rebinding). The address of the open socket is
 * checked once more.
 */
export function receiverConnector({
  rules,
  resolve,
  ca,
  client,
  timeoutMs,
}: ConnectionOptions): buildConnector.connector {
  const connectorOf = (protocol: string): buildConnector.connector => {
    const isAllowed = receiverAddressTest({ protocol }, rules);
    const connect = buildConnector({
      ...(ca === undefined ? {} : { ca }),
      ...(client === undefined ? {} : { cert: client.chain, key: client.key }),
      // Receivers are not tiers of this service; many speak TLS 1.2 only.
      minVersion: "TLSv1.2",
      allowH2: false,
      timeout: timeoutMs,
      autoSelectFamily: true,
      lookup: checkedLookup(resolve, isAllowed),
    });
    return (options, callback) => {
      const literal = options.hostname.replace(/^\[(.*)\]$/, "$1");
      // The resolver is not asked about an address.
      if (isIP(literal) !== 0 && !isAllowed(literal)) return callback(refused(literal), null);
      connect(options, (...[error, socket]) => {
        if (error) return callback(error, null);
        const address = socket.remoteAddress ?? "";
        if (isAllowed(address)) return callback(null, socket);
        socket.destroy();
        return callback(refused(address), null);
      });
    };
  };
  const [secure, plain] = [connectorOf("https:"), connectorOf("http:")];
  return (options, callback) => (options.protocol === "https:" ? secure : plain)(options, callback);
}

const refused = (address: string): RefusedAddress => new RefusedAddress(`nothing is sent to ${address}`);

function checkedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  const addressesOf = async (hostname: string): Promise<{ address: string; family: number }[]> => {
    const addresses = await resolve(hostname);
    const wrong = addresses.find((address) => !isAllowed(address));
    if (wrong !== undefined) throw refused(wrong);
    if (addresses.length === 0) throw new UnknownHost(`${hostname} has no address`);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  const find = callbackify(addressesOf);
  // Node asks for all addresses, because `autoSelectFamily` is on.
  return (hostname, _options, callback) => find(hostname, (error, found) => callback(error, found ?? []));
}
