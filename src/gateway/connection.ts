import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Failure } from "../rpc/failure.ts";
import { endInOrder } from "./end-connection.ts";
import type { AnswerHolder, UnreadAnswers } from "./unread-answers.ts";

/** Requests of one connection that are answered at the same time, at most; the next ones wait, and no more are read. */
const RUNNING_MAX = 32;
/** Bytes of answers that are written for a caller and not taken by it yet, above which its next requests wait. */
const UNREAD_BYTES_MAX = 262_144;
/** As many answers of this size as one connection may have under way are no more than it may hold. */
const ORDINARY_BYTES = UNREAD_BYTES_MAX / RUNNING_MAX;
const LINE_FEED = 10;

/** What is done with the requests of a connection. */
export interface Handling {
  /** Answers a request. What refuses the connection as such makes the answer the last one (`shouldKeepAlive`) before it returns. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  /** Tells whoever answers a request that the rest of its body is not going to come. */
  readonly lose: (response: ServerResponse, failure: Failure) => void;
  /** Writes the answer to what is no request. */
  readonly refuse: (failure: Failure, socket: Socket) => string;
}

const ours = Symbol("connection");

interface Owned {
  [ours]?: HttpConnection;
}

/** The connection of a socket that a `Connection` was made for. */
export function connectionOf(socket: Duplex | null): HttpConnection | undefined {
  return (socket as Owned | null)?.[ours];
}

/**
 * What a caller does with one connection. Requests may come before earlier ones are answered (RFC 9112 section 9.3.2); answers go back
 * in their order, which `node:http` sees to. After the answer that says `Connection: close` nothing more is executed (section 9.6).
 */
export class HttpConnection implements AnswerHolder {
  readonly #socket: Socket;
  readonly #handling: Handling;
  readonly #total: UnreadAnswers;
  /** Bytes that had come in when the handshake was done. */
  readonly #bytesAtFirst: number;
  /** The request that came in last, until it is whole. */
  #latest: IncomingMessage | undefined;
  /** What came in last ended a head or a body. */
  #ended = false;
  /** What comes in belongs to the first line of a request. */
  #inFirstLine = true;
  /** Bytes of answers that were written, until the last of each is taken. */
  #unread = 0;
  /**
   * How many requests may be under way now. How large an answer will be is not known before, so it is judged by the last ones: one at a
   * time at first, then twice as many after each answer, but only so many of its size as one connection may hold.
   */
  #window = 1;
  #closed = false;
  /** Requests that were begun and whose answers are not written yet. */
  #running = 0;
  /** The response of the request that was begun last, while its answer or its body is under way. */
  #newest: ServerResponse | undefined;
  #waiting: ServerResponse[] = [];
  /** Nothing that comes from now on is executed. */
  #ending = false;
  #draining = false;
  /** Nothing is read. */
  #held = false;
  /** What follows the open answers. */
  #refusal: Failure | undefined;

  constructor(socket: Socket, handling: Handling, total: UnreadAnswers) {
    this.#socket = socket;
    this.#handling = handling;
    this.#total = total;
    this.#bytesAtFirst = socket.bytesRead;
    (socket as Owned)[ours] = this;
    // `node:http` calls this after the last answer. Its own would lose answers to a caller that still writes.
    socket.destroySoon = () => this.#end();
    // With a listener, bytes reach the parser as a stream that can be paused. Without one, TLS hands over the next record although the
    // parser is paused, and that is told as malformed.
    socket.on("data", (chunk: Buffer) => this.#parsed(chunk));
    // It also starts to read again after each request, as it knows nothing of those that wait here.
    socket.on("resume", () => {
      if (this.#held) socket.pause();
    });
  }

  /** Whether nothing has come in since the handshake. */
  get unused(): boolean {
    return this.#socket.bytesRead === this.#bytesAtFirst;
  }

  /** Whether the bytes that came last are of the first line of a request, as far as one can tell. @param bytes that follow these */
  isFirstLine(bytes: Buffer): boolean {
    return this.#inFirstLine && !bytes.includes(LINE_FEED);
  }

  /** Is told of bytes that were parsed, after the requests in them were taken. */
  #parsed(chunk: Buffer): void {
    const inBody = this.#latest?.complete === false;
    if (this.#ended || inBody) this.#inFirstLine = true;
    else if (this.#inFirstLine) this.#inFirstLine = !chunk.includes(LINE_FEED);
    this.#ended = inBody;
    // An idle connection keeps no request alive.
    if (!inBody) this.#latest = undefined;
  }

  /** Takes a request that has just come in. */
  take(response: ServerResponse): void {
    this.#latest = response.req;
    this.#ended = true;
    if (!this.#ending && this.#waiting.length === 0 && this.#mayBegin()) {
      this.#begin(response);
      return;
    }
    if (!this.#ending) this.#waiting.push(response);
    this.#held = true;
    this.#socket.pause();
  }

  /** One at least is always answered, or nothing would ever go on. */
  #mayBegin(): boolean {
    if (this.#running === 0) return true;
    if (this.#running >= this.#window || this.#unread > UNREAD_BYTES_MAX) return false;
    return this.#unread === 0 || !this.#total.tooMany;
  }

  #begin(response: ServerResponse): void {
    this.#running += 1;
    this.#newest = response;
    if (this.#draining) response.shouldKeepAlive = false;
    this.#handling.serve(response.req, response);
    if (!response.shouldKeepAlive) this.#endAfterOpen();
  }

  #endAfterOpen(): void {
    this.#ending = true;
    this.#waiting = [];
  }

  /** What is written for the caller and not taken yet. */
  get unread(): number {
    return this.#unread;
  }

  /** Bytes that left for the caller: nothing follows an answer, or a piece of a large one, before that is taken. */
  get progress(): number {
    return this.#socket.bytesWritten;
  }

  /** @throws Failure UNAVAILABLE when the process holds so much for callers that do not read that there is no room for such an answer. */
  checkRoom(bytes: number): void {
    this.#total.checkRoom(bytes);
  }

  /** So much of an answer is in memory from now on, until it is `answered`. */
  hold(bytes: number): void {
    if (this.#closed) return;
    this.#unread += bytes;
    this.#total.add(bytes);
  }

  /** The connection is gone, and with it what it held. */
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

  /** An answer has been taken, or never will be. @param bytes that were held for it. */
  answered(response: ServerResponse, bytes: number): void {
    this.#running -= 1;
    if (this.#closed) return;
    this.#unread -= bytes;
    this.#total.remove(bytes);
    if (this.#window < RUNNING_MAX || bytes > ORDINARY_BYTES) this.#window = windowAfter(bytes, this.#window);
    if (response === this.#newest && response.req.complete) this.#newest = undefined;
    if (this.#held) this.#next();
    if (this.#ending && this.#running === 0) this.#end();
  }

  #next(): void {
    while (this.#mayBegin()) {
      const response = this.#waiting.shift();
      if (!response) break;
      this.#begin(response);
    }
    const bodyComes = this.#newest?.req.complete === false;
    if (this.#waiting.length > 0 || (this.#ending && !bodyComes)) return;
    this.#held = false;
    this.#socket.resume();
  }

  /** Makes the next answer the last one, or the one under way. */
  drain(): void {
    if (this.#ending) return;
    this.#draining = true;
    const newest = this.#newest;
    // Too late to say so with this one: it is still to be sent, but written.
    if (!newest || newest.headersSent) return;
    newest.shouldKeepAlive = false;
    this.#endAfterOpen();
  }

  /** Nothing of what comes from now on can be understood: what is open is answered first, then this. */
  refuse(failure: Failure): void {
    const wasEnding = this.#ending;
    this.#ending = true;
    this.#held = true;
    this.#socket.pause();
    const last = this.#waiting.at(-1);
    const newest = this.#newest;
    if (!last && newest && !newest.req.complete) {
      this.#newest = undefined;
      this.#handling.lose(newest, failure);
    } else if (!wasEnding && !(last?.shouldKeepAlive === false && last.req.complete)) {
      // It is what follows those that are whole, or what one of them turned out to be.
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

/** How many requests may be under way after an answer of this size. */
function windowAfter(bytes: number, window: number): number {
  return Math.max(1, Math.min(window * 2, Math.floor(UNREAD_BYTES_MAX / Math.max(bytes, ORDINARY_BYTES))));
}
