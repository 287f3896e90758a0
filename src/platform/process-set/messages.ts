// What the supervisor of a set of processes and its members say to each other over their IPC channel.
import type { MetricObjectWithValues, MetricValue } from "prom-client";

/** The metrics of one process, as prom-client hands them on between processes. */
export type Metrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** To a member. `stop`: end what runs, take nothing new, then end. `ask`: answer with what is asked for. */
export type Order =
  | { readonly pda: "stop" }
  | { readonly pda: "ask"; readonly id: number; readonly what: "ready" | "metrics" };

/** From a member: an answer, or the last metrics before it ends, so that no count is lost with it. */
export type Report =
  | { readonly pda: "answer"; readonly id: number; readonly ready?: boolean; readonly metrics?: Metrics }
  | { readonly pda: "farewell"; readonly metrics: Metrics };

const isOurs = (message: unknown): message is { pda: string } =>
  typeof message === "object" && message !== null && "pda" in message;

/** The order in a message, if it is one. */
export function orderIn(message: unknown): Order | undefined {
  return isOurs(message) ? (message as Order) : undefined;
}

/** The report in a message, if it is one. */
export function reportIn(message: unknown): Report | undefined {
  return isOurs(message) ? (message as Report) : undefined;
}
