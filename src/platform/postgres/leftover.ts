import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../../logger.ts";
import { PlatformError } from "../problem.ts";
import { isAlive, processesIn, until } from "../process-table.ts";

/** How long an orphan may take to write its data and end, before it is made to end at once. */
const FAST_MS = 10_000;
const IMMEDIATE_MS = 5_000;

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It ended in between, which is what was wanted.
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
 * Clears what a killed run left behind: server processes that outlived their parent are stopped, and pid and socket files are
 * removed when their number is that of a stranger or of a process that ended and was never reaped (a container without an init).
 * PostgreSQL would take either for a running server and refuse to start. The caller holds the lock of the data folder, so no
 * server runs in it on purpose.
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
        "stop these processes",
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

/** The server process alone, which takes its children down; all of them when it is dead and they linger. */
function postmasterFirst(dir: string): number[] {
  const all = processesIn(dir);
  const postmaster = readPostmasterPid(dir);
  return postmaster !== undefined && all.includes(postmaster) ? [postmaster] : all;
}
