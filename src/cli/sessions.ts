import { Command } from "commander";
import { loadConfig } from "../config.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { identifiers } from "./identifier.ts";
import { openStore } from "./operator-keys.ts";
import { jsonText } from "./output/plain.ts";
import { Table } from "./output/table.ts";
import { endSession } from "../services/access/oauth/end-grants.ts";

function listCommand(): Command {
  return new Command("list")
    .description(
      "List the sessions of people who are signed in, newest first, and whether a link or a passkey began them",
    )
    .option("--json", "print the sessions as JSON and nothing else")
    .addHelpText("after", "\nExample:\n  $ pda sessions list")
    .action(async ({ json }: { json?: true }) => {
      const config = loadConfig();
      const sessions = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        return await store.read.signInSessions.list();
      });
      if (json) {
        const items = sessions.map(
          ({ sessionId, credentialId, openedBy, openedAt, lastUsedAt, expiresAt }) => ({
            id: sessionId,
            credentialId,
            openedBy,
            openTime: openedAt,
            lastUseTime: lastUsedAt,
            expireTime: expiresAt,
          }),
        );
        return console.log(jsonText({ items }));
      }
      if (sessions.length === 0) return console.log("nobody is signed in");
      const rows = sessions.map(({ sessionId, credentialId, openedBy, openedAt, lastUsedAt, expiresAt }) => [
        sessionId,
        credentialId,
        openedBy,
        ...[openedAt, lastUsedAt, expiresAt].map((time) => time.toISOString()),
      ]);
      console.log(new Table(["id", "key", "by", "opened", "last used", "ends"]).lines(rows).join("\n"));
    });
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description(
      "Revoke sessions, or links that are not used yet; the tokens of the sessions stop working everywhere within 5 seconds",
    )
    .argument("<id...>", "identifiers of the sessions, ses_…", identifiers("ses"))
    .addHelpText("after", "\nExample:\n  $ pda sessions revoke ses_01h2xcejqtf2nbrexx3vqjhp41")
    .action(async (ids: string[]) => {
      const config = loadConfig();
      await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        for (const id of ids) {
          const found = await store.transact((tx) => endSession(tx, id));
          if (!found) throw new CommandError(`no session has the identifier ${id}`, "see: pda sessions list");
          console.log(`revoked ${id}`);
        }
      });
    });
}

/** `pda sessions` */
export function sessionsCommand(): Command {
  return new Command("sessions")
    .description("Show who is signed in, and end sessions")
    .addHelpText("after", "\nExample:\n  $ pda sessions list")
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}
