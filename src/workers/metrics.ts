import { Counter } from "prom-client";
import { registry } from "../telemetry.ts";

/** Things that a person has to look at, by reason word. Each one also has a log line of level error. */
export const settlementAlarms = new Counter({
  name: "settlement_alarms_total",
  help: "Settlement problems that need an operator, by reason",
  labelNames: ["reason"] as const,
  registers: [registry],
});
