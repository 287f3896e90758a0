import { Command } from "commander";
import { loadConfig } from "../config.ts";
import { type MigrationProgress, migrate, pendingMigrations } from "../store/migrate.ts";
import { withDatabase } from "./database.ts";

const help = `
A core or worker of the version before goes on working meanwhile and afterwards: migrate first, then replace the processes
(docs/operations.md, "Upgrading"). Each migration is a transaction of its own. One that does not get its locks within half a second
steps back and is tried again, for a minute; those before it stay applied, and the same command goes on from there.

Examples:
  $ pda migrate
  $ DATABASE_URL=postgres://pda@db.example/pda pda migrate --list`;

/** `pda migrate`: brings the schema up to date. */
export function migrateCommand(): Command {
  return new Command("migrate")
    .description("Bring the database schema up to date; safe to run twice and from several machines")
    .option("--list", "only say what would be applied")
    .option("--alone", "nothing else uses the database: wait for locks and statements as long as they take")
    .addHelpText("after", help)
    .action(async ({ list, alone = false }: { list?: boolean; alone?: boolean }) => {
      const config = loadConfig();
      const work = async (url: string): Promise<string[]> => {
        if (!list) return migrate(url, { alone, onProgress: say });
        const pending = await pendingMigrations(url);
        for (const name of pending) console.log(`pending ${name}`);
        return pending;
      };
      const names = await withDatabase(config, work, { migrated: false });
      console.log(names.length > 0 ? `${names.length} migration(s)` : "the schema is up to date");
    });
}

function say(progress: MigrationProgress): void {
  if (progress.state === "applied") console.log(`applied ${progress.name} in ${progress.ms} ms`);
  else if (progress.state === "waits") console.error(`waits ${progress.name}: ${progress.why}; tried again`);
  else console.error("waits for another process that migrates this database");
}
