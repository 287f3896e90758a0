import { Metadata, Server, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { Logger } from "../logger.ts";
import { BusinessClock } from "./business-clock.ts";
import { Admission } from "./admission/admission.ts";
import { metadataKeys } from "./call.ts";
import { addAnswerStreams, type ServedStream } from "./answer-stream.ts";
import { addCallStreams } from "./call-stream.ts";
import { addDispatch } from "./dispatch/service.ts";
import { Failure } from "./failure.ts";
import { grpcErrorOf } from "./grpc-error.ts";
import { addressOf, type Identity, withoutPort } from "./identity.ts";
import { followRoots, MutualTlsServerCredentials, peerId, type TlsSource } from "./mutual-tls.ts";
import { failedBeforePipeline } from "./observe.ts";
import type { Pipeline } from "./pipeline.ts";
import { addReflection } from "./reflection.ts";
import { failureOf } from "./refusal.ts";
import { requestIdOf } from "./request-id.ts";
import { traceparentOf } from "./trace.ts";

const messageBytesMax = 4 * 1024 * 1024;
const deadlineDefaultMs = 30_000;
const shutdownGraceMs = 10_000;

/** The settings of a core's server. */
export interface RpcServerOptions {
  readonly pipeline: Pipeline;
  /** Streams of answers, beside the operations of the pipeline. */
  readonly streams?: readonly ServedStream[];
  readonly identity: Identity;
  /** Checks once more that the principal of an open stream is accepted. @throws Failure CREDENTIAL_REFUSED */
  readonly stillAccepted: (principal: Principal) => Promise<void>;
  readonly trustDomain: string;
  readonly tls: TlsSource;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly deadlineMsMax?: number;
  /** The clock of a sandbox; without it business time is real time. */
  readonly clock?: BusinessClock;
  /** A call is cut when its caller takes no message of the answer for this time; 30 s by default. */
  readonly takenWithinMs?: number;
  readonly log: Logger;
  /** Tells whether the core can do its work, for gRPC health. */
  readonly isReady: () => Promise<boolean>;
}

/** A running core. */
export interface RpcServer {
  readonly port: number;
  /** Reports NOT_SERVING at once, waits for running calls, then stops the server. */
  close(): Promise<void>;
}

const bytes = (message: Uint8Array): Buffer =>
  Buffer.from(message.buffer, message.byteOffset, message.byteLength);
const same = (message: Buffer): Buffer => message;

/**
 * Serves the pipeline over gRPC with mutual TLS 1.3, with standard health and reflection. Messages pass as bytes, because the pipeline
 * decodes them.
 */
export async function serveRpc(options: RpcServerOptions): Promise<RpcServer> {
  const { pipeline, tls, host, log } = options;
  const admission = new Admission(options);
  const server = new Server({
    ...admission.serverOptions,
    "grpc.max_receive_message_length": messageBytesMax,
    "grpc.max_send_message_length": messageBytesMax,
  });
  const services = Map.groupBy(pipeline.paths, (path) => path.split("/")[1] as string);
  for (const paths of services.values()) {
    const methods = paths.map((path) => {
      const codec = {
        requestSerialize: bytes,
        requestDeserialize: same,
        responseSerialize: bytes,
        responseDeserialize: same,
      };
      return [path, { path, requestStream: false, responseStream: false, ...codec }] as const;
    });
    const handlers = paths.map((path) => [path, unaryHandler(path, options)] as const);
    server.addService(Object.fromEntries(methods), Object.fromEntries(handlers));
  }
  const { identity, stillAccepted, deadlineMsMax = deadlineDefaultMs } = options;
  const streamed = { pipeline, identity, stillAccepted, deadlineMsMax, log };
  const callStreams = addCallStreams(server, streamed);
  const answerStreams = addAnswerStreams(server, options.streams ?? [], streamed);
  const { clock = new BusinessClock() } = options;
  const dispatch = addDispatch(server, { pipeline, identity, deadlineMsMax, clock, log });
  const names = ["", ...services.keys()];
  const health = new HealthImplementation(
    Object.fromEntries(names.map((name) => [name, "SERVING" as const])),
  );
  health.addToServer(server);
  addReflection(server, [...services.keys()]);

  const credentials = new MutualTlsServerCredentials(tls);
  const bracketed = host.includes(":") ? `[${host}]` : host;
  const address = `${bracketed}:${options.port}`;
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  }).catch((cause: unknown) => {
    admission.close();
    credentials.stop();
    throw new Error(`the core cannot listen on ${address}: set core.port to a free port`, { cause });
  });

  admission.guard(server);
  const stopFollowing = followRoots(server, `${bracketed}:${port}`, tls);

  let serving = true;
  const watch = setInterval(() => {
    options.isReady().then(
      (ready) => {
        if (ready === serving) return;
        serving = ready;
        log.warn({ ready }, "readiness changed");
        for (const name of names) health.setStatus(name, ready ? "SERVING" : "NOT_SERVING");
      },
      (error: unknown) => log.error({ err: error }, "the readiness check failed"),
    );
  }, 2_000);

  const close = async (): Promise<void> => {
    clearInterval(watch);
    for (const name of names) health.setStatus(name, "NOT_SERVING");
    dispatch.drain();
    callStreams.drain();
    answerStreams.drain();
    const force = setTimeout(() => server.forceShutdown(), shutdownGraceMs);
    await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
    clearTimeout(force);
    dispatch.close();
    admission.close();
    credentials.stop();
    stopFollowing();
  };
  return { port, close };
}

function unaryHandler(path: string, options: RpcServerOptions) {
  const { pipeline, identity, deadlineMsMax = deadlineDefaultMs } = options;
  return (call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>): void => {
    const abort = new AbortController();
    const deadlineMs = deadlineOf(call, deadlineMsMax);
    const timer = setTimeout(
      () => abort.abort(new Failure("DEADLINE_EXCEEDED")),
      Math.max(0, deadlineMs - Date.now()),
    );
    call.on("cancelled", () => abort.abort(new Failure("CANCELLED")));
    const answer = async (): Promise<void> => {
      const requestId = requestIdOf(call.metadata.get(metadataKeys.requestId)[0]);
      try {
        const peer = peerId(call.getAuthContext()?.sslPeerCertificate);
        const caller = await identity
          .callerOf(peer, call.metadata, call.getPeer(), path)
          .catch((error: unknown) => {
            const address = withoutPort(call.getPeer());
            pipeline.refused(path, error, { requestId, address, presenter: identity.serviceOf(peer) });
            throw error;
          });
        const address = addressOf(caller.peer, call.metadata, call.getPeer());
        const [key] = call.metadata.get(metadataKeys.idempotencyKey);
        const result = await pipeline.call(path, call.request, caller, {
          requestId,
          deadlineMs,
          signal: abort.signal,
          ...(address === undefined ? {} : { address }),
          ...(key === undefined ? {} : { idempotencyKey: String(key) }),
          ...traceparentOf(call.metadata),
        });
        const trailer = new Metadata();
        trailer.set(metadataKeys.requestId, requestId);
        tellClock(trailer, options);
        if (result.replayed) trailer.set(metadataKeys.replayed, "true");
        callback(null, bytes(result.response), trailer);
      } catch (error) {
        const failure = failureOf(error);
        if (!(error instanceof Failure))
          failedBeforePipeline(options.log, error, failure, { requestId, rpc: path });
        const refusal = grpcErrorOf(failure, requestId);
        tellClock(refusal.metadata, options);
        callback(refusal);
      } finally {
        clearTimeout(timer);
      }
    };
    void answer();
  };
}

/** Adds the lead of business time to an answer, in a sandbox that has put business time ahead. */
function tellClock(trailer: Metadata, { clock }: RpcServerOptions): void {
  if (clock && clock.aheadSeconds > 0) trailer.set(metadataKeys.clockAhead, String(clock.aheadSeconds));
}

function deadlineOf(call: ServerUnaryCall<Buffer, Buffer>, maximumMs: number): number {
  const latest = Date.now() + maximumMs;
  const given = call.getDeadline();
  const at = given instanceof Date ? given.getTime() : given;
  return Number.isFinite(at) ? Math.min(at, latest) : latest;
}
