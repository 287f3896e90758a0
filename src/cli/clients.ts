import { Command } from "commander";
import { type Config, loadConfig } from "../config.ts";
import type { AccessCertificate } from "../domain/access/certificate.ts";
import { isAccepted, type RegisteredCredential } from "../domain/access/credential.ts";
import { ownerIdOf } from "../store/credentials.ts";
import { withDatabase } from "./database.ts";
import { openStore } from "./operator-keys.ts";
import { jsonText } from "./output/plain.ts";
import { Table } from "./output/table.ts";

/** Who may ask the embedded authorisation server for access tokens. */
interface Client {
  /** The `client_id`. */
  readonly id: string;
  /** How the client authenticates: RFC 7523, RFC 8705; `none` for a program that is a public client. */
  readonly authentication: "private_key_jwt" | "tls_client_auth" | "none";
  /** Whom the tokens of the client call for. */
  readonly owner: string;
  readonly name?: string;
  /** Absent for a program that may ask for everything that the person may do who signs in. */
  readonly scopes?: readonly string[];
  readonly role?: string;
  readonly expireTime?: Date;
  readonly redirectUris?: readonly string[];
}

function listCommand(): Command {
  return new Command("list")
    .description(
      "List the clients of the embedded authorisation server: programs of the settings, and the public keys and access certificates that are in force",
    )
    .option("--json", "print the clients as JSON and nothing else")
    .addHelpText("after", "\nExamples:\n  $ pda clients list\n  $ pda clients list --json")
    .action(async ({ json }: { json?: true }) => {
      const config = loadConfig();
      const registered = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        const keys = await store.read.publicKeys.listCreatedSince(new Date(0));
        const certificates = await store.read.accessCertificates.listInForce();
        return [...keys.filter((key) => isAccepted(key)).map(ofKey), ...certificates.map(ofCertificate)];
      });
      const clients = [...programs(config), ...registered];
      if (json) return console.log(jsonText({ items: clients }));
      if (clients.length === 0)
        console.log("no clients exist; register a public key: pda keys register --help");
      else {
        const table = new Table(Object.keys(columns));
        console.log(
          table.lines(clients.map((client) => Object.values(columns).map((cell) => cell(client)))).join("\n"),
        );
      }
      if (!config.oauth.server.enabled)
        console.log("the authorisation server is off (oauth.server.enabled), so no client gets a token");
    });
}

const columns: Readonly<Record<string, (client: Client) => string>> = {
  id: ({ id }) => id,
  authentication: ({ authentication }) => authentication,
  owner: ({ owner }) => owner,
  name: ({ name }) => name ?? "-",
  rights: ({ role, scopes }) => role ?? scopes?.join(",") ?? "those of the person",
  ends: ({ expireTime }) => expireTime?.toISOString() ?? "-",
};

const programs = ({ oauth }: Config): Client[] =>
  oauth.server.clients.map(({ id, name, redirectUris, jwks, scopes }) => ({
    id,
    authentication: jwks ? "private_key_jwt" : "none",
    owner: "who signs in",
    name,
    ...(scopes ? { scopes } : {}),
    redirectUris,
  }));

const ofKey = ({ credentialId, owner, name, scopes, role, expiresAt }: RegisteredCredential): Client => ({
  id: credentialId,
  authentication: "private_key_jwt",
  owner: ownerIdOf(owner) ?? "operator",
  name,
  scopes,
  ...(role === undefined ? {} : { role }),
  ...(expiresAt ? { expireTime: expiresAt } : {}),
});

const ofCertificate = ({ certificateId, holder, scopes, role, notAfter }: AccessCertificate): Client => ({
  id: certificateId,
  authentication: "tls_client_auth",
  owner: (holder.kind === "merchant" && holder.deviceId) || (ownerIdOf(holder) ?? ""),
  scopes,
  ...(role === undefined ? {} : { role }),
  expireTime: notAfter,
});

/** `pda clients` */
export function clientsCommand(): Command {
  return new Command("clients")
    .description("Show who may ask the embedded authorisation server for access tokens")
    .addHelpText("after", "\nExample:\n  $ pda clients list")
    .addCommand(listCommand());
}
