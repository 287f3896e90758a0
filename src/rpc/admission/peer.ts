import { constants, type ServerHttp2Stream } from "node:http2";
import type { ServerInterceptingCallInterface } from "@grpc/grpc-js";
import type { Link } from "../ring.ts";

/** Calls of one caller that run or whose answers are not yet taken; further calls wait. */
const runningMax = 64;
/** The share of one connection. A connection that takes no answers leaves places for the caller's other connections. */
const runningOnConnectionMax = 32;
/**
 * Open calls of one connection, including waiting ones. Callers learn the limit (SETTINGS_MAX_CONCURRENT_STREAMS) and hold back further
 * calls.
 */
export const openOnConnectionMax = 128;
/** Open calls of one caller on all of its connections. Further calls are refused. */
const openMax = 512;

/** The peer's certificate as grpc-js shows it to a handler. */
export type AuthContext = ReturnType<ServerInterceptingCallInterface["getAuthContext"]>;

/** One HTTP/2 connection of a caller. */
export class PeerConnection {
  /** Read once for all calls. With TLS 1.3 the certificate stays the same, and reading it costs more than the rest of the admission. */
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

/** A peer that may call, by its SPIFFE id, with its calls on all of its connections. */
export class CallingPeer {
  readonly spiffeId: string;
  /** Whether the peer is the gateway, which bounds its many callers itself. */
  readonly unbounded: boolean;
  connections = 0;
  #open = 0;
  #running = 0;
  readonly #waiting: OpenCall[] = [];

  constructor(spiffeId: string, unbounded: boolean) {
    this.spiffeId = spiffeId;
    this.unbounded = unbounded;
  }

  /** Counts a call that has come in. @returns whether it is within the limits */
  open({ connection }: OpenCall): boolean {
    connection.open += 1;
    this.#open += 1;
    return this.unbounded || (connection.open <= openOnConnectionMax && this.#open <= openMax);
  }

  /** Begins a call if it has a place. @returns whether the call begins now; otherwise it must `wait` */
  mayBegin(call: OpenCall): boolean {
    if (this.unbounded) return true;
    if (!this.#hasPlaceFor(call)) return false;
    this.#hold(call);
    return true;
  }

  /** Queues a call and begins it in its turn. */
  wait(call: OpenCall, begin: () => void): void {
    call.begin = begin;
    this.#waiting.push(call);
  }

  /** Releases the places of a call after its end. */
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

/** A call on a port, from its headers until its answer is taken or the call is given up. */
export class OpenCall implements Link {
  readonly connection: PeerConnection;
  /** Begins the call; set only while the call waits for its turn. */
  begin: (() => void) | undefined;
  /** The call has begun and holds a place of its caller. */
  running = false;
  /** Bytes of the answer that were not taken at the last check. */
  untaken = 0;
  before: Link["before"] = undefined;
  after: Link["after"] = undefined;
  readonly #stream: ServerHttp2Stream;
  /** The last time at which no message waited or one was taken whole; on the clock of `performance.now()`. */
  #progress = 0;
  #tookSome = false;

  constructor(stream: ServerHttp2Stream, connection: PeerConnection) {
    this.#stream = stream;
    this.connection = connection;
    stream.on("drain", () => {
      this.#tookSome = true;
    });
  }

  /** True after the port refused the call or the caller gave it up. */
  get closed(): boolean {
    return this.#stream.closed;
  }

  /** Returns for how long the caller has taken no message although one waits; 0 when none waits. Call regularly. */
  stalledMs(now: number): number {
    const before = this.untaken;
    this.untaken = this.#stream.writableLength;
    if (before === 0 || this.untaken < before || this.#tookSome) this.#progress = now;
    this.#tookSome = false;
    return this.untaken === 0 ? 0 : now - this.#progress;
  }

  /** Refuses the call before any work, so that the caller may repeat it at once, elsewhere or later (RFC 9113 section 8.7). */
  refuse(): void {
    this.#stream.close(constants.NGHTTP2_REFUSED_STREAM);
  }

  /** Ends the call and drops its answer. */
  cut(): void {
    this.#stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }
}
