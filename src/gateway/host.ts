import type { IncomingMessage } from "node:http";
import type { ErrorReason } from "../../gen/errors/catalogue.ts";
import { Failure } from "../rpc/failure.ts";
import { timesGiven } from "./headers.ts";

/** `uri-host [ ":" port ]` (RFC 9110 section 7.2, RFC 3986 section 3.2.2), or empty. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;
/** The last valid value, because callers repeat the same host. */
let good = "";

/**
 * Checks the Host header: at most one, well-formed, and required in HTTP/1.1 (RFC 9112 section 3.2). Otherwise a proxy could understand the
 * request differently.
 * @throws Failure INVALID_ARGUMENT.
 */
export function checkHost(request: IncomingMessage): void {
  const { host } = request.headers;
  if (host === undefined) {
    if (request.httpVersion === "1.0") return;
    throw refused("HOST_MISSING", "The request has no Host header.");
  }
  if (timesGiven(request, "host") > 1)
    throw refused("HOST_REPEATED", "The request has more than one Host header.");
  if (host === good) return;
  if (!HOST.test(host))
    throw refused(
      "HOST_MALFORMED",
      "The Host header must be a host name or an IP address, optionally with a port.",
    );
  good = host;
}

const refused = (reason: ErrorReason, message: string) => new Failure(reason, { message });
