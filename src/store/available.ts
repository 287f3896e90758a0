// Waits for a database that starts, restarts or refuses connections for a moment.
import { setTimeout as sleep } from "node:timers/promises";
import { AdvisedError, EXIT_PASSING } from "../files/advised.ts";
import type { Logger } from "../logger.ts";
import { isUnavailable } from "./constraints.ts";

/** Longest wait of a starting process for the database. A supervisor waits longer for the process. */
const PATIENCE_MS = 20_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** The database did not become available within the time limit. A later attempt may succeed. */
class DatabaseAway extends AdvisedError {
  constructor(cause: unknown, waitedMs: number) {
    const [why] = (cause as Error).message.split("\n");
    super(
      `the database cannot be used: ${why}; waited ${waitedMs / 1000} s for it`,
      "start PostgreSQL, or correct DATABASE_URL; see: pda doctor",
      { cause, exitCode: EXIT_PASSING },
    );
  }
}

/**
 * Runs `work` as soon as the database is available. `work` is repeated while PostgreSQL starts up or shuts down (57P03, 57P01, 57P02),
 * cannot be reached or has no connection left.
 *
 * @param work consists of whole transactions, because it may run more than once
 * @throws DatabaseAway when the database is not available within `patienceMs` (20 s by default); any other error of `work`, at once
 */
export async function onceAvailable<T>(
  work: () => Promise<T>,
  { log, patienceMs = PATIENCE_MS }: { log: Logger; patienceMs?: number },
): Promise<T> {
  const end = Date.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (Date.now() + pauseMs > end) throw new DatabaseAway(error, patienceMs);
      log.warn({ err: error }, "waiting for the database");
      await sleep(pauseMs);
    }
  }
}
