import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import type { Failure } from "../rpc/failure.ts";
import { type ClientCertificate, clientCertificateOf } from "./client-certificate.ts";
import { endInOrder } from "./end-connection.ts";
import type { AnswerHolder, UnreadAnswers } from "./unread-answers.ts";

/** Largest number of requests of one connection that run at once. Further requests wait, and the gateway stops reading. */
const RUNNING_MAX = 32;
/** While more bytes of written answers than this are not yet taken by the caller, its next requests wait. */
const UNREAD_BYTES_MAX = 262_144;
/** Largest answer size at which `RUNNING_MAX` answers still fit in `UNREAD_BYTES_MAX`. */
const ORDINARY_BYTES = UNREAD_BYTES_MAX / RUNNING_MAX;

/** How the requests of a connection are handled. */
export interface Handling {
  /**
   * Answers a request. To refuse the connection as a whole, clears `shouldKeepAlive` before it returns, which makes the answer the last
   * one.
   */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  /** Tells the handler of a request that the rest of its body will not come. */
  readonly lose: (response: ServerResponse, failure: Failure) => void;
  /** Returns the answer to input that is not a request. */
  readonly refuse: (failure: Failure, socket: Socket) => string;
}

/** Listeners of `node:http` by which answers go out and the end of a connection ends its requests. It removes them for a CONNECT. */
const SERVING = ["drain", "close", "timeout"] as const;

/** What `node:http` notes on a socket: it reads no further request until fewer bytes of answers wait. */
interface PausedByNode {
  readonly _paused?: boolean;
}

const ours = Symbol("connection");

interface Owned {
  [ours]?: HttpConnection;
}

/** Returns the connection that was made for a socket. */
export function connectionOf(socket: Duplex | null): HttpConnection | undefined {
  return (socket as Owned | null)?.[ours];
}

/**
 * Handles the requests of one connection. Requests may come before earlier ones are answered; `node:http` sends the answers in order. Only
 * requests of safe methods run at once (RFC 9112 section 9.3.2). After an answer with `Connection: close` no further request is executed (section 9.6).
 */
export class HttpConnection implements AnswerHolder {
  /** What the caller has shown in the TLS handshake. */
  readonly clientCertificate: ClientCertificate | undefined;
  readonly #socket: Socket;
  readonly #handling: Handling;
  readonly #total: UnreadAnswers;
  readonly #serving: readonly (readonly [(typeof SERVING)[number], (() => void) | undefined])[];
  /** Bytes that had come in when the handshake ended. */
  readonly #bytesAtFirst: number;
  /** Bytes that had come in when the last request ended. */
  #bytesAtRest: number;
  /** Input comes through the stream, which can be paused. */
  #streams = false;
  /** Bytes of written answers, each counted until its last byte is taken. */
  #unread = 0;
  /**
   * How many requests may run now. The size of the next answer is unknown, so the last answers set the number. It starts at one and doubles
   * after each answer, as long as that many answers of the last size fit in `UNREAD_BYTES_MAX`.
   */
  #window = 1;
  #closed = false;
  /** Requests that have begun and whose answers are not taken yet. */
  #running = 0;
  /** The request that began last has to end before another one begins: it may change something, or its answer may be the last one. */
  #holdsOthers = false;
  /** The response of the request that began last, while its answer or its body is incomplete. */
  #newest: ServerResponse | undefined;
  #waiting: ServerResponse[] = [];
  /** No further request is executed. */
  #ending = false;
  #draining = false;
  /** Reading is paused. */
  #held = false;
  /** The failure that is sent after the open answers. */
  #refusal: Failure | undefined;

  constructor(socket: TLSSocket, handling: Handling, total: UnreadAnswers) {
    this.clientCertificate = clientCertificateOf(socket);
    this.#socket = socket;
    this.#handling = handling;
    this.#total = total;
    this.#bytesAtFirst = socket.bytesRead;
    this.#bytesAtRest = socket.bytesRead;
    this.#serving = SERVING.map((name) => [name, socket.listeners(name)[0] as (() => void) | undefined]);
    (socket as Owned)[ours] = this;
    // `node:http` calls this after the last answer. Its own implementation would lose answers to a caller that still writes.
    socket.destroySoon = () => this.#end();
    // `node:http` also resumes reading after each request, because it does not know about the requests that wait here.
    const resume = socket.resume.bind(socket);
    socket.resume = () => (this.#held ? socket : resume());
  }

  /** Tells whether nothing has come in since the handshake. */
  get unused(): boolean {
    return this.#socket.bytesRead === this.#bytesAtFirst;
  }

  take(response: ServerResponse): void {
    // `node:http` itself may have paused reading for a request that came before the last answer was taken.
    if (this.#running > 0 || this.#ending || this.#socket.isPaused()) this.#readAsStream();
    if (!this.#ending && this.#waiting.length === 0 && this.#mayBegin(response)) {
      this.#begin(response);
      return;
    }
    if (!this.#ending) this.#waiting.push(response);
    this.#hold();
  }

  #hold(): void {
    this.#held = true;
    this.#readAsStream();
    this.#socket.pause();
  }

  /**
   * Makes input come through the stream, for as long as the connection lasts. Until a caller sends a request before the answer to the last
   * one, the parser takes its input from TLS itself, which costs the gateway a tenth less. But TLS would hand the next record even to a
   * paused parser, which would take it for malformed input.
   */
  #readAsStream(): void {
    if (this.#streams) return;
    this.#streams = true;
    // `node:http` reads from the stream as soon as somebody listens for its data.
    this.#socket.on("data", () => undefined);
    // Reading may have been stopped at the parser's side, of which the stream knows nothing. An empty piece makes it read again.
    this.#socket.push("");
  }

  /** Tells whether a request may begin. At least one request always runs, so that the connection never stalls. */
  #mayBegin({ req }: ServerResponse): boolean {
    if (this.#running === 0) return true;
    if (this.#holdsOthers || !isSafe(req)) return false;
    if (this.#running >= this.#window || this.#unread > UNREAD_BYTES_MAX) return false;
    return this.#unread === 0 || !this.#total.tooMany;
  }

  #begin(response: ServerResponse): void {
    this.#running += 1;
    this.#holdsOthers = !isSafe(response.req);
    this.#newest = response;
    if (this.#draining) response.shouldKeepAlive = false;
    this.#handling.serve(response.req, response);
    if (!response.shouldKeepAlive) this.#endAfterOpen();
  }

  /** Lets no further request begin until those that run have ended. Called for a request whose answer may be the last one. */
  holdOthers(): void {
    this.#holdsOthers = true;
  }

  #endAfterOpen(): void {
    this.#ending = true;
    this.#waiting = [];
  }

  /** Bytes that were written for the caller and are not taken yet. */
  get unread(): number {
    return this.#unread;
  }

  /**
   * Bytes sent to the caller. The number stands still while the caller does not read, because each piece waits until the previous one is
   * taken.
   */
  get progress(): number {
    return this.#socket.bytesWritten;
  }

  /** Checks that the process can hold another answer of this size for callers that do not read. @throws Failure UNAVAILABLE. */
  checkRoom(bytes: number): void {
    this.#total.checkRoom(bytes);
  }

  /** Counts bytes of an answer as held until the answer is passed to `answered`. */
  hold(bytes: number): void {
    if (this.#closed) return;
    this.#unread += bytes;
    this.#total.add(bytes);
  }

  /** Counts bytes of an answer as taken before the answer's end. */
  release(bytes: number): void {
    if (this.#closed) return;
    this.#unread -= bytes;
    this.#total.remove(bytes);
  }

  /** Releases everything that the connection held, after its end. */
  closed(): void {
    this.#closed = true;
    this.#waiting = [];
    this.#total.remove(this.#unread);
    this.#unread = 0;
  }

  cut(): void {
    this.closed();
    this.#socket.destroy();
  }

  /** Ends a request whose answer was taken or never will be. @param bytes the bytes that were held for the answer. */
  answered(response: ServerResponse, bytes: number): void {
    this.#running -= 1;
    if (this.#running === 0) this.#bytesAtRest = this.#socket.bytesRead;
    if (this.#closed) return;
    this.#unread -= bytes;
    this.#total.remove(bytes);
    if (this.#window < RUNNING_MAX || bytes > ORDINARY_BYTES) this.#window = windowAfter(bytes, this.#window);
    if (response === this.#newest && response.req.complete) this.#newest = undefined;
    if (!response.shouldKeepAlive) this.#endAfterOpen();
    if (this.#held) this.#next();
    if (this.#ending && this.#running === 0) this.#end();
  }

  #next(): void {
    for (;;) {
      const [response] = this.#waiting;
      if (!response || !this.#mayBegin(response)) break;
      this.#waiting.shift();
      this.#begin(response);
    }
    const bodyComes = this.#newest?.req.complete === false;
    if (this.#waiting.length > 0 || (this.#ending && !bodyComes)) return;
    this.#held = false;
    // Otherwise `node:http` itself resumes, once enough of the answers are taken.
    // oxlint-disable-next-line eslint/no-underscore-dangle -- the name is Node's
    if (!(this.#socket as PausedByNode)._paused) this.#socket.resume();
  }

  /** Makes the answer under way the last one, or else the next answer. */
  drain(): void {
    if (this.#ending) return;
    this.#draining = true;
    const newest = this.#newest;
    // The head of this answer is already written, so the next answer must carry `Connection: close`.
    if (!newest || newest.headersSent) return;
    newest.shouldKeepAlive = false;
    this.#endAfterOpen();
  }

  /** Ends the connection if no request is under way and nothing has come in since the last one. */
  endIfIdle(): void {
    if (this.#running === 0 && this.#socket.bytesRead === this.#bytesAtRest) this.#end();
  }

  /** Refuses all further input, which cannot be parsed. The open requests are answered first, then this failure is sent. */
  refuse(failure: Failure): void {
    const wasEnding = this.#ending;
    this.#ending = true;
    this.#hold();
    for (const [name, listener] of this.#serving)
      if (listener && !this.#socket.listeners(name).includes(listener)) this.#socket.on(name, listener);
    const last = this.#waiting.at(-1);
    const newest = this.#newest;
    if (!last && newest && !newest.req.complete) {
      this.#newest = undefined;
      this.#handling.lose(newest, failure);
    } else if (!wasEnding && !(last?.shouldKeepAlive === false && last.req.complete)) {
      // The failure follows the complete requests; it replaces a request that is incomplete.
      if (last?.req.complete === false) this.#waiting.pop();
      this.#refusal = failure;
    }
    if (this.#running === 0) this.#end();
  }

  #end(): void {
    this.#held = false;
    endInOrder(this.#socket, this.#refusal && this.#handling.refuse(this.#refusal, this.#socket));
    this.#refusal = undefined;
  }
}

/** Tells whether a request changes nothing (RFC 9110 section 9.2.1). */
function isSafe({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

/** Returns how many requests may run after an answer of this size. */
function windowAfter(bytes: number, window: number): number {
  return Math.max(1, Math.min(window * 2, Math.floor(UNREAD_BYTES_MAX / Math.max(bytes, ORDINARY_BYTES))));
}
