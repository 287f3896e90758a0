import type { IncomingMessage } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Express } from "express";
import type { Logger } from "../logger.ts";
import { Failure } from "../rpc/failure.ts";
import { aligned } from "./express-classes.ts";
import { HEADERS_MAX } from "./app.ts";
import type { PublicCertificate } from "./certificate.ts";
import { connectionOf } from "./connection.ts";
import { Connections } from "./connections.ts";
import { endInOrder } from "./end-connection.ts";
import { loseBody } from "./exchange.ts";
import { KEEP_ALIVE_MS, type StandingHeaders } from "./response-head.ts";
import { notHttp, targetTooLong } from "./headers.ts";
import type { Limiter } from "../rpc/quota/limiter.ts";
import { lastAnswer } from "./last-answer.ts";
import { MethodNotAllowed } from "./routes.ts";

const HEADER_BYTES_MAX = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** The deadline of the exchange answers first. This limit ends requests that do not even reach an exchange. */
const REQUEST_TIMEOUT_SLACK_MS = 5_000;
/** How often Node looks for requests that take too long to come in. */
const CHECKING_INTERVAL_MS = 2_000;

export interface ListenerOptions {
  app: Express;
  certificate: PublicCertificate;
  host: string;
  /** 0 for any free port. */
  port: number;
  deadlineMsMax: number;
  limiter: Limiter;
  standing: StandingHeaders;
  log: Logger;
}

/** A running HTTPS server. */
export interface Listener {
  readonly port: number;
  /** Uses this certificate for new connections. */
  useCertificate(certificate: PublicCertificate): void;
  /**
   * Accepts no more connections and drains the open ones. Each next answer says `Connection: close`. An idle connection stays open briefly,
   * for a request that is already on its way. After `drainMs` the remaining connections are cut.
   */
  close(drainMs: number): Promise<void>;
}

/**
 * TLS 1.3 only. Every client is asked for a certificate and none needs one. The core judges the certificates of merchants, so no CA is
 * trusted here.
 */
const tlsOptions = ({ cert, key }: PublicCertificate) => ({
  cert,
  key,
  minVersion: "TLSv1.3" as const,
  requestCert: true,
  rejectUnauthorized: false,
  ca: [],
});

/** Listens with HTTP/1.1 and 1.0 over TLS 1.3 only. @throws the listen error when the port is not available. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { app, certificate, host, port, deadlineMsMax, limiter, standing, log } = options;
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
    // The application refuses a request without a Host header with a message; Node would only cut the connection.
    requireHostHeader: false,
  });
  // One more than allowed, so that the application sees and refuses an excess header. Node would drop it silently.
  server.maxHeadersCount = HEADERS_MAX + 1;
  // Cuts a connection on which nothing moves for longer than an answer may take. A caller that does not read would keep its answers in
  // memory.
  server.timeout = requestTimeout + REQUEST_TIMEOUT_SLACK_MS;
  // Without a trusted head, only the network address can be counted.
  const refuse = (failure: Failure, { remoteAddress = "" }: Socket) => {
    const quota = limiter.countAddress(remoteAddress);
    return lastAnswer(quota.exceeded ?? failure, quota, standing);
  };
  const connections = new Connections(server, { serve: app, lose: loseBody, refuse });
  answerMalformed(server, log);
  // The gateway is not a proxy. Without this listener, Node would cut the connection without an answer.
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

/** An error of the HTTP parser. */
interface ParseError extends NodeJS.ErrnoException {
  readonly reason?: string;
  /** The bytes that the parser read. */
  readonly rawPacket?: Buffer;
  /** How many of these bytes the parser understood. */
  readonly bytesParsed?: number;
}

const LATE = "ERR_HTTP_REQUEST_TIMEOUT";
const LINE_FEED = 10;

/**
 * Answers malformed HTTP with a minimal envelope, after the answers under way, and ends the connection. Ends a connection that was never
 * used without an answer, because nothing was asked.
 */
function answerMalformed(server: Server, log: Logger): void {
  server.on("clientError", (error: ParseError, socket: Duplex) => {
    log.debug({ code: error.code }, "malformed HTTP");
    const { code = "" } = error;
    const connection = connectionOf(socket);
    // Every other error is a fault of the connection itself.
    const isHttp = code.startsWith("HPE_") || code === LATE;
    if (!connection || !isHttp || !socket.writable) socket.destroy();
    else if (code === LATE && connection.unused) endInOrder(socket);
    else connection.refuse(malformed(error));
  });
}

function malformed(error: ParseError): Failure {
  const { code, reason, rawPacket, bytesParsed = 0 } = error;
  const packet = rawPacket ?? Buffer.alloc(0);
  if (code === LATE) return new Failure("REQUEST_TIMEOUT");
  if (code === "HPE_INVALID_METHOD" && isRequestLine(packet, bytesParsed))
    return new Failure("METHOD_NOT_IMPLEMENTED");
  // The header is valid, but the number exceeds the parser's range (RFC 9110 section 8.6).
  if (reason === "Content-Length overflow") return new Failure("PAYLOAD_TOO_LARGE");
  if (code !== "HPE_HEADER_OVERFLOW") return notHttp();
  if (endsFirstLine(packet, bytesParsed)) return targetTooLong();
  return new Failure("HEADERS_TOO_LARGE", {
    message: `The request line and the headers exceed ${HEADER_BYTES_MAX} bytes, or the request has more than ${HEADERS_MAX} headers.`,
  });
}

/** Tells whether the head became too long in its first line. The answer is yes only if the end of that line came in the same packet. */
function endsFirstLine(packet: Buffer, at: number): boolean {
  if (packet.subarray(0, at).includes(LINE_FEED)) return false;
  const end = packet.indexOf(LINE_FEED, at);
  return end >= 0 && /HTTP\/\d\.\d\r?$/.test(packet.toString("latin1", 0, end));
}

/** How many bytes before the error are searched for a method; the longest registered method has half of that. */
const METHOD_BYTES_MAX = 32;

/** Tells whether the parser failed at an unknown method: a token, a target and a version, or the beginning of these. */
function isRequestLine(packet: Buffer, at: number): boolean {
  const before = packet.toString("latin1", Math.max(0, at - METHOD_BYTES_MAX), at);
  const line = (/[\w!#$%&'*+.^`|~-]*$/.exec(before)?.[0] ?? "") + packet.toString("latin1", at);
  return /^[\w!#$%&'*+.^`|~-]+(?:$| \S+(?:$| (?:$|HTTP\/\d\.\d\r?\n)))/.test(line);
}
