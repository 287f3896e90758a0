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

/** What the client needs of a tier's identity; `TierIdentity` of src/pki is one. */
interface ClientIdentity {
  current(): TlsMaterial;
  /** Calls back after each change; returns the function that ends it. */
  onChange(callback: (material: TlsMaterial) => void): () => void;
}

export interface CoreClientOptions {
  /** `host:port` of each core process. */
  addresses: readonly string[];
  identity: ClientIdentity;
  trustDomain: string;
  /** Connections to each address, for as many processes behind it; 1 unless given. */
  streams?: number;
  /** A connection that has been silent for this long is asked whether it lives; 10 s unless given. */
  keepaliveMs?: number;
  /** Largest message either way; 8 MiB unless given. */
  messageBytesMax?: number;
  /** How long calls may still run on a channel that is being closed; 35 s unless given, more than any deadline's default. */
  drainMs?: number;
  /**
   * `auto` (the preset): many calls share the messages of one stream to each core that serves it. `off`: each call is a gRPC call.
   */
  dispatch?: "auto" | "off";
  /** Calls that one connection carries at once; 1024 unless given, and the core may allow fewer. */
  callsInFlightMax?: number;
  /** Calls that wait for that in total; 8192 unless given. The next are refused. */
  callsWaitingMax?: number;
  /** When a core that refused the stream is asked again; a minute unless given. */
  refusedRetryMs?: number;
  /** Is told what cores say of business time, before the answers that they give by it. */
  clock?: BusinessClock;
}

/** The core, as seen from another tier. */
export interface CoreClient extends AsyncDisposable {
  /**
   * Calls the RPC of this gRPC path with an encoded request.
   * @throws Failure what the core answered; UNAVAILABLE when it cannot be reached, is lost before it answers, or has more to do than
   * it can (OVERLOADED); DEADLINE_EXCEEDED; INTERNAL for anything else.
   * @throws context.signal.reason when that aborts first; the RPC is cancelled then.
   */
  call(path: string, request: Uint8Array, context: CallContext): Promise<CallResult>;
  /** Whether a call for this principal would be taken now; if not, it would be refused as OVERLOADED. */
  hasRoomFor(principal: Principal): boolean;
  /** Whether at least one core process says that it is serving. */
  serving(timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * A client of the core over mutual TLS 1.3 that believes only a peer with the core's SPIFFE id. It connects at once, uses the
 * addresses in turn, and after a change of certificates makes new calls on new connections while old calls end on the old ones.
 */
export function connectCore(options: CoreClientOptions): CoreClient {
  const { addresses, identity, trustDomain, messageBytesMax = 8_388_608, drainMs = 35_000 } = options;
  const { streams = 1, keepaliveMs = 10_000, refusedRetryMs = 60_000 } = options;
  const {
    callsInFlightMax = inFlightMax,
    callsWaitingMax = waitingMax,
    clock = new BusinessClock(),
  } = options;
  // Unary calls do not wait here but at the core: they have one bound for both.
  const callsMax = addresses.length * streams * callsInFlightMax + callsWaitingMax;
  if (addresses.length === 0) throw new Error("the core has no address");
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
  return {
    call(path, request, context) {
      if (closed) return Promise.reject(new Failure("UNAVAILABLE", { reason: "SHUTTING_DOWN" }));
      return dispatcher ? dispatcher.call(path, request, context) : callUnary(path, request, context);
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
