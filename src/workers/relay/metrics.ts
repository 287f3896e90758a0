import { Counter, Gauge } from "prom-client";
import { metricsRegistry } from "../../telemetry.ts";

const registers = [metricsRegistry];

/** Events of the log that are not in the stream. */
export const relayLagEvents = new Gauge({
  name: "relay_lag_events",
  help: "Events of the log that the stream does not have yet",
  registers,
});

/** Age of the oldest event of the log that is not in the stream. */
export const relayLagSeconds = new Gauge({
  name: "relay_lag_seconds",
  help: "Age of the oldest event that the stream does not have yet, in seconds; 0 when it has all",
  registers,
});

/** Events that the stream has stored, whole or without data because they were too large. */
export const relayEvents = new Counter({
  name: "relay_events_total",
  help: "Events that the stream has stored, by form: whole, or without data because of their size",
  labelNames: ["form"] as const,
  registers,
});

// An alert needs the zero from which a counter starts: the first count of a new series is no increase.
for (const form of ["whole", "without_data"]) relayEvents.inc({ form }, 0);

/** Failures of the relay to store events, by kind. */
export const relayFailures = new Counter({
  name: "relay_failures_total",
  help: "Failures to store events in the stream, by problem",
  labelNames: ["problem"] as const,
  registers,
});

for (const problem of ["unavailable", "diverged", "misconfigured"]) relayFailures.inc({ problem }, 0);

/** Whether this process relays; 0 while another process of the same name does. */
export const relayActive = new Gauge({
  name: "relay_active",
  help: "1 while this process relays, 0 while it stands by",
  registers,
});
