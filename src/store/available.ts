// A database that is not there yet: it starts, restarts, or takes nobody in for a moment.
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../logger.ts";
import { isUnavailable } from "./constraints.ts";

/** How long a start waits for the database: less than a supervisor waits for the process. */
const PATIENCE_MS = 20_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** The database could not be used for as long as one was ready to wait; later it may be. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";

  constructor(cause: unknown, waitedMs: number) {
    const [why] = (cause as Error).message.split("\n");
    super(`the database cannot be used: ${why}; waited ${waitedMs / 1000} s for it`, { cause });
  }
}

/**
 * Does something with the database once that can be used: it is tried again while PostgreSQL starts up or shuts down (57P03, 57P01,
 * 57P02), cannot be reached or has no connection left.
 *
 * @param work whole transactions, because it runs anew
 * @throws DatabaseAway when that takes longer than `patienceMs`, 20 s unless given; anything else that `work` throws, at once
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
