import { Counter, Gauge } from "prom-client";
import { metricsRegistry } from "../telemetry.ts";

/** Counts problems that need an operator, by reason. The worker also logs each problem at level error. */
export const settlementAlarms = new Counter({
  name: "settlement_alarms_total",
  help: "Settlement problems that need an operator, by reason",
  labelNames: ["reason"] as const,
  registers: [metricsRegistry],
});

/** Violations that the last check of the ledger found, by check; 0 means none. Only the worker that made the check reports them. */
export const ledgerViolations = new Gauge({
  name: "ledger_violations",
  help: "Violations that the last check of the ledger found, by check",
  labelNames: ["check"] as const,
  registers: [metricsRegistry],
});

/** Rows that the last check of the ledger read. */
export const ledgerExamined = new Gauge({
  name: "ledger_examined_rows",
  help: "Rows that the last check of the ledger read, by check",
  labelNames: ["check"] as const,
  registers: [metricsRegistry],
});

/** Time at which this worker last finished a check of the whole ledger. */
export const ledgerCheckedAt = new Gauge({
  name: "ledger_checked_timestamp_seconds",
  help: "Unix time at which this worker last finished a check of the ledger",
  registers: [metricsRegistry],
});

/** Settlements that are not final, and the age of the oldest one. */
export const settlementsOpen = new Gauge({
  name: "settlements_open",
  help: "Settlements that are not final",
  registers: [metricsRegistry],
});

export const settlementOldestSeconds = new Gauge({
  name: "settlement_oldest_seconds",
  help: "Age of the oldest settlement that is not final in seconds; 0 when all are final",
  registers: [metricsRegistry],
});

/** Settlements whose last attempt failed, by reason, as `pda settlement problems` lists them. */
export const settlementProblems = new Gauge({
  name: "settlement_problems",
  help: "Settlements whose last attempt failed, by reason; they wait for the network or for an operator",
  labelNames: ["reason"] as const,
  registers: [metricsRegistry],
});
