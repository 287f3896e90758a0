import { Command } from "commander";
import { loadConfig } from "../config.ts";
import type { ApiKey } from "../domain/access/api-key.ts";
import { rotateDataCommand } from "./data-keys.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { checkNetworks, checkScopes, createOperatorKey, openStore } from "./operator-keys.ts";
import { listSigningCommand, rotateSigningCommand } from "./signing-keys.ts";

const KEY_ID = /^key_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

const collect = (value: string, before: string[] = []) => [
  ...before,
  ...value.split(",").filter((item) => item !== ""),
];

interface CreateOptions {
  readonly name: string;
  readonly scope?: string[];
  readonly fromNetwork: string[];
}

function createCommand(): Command {
  return new Command("create")
    .description("Create an API key of the operator; prints the key once and stores only its hash")
    .requiredOption("--name <text>", "purpose of the key, 1 to 100 characters (required)")
    .option("--scope <scope>", "scope that the key gets; repeat for more (default: all scopes)", collect)
    .option(
      "--from-network <cidr>",
      "IP network from which the key may be used; repeat for more (default: from everywhere)",
      collect,
      [],
    )
    .addHelpText(
      "after",
      '\nExamples:\n  $ pda keys create --name "back office" --from-network 203.0.113.0/24\n  $ pda keys create --name registrar --scope merchants.admin --scope merchants.read',
    )
    .action(async ({ name, scope, fromNetwork }: CreateOptions) => {
      if (name.trim() === "" || name.length > 100)
        throw new CommandError("--name must have 1 to 100 characters", "use a shorter, non-empty name");
      const scopes = checkScopes(scope);
      const networks = checkNetworks(fromNetwork);
      const config = loadConfig();
      const { apiKey, secret } = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        return createOperatorKey(store, name.trim(), scopes, networks);
      });
      console.log(`id      ${apiKey.apiKeyId}`);
      console.log(`scopes  ${apiKey.scopes.join(" ")}`);
      if (networks.length > 0) console.log(`from    ${networks.join(" ")}`);
      console.log(`key     ${secret}`);
      console.log("Store the key now: it is not shown again.");
    });
}

function listCommand(): Command {
  return new Command("list")
    .description("List the API keys of the operator and of publishers, newest first")
    .addHelpText("after", "\nExample:\n  $ pda keys list")
    .action(async () => {
      const config = loadConfig();
      const keys = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        return store.read.apiKeys.listOperatorKeys();
      });
      if (keys.length === 0) console.log("no keys exist; create one: pda keys create --name <text>");
      for (const key of keys) {
        const { apiKeyId, owner, status, createdAt, name, scopes, allowedNetworks } = key;
        const whose = owner.kind === "publisher" ? owner.publisherId : owner.kind;
        const from = allowedNetworks.length === 0 ? "from everywhere" : `from ${allowedNetworks.join(",")}`;
        console.log(
          [
            apiKeyId,
            status.padEnd(7),
            createdAt.toISOString(),
            whose,
            name,
            scopes.join(","),
            from,
            lastUseOf(key),
          ].join("  "),
        );
      }
    });
}

function lastUseOf({ lastUsedAt, lastUseAddress }: ApiKey): string {
  if (!lastUsedAt) return "never used";
  return `last used ${lastUsedAt.toISOString()} from ${lastUseAddress ?? "an unknown address"}`;
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description("Revoke an API key; it stops working everywhere within 5 seconds")
    .argument("<id>", "identifier of the key, key_…")
    .addHelpText("after", "\nExample:\n  $ pda keys revoke key_01h2xcejqtf2nbrexx3vqjhp41")
    .action(async (id: string) => {
      if (!KEY_ID.test(id))
        throw new CommandError(`"${id}" is not the identifier of an API key (key_…)`, "see: pda keys list");
      const config = loadConfig();
      await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        if (!(await store.read.apiKeys.withHash(id)))
          throw new CommandError(`no API key has the identifier ${id}`, "see: pda keys list");
        await store.transact((tx) => tx.apiKeys.revoke(id));
      });
      console.log(`revoked ${id}`);
    });
}

/** `pda keys` */
export function keysCommand(): Command {
  return new Command("keys")
    .description("Manage the operator's API keys and the service's signing keys")
    .addHelpText("after", '\nExamples:\n  $ pda keys list\n  $ pda keys create --name "back office"')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
    .addCommand(listSigningCommand())
    .addCommand(rotateSigningCommand())
    .addCommand(rotateDataCommand());
}
