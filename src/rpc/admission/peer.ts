import { constants, type ServerHttp2Stream } from "node:http2";
import type { ServerInterceptingCallInterface } from "@grpc/grpc-js";
import type { Link } from "../ring.ts";

/** Calls of one caller that are worked on, or whose answers are not taken yet; the next ones wait. */
const runningMax = 64;
/** Of these, calls of one connection: one that takes no answers leaves places for the caller's others. */
const runningOnConnectionMax = 32;
/** Open calls of one connection, those that wait included. Callers are told (SETTINGS_MAX_CONCURRENT_STREAMS) and hold back the others. */
export const openOnConnectionMax = 128;
/** Open calls of one caller on all of its connections. More are refused. */
const openMax = 512;

/** What grpc-js tells a handler of the other end. */
export type AuthContext = ReturnType<ServerInterceptingCallInterface["getAuthContext"]>;

/** One HTTP/2 connection of a caller. */
export class PeerConnection {
  /** Read once for all of its calls: with TLS 1.3 it stays the same, and it costs more than the rest of what admits a call. */
  readonly peer: AuthContext;
  /** Undefined for a peer that is neither a tier nor an internal service of this trust domain. */
  readonly caller: CallingPeer | undefined;
  open = 0;
  running = 0;

  constructor(peer: AuthContext, caller: CallingPeer | undefined) {
    this.peer = peer;
    this.caller = caller;
  }
}

/** A peer that may call, by its SPIFFE id, and its calls on all of its connections. */
export class CallingPeer {
  readonly spiffeId: string;
  /** The gateway calls for many callers, which it bounds itself. */
  readonly unbounded: boolean;
  connections = 0;
  #open = 0;
  #running = 0;
  readonly #waiting: OpenCall[] = [];

  constructor(spiffeId: string, unbounded: boolean) {
    this.spiffeId = spiffeId;
    this.unbounded = unbounded;
  }

  /** Counts a call that has come in. @returns whether there is room for it */
  open({ connection }: OpenCall): boolean {
    connection.open += 1;
    this.#open += 1;
    return this.unbounded || (connection.open <= openOnConnectionMax && this.#open <= openMax);
  }

  /** @returns whether the call may begin now; otherwise it has to `wait` */
  mayBegin(call: OpenCall): boolean {
    if (this.unbounded) return true;
    if (!this.#hasPlaceFor(call)) return false;
    this.#hold(call);
    return true;
  }

  /** Begins the call when it has its turn. */
  wait(call: OpenCall, begin: () => void): void {
    call.begin = begin;
    this.#waiting.push(call);
  }

  /** The call has ended, however it did. */
  closed(call: OpenCall): void {
    call.connection.open -= 1;
    this.#open -= 1;
    if (call.begin) this.#waiting.splice(this.#waiting.indexOf(call), 1);
    if (!call.running) return;
    call.connection.running -= 1;
    this.#running -= 1;
    const next = this.#waiting.findIndex((one) => this.#hasPlaceFor(one));
    const [first] = next === -1 ? [] : this.#waiting.splice(next, 1);
    if (!first) return;
    const { begin } = first;
    first.begin = undefined;
    this.#hold(first);
    begin?.();
  }

  #hasPlaceFor({ connection }: OpenCall): boolean {
    return this.#running < runningMax && connection.running < runningOnConnectionMax;
  }

  #hold(call: OpenCall): void {
    call.running = true;
    call.connection.running += 1;
    this.#running += 1;
  }
}

/** A call on a port, from its first header until it is answered and the answer is taken, or until it is given up. */
export class OpenCall implements Link {
  readonly connection: PeerConnection;
  /** Begins it, while it waits for its turn. */
  begin: (() => void) | undefined;
  /** It has begun and holds a place of its caller. */
  running = false;
  /** Bytes of its answer that are not taken, when somebody looked last. */
  untaken = 0;
  before: Link["before"] = undefined;
  after: Link["after"] = undefined;
  readonly #stream: ServerHttp2Stream;
  /** When a message was taken whole, or none waited yet; on the clock of `performance.now()`. */
  #progress = 0;
  #tookSome = false;

  constructor(stream: ServerHttp2Stream, connection: PeerConnection) {
    this.#stream = stream;
    this.connection = connection;
    stream.on("drain", () => {
      this.#tookSome = true;
    });
  }

  /** True after the port refused the call, or its caller gave it up. */
  get closed(): boolean {
    return this.#stream.closed;
  }

  /** For how long its caller has taken no message, while one waits for it; 0 when none waits. Looked at from time to time. */
  stalledMs(now: number): number {
    const before = this.untaken;
    this.untaken = this.#stream.writableLength;
    if (before === 0 || this.untaken < before || this.#tookSome) this.#progress = now;
    this.#tookSome = false;
    return this.untaken === 0 ? 0 : now - this.#progress;
  }

  /** Refuses it before anything was done, so that it may be repeated at once, elsewhere or when others have ended (RFC 9113 section 8.7). */
  refuse(): void {
    this.#stream.close(constants.NGHTTP2_REFUSED_STREAM);
  }

  /** Ends it and lets go of its answer. */
  cut(): void {
    this.#stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }
}
