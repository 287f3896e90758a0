import type { IncomingMessage } from "node:http";
import { Failure } from "../rpc/failure.ts";
import { timesGiven } from "./headers.ts";

/** `uri-host [ ":" port ]` (RFC 9110 section 7.2, RFC 3986 section 3.2.2), or nothing. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;
/** The value that was good last: callers name the same one again and again. */
let good = "";

/**
 * Checks the Host header: one, of the form that it must have, and not absent in HTTP/1.1 (RFC 9112 section 3.2). Programs on the way here
 * could otherwise take the request for another.
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
  if (!HOST.test(host)) throw refused("HOST_MALFORMED", "The Host header is not the name of a host.");
  good = host;
}

const refused = (reason: string, message: string) => new Failure("INVALID_ARGUMENT", { reason, message });
