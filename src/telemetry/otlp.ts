// Everything of OpenTelemetry's SDK that traces need. Only a process with traces loads this file.
import { readFileSync } from "node:fs";
import { ROOT_CONTEXT, type SpanContext, SpanKind, TraceFlags, trace } from "@opentelemetry/api";
import { parseTraceParent, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { SpanSource } from "./tracer.ts";

export interface OtlpOptions {
  /** Address that takes OTLP over HTTP, such as `http://localhost:4318/v1/traces`. */
  readonly endpoint: string;
  /** File with the authorities that the certificate of the endpoint is checked by, in PEM; those of Node when undefined. */
  readonly caFile: string | undefined;
  /** Attributes of the process, such as `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
  /** Called for each batch that was not taken. */
  readonly onLost: (error: Error) => void;
}

/** Spans that wait for their export. Further spans are dropped, so that a receiver that is away costs only this memory. */
const waitingMax = 2_048;
const batchMax = 512;
const batchMs = 1_000;
/** Time for one batch, with all repetitions. */
const exportMs = 5_000;
/** Longest text of an attribute, such as a request id. */
const textMax = 256;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** A source of spans that go to an OTLP receiver. */
export interface OtlpSource extends SpanSource {
  /** Exports what waits, then stops. Lasts for as long as the receiver takes, at most `exportMs`. */
  close(): Promise<void>;
}

/**
 * Opens the export of spans. Exports happen in the background, in batches. The exporter itself reads headers for the receiver, such as a key,
 * from the environment variable OTEL_EXPORTER_OTLP_HEADERS.
 * @throws the error of the file system when caFile cannot be read
 */
export function openOtlp({ endpoint, caFile, resource, onLost }: OtlpOptions): OtlpSource {
  setGlobalErrorHandler((error) => onLost(error instanceof Error ? error : new Error("an export failed")));
  const exporter = new OTLPTraceExporter({
    url: endpoint,
    timeoutMillis: exportMs,
    httpAgentOptions: {
      keepAlive: true,
      ...(caFile === undefined ? {} : { ca: readFileSync(caFile) }),
    },
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resource),
    // The tracer has decided before it starts a span.
    sampler: new AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: textMax },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: waitingMax,
        maxExportBatchSize: batchMax,
        scheduledDelayMillis: batchMs,
        exportTimeoutMillis: exportMs,
      }),
    ],
  });
  const sdk = provider.getTracer("pda");
  return {
    start({ name, kind, attributes = {} }, parent) {
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
      return sdk.startSpan(name, { kind: kinds[kind], attributes }, context);
    },
    contextOf(traceparent) {
      const context: SpanContext | null =
        typeof traceparent === "string" ? parseTraceParent(traceparent) : null;
      if (!context) return undefined;
      const isSampled = (context.traceFlags & TraceFlags.SAMPLED) !== 0;
      return { ...context, isRemote: true, isSampled };
    },
    close: () => provider.shutdown(),
  };
}
