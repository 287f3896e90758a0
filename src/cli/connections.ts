import type { Config } from "../config.ts";
import { reservedConnections } from "../store/reserved.ts";
import { processesOf } from "./processes.ts";

/** What commands (`pda keys`, `pda doctor`, psql) and the server itself need beside the pools. */
const SPARE = 20;
const EMBEDDED_MIN = 200;

/**
 * Database connections that the pools of this machine may open together: `database.poolMax` and two reserved ones for each core process
 * and one more while they are replaced one by one, and for the worker.
 */
export function pooledConnections(config: Config): number {
  const cores = processesOf(config, "core");
  const replaced = config.core.processes === undefined ? 0 : 1;
  return (cores + replaced + 1) * (config.database.poolMax + reservedConnections);
}

/** Connections that the embedded database takes: those of the pools with some to spare, and never fewer than 200. */
export function embeddedConnections(config: Config): number {
  return Math.max(EMBEDDED_MIN, pooledConnections(config) + SPARE);
}
