import type {
  Http2Server,
  Http2Session,
  IncomingHttpHeaders,
  ServerHttp2Session,
  ServerHttp2Stream,
} from "node:http2";
import { TLSSocket } from "node:tls";
import {
  type Responder,
  type Server,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  ServerListenerBuilder,
} from "@grpc/grpc-js";
import type { Logger } from "../../logger.ts";
import { peerOf } from "../../pki/names.ts";
import { metadataKeys } from "../call.ts";
import { grpcErrorOf } from "../grpc-error.ts";
import { unknownPeer } from "../identity.ts";
import { peerId } from "../mutual-tls.ts";
import { requestIdOf } from "../request-id.ts";
import { Ring, unlink } from "../ring.ts";
import { type AuthContext, CallingPeer, PeerConnection, OpenCall, openOnConnectionMax } from "./peer.ts";

/** A call is cut when its caller takes no message of the answer for this time, which is as long as the longest call. */
const takenWithinMs = 30_000;
/** The limit instead of `takenWithinMs` while more than `untakenBytesMax` bytes of answers wait for all callers together. */
const takenWithinMsUnderPressure = 5_000;
const untakenBytesMax = 64 * 1024 * 1024;
const checkMs = 500;
/** Calls of the gateway on one connection, which serves all of the gateway's callers. */
const gatewayCallsMax = 10_000;
/** Health watches last as long as the caller wants, and their answers have a few bytes. */
const healthService = "/grpc.health.v1.Health/";

/** The settings of a port. */
export interface AdmissionOptions {
  /** Only tiers and services of this trust domain may call. */
  readonly trustDomain: string;
  readonly log: Logger;
  /** A call is cut when its caller takes no message for this time; 30 s by default. */
  readonly takenWithinMs?: number;
}

/** Options of a grpc-js server whose calls pass admission. */
interface AdmittedServerOptions {
  readonly interceptors: ServerInterceptor[];
  readonly "grpc.max_concurrent_streams": number;
}

/**
 * Decides who may call on a port, how many calls of one caller run at once, and how long an answer waits for its caller. A call counts
 * until its answer is taken, so a caller that takes no answers cannot begin further calls.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #callers = new Map<string, CallingPeer>();
  readonly #connections = new WeakMap<Http2Session, PeerConnection>();
  readonly #open = new Ring<OpenCall>();
  readonly #check: NodeJS.Timeout;
  /** The call whose headers are being handled; grpc-js makes its own call object in the same turn. */
  #arriving: OpenCall | undefined;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#check = setInterval(() => this.#cutStalled(), checkMs).unref();
  }

  /** Returns the options for the server. */
  get serverOptions(): AdmittedServerOptions {
    return {
      interceptors: [(method, call) => this.#admit(method.path, call)],
      "grpc.max_concurrent_streams": openOnConnectionMax,
    };
  }

  /** Starts guarding a server. Call after the server is bound and before the first connection. */
  guard(server: Server): void {
    for (const each of http2ServersOf(server)) {
      each.on("session", (session: ServerHttp2Session) => this.#connect(session));
      each.prependListener(
        "stream",
        (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, raw: readonly string[]) =>
          this.#arrive(stream, headers, raw),
      );
    }
  }

  /** Stops cutting calls. */
  close(): void {
    clearInterval(this.#check);
  }

  #connect(session: ServerHttp2Session): void {
    const { socket } = session;
    const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
    const caller = this.#callerOf(peerId(certificate));
    const peer = certificate ? { transportSecurityType: "ssl", sslPeerCertificate: certificate } : {};
    this.#connections.set(session, new PeerConnection(peer, caller));
    if (!caller) return;
    caller.connections += 1;
    if (caller.unbounded) session.settings({ maxConcurrentStreams: gatewayCallsMax });
    session.once("close", () => {
      caller.connections -= 1;
      if (caller.connections === 0) this.#callers.delete(caller.spiffeId);
    });
  }

  #callerOf(spiffeId: string | undefined): CallingPeer | undefined {
    const tier = peerOf(this.#options.trustDomain, spiffeId);
    if (spiffeId === undefined || tier === undefined) return undefined;
    const known = this.#callers.get(spiffeId);
    if (known) return known;
    const caller = new CallingPeer(spiffeId, tier === "gateway");
    this.#callers.set(spiffeId, caller);
    return caller;
  }

  #arrive(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, raw: readonly string[]): void {
    this.#arriving = undefined;
    const connection = stream.session && this.#connections.get(stream.session);
    if (!connection) return;
    const call = new OpenCall(stream, connection);
    this.#arriving = call;
    const { caller } = connection;
    if (!caller) return;
    if (!caller.unbounded) showWhatWasSent(headers, raw);
    this.#open.add(call);
    stream.once("close", () => {
      unlink(call);
      caller.closed(call);
    });
    if (!caller.open(call)) call.refuse();
  }

  /** Admits the call that has just arrived; called by grpc-js. */
  #admit(path: string, call: ServerInterceptingCallInterface): ServerInterceptingCall {
    const arrived = this.#arriving;
    this.#arriving = undefined;
    const caller = arrived?.connection.caller;
    if (!arrived || !caller) return refused(call);
    const { peer } = arrived.connection;
    if (arrived.closed || path.startsWith(healthService) || caller.mayBegin(arrived))
      return new AdmittedCall(call, peer);
    return new AdmittedCall(call, peer, { start: (begin) => caller.wait(arrived, () => begin()) });
  }

  #cutStalled(): void {
    const now = performance.now();
    let untaken = 0;
    const stalled: { call: OpenCall; ms: number }[] = [];
    for (const call of this.#open) {
      const ms = call.stalledMs(now);
      untaken += call.untaken;
      if (ms > 0) stalled.push({ call, ms });
    }
    const patience = this.#options.takenWithinMs ?? takenWithinMs;
    const allowedMs = untaken > untakenBytesMax ? Math.min(patience, takenWithinMsUnderPressure) : patience;
    const cut = stalled.filter(({ ms }) => ms >= allowedMs);
    for (const { call } of cut) call.cut();
    const callers = Map.groupBy(cut, ({ call }) => call.connection.caller?.spiffeId);
    for (const [caller, { length: calls }] of callers)
      this.#options.log.warn({ caller, calls, afterMs: allowedMs }, "answers not taken: calls cut");
  }
}

/** A call of a known caller. */
class AdmittedCall extends ServerInterceptingCall {
  readonly #peer: AuthContext;

  constructor(call: ServerInterceptingCallInterface, peer: AuthContext, responder?: Responder) {
    super(call, responder);
    this.#peer = peer;
  }

  override getAuthContext(): AuthContext {
    return this.#peer;
  }
}

/**
 * Returns the HTTP/2 servers of a bound grpc-js server. They are private in grpc-js, but grpc-js has no public way to reset a stream or to
 * see a repeated header.
 * @throws Error when grpc-js keeps them elsewhere, because calls must not be served without bounds.
 */
function http2ServersOf(server: Server): Http2Server[] {
  const kept: unknown = server["http2Servers"];
  const servers = kept instanceof Map ? [...(kept as Map<Http2Server, unknown>).keys()] : [];
  if (servers.length === 0) throw new Error("this version of grpc-js does not show its HTTP/2 servers");
  return servers;
}

/** Characters with which grpc-js would drop a header without a word. */
const illegal = /[^ -~]/g;

/**
 * Shows readers what would be lost on the way, so that they refuse it: of a repeated credential Node keeps only the first, and grpc-js drops
 * headers with characters that metadata cannot have. These become spaces, which no header that is read here has at such a place.
 */
function showWhatWasSent(headers: IncomingHttpHeaders, raw: readonly string[]): void {
  for (let at = 0; at < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at], raw[at + 1]];
    if (value.search(illegal) >= 0 && !name.endsWith("-bin")) headers[name] = value.replace(illegal, "  ");
  }
  const name = metadataKeys.authorization;
  const given = raw.filter((_, place) => place % 2 === 1 && raw[place - 1] === name);
  if (given.length > 1)
    Object.assign(headers, { [name]: given.map((value) => value.replace(illegal, "  ")) });
}

/** Refuses a call of an unknown peer. */
function refused(call: ServerInterceptingCallInterface): ServerInterceptingCall {
  const listener = new ServerListenerBuilder()
    .withOnReceiveMetadata((metadata) =>
      call.sendStatus(grpcErrorOf(unknownPeer(), requestIdOf(metadata.get(metadataKeys.requestId)[0]))),
    )
    .build();
  return new ServerInterceptingCall(call, { start: (next) => next(listener) });
}
