import type { IncomingMessage } from "node:http";
import { Failure } from "../rpc/failure.ts";

/** `uri-host [ ":" port ]` (RFC 9110 section 7.2, RFC 3986 section 3.2.2), or nothing. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;
/** The value that was good last: callers name the same one again and again. */
let good = "";

/**
 * Checks the Host header: one, of the form that it must have, and not absent in HTTP/1.1 (RFC 9112 section 3.2). Programs on the way here
 * could otherwise take the request for another.
 * @throws Failure INVALID_ARGUMENT.
 */
export function checkHost({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  const { host } = headers;
  if (host === undefined) {
    if (httpVersion === "1.0") return;
    throw refused("HOST_MISSING", "The request has no Host header.");
  }
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && (name === "Host" || name.toLowerCase() === "host")) count += 1;
  }
  if (count > 1) throw refused("HOST_REPEATED", "The request has more than one Host header.");
  if (host === good) return;
  if (!HOST.test(host)) throw refused("HOST_MALFORMED", "The Host header is not the name of a host.");
  good = host;
}

const refused = (reason: string, message: string) => new Failure("INVALID_ARGUMENT", { reason, message });
