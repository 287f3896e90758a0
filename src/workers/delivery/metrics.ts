import { Counter, Gauge, Histogram } from "prom-client";
import { metricsRegistry } from "../../telemetry.ts";

const registers = [metricsRegistry];

/** Attempts to deliver events, by outcome: `delivered`, or why the attempt failed. */
export const webhookAttempts = new Counter({
  name: "webhook_attempts_total",
  help: "Attempts to deliver events to webhook endpoints, by outcome",
  labelNames: ["outcome"] as const,
  registers,
});

// An alert needs the zero from which a counter starts: the first count of a new series is no increase.
for (const outcome of ["delivered", "internal"]) webhookAttempts.inc({ outcome }, 0);

/** Time from the creation of an event to its first attempt, without events that the endpoint itself has let wait. */
export const webhookFirstAttempt = new Histogram({
  name: "webhook_first_attempt_seconds",
  help: "Time from the creation of an event to the start of its first attempt in seconds, where the endpoint itself did not let it wait",
  buckets: [0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
  registers,
});

/** Requests to receivers under way. */
export const webhookInFlight = new Gauge({
  name: "webhook_requests_in_flight",
  help: "Requests to webhook endpoints under way",
  registers,
});

/** Endpoints that this worker has leased. */
export const webhookLeased = new Gauge({
  name: "webhook_endpoints_leased",
  help: "Webhook endpoints that this worker delivers to now",
  registers,
});

/** Endpoints that the service has disabled, by reason. */
export const webhookDisabled = new Counter({
  name: "webhook_endpoints_disabled_total",
  help: "Webhook endpoints that the service has disabled, by reason",
  labelNames: ["reason"] as const,
  registers,
});

for (const reason of ["gone", "failing"]) webhookDisabled.inc({ reason }, 0);
