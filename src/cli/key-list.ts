import { Command } from "commander";
import { z } from "zod";
import { loadConfig } from "../config.ts";
import type { RegisteredCredential } from "../domain/access/credential.ts";
import { ownerIdOf } from "../store/credentials.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { keyIdentifier } from "./identifier.ts";
import { requireKey } from "./key-lookup.ts";
import { openStore } from "./operator-keys.ts";
import { jsonText } from "./output/plain.ts";
import { Table } from "./output/table.ts";

/** `pda keys list` */
export function listCommand(): Command {
  return new Command("list")
    .description(
      "List the API keys and the public keys of the operator and of publishers as a table, newest first",
    )
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
      if (json) return console.log(jsonText({ items: keys.map(shown) }));
      if (keys.length === 0)
        return console.log(
          time
            ? `no key was created since ${time.toISOString()}`
            : "no keys exist; create one: pda keys create --name <text>",
        );
      const table = new Table(Object.keys(columns));
      const rows = keys.map((key) => Object.values(columns).map((cell) => cell(key)));
      console.log(table.lines(rows).join("\n"));
    });
}

/** `pda keys show` */
export function showCommand(): Command {
  return new Command("show")
    .description("Show an API key or a public key of any owner, without its secret")
    .argument("<id>", "identifier of the key, key_… or pky_…", keyIdentifier)
    .option("--json", "print the key as JSON and nothing else")
    .addHelpText("after", "\nExample:\n  $ pda keys show key_01h2xcejqtf2nbrexx3vqjhp41")
    .action(async (id: string, { json }: { json?: true }) => {
      const config = loadConfig();
      const key = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        return await requireKey(store, id);
      });
      if (json) return console.log(jsonText(shown(key)));
      const members = Object.entries(shown(key)).filter(([, value]) => value !== undefined);
      console.log(
        new Table(["member", "value"])
          .lines(members.map(([name, value]) => [name, textOf(value)]))
          .join("\n"),
      );
    });
}

const columns: Readonly<Record<string, (key: RegisteredCredential) => string>> = {
  id: ({ credentialId }) => credentialId,
  status: ({ status }) => status,
  created: ({ createdAt }) => createdAt.toISOString(),
  owner: ({ owner }) => ownerIdOf(owner) ?? "operator",
  name: ({ name }) => name,
  rights: ({ role, scopes }) => role ?? scopes.join(","),
  from: ({ allowedNetworks }) => (allowedNetworks.length === 0 ? "everywhere" : allowedNetworks.join(",")),
  "last used": lastUseOf,
};

function lastUseOf({ lastUsedAt, lastUseAddress }: RegisteredCredential): string {
  if (!lastUsedAt) return "never";
  return `${lastUsedAt.toISOString()} from ${lastUseAddress ?? "an unknown address"}`;
}

/** Returns what is shown of a key: nothing of its secret or its public key. */
const shown = ({ owner, credentialId, name, status, role, scopes, ...key }: RegisteredCredential) => ({
  id: credentialId,
  owner: ownerIdOf(owner) ?? "operator",
  name,
  status,
  role,
  scopes,
  limits: key.limits,
  requestSigning: key.requestSigning,
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

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.join(" ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** @throws CommandError unless the text is a time with its zone */
function timeOf(text: string): Date {
  const parsed = z.iso.datetime({ offset: true }).safeParse(text);
  if (parsed.success) return new Date(parsed.data);
  throw new CommandError(
    `--since must be a time with its zone, not "${text}"`,
    "example: --since 2026-11-23T14:00:00Z",
  );
}
