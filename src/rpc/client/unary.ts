import { type Client, type ClientUnaryCall, Metadata, type ServiceError } from "@grpc/grpc-js";
import { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { rpcClientDuration } from "../../telemetry.ts";
import { type CallContext, type CallResult, metadataKeys } from "../call.ts";
import type { BusinessClock } from "../business-clock.ts";
import { codeWord } from "../code-word.ts";
import { failureOfServiceError } from "./status.ts";

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const identity = (bytes: Buffer): Buffer => bytes;

function metadataOf({ requestId, principal, idempotencyKey, address, traceparent }: CallContext): Metadata {
  const metadata = new Metadata();
  metadata.set(metadataKeys.requestId, requestId);
  metadata.set(metadataKeys.principal, Buffer.from(Principal.encode(principal).finish()));
  if (idempotencyKey !== undefined) metadata.set(metadataKeys.idempotencyKey, idempotencyKey);
  if (address !== undefined) metadata.set(metadataKeys.callerAddress, address);
  if (traceparent !== undefined) metadata.set(metadataKeys.traceparent, traceparent);
  return metadata;
}

const saysReplayed = (metadata: Metadata): boolean => metadata.get(metadataKeys.replayed).includes("true");

/** Takes the business time that a core in a sandbox reports. */
function noteClock(clock: BusinessClock, metadata: Metadata): void {
  const [aheadSeconds] = metadata.get(metadataKeys.clockAhead);
  if (aheadSeconds !== undefined) clock.note(Number(aheadSeconds));
}

/**
 * Makes one unary call with encoded bytes.
 * @throws Failure as `failureOfServiceError` describes; `context.signal.reason` when the signal aborted first, after the RPC was cancelled.
 */
export function unary(
  client: Client,
  path: string,
  request: Uint8Array,
  context: CallContext,
  clock: BusinessClock,
): Promise<CallResult> {
  const { signal, deadlineMs } = context;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = rpcClientDuration.startTimer({ method: path });
    let response: Buffer | undefined;
    let replayed = false;
    let call: ClientUnaryCall | undefined;
    const cancel = () => {
      reject(signal.reason);
      call?.cancel();
    };
    signal.addEventListener("abort", cancel, { once: true });
    call = client.makeUnaryRequest(
      path,
      asBuffer,
      identity,
      request,
      metadataOf(context),
      { deadline: deadlineMs },
      (error: ServiceError | null, bytes?: Buffer) => {
        if (error) reject(failureOfServiceError(error));
        else response = bytes;
      },
    );
    call.on("metadata", (metadata: Metadata) => {
      replayed ||= saysReplayed(metadata);
    });
    // This event comes after the callback and carries the trailers.
    call.on("status", ({ code, metadata }) => {
      signal.removeEventListener("abort", cancel);
      stop({ code: codeWord(code) });
      replayed ||= saysReplayed(metadata);
      noteClock(clock, metadata);
      if (response) resolve({ response, replayed });
    });
  });
}
