import { Command } from "commander";
import { loadConfig } from "../config.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { identifiers, keyIdentifier } from "./identifier.ts";
import { requireKey } from "./key-lookup.ts";
import { openStore } from "./operator-keys.ts";
import { jsonText } from "./output/plain.ts";
import { Table } from "./output/table.ts";

const KEY = "API key or public key that the person signs in as, or one that it has replaced (required)";

function listCommand(): Command {
  return new Command("list")
    .description("List the passkeys of a key, oldest first; they stay with the keys that replace the key")
    .requiredOption("--key <id>", KEY, keyIdentifier)
    .option("--json", "print the passkeys as JSON and nothing else")
    .addHelpText("after", "\nExample:\n  $ pda sign-in passkeys list --key key_01h2xcejqtf2nbrexx3vqjhp41")
    .action(async ({ key: credentialId, json }: { key: string; json?: true }) => {
      const config = loadConfig();
      const passkeys = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        await requireKey(store, credentialId);
        return await store.read.passkeys.listOf(await store.read.passkeys.firstOf(credentialId));
      });
      if (json) {
        const items = passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
          id: passkeyId,
          name,
          createTime: createdAt,
          ...(lastUsedAt ? { lastUseTime: lastUsedAt } : {}),
        }));
        return console.log(jsonText({ items }));
      }
      if (passkeys.length === 0) return console.log("the key has no passkeys");
      const rows = passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => [
        passkeyId,
        name,
        createdAt.toISOString(),
        lastUsedAt?.toISOString() ?? "never",
      ]);
      console.log(new Table(["id", "name", "added", "last used"]).lines(rows).join("\n"));
    });
}

function removeCommand(): Command {
  return new Command("remove")
    .description(
      "Remove passkeys of a key, for a person who has lost them; sessions go on until they are revoked",
    )
    .argument("<id...>", "identifiers of the passkeys, psk_…", identifiers("psk"))
    .requiredOption("--key <id>", KEY, keyIdentifier)
    .addHelpText(
      "after",
      "\nExample:\n  $ pda sign-in passkeys remove psk_01h2xcejqtf2nbrexx3vqjhp41 --key key_01h2xcejqtf2nbrexx3vqjhp41",
    )
    .action(async (ids: string[], { key: credentialId }: { key: string }) => {
      const hint = `see: pda sign-in passkeys list --key ${credentialId}`;
      const config = loadConfig();
      await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        await requireKey(store, credentialId);
        const first = await store.read.passkeys.firstOf(credentialId);
        for (const id of ids) {
          if (!(await store.transact((tx) => tx.passkeys.remove(first, id))))
            throw new CommandError(`the key ${credentialId} has no passkey ${id}`, hint);
          console.log(`removed ${id}`);
        }
      });
    });
}

/** `pda sign-in passkeys` */
export function passkeysCommand(): Command {
  return new Command("passkeys")
    .description("Show the passkeys of a key, and remove them")
    .addHelpText("after", "\nExample:\n  $ pda sign-in passkeys list --key key_01h2xcejqtf2nbrexx3vqjhp41")
    .addCommand(listCommand())
    .addCommand(removeCommand());
}
