import type { ServerWritableStream } from "@grpc/grpc-js";
import type { Caller } from "./authorise.ts";
import { Failure } from "./failure.ts";
import { addressOf, type Identity, withoutPort } from "./identity.ts";
import { peerId } from "./mutual-tls.ts";
import type { Pipeline } from "./pipeline.ts";
import { traceparentOf } from "./trace.ts";

/** The parts of a core that the calls of a stream use. */
export interface StreamCallOptions {
  readonly pipeline: Pick<Pipeline, "call" | "refused">;
  readonly identity: Pick<Identity, "callerOf" | "serviceOf">;
  /** Limit of the time for each call. */
  readonly deadlineMsMax: number;
}

/** A stream, and the operation that it calls. */
export interface CallingStream {
  readonly stream: Pick<ServerWritableStream<unknown, unknown>, "metadata" | "getPeer" | "getAuthContext">;
  /** gRPC path of the operation. */
  readonly path: string;
  readonly requestId: string;
  /** Aborts when the stream ends, and the running call with it. */
  readonly gone: AbortSignal;
}

/** Identifies the caller of a stream. @throws Failure UNAUTHENTICATED, PERMISSION_DENIED */
export async function callerOn(
  { stream, path, requestId }: CallingStream,
  { identity, pipeline }: StreamCallOptions,
): Promise<Caller> {
  const peer = peerId(stream.getAuthContext()?.sslPeerCertificate);
  try {
    return await identity.callerOf(peer, stream.metadata, stream.getPeer(), path);
  } catch (error) {
    const address = withoutPort(stream.getPeer());
    pipeline.refused(path, error, { requestId, address, presenter: identity.serviceOf(peer) });
    throw error;
  }
}

/** Runs one call of a stream, like a call of the operation by itself. @returns the encoded answer @throws Failure */
export async function callOn(
  { stream, path, requestId, gone }: CallingStream,
  { pipeline, deadlineMsMax }: StreamCallOptions,
  caller: Caller,
  message: Uint8Array,
): Promise<Uint8Array> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Failure("DEADLINE_EXCEEDED")), deadlineMsMax);
  try {
    const address = addressOf(caller.peer, stream.metadata, stream.getPeer());
    const { response } = await pipeline.call(path, message, caller, {
      requestId,
      deadlineMs: Date.now() + deadlineMsMax,
      signal: AbortSignal.any([late.signal, gone]),
      ...(address === undefined ? {} : { address }),
      ...traceparentOf(stream.metadata),
    });
    return response;
  } finally {
    clearTimeout(timer);
  }
}
