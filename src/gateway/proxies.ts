import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { connectionOf } from "./connection.ts";
import { one } from "./exchange.ts";

/**
 * The proxies that end TLS in front of the gateway. Each shows a certificate of its own as TLS client, by which it is known. What such a
 * proxy says about its client is believed; from everybody else the same headers mean nothing.
 */
export class Proxies {
  readonly #fingerprints: ReadonlySet<string>;

  /** @param fingerprints SHA-256 of the proxies' certificates, in lower-case hexadecimal */
  constructor(fingerprints: readonly string[]) {
    this.#fingerprints = new Set(fingerprints);
  }

  /** Tells whether a request came on the connection of a proxy. */
  passedOn({ socket }: IncomingMessage): boolean {
    const certificate = connectionOf(socket)?.clientCertificate;
    return certificate !== undefined && this.#fingerprints.has(certificate.fingerprint);
  }

  /**
   * Returns the network address of the caller: the last one in the proxy's `X-Forwarded-For`, which the proxy itself has appended. Without
   * one it is the address of the connection, and an empty text once the connection is lost.
   */
  callerAddress(request: IncomingMessage): string {
    const forwarded = this.passedOn(request)
      ? lastAddress(one(request.headers["x-forwarded-for"]))
      : undefined;
    return forwarded ?? request.socket.remoteAddress ?? "";
  }
}

/** An address as proxies write it, alone or with a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:([\d.]+)|\[([^\]]+)\])(?::\d{1,5})?$/;

/** Returns the last address of a list, without port and zone. */
function lastAddress(list = ""): string | undefined {
  const last = list.slice(list.lastIndexOf(",") + 1).trim();
  const [, ipv4, ipv6] = WITH_PORT.exec(last) ?? [];
  const [address = ""] = (ipv4 ?? ipv6 ?? last).split("%");
  return isIP(address) === 0 ? undefined : address;
}
