import { Command } from "commander";
import { loadConfig } from "../config.ts";
import { migrate, pendingMigrations } from "../store/migrate.ts";
import { withDatabase } from "./database.ts";

/** `pda migrate`: brings the schema up to date. */
export function migrateCommand(): Command {
  return new Command("migrate")
    .description("Bring the database schema up to date; safe to run twice and from several machines")
    .option("--list", "only say what would be applied")
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda migrate\n  $ DATABASE_URL=postgres://pda@db.example/pda pda migrate --list",
    )
    .action(async ({ list }: { list?: boolean }) => {
      const config = loadConfig();
      const work = list ? pendingMigrations : migrate;
      const names = await withDatabase(config, work, { migrated: false });
      for (const name of names) console.log(`${list ? "pending" : "applied"} ${name}`);
      console.log(names.length > 0 ? `${names.length} migration(s)` : "the schema is up to date");
    });
}
