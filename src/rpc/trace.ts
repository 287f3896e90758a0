// How calls between the tiers appear in traces.
import type { Metadata } from "@grpc/grpc-js";
import { catalogue } from "../../gen/errors/catalogue.ts";
import type { Span } from "../telemetry/span.ts";
import { type SpanStart, type Tracer, tracer } from "../telemetry/tracer.ts";
import type { Caller } from "./authorise.ts";
import { type CallContext, metadataKeys } from "./call.ts";
import type { Failure } from "./failure.ts";

/** Attributes of a call that are known beside its path. */
export interface CallAttributes {
  readonly requestId?: string | undefined;
  /** CAIP-2 name of the network that the call is about. */
  readonly network?: string | undefined;
}

/** Returns the span of a call. @param path `/package.Service/Method` */
function spanOf(path: string, kind: SpanStart["kind"], { requestId, network }: CallAttributes): SpanStart {
  const name = path.slice(1);
  const attributes = {
    "rpc.system": "grpc",
    "rpc.method": name,
    "pda.operation": name.slice(name.indexOf("/") + 1),
    ...(requestId ? { "pda.request_id": requestId } : {}),
    ...(network ? { "pda.network": network } : {}),
  };
  return { name, kind, attributes };
}

/** Makes a call to another tier in a span of its own, which the other tier continues. A round that calls another tier has worked. */
export function calling<T>(
  spans: readonly Span[],
  path: string,
  send: (span: Span) => Promise<T>,
  attributes: CallAttributes = {},
): Promise<T> {
  for (const span of spans) span.keep();
  // `tracer` is defined, because `spans` are of it.
  return (tracer as Tracer).inChildren(spans, spanOf(path, "client", attributes), send);
}

const untraced: Pick<CallContext, "traceparent"> = {};

/** Returns the trace context in the metadata of a call, while traces are on. */
export function traceparentOf(metadata: Metadata): Pick<CallContext, "traceparent"> {
  if (tracer === undefined) return untraced;
  const [given] = metadata.get(metadataKeys.traceparent);
  return typeof given === "string" ? { traceparent: given } : untraced;
}

/** Starts the span of a call that the core serves. Internal services are callers; only tiers decide what the core records. */
export function servedSpan(
  of: Tracer,
  path: string,
  { peer }: Pick<Caller, "peer">,
  { requestId, traceparent }: Pick<CallContext, "requestId" | "traceparent">,
): Span | undefined {
  const span = spanOf(path, "server", { requestId });
  return peer === "service" ? of.ofCaller(span, traceparent) : of.ofTier(span, traceparent);
}

/** Starts the span of a call that the chain adapter serves. Only tiers can call it. */
export function adapterSpan(
  of: Tracer,
  path: string,
  metadata: Metadata,
  attributes: CallAttributes,
): Span | undefined {
  return of.ofTier(spanOf(path, "server", attributes), traceparentOf(metadata).traceparent);
}

/** Notes a failed call in its span. Only a failure of the service itself is a fault. */
export function noteFailure(span: Span, { entry }: Pick<Failure, "entry">): void {
  span.fail(entry, catalogue[entry].httpStatus >= 500);
}
