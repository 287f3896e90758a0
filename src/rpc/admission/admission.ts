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

/** A call whose answer, or a message of it, is not taken for so long is cut: as long as the longest call may take. */
const takenWithinMs = 30_000;
/** The same while answers of more bytes than this wait for all callers together. */
const takenWithinMsUnderPressure = 5_000;
const untakenBytesMax = 64 * 1024 * 1024;
const checkMs = 500;
/** Calls of the gateway on one connection, which is that of all of its callers. */
const gatewayCallsMax = 10_000;
/** Calls that last for as long as somebody wants to know; their answers are a few bytes. */
const healthService = "/grpc.health.v1.Health/";

/** What a port needs to know. */
export interface AdmissionOptions {
  /** Only its tiers and services may call. */
  readonly trustDomain: string;
  readonly log: Logger;
  /** A call whose answer is not taken for so long is cut; 30 s unless given. */
  readonly takenWithinMs?: number;
}

/** Options of a grpc-js server whose calls are admitted. */
interface AdmittedServerOptions {
  readonly interceptors: ServerInterceptor[];
  readonly "grpc.max_concurrent_streams": number;
}

/**
 * Who may call on a port, how many calls of one caller there are at once, and for how long an answer is kept that nobody takes. Calls
 * are counted until their answers are taken, so a caller that takes none gets no further ones begun.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #callers = new Map<string, CallingPeer>();
  readonly #connections = new WeakMap<Http2Session, PeerConnection>();
  readonly #open = new Ring<OpenCall>();
  readonly #check: NodeJS.Timeout;
  /** The call whose first header is being handled: grpc-js makes its call of it in the same turn. */
  #arriving: OpenCall | undefined;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#check = setInterval(() => this.#cutStalled(), checkMs).unref();
  }

  /** What the server is to be made with. */
  get serverOptions(): AdmittedServerOptions {
    return {
      interceptors: [(method, call) => this.#admit(method.path, call)],
      "grpc.max_concurrent_streams": openOnConnectionMax,
    };
  }

  /** Begins with a server that has just been bound, before the first connection. */
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

  /** Cuts nothing any more. */
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
    if (!caller.unbounded) showAllCredentials(headers, raw);
    this.#open.add(call);
    stream.once("close", () => {
      unlink(call);
      caller.closed(call);
    });
    if (!caller.open(call)) call.refuse();
  }

  /** Called by grpc-js for the call that has just arrived. */
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

/** A call of a caller that is known. */
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
 * The HTTP/2 servers below a grpc-js server that is bound. grpc-js keeps them to itself, and has neither a public way to reset a stream
 * nor one to see a header that is there twice.
 * @throws Error when it keeps them elsewhere: nothing must be served without bounds.
 */
function http2ServersOf(server: Server): Http2Server[] {
  const kept: unknown = server["http2Servers"];
  const servers = kept instanceof Map ? [...(kept as Map<Http2Server, unknown>).keys()] : [];
  if (servers.length === 0) throw new Error("this version of grpc-js does not show its HTTP/2 servers");
  return servers;
}

/** Of two credentials Node shows the first one only. Whoever reads them has to see that there are two. */
function showAllCredentials(headers: IncomingHttpHeaders, raw: readonly string[]): void {
  const name = metadataKeys.authorization;
  const given = raw.filter((_, place) => place % 2 === 1 && raw[place - 1] === name);
  if (given.length > 1) Object.assign(headers, { [name]: given });
}

/** Answers whoever is nobody here. */
function refused(call: ServerInterceptingCallInterface): ServerInterceptingCall {
  const listener = new ServerListenerBuilder()
    .withOnReceiveMetadata((metadata) =>
      call.sendStatus(grpcErrorOf(unknownPeer(), requestIdOf(metadata.get(metadataKeys.requestId)[0]))),
    )
    .build();
  return new ServerInterceptingCall(call, { start: (next) => next(listener) });
}
