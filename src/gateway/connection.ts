import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Failure } from "../rpc/failure.ts";
import { endInOrder } from "./ending.ts";
import { refusal } from "./raw-answer.ts";

/** Requests of one connection that are answered at the same time; the next ones wait, and no more are read. */
const RUNNING_MAX = 32;
/** Bytes that are written for a caller and not taken by it yet, above which its next requests wait. */
const UNREAD_BYTES_MAX = 262_144;

/** Answers a request. What refuses the connection as such makes the answer the last one (`shouldKeepAlive`) before it returns. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Tells whoever answers a request that the rest of its body is not going to come. */
export type Lose = (response: ServerResponse, failure: Failure) => void;

const ours = Symbol("connection");

interface Owned {
  [ours]?: Connection;
}

/** The connection of a socket that a `Connection` was made for. */
export function connectionOf(socket: Duplex | null): Connection | undefined {
  return (socket as Owned | null)?.[ours];
}

/**
 * What a caller does with one connection. Requests may come before earlier ones are answered (RFC 9112 section 9.3.2); answers go back
 * in their order, which `node:http` sees to. After the answer that says `Connection: close` nothing more is executed (section 9.6).
 */
export class Connection {
  readonly #socket: Duplex;
  readonly #serve: Serve;
  readonly #lose: Lose;
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

  constructor(socket: Duplex & { destroySoon?: () => void }, serve: Serve, lose: Lose) {
    this.#socket = socket;
    this.#serve = serve;
    this.#lose = lose;
    (socket as Owned)[ours] = this;
    // `node:http` calls this after the last answer. Its own would lose answers to a caller that still writes.
    socket.destroySoon = () => this.#end();
    // With a listener, bytes reach the parser as a stream that can be paused. Without one, TLS hands over the next record although the
    // parser is paused, and that is told as malformed.
    socket.on("data", () => undefined);
    // It also starts to read again after each request, as it knows nothing of those that wait here.
    socket.on("resume", () => {
      if (this.#held) socket.pause();
    });
  }

  /** Takes a request that has just come in. */
  take(response: ServerResponse): void {
    if (!this.#ending && this.#mayBegin()) {
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
    return this.#running < RUNNING_MAX && this.#socket.writableLength <= UNREAD_BYTES_MAX;
  }

  #begin(response: ServerResponse): void {
    this.#running += 1;
    this.#newest = response;
    if (this.#draining) response.shouldKeepAlive = false;
    this.#serve(response.req, response);
    if (!response.shouldKeepAlive) this.#endAfterOpen();
  }

  #endAfterOpen(): void {
    this.#ending = true;
    this.#waiting = [];
  }

  /** An answer has been written, or never will be. */
  answered(response: ServerResponse): void {
    this.#running -= 1;
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
      this.#lose(newest, failure);
    } else if (!wasEnding && !(last?.shouldKeepAlive === false && last.req.complete)) {
      // It is what follows those that are whole, or what one of them turned out to be.
      if (last?.req.complete === false) this.#waiting.pop();
      this.#refusal = failure;
    }
    if (this.#running === 0) this.#end();
  }

  #end(): void {
    this.#held = false;
    endInOrder(this.#socket, this.#refusal && refusal(this.#refusal));
    this.#refusal = undefined;
  }
}
