// Combines the metrics of several processes.
import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import type { Exemplar } from "../../telemetry/durations.ts";
import type { CollectedMetric } from "../../telemetry/metrics-text.ts";
import type { Metrics } from "./messages.ts";

/** Kinds of metrics that only grow; counts of ended processes stay part of their sums. */
const GROWING = ["counter", "histogram"];

/** When this process began, as prom-client writes it. It never changes, because an alert counts its changes. */
const startedSeconds = Math.round(Date.now() / 1000 - process.uptime());

const aggregated = (all: readonly Metrics[]): Registry => AggregatorRegistry.aggregate([...all]);

/** Combines the metrics of processes. Each metric defines how it is combined (sum, minimum, first, or omitted). */
export class MemberMetrics {
  #ended: Promise<Metrics> = Promise.resolve([]);
  #fallen = 0;

  /** Keeps the counts of an ended process, so that no sum ever decreases. */
  keep(metrics: Metrics): void {
    const growing = metrics.filter(({ type }) => GROWING.includes(String(type)));
    this.#ended = this.#ended.then((ended) => aggregated([ended, growing]).getMetricsAsJSON());
  }

  /** Counts a process that ended by itself. */
  fell(): void {
    this.#fallen += 1;
  }

  /**
   * Returns the metrics of running and ended processes.
   * @param present metrics of the running processes. Those of ended processes must be kept before this call
   */
  async all(present: readonly Metrics[], processes: { ready: number; wanted: number }): Promise<Metrics> {
    const own = new Registry();
    const gauge = new Gauge({
      name: "tier_processes",
      help: "Processes of this tier on this machine: how many are ready, and how many are wanted",
      labelNames: ["state"] as const,
      registers: [own],
    });
    gauge.set({ state: "ready" }, processes.ready);
    gauge.set({ state: "wanted" }, processes.wanted);
    const ends = new Counter({
      name: "tier_process_ends_total",
      help: "Processes of this tier on this machine that ended by themselves",
      registers: [own],
    });
    ends.inc(this.#fallen);
    // Starts of single processes are left out of the sums. The supervisor's own tells that all have begun again, and with them the counts.
    const start = new Gauge({
      name: "process_start_time_seconds",
      help: "Start of the supervisor of these processes as Unix time in seconds",
      registers: [own],
    });
    start.set(startedSeconds);
    const members = await aggregated([await this.#ended, ...present]).getMetricsAsJSON();
    return [...withExemplars(members, present), ...(await own.getMetricsAsJSON())];
  }
}

type Value = CollectedMetric["values"][number] & { readonly metricName?: string };

const seriesOf = ({ metricName = "", labels }: Value): string => JSON.stringify([metricName, labels]);

/** Gives the sums of buckets the newest exemplar of the running processes, which prom-client leaves out. */
function withExemplars(sums: Metrics, present: readonly Metrics[]): Metrics {
  const newest = new Map<string, Exemplar>();
  for (const value of present.flat().flatMap(({ values }) => values)) {
    const { exemplar } = value;
    if (!exemplar) continue;
    const series = seriesOf(value);
    const known = newest.get(series);
    if (!known || known.timestamp < exemplar.timestamp) newest.set(series, exemplar);
  }
  if (newest.size === 0) return sums;
  const withExemplar = (value: Value): Value => {
    const exemplar = newest.get(seriesOf(value));
    return exemplar ? { ...value, exemplar } : value;
  };
  return sums.map((metric) => ({ ...metric, values: metric.values.map(withExemplar) }));
}
