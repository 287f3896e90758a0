import { type ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from "node:http";

/** Headers that every answer has, checked and joined once. */
export interface StandingHeaders {
  /** Names and values in turn. */
  readonly list: readonly string[];
  /** The same headers as HTTP text. */
  readonly text: string;
}

/** Checks and joins headers. @param list names and values in turn. @throws TypeError for an invalid header. */
export function standingHeaders(list: readonly string[]): StandingHeaders {
  let text = "";
  for (let at = 0; at < list.length; at += 2) {
    validateHeaderName(list[at] as string);
    text += line(list[at] as string, list[at + 1] as string);
  }
  return { list, text };
}

/** Values that are certainly valid; Node checks all others. */
const PLAIN = /^[\x20-\x7e]*$/;

function line(name: string, value: string): string {
  if (!PLAIN.test(value)) validateHeaderValue(name, value);
  return `${name}: ${value}\r\n`;
}

/** Private members that `writeHead` of `node:http` sets. */
interface Written {
  _header: string;
  _last: boolean;
}

/**
 * Sets the head of an answer whose length is known. `writeHead` spends its time on single headers; here most are prepared text, the same in
 * each answer. The head goes out with the first bytes of the body.
 * @param own constant names and values in turn
 * @throws TypeError for an invalid value.
 */
export function setHead(
  response: ServerResponse,
  httpStatus: number,
  { text }: StandingHeaders,
  own: readonly string[],
): void {
  let head = `HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}\r\n${text}${NO_STORE}`;
  for (let at = 0; at < own.length; at += 2) head += line(own[at] as string, own[at + 1] as string);
  const written = response as unknown as Written;
  response.statusCode = httpStatus;
  // oxlint-disable-next-line eslint/no-underscore-dangle -- the name is Node's
  written._last = !response.shouldKeepAlive;
  // oxlint-disable-next-line eslint/no-underscore-dangle -- the name is Node's
  written._header = `${head}Date: ${now()}\r\n${response.shouldKeepAlive ? KEEP_ALIVE : CLOSE}\r\n`;
}

/** How long an idle connection stays open. */
export const KEEP_ALIVE_MS = 65_000;
const KEEP_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n`;
const NO_STORE = "Cache-Control: no-store\r\n";
const CLOSE = "Connection: close\r\n";

let second = 0;
let date = "";

/** Returns the time in the format of HTTP (RFC 9110 section 5.6.7). */
function now(): string {
  const current = Math.floor(Date.now() / 1000);
  if (current !== second) {
    second = current;
    date = new Date(current * 1000).toUTCString();
  }
  return date;
}
