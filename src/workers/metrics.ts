import { Counter, Gauge } from "prom-client";
import { metricsRegistry } from "../telemetry.ts";

/** Things that a person has to look at, by reason word. Each one also has a log line of level error. */
export const settlementAlarms = new Counter({
  name: "settlement_alarms_total",
  help: "Settlement problems that need an operator, by reason",
  labelNames: ["reason"] as const,
  registers: [metricsRegistry],
});

/** What the last check of the ledger found, by check: 0 is well. Shown by the worker that made it. */
export const ledgerViolations = new Gauge({
  name: "ledger_violations",
  help: "Violations that the last check of the ledger found, by check",
  labelNames: ["check"] as const,
  registers: [metricsRegistry],
});

/** How much the last check of the ledger looked at. */
export const ledgerExamined = new Gauge({
  name: "ledger_examined_rows",
  help: "Rows that the last check of the ledger looked at, by check",
  labelNames: ["check"] as const,
  registers: [metricsRegistry],
});

/** When this worker has last gone through the whole ledger. */
export const ledgerCheckedAt = new Gauge({
  name: "ledger_checked_timestamp_seconds",
  help: "Unix time at which this worker last finished a check of the ledger",
  registers: [metricsRegistry],
});
