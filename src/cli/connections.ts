import type { Config } from "../config.ts";
import { signalConnections } from "../store/event/signal-connection.ts";
import { reservedConnections } from "../store/reserved.ts";
import { processesOf } from "./processes.ts";

/** Connections beside the pools: for commands (`pda keys`, `pda doctor`, psql) and for the server itself. */
const SPARE = 20;
const EMBEDDED_MIN = 200;

/**
 * Returns how many database connections the pools of this machine may open together. Each core process and the worker opens up to
 * `database.poolMax` connections, two reserved ones and one for signals. A rolling restart runs one core process more.
 */
export function pooledConnections(config: Config): number {
  const cores = processesOf(config, "core");
  const replaced = config.core.processes === undefined ? 0 : 1;
  return (cores + replaced + 1) * (config.database.poolMax + reservedConnections + signalConnections);
}

/** Returns how many connections the embedded database accepts: those of the pools and some spare ones, at least 200. */
export function embeddedConnections(config: Config): number {
  return Math.max(EMBEDDED_MIN, pooledConnections(config) + SPARE);
}
