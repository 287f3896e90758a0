import type { ServerWritableStream } from "@grpc/grpc-js";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { Caller } from "./authorise.ts";
import { bearerKind } from "./bearer.ts";
import { metadataKeys } from "./call.ts";
import { Failure } from "./failure.ts";
import { addressOf, type Identity, withoutPort } from "./identity.ts";
import { peerId } from "./mutual-tls.ts";
import type { Pipeline } from "./pipeline.ts";
import { traceparentOf } from "./trace.ts";

/** The parts of a core that the calls of a stream use. */
export interface StreamCallOptions {
  readonly pipeline: Pick<Pipeline, "call" | "refused">;
  readonly identity: Pick<Identity, "callerOf" | "serviceOf" | "grantOf">;
  /** Checks once more that a principal is accepted. @throws Failure CREDENTIAL_REFUSED */
  readonly stillAccepted: (principal: Principal) => Promise<void>;
  /** Limit of the time for each call. */
  readonly deadlineMsMax: number;
}

/** A stream, and the operation that it calls. */
export interface CallingStream {
  readonly stream: Pick<ServerWritableStream<unknown, unknown>, "metadata" | "getPeer" | "getAuthContext">;
  /** gRPC path of the stream, which the proof of a token's key names. */
  readonly rpc: string;
  /** gRPC path of the operation. */
  readonly path: string;
  readonly requestId: string;
  /** Aborts when the stream ends, and the running call with it. */
  readonly gone: AbortSignal;
}

/** Identifies the caller of a stream. @throws Failure UNAUTHENTICATED, PERMISSION_DENIED */
export async function callerOn(
  { stream, rpc, path, requestId }: CallingStream,
  { identity, pipeline }: StreamCallOptions,
): Promise<Caller> {
  const peer = peerId(stream.getAuthContext()?.sslPeerCertificate);
  try {
    return await identity.callerOf(peer, stream.metadata, stream.getPeer(), rpc);
  } catch (error) {
    const address = withoutPort(stream.getPeer());
    pipeline.refused(path, error, { requestId, address, presenter: identity.serviceOf(peer) });
    throw error;
  }
}

/**
 * Checks the caller of an open stream once more. A caller with a grant is looked up again. A JWT may count only once, so the credential in the
 * metadata is not resolved again.
 * @throws Failure UNAUTHENTICATED, PERMISSION_DENIED
 */
export async function callerAgain(
  calling: CallingStream,
  options: StreamCallOptions,
  caller: Caller,
): Promise<Caller> {
  if (!hasCredential(calling)) return callerOn(calling, options);
  const { stream, path, requestId } = calling;
  const peer = peerId(stream.getAuthContext()?.sslPeerCertificate);
  try {
    // Only a service presents a credential; its grant may have been revoked meanwhile.
    if (caller.peer === "service") options.identity.grantOf(peer ?? "");
    await options.stillAccepted(caller.principal);
  } catch (error) {
    const address = withoutPort(stream.getPeer());
    options.pipeline.refused(path, error, {
      requestId,
      address,
      presenter: options.identity.serviceOf(peer),
    });
    throw error;
  }
  return caller;
}

const hasCredential = ({ stream }: CallingStream): boolean =>
  stream.metadata.get(metadataKeys.authorization).length > 0;

/** Tells whether the caller of a stream has presented a JWT, which may count only once. */
export const hasToken = ({ stream }: CallingStream): boolean =>
  stream.metadata
    .get(metadataKeys.authorization)
    .some((value) => bearerKind(String(value).replace(/^\w+ /, "")) === "token");

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
