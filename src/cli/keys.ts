import { Command } from "commander";
import { z } from "zod";
import { loadConfig } from "../config.ts";
import { rotateDataCommand } from "./data-keys.ts";
import type { RegisteredCredential } from "../domain/access/credential.ts";
import { isPublicKeyId } from "../domain/access/public-key.ts";
import { CREDENTIALS_LISTED_MAX, ownerIdOf } from "../store/credentials.ts";
import { withDatabase } from "./database.ts";
import { delegateCommand } from "./delegate.ts";
import { CommandError } from "./failure.ts";
import {
  checkName,
  checkNetworks,
  checkRights,
  collect,
  createOperatorKey,
  type GivenRights,
  openStore,
  roleHelp,
} from "./operator-keys.ts";
import { registerCommand } from "./public-keys.ts";
import { listSigningCommand, rotateSigningCommand } from "./signing-keys.ts";

const KEY_ID = /^(key|pky)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

interface CreateOptions extends GivenRights {
  readonly name: string;
  readonly fromNetwork: string[];
}

function createCommand(): Command {
  return new Command("create")
    .description("Create an API key of the operator; prints the key once and stores only its hash")
    .requiredOption("--name <text>", "purpose of the key, 1 to 100 characters (required)")
    .option("--role <role>", roleHelp)
    .option("--scope <scope>", "scope that the key gets; repeat for more", collect)
    .option(
      "--from-network <cidr>",
      "IP network from which the key may be used; repeat for more (default: from everywhere)",
      collect,
      [],
    )
    .addHelpText(
      "after",
      '\nExamples:\n  $ pda keys create --name "back office" --from-network 203.0.113.0/24\n  $ pda keys create --name "help desk" --role support\n  $ pda keys create --name registrar --scope merchants.admin --scope merchants.read',
    )
    .action(async ({ name, fromNetwork, ...given }: CreateOptions) => {
      const purpose = checkName(name);
      const rights = checkRights(given);
      const networks = checkNetworks(fromNetwork);
      const config = loadConfig();
      const { apiKey, secret } = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        return createOperatorKey(store, purpose, rights, networks);
      });
      console.log(`id      ${apiKey.credentialId}`);
      if (apiKey.role !== undefined) console.log(`role    ${apiKey.role}`);
      console.log(`scopes  ${apiKey.scopes.join(" ")}`);
      if (networks.length > 0) console.log(`from    ${networks.join(" ")}`);
      console.log(`key     ${secret}`);
      console.log("Store the key now: it is not shown again.");
    });
}

function listCommand(): Command {
  return new Command("list")
    .description("List the API keys and the public keys of the operator and of publishers, newest first")
    .option("--since <time>", "the keys of all owners, merchants included, that were created since then")
    .option("--json", "print the keys as JSON and nothing else")
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda keys list\n  $ pda keys list --since 2026-11-23T14:00:00Z --json",
    )
    .action(async ({ since, json }: { since?: string; json?: true }) => {
      const time = since === undefined ? undefined : timeOf(since);
      const config = loadConfig();
      const keys = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        const kinds = [store.read.apiKeys, store.read.publicKeys];
        const found = kinds.map((kind) => (time ? kind.listCreatedSince(time) : kind.listOperatorKeys()));
        return (await Promise.all<RegisteredCredential[]>(found)).flat();
      });
      if (json) return console.log(JSON.stringify({ items: keys.map(shown) }, null, 2));
      if (keys.length === 0)
        console.log(
          time
            ? `no key was created since ${time.toISOString()}`
            : "no keys exist; create one: pda keys create --name <text>",
        );
      for (const key of keys) {
        const { credentialId, owner, status, createdAt, name, scopes, role, allowedNetworks } = key;
        const whose = ownerIdOf(owner) ?? "operator";
        const from = allowedNetworks.length === 0 ? "from everywhere" : `from ${allowedNetworks.join(",")}`;
        console.log(
          [
            credentialId,
            status.padEnd(7),
            createdAt.toISOString(),
            whose,
            name,
            role ?? scopes.join(","),
            from,
            lastUseOf(key),
          ].join("  "),
        );
      }
      if (keys.length >= CREDENTIALS_LISTED_MAX)
        console.log(`the newest ${CREDENTIALS_LISTED_MAX} keys of each kind are shown`);
    });
}

/** Returns what `--json` shows of a key: nothing of its secret or its public key. */
const shown = ({ owner, credentialId, name, status, role, scopes, ...key }: RegisteredCredential) => ({
  id: credentialId,
  owner: ownerIdOf(owner) ?? "operator",
  name,
  status,
  role,
  scopes,
  deviceId: key.device?.deviceId,
  createTime: key.createdAt,
  expireTime: key.expiresAt,
  revokeTime: key.revokedAt,
  allowedNetworks: key.allowedNetworks,
  lastUseTime: key.lastUsedAt,
  lastUseAddress: key.lastUseAddress,
  replaces: key.replaces,
  replacedBy: key.replacedBy,
});

/** @throws CommandError unless the text is a time with its zone */
function timeOf(text: string): Date {
  const parsed = z.iso.datetime({ offset: true }).safeParse(text);
  if (parsed.success) return new Date(parsed.data);
  throw new CommandError(
    `--since must be a time with its zone, not "${text}"`,
    "example: --since 2026-11-23T14:00:00Z",
  );
}

function lastUseOf({ lastUsedAt, lastUseAddress }: RegisteredCredential): string {
  if (!lastUsedAt) return "never used";
  return `last used ${lastUsedAt.toISOString()} from ${lastUseAddress ?? "an unknown address"}`;
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description(
      "Revoke API keys and public keys of any owner; they stop working everywhere within 5 seconds",
    )
    .argument("<id...>", "identifiers of the keys, key_… or pky_…")
    .addHelpText("after", "\nExample:\n  $ pda keys revoke key_01h2xcejqtf2nbrexx3vqjhp41")
    .action(async (ids: string[]) => {
      const wrong = ids.find((id) => !KEY_ID.test(id));
      if (wrong !== undefined)
        throw new CommandError(
          `"${wrong}" is not the identifier of a key (key_… or pky_…)`,
          "see: pda keys list",
        );
      const config = loadConfig();
      await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        for (const id of ids) {
          const kind = isPublicKeyId(id) ? "publicKeys" : "apiKeys";
          if (!(await store.read[kind].find(id)))
            throw new CommandError(`no key has the identifier ${id}`, "see: pda keys list");
          await store.transact<unknown>((tx) => tx[kind].revoke(id));
          console.log(`revoked ${id}`);
        }
      });
    });
}

/** `pda keys` */
export function keysCommand(): Command {
  return new Command("keys")
    .description("Manage the operator's API keys and public keys, and the service's signing keys")
    .addHelpText("after", '\nExamples:\n  $ pda keys list\n  $ pda keys create --name "back office"')
    .addCommand(createCommand())
    .addCommand(registerCommand())
    .addCommand(delegateCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand())
    .addCommand(listSigningCommand())
    .addCommand(rotateSigningCommand())
    .addCommand(rotateDataCommand());
}
