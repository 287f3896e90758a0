import type { IncomingMessage } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Express } from "express";
import type { Logger } from "../logger.ts";
import { Failure } from "../rpc/failure.ts";
import { aligned } from "./express-classes.ts";
import { HEADERS_MAX } from "./app.ts";
import { ANONYMOUS } from "./authenticate.ts";
import type { PublicCertificate } from "./certificate.ts";
import { type HttpConnection, connectionOf } from "./connection.ts";
import { Connections } from "./connections.ts";
import { endInOrder } from "./end-connection.ts";
import { loseBody } from "./exchange.ts";
import { KEEP_ALIVE_MS } from "./response-head.ts";
import { notHttp, targetTooLong } from "./headers.ts";
import { type Limiter, rateLimited } from "./limit.ts";
import { lastAnswer } from "./last-answer.ts";
import { MethodNotAllowed } from "./routes.ts";

const HEADER_BYTES_MAX = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** The exchange's own deadline answers first; this ends what does not even get that far. */
const REQUEST_TIMEOUT_SLACK_MS = 5_000;
/** Node looks this often for requests that take too long to come in. */
const CHECKING_INTERVAL_MS = 2_000;

export interface ListenerOptions {
  app: Express;
  certificate: PublicCertificate;
  host: string;
  /** 0 for any free port. */
  port: number;
  deadlineMsMax: number;
  limiter: Limiter;
  log: Logger;
}

/** An HTTPS server that listens. */
export interface Listener {
  readonly port: number;
  /** New connections get this certificate. */
  useCertificate(certificate: PublicCertificate): void;
  /**
   * Takes no more connections and drains those that are open: each next answer says `Connection: close`; one that is idle stays open for
   * a moment, for a request that is on its way already; after `drainMs` all that is left is cut off.
   */
  close(drainMs: number): Promise<void>;
}

const tlsOptions = ({ cert, key }: PublicCertificate) => ({ cert, key, minVersion: "TLSv1.3" as const });

/** HTTP/1.1, and 1.0, over TLS 1.3 and nothing older. @throws the listen error when the port cannot be had. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { app, certificate, host, port, deadlineMsMax, limiter, log } = options;
  const requestTimeout = deadlineMsMax + REQUEST_TIMEOUT_SLACK_MS;
  const server = createServer({
    ...tlsOptions(certificate),
    ...aligned(app),
    ALPNProtocols: ["http/1.1"],
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    connectionsCheckingInterval: CHECKING_INTERVAL_MS,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeout),
    requestTimeout,
    keepAliveTimeout: KEEP_ALIVE_MS,
    noDelay: true,
    // The application says what is wrong with a request without one; Node would only cut it off.
    requireHostHeader: false,
  });
  // One more than is allowed, so that too many are seen and refused instead of being dropped silently.
  server.maxHeadersCount = HEADERS_MAX + 1;
  // Whoever does not read its answers would keep them here: a connection on which nothing moves for longer than an answer may take is cut.
  server.timeout = requestTimeout + REQUEST_TIMEOUT_SLACK_MS;
  // Without a head that can be trusted, nobody but the network address is to be counted.
  const refuse = (failure: Failure, { remoteAddress = "" }: Socket) => {
    const quota = limiter.count(ANONYMOUS, remoteAddress);
    return lastAnswer(quota.exceeded ? rateLimited(quota) : failure, quota);
  };
  const connections = new Connections(server, { serve: app, lose: loseBody, refuse });
  answerMalformed(server, log);
  // A proxy is what this is not; without a listener the connection would be cut off without a word.
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    connectionOf(socket)?.refuse(new MethodNotAllowed([]));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    useCertificate: (next) => server.setSecureContext(tlsOptions(next)),
    close: (drainMs) => connections.drain(drainMs),
  };
}

/** What the parser says of an error. */
interface ParseError extends NodeJS.ErrnoException {
  readonly reason?: string;
  /** What it was parsing. */
  readonly rawPacket?: Buffer;
  /** How much of that it had understood. */
  readonly bytesParsed?: number;
}

const LATE = "ERR_HTTP_REQUEST_TIMEOUT";

/**
 * What is not HTTP gets a minimal envelope, after the answers that are still under way on its connection, and that is closed. Nobody has
 * asked for anything on a connection that was never used: that is closed without a word.
 */
function answerMalformed(server: Server, log: Logger): void {
  server.on("clientError", (error: ParseError, socket: Duplex) => {
    log.debug({ code: error.code }, "malformed HTTP");
    const { code = "" } = error;
    const connection = connectionOf(socket);
    // All else is a fault of the connection itself.
    const isHttp = code.startsWith("HPE_") || code === LATE;
    if (!connection || !isHttp || !socket.writable) socket.destroy();
    else if (code === LATE && connection.unused) endInOrder(socket);
    else connection.refuse(malformed(error, connection));
  });
}

function malformed(error: ParseError, connection: HttpConnection): Failure {
  const { code, reason, rawPacket, bytesParsed = 0 } = error;
  const packet = rawPacket ?? Buffer.alloc(0);
  if (code === LATE) return new Failure("REQUEST_TIMEOUT");
  if (code === "HPE_INVALID_METHOD" && isRequestLine(packet, bytesParsed))
    return new Failure("METHOD_NOT_IMPLEMENTED");
  // Correct, but more than the parser can count (RFC 9110 section 8.6).
  if (reason === "Content-Length overflow") return new Failure("PAYLOAD_TOO_LARGE");
  if (code !== "HPE_HEADER_OVERFLOW") return notHttp();
  if (connection.isFirstLine(packet.subarray(0, bytesParsed))) return targetTooLong();
  return new Failure("HEADERS_TOO_LARGE", {
    message: `The request line and the headers are larger than ${HEADER_BYTES_MAX} bytes, or more than ${HEADERS_MAX}.`,
  });
}

/** As much of a method as is looked for; the longest that is registered has half of it. */
const METHOD_BYTES_MAX = 32;

/** Whether a method, though an unknown one, is what the parser stumbled over: a token, a target and a version, or the beginning of that. */
function isRequestLine(packet: Buffer, at: number): boolean {
  const before = packet.toString("latin1", Math.max(0, at - METHOD_BYTES_MAX), at);
  const line = (/[\w!#$%&'*+.^`|~-]*$/.exec(before)?.[0] ?? "") + packet.toString("latin1", at);
  return /^[\w!#$%&'*+.^`|~-]+(?:$| \S+(?:$| (?:$|HTTP\/\d\.\d\r?\n)))/.test(line);
}
