import { STATUS_CODES } from "node:http";
import type { Failure } from "../rpc/failure.ts";
import { failureHeaders } from "./answer.ts";
import { failed } from "./envelope.ts";
import { requestIdOf } from "../rpc/request-id.ts";
import type { StandingHeaders } from "./response-head.ts";
import type { Quota } from "../rpc/quota/limiter.ts";

/** Returns the last answer on a connection as HTTP text, for input in which no request was understood. */
export function lastAnswer(failure: Failure, { policy, limit }: Quota, standing: StandingHeaders): string {
  const requestId = requestIdOf(undefined);
  const { httpStatus, contentType, body } = failed(requestId, failure);
  const own = failureHeaders(failure);
  const lines = [
    `HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}`,
    `Date: ${new Date().toUTCString()}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...own.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${own[at + 1]}` : [])),
    `RateLimit-Policy: ${policy}`,
    `RateLimit: ${limit}`,
    `X-Request-ID: ${requestId}`,
    "Cache-Control: no-store",
    "Connection: close",
  ];
  return `${lines.join("\r\n")}\r\n${standing.text}\r\n${body}`;
}
