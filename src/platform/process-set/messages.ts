// Messages between the supervisor of a process set and its members, over their IPC channel.
import type { CollectedMetric } from "../../telemetry/metrics-text.ts";

/** The metrics of one process, in the form that prom-client exchanges between processes. */
export type Metrics = readonly CollectedMetric[];

/** From the supervisor. `stop`: accept nothing new, finish running requests, then end. `ask`: answer with readiness or metrics. */
export type Order =
  | { readonly pda: "stop" }
  | { readonly pda: "ask"; readonly id: number; readonly what: "ready" | "metrics" };

/** From a member: an answer, or the last metrics before the member ends, so that no count is lost. */
export type Report =
  | { readonly pda: "answer"; readonly id: number; readonly ready?: boolean; readonly metrics?: Metrics }
  | { readonly pda: "farewell"; readonly metrics: Metrics };

const isOurs = (message: unknown): message is { pda: string } =>
  typeof message === "object" && message !== null && "pda" in message;

/** Returns the order in a message; undefined for other messages. */
export function orderIn(message: unknown): Order | undefined {
  return isOurs(message) ? (message as Order) : undefined;
}

/** Returns the report in a message; undefined for other messages. */
export function reportIn(message: unknown): Report | undefined {
  return isOurs(message) ? (message as Report) : undefined;
}
