// Lets no process work on a schema that is older than the process.
import { AdvisedError, EXIT_CONFIG } from "../files/advised.ts";
import type { Logger } from "../logger.ts";
import { onceAvailable } from "./available.ts";
import { pendingMigrations } from "./migrate.ts";

/** The database lacks migrations of this version. A restart does not help before they are applied. */
class SchemaBehind extends AdvisedError {
  constructor(pending: readonly string[]) {
    const count = pending.length === 1 ? "a migration" : `${pending.length} migrations`;
    super(`the database lacks ${count} of this version, ${pending[0]} first`, "run: pda migrate", {
      exitCode: EXIT_CONFIG,
    });
  }
}

/**
 * Waits for the database and checks that it has every migration of this version. A newer database is accepted, because processes of the
 * version before go on during an upgrade, and start again after a crash.
 * @throws SchemaBehind when migrations are missing; DatabaseAway when the database was not available in time
 */
export async function requireSchema(url: string, log: Logger): Promise<void> {
  const pending = await onceAvailable(() => pendingMigrations(url), { log });
  if (pending.length > 0) throw new SchemaBehind(pending);
}
