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
   * Returns the network address of the caller: the last one in the proxy's `X-Forwarded-For`, which the proxy itself has appended, or the
   * address of the connection. An empty text once the connection is lost.
   */
  callerAddress(request: IncomingMessage): string {
    if (this.passedOn(request)) {
      const forwarded = one(request.headers["x-forwarded-for"])?.split(",").at(-1)?.trim() ?? "";
      if (isIP(forwarded) !== 0) return forwarded;
    }
    return request.socket.remoteAddress ?? "";
  }
}
