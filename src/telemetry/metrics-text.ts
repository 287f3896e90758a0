import {
  type Metric,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
  type RegistryContentType,
} from "prom-client";
import type { Exemplar } from "./durations.ts";

/** A metric with its values, in the form that prom-client exchanges between processes. */
export type CollectedMetric = MetricObjectWithValues<MetricValue<string> & { readonly exemplar?: Exemplar }>;

/** The format in which metrics are written, as a content type. */
export type MetricsFormat = RegistryContentType;

/** Returns the content type that a reader gets: OpenMetrics when it asks for it, else Prometheus text. @param accept the header Accept */
export function formatFor(accept: string | undefined): MetricsFormat {
  return /(?:^|,)\s*application\/openmetrics-text\s*(?:[;,]|$)/i.test(accept ?? "")
    ? Registry.OPENMETRICS_CONTENT_TYPE
    : Registry.PROMETHEUS_CONTENT_TYPE;
}

/**
 * Writes metrics as text. Only OpenMetrics has exemplars. The registry of a process writes one format only: for OpenMetrics it would rename
 * its counters for good.
 */
export function metricsText(metrics: readonly CollectedMetric[], format: MetricsFormat): Promise<string> {
  const isOpenMetrics = format === Registry.OPENMETRICS_CONTENT_TYPE;
  const registry: Registry<MetricsFormat> = new Registry();
  registry.setContentType(format);
  for (const metric of metrics) {
    // In OpenMetrics, the name of a counter is without the `_total` of its samples, which the registry adds.
    const isCounter = String(metric.type) === "counter";
    const name = isOpenMetrics && isCounter ? metric.name.replace(/_total$/, "") : metric.name;
    const shown = { ...metric, name };
    // As prom-client's own AggregatorRegistry does: a registry uses only the name, the type and `get` of a metric.
    registry.registerMetric({ ...shown, get: async () => shown } as unknown as Metric);
  }
  return registry.metrics();
}
