import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { BusinessClock } from "./business-clock.ts";
import type { CallContext, CallResult } from "./call.ts";
import { Channels } from "./client/channels.ts";
import { coreCredentials } from "./client/credentials.ts";
import { type TlsMaterial } from "./mutual-tls.ts";
import { Dispatcher } from "./client/dispatcher.ts";
import { isServing } from "./client/health.ts";
import { unary } from "./client/unary.ts";
import { inFlightMax, waitingMax } from "./dispatch/limits.ts";
import { Failure } from "./failure.ts";
import { tracer } from "../telemetry/tracer.ts";
import { calling } from "./trace.ts";

/** The part of a tier's identity that the client needs; src/pki's `TierIdentity` implements it. */
interface ClientIdentity {
  current(): TlsMaterial;
  /** Calls back after each change. @returns a function that ends the calls. */
  onChange(callback: (material: TlsMaterial) => void): () => void;
}

export interface CoreClientOptions {
  /** `host:port` of each core process. */
  addresses: readonly string[];
  identity: ClientIdentity;
  trustDomain: string;
  /** Connections to each address, when several processes share the address; 1 by default. */
  streams?: number;
  /** A connection that is silent for this time gets a keepalive ping; 10 s by default. */
  keepaliveMs?: number;
  /** Largest message in either direction; 8 MiB by default. */
  messageBytesMax?: number;
  /** How long calls may still run on a channel that is being closed; 35 s by default, longer than the default of every deadline. */
  drainMs?: number;
  /**
   * `auto` (the default): many calls share the messages of one stream to each core that serves the stream. `off`: each call is a gRPC call.
   */
  dispatch?: "auto" | "off";
  /** Calls that one connection carries at once; 1024 by default. The core may allow fewer. */
  callsInFlightMax?: number;
  /** Calls that wait for a free connection, in total; 8192 by default. Further calls are refused. */
  callsWaitingMax?: number;
  /** After this time the client asks a core again that refused the stream; a minute by default. */
  refusedRetryMs?: number;
  /** Receives the business time that cores report, before the answers that depend on it. */
  clock?: BusinessClock;
}

/** The core as a client in another tier sees it. */
export interface CoreClient extends AsyncDisposable {
  /**
   * Calls the RPC at this gRPC path with an encoded request.
   * @throws Failure the core's own failure; UNAVAILABLE when the core cannot be reached, is lost before its answer, or is overloaded
   * (OVERLOADED); DEADLINE_EXCEEDED; INTERNAL for anything else.
   * @throws context.signal.reason when the signal aborts first; the RPC is then cancelled.
   */
  call(path: string, request: Uint8Array, context: CallContext): Promise<CallResult>;
  /** Tells whether a call for this principal would be accepted now; otherwise the call would be refused as OVERLOADED. */
  hasRoomFor(principal: Principal): boolean;
  /** Tells whether at least one core process reports that it is serving. */
  serving(timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Makes a client of the core over mutual TLS 1.3, which trusts only a peer with the core's SPIFFE id. The client connects at once and uses
 * the addresses in turn. After a change of certificates, new calls use new connections, and old calls end on the old connections.
 */
export function connectCore(options: CoreClientOptions): CoreClient {
  const { addresses, identity, trustDomain, messageBytesMax = 8_388_608, drainMs = 35_000 } = options;
  const { streams = 1, keepaliveMs = 10_000, refusedRetryMs = 60_000 } = options;
  const {
    callsInFlightMax = inFlightMax,
    callsWaitingMax = waitingMax,
    clock = new BusinessClock(),
  } = options;
  // Unary calls wait at the core instead of here, so one limit covers running and waiting calls.
  const callsMax = addresses.length * streams * callsInFlightMax + callsWaitingMax;
  if (addresses.length === 0) throw new Error("no address of the core is configured");
  const dispatch = options.dispatch ?? "auto";
  const open = (material: TlsMaterial) =>
    new Channels(
      { addresses, streams, callsMax, messageBytesMax, keepaliveMs },
      coreCredentials(material, trustDomain),
    );

  let channels = open(identity.current());
  let closed = false;
  const callUnary = (path: string, request: Uint8Array, context: CallContext) =>
    channels.run((client) => unary(client, path, request, context, clock), context, request.length);
  const dispatcher =
    dispatch === "auto"
      ? new Dispatcher(callUnary, { callsInFlightMax, callsWaitingMax, refusedRetryMs, clock })
      : undefined;
  void dispatcher?.use(channels, drainMs);

  const draining = new Set<Promise<void>>();
  const retire = (old: Channels, streams: Promise<void> | undefined) => {
    const drained = Promise.all([streams, old.idle(drainMs)]).then(() => {
      old.close();
      draining.delete(drained);
    });
    draining.add(drained);
  };
  const stopFollowing = identity.onChange((material) => {
    const old = channels;
    channels = open(material);
    retire(old, dispatcher?.use(channels, drainMs));
  });

  const close = async () => {
    if (!closed) {
      closed = true;
      stopFollowing();
      retire(channels, dispatcher?.close(drainMs));
    }
    await Promise.all(draining);
  };
  const send: CoreClient["call"] = (path, request, context) =>
    dispatcher ? dispatcher.call(path, request, context) : callUnary(path, request, context);
  return {
    call(path, request, context) {
      if (closed) return Promise.reject(new Failure("SHUTTING_DOWN"));
      const spans = tracer?.current();
      if (spans === undefined) return send(path, request, context);
      const { requestId } = context;
      return calling(spans, path, ({ traceparent }) => send(path, request, { ...context, traceparent }), {
        requestId,
      });
    },
    hasRoomFor: (principal) => dispatcher?.hasRoomFor(principal) ?? channels.hasRoom,
    async serving(timeoutMs) {
      if (closed) return false;
      const answers = await Promise.all(
        channels.connections.map(({ client }) => isServing(client, timeoutMs)),
      );
      return answers.includes(true);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
