// Metrics of several processes as one.
import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import type { Metrics } from "./messages.ts";

/** Kinds that only grow, so that what an ended process counted stays part of the sum. */
const GROWING = ["counter", "histogram"];

const aggregated = (all: readonly Metrics[]): Registry => AggregatorRegistry.aggregate([...all]);

/** Sums what processes have counted; each metric says itself how it is put together (sum, least, first, or not at all). */
export class MemberMetrics {
  #ended: Promise<Metrics> = Promise.resolve([]);

  /** Keeps what a process that has ended had counted, so that no sum ever goes back. */
  keep(metrics: Metrics): void {
    const growing = metrics.filter(({ type }) => GROWING.includes(String(type)));
    this.#ended = this.#ended.then((ended) => aggregated([ended, growing]).getMetricsAsJSON());
  }

  /** Prometheus text of the processes that run and those that have ended. */
  async text(present: readonly Metrics[], processes: { ready: number; wanted: number }): Promise<string> {
    const own = new Registry();
    const gauge = new Gauge({
      name: "tier_processes",
      help: "Processes of this tier on this machine: ready ones, and how many there should be",
      labelNames: ["state"] as const,
      registers: [own],
    });
    gauge.set({ state: "ready" }, processes.ready);
    gauge.set({ state: "wanted" }, processes.wanted);
    const members = await aggregated([await this.#ended, ...present]).metrics();
    return `${members}\n${await own.metrics()}`;
  }
}
