import { Command } from "commander";
import { loadConfig } from "../config.ts";
import { type MigrationProgress, migrate, pendingMigrations } from "../store/migrate.ts";
import { withDatabase } from "./database.ts";

const help = `
Migrate first, then replace the processes: core and worker processes of the previous version work with both schemas
(docs/operations.md, "Upgrading"). Each migration runs in its own transaction. When a migration does not get its locks within half a
second, it rolls back and is tried again, for up to a minute. After a failure, earlier migrations stay applied; the same command
continues from there.

Examples:
  $ pda migrate
  $ DATABASE_URL=postgres://pda@db.example/pda pda migrate --list`;

/** `pda migrate` */
export function migrateCommand(): Command {
  return new Command("migrate")
    .description(
      "Bring the database schema up to date; safe to repeat and to run on several machines at once",
    )
    .option("--list", "only print the migrations that are not applied yet")
    .option(
      "--alone",
      "wait for locks and statements without a limit; use only when nothing else uses the database",
    )
    .addHelpText("after", help)
    .action(async ({ list, alone = false }: { list?: boolean; alone?: boolean }) => {
      const config = loadConfig();
      const work = async (url: string): Promise<string[]> => {
        if (!list) return migrate(url, { alone, onProgress: say });
        const pending = await pendingMigrations(url);
        for (const name of pending) console.log(`pending ${name}`);
        return pending;
      };
      const names = await withDatabase(config, work, { migrated: false, creates: !list });
      console.log(names.length > 0 ? `${names.length} migration(s)` : "the schema is up to date");
    });
}

function say(progress: MigrationProgress): void {
  if (progress.state === "applied") console.log(`applied ${progress.name} in ${progress.ms} ms`);
  else if (progress.state === "waits") console.error(`waits ${progress.name}: ${progress.why}; trying again`);
  else console.error("waiting for another process that migrates this database");
}
