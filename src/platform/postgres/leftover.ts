import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../../logger.ts";
import { PlatformError } from "../problem.ts";
import { isAlive, processesIn, until } from "../process-table.ts";

/** How long an orphaned server may take for a fast shutdown, and then for an immediate one. */
const FAST_MS = 10_000;
const IMMEDIATE_MS = 5_000;

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // The process has already ended.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

function readPostmasterPid(dir: string): number | undefined {
  const file = join(dir, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

/**
 * Clears the leftovers of a killed run. Stops server processes that outlived their parent. Removes the pid file when its number belongs
 * to another program, or to an ended process that was never reaped (a container without an init), and removes socket files. PostgreSQL
 * would take these files for a running server and refuse to start. The caller holds the lock of the data folder, so no server runs in
 * it on purpose.
 */
export async function clearLeftovers(dir: string, socketDir: string | undefined, log: Logger): Promise<void> {
  if (!existsSync("/proc/self/cwd")) return;
  const gone = () => processesIn(dir).length === 0;
  if (!gone()) {
    log.warn({ pids: processesIn(dir) }, "the database of an earlier run is still running; stopping it");
    signalAll(postmasterFirst(dir), "SIGINT");
    if (!(await until(gone, FAST_MS))) signalAll(processesIn(dir), "SIGQUIT");
    if (!(await until(gone, IMMEDIATE_MS))) {
      const pids = processesIn(dir).join(", ");
      throw new PlatformError(
        `the database of an earlier run does not stop (pid ${pids})`,
        "stop these processes, then start again",
      );
    }
  }
  const pid = readPostmasterPid(dir);
  if (pid !== undefined && isAlive(pid)) {
    log.warn({ pid }, "removing the pid file of an earlier run, which did not end cleanly");
    rmSync(join(dir, "postmaster.pid"));
  }
  if (!socketDir || !existsSync(socketDir)) return;
  for (const name of readdirSync(socketDir)) rmSync(join(socketDir, name));
}

/** Returns the main server process, which ends its children; when it has ended, all remaining processes. */
function postmasterFirst(dir: string): number[] {
  const all = processesIn(dir);
  const postmaster = readPostmasterPid(dir);
  return postmaster !== undefined && all.includes(postmaster) ? [postmaster] : all;
}
