// Combines the metrics of several processes.
import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import type { Metrics } from "./messages.ts";

/** Kinds of metrics that only grow; counts of ended processes stay part of their sums. */
const GROWING = ["counter", "histogram"];

const aggregated = (all: readonly Metrics[]): Registry => AggregatorRegistry.aggregate([...all]);

/** Combines the metrics of processes. Each metric defines how it is combined (sum, minimum, first, or omitted). */
export class MemberMetrics {
  #ended: Promise<Metrics> = Promise.resolve([]);

  /** Keeps the counts of an ended process, so that no sum ever decreases. */
  keep(metrics: Metrics): void {
    const growing = metrics.filter(({ type }) => GROWING.includes(String(type)));
    this.#ended = this.#ended.then((ended) => aggregated([ended, growing]).getMetricsAsJSON());
  }

  /** Returns the Prometheus text for running and ended processes. */
  async text(present: readonly Metrics[], processes: { ready: number; wanted: number }): Promise<string> {
    const own = new Registry();
    const gauge = new Gauge({
      name: "tier_processes",
      help: "Processes of this tier on this machine: how many are ready, and how many are wanted",
      labelNames: ["state"] as const,
      registers: [own],
    });
    gauge.set({ state: "ready" }, processes.ready);
    gauge.set({ state: "wanted" }, processes.wanted);
    const members = await aggregated([await this.#ended, ...present]).metrics();
    return `${members}\n${await own.metrics()}`;
  }
}
