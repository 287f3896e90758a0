import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Tracer, tracer, useTracer } from "./tracer.ts";

/** The settings of traces. */
export interface TraceSettings {
  /** Undefined: no traces. */
  readonly endpoint?: string | undefined;
  readonly sampleRatio: number;
  readonly trustCallers: boolean;
  readonly caFile?: string | undefined;
}

/** The process that is traced. */
export interface TracedProcess {
  /** Name of the tier. */
  readonly tier: string;
  /** Version of the release. */
  readonly version: string;
  readonly log: { warn(members: { err: Error }, message: string): void };
}

/** Returns what log lines tell of traces: the trace for which a line was written, while traces are on. */
export function logMembers({ endpoint }: Pick<TraceSettings, "endpoint">): (() => object) | undefined {
  if (endpoint === undefined) return undefined;
  return () => {
    const [span] = tracer?.current() ?? [];
    return span ? { traceId: span.traceId } : {};
  };
}

/** Longest time that the export of the last spans may delay the end of the process. */
const lastExportMs = 2_000;

/**
 * Turns traces on in this process when the settings name an endpoint. Without one, no module of OpenTelemetry's SDK is loaded. Disposing the
 * result exports the last spans, within a bounded time.
 */
export async function startTraces(
  { endpoint, sampleRatio, trustCallers, caFile }: TraceSettings,
  { tier, version, log }: TracedProcess,
): Promise<AsyncDisposable> {
  if (endpoint === undefined) return { [Symbol.asyncDispose]: async () => undefined };
  const { openOtlp } = await import("./otlp.ts");
  const source = openOtlp({
    endpoint,
    caFile,
    resource: {
      "service.name": `pda-${tier}`,
      "service.namespace": "pda",
      "service.version": version,
      "service.instance.id": randomUUID(),
    },
    onLost: (err) => log.warn({ err }, "spans could not be exported"),
  });
  const stopUsing = useTracer(new Tracer({ source, sampleRatio, trustCallers }));
  return {
    async [Symbol.asyncDispose]() {
      stopUsing();
      const stop = new AbortController();
      const late = sleep(lastExportMs, undefined, { signal: stop.signal });
      await Promise.race([source.close(), late]).catch((err: Error) =>
        log.warn({ err }, "the last spans could not be exported"),
      );
      stop.abort();
      await late.catch(() => undefined);
    },
  };
}
