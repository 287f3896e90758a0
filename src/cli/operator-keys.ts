import { dirname, join } from "node:path";
import { Option } from "commander";
import { scopes as contractScopes } from "../../gen/rest/operations.ts";
import { nearest } from "../config/names.ts";
import type { Config } from "../config.ts";
import { type ApiKey, hashApiKey, newApiKeySecret } from "../domain/access/api-key.ts";
import type { NewCredential } from "../domain/access/credential.ts";
import { rolesOf, scopesOfRole } from "../domain/access/role.ts";
import { canonicalNetwork } from "../domain/access/source-network.ts";
import { newId } from "../domain/identifier/identifier.ts";
import { privateDirectory, writeAtomically } from "../pki/files.ts";
import type { Store, Transaction } from "../store/store.ts";
import { CommandError } from "./failure.ts";

/** As the contract says of `allowed_networks`, and a constraint of the database. */
const NETWORKS_MAX = 20;

/** Opens the store of a database for one command. Its code is loaded only here, because most commands do without it. */
export async function openStore(config: Config, url: string): Promise<Store> {
  const { Store } = await import("../store/store.ts");
  return new Store({ url, poolMax: 2, statementTimeoutMs: config.database.statementTimeoutMs });
}

/** Collects an option that may be repeated or has items between commas. */
export const collect = (value: string, before: string[] = []): string[] => [
  ...before,
  ...value.split(",").filter((item) => item !== ""),
];

/** Returns the name of a key without blanks around it. @throws CommandError for one that is empty or too long */
export function checkName(name: string): string {
  if (name.trim() === "" || name.length > 100)
    throw new CommandError("--name must have 1 to 100 characters", "use a shorter, non-empty name");
  return name.trim();
}

/** Returns the given scopes, sorted. @throws CommandError for an unknown scope */
export function checkScopes(given: readonly string[]): string[] {
  for (const scope of given) {
    if ((contractScopes as readonly string[]).includes(scope)) continue;
    const known = nearest(scope, contractScopes);
    throw new CommandError(
      `unknown scope "${scope}"${known ? `; did you mean ${known}?` : ""}`,
      `the scopes are: ${contractScopes.join(", ")}`,
    );
  }
  return [...new Set(given)].sort();
}

/** What a key of the operator may do. */
export interface GivenRights {
  readonly scope?: string[];
  readonly role?: string;
}

/** Returns the scopes of a new key, and its role; the role admin when nothing is given. @throws CommandError */
export function checkRights({ scope, role }: GivenRights): Pick<NewCredential, "scopes" | "role"> {
  if (scope && scope.length > 0) {
    if (role !== undefined)
      throw new CommandError("--role and --scope exclude each other", "give the role, or scopes");
    return { scopes: checkScopes(scope) };
  }
  const name = role ?? "admin";
  const scopes = scopesOfRole("operator", name);
  if (scopes) return { scopes, role: name };
  throw new CommandError(
    `the operator has no role "${name}"`,
    `the roles are: ${rolesOf("operator")
      .map((each) => each.name)
      .join(", ")}`,
  );
}

/** `--role`. `checkRights` refuses other roles, with the next step. */
export const roleOption = (): Option =>
  new Option("--role <role>", "role of the key (default: admin, unless scopes are given)")
    .choices(rolesOf("operator").map(({ name }) => name))
    .argParser(String);

/** Returns the given networks without repeats. @throws CommandError for a text that is not a canonical IP network */
export function checkNetworks(given: readonly string[]): string[] {
  for (const network of given) {
    const canonical = canonicalNetwork(network);
    if (canonical === network) continue;
    throw new CommandError(
      `"${network}" is not an IP network in CIDR form`,
      canonical === undefined ? "write one such as 203.0.113.0/24 or 2001:db8::/32" : `write it ${canonical}`,
    );
  }
  const networks = [...new Set(given)];
  if (networks.length > NETWORKS_MAX)
    throw new CommandError(`a key has at most ${NETWORKS_MAX} networks`, "name fewer, larger networks");
  return networks;
}

type Rights = Pick<NewCredential, "scopes" | "role">;

/** Creates an API key of the operator. Returns the secret once; the store keeps only its hash. */
export function createOperatorKey(
  store: Store,
  name: string,
  rights: Rights,
  allowedNetworks: readonly string[] = [],
): Promise<{ apiKey: ApiKey; secret: string }> {
  return store.transact((tx) => insertOperatorKey(tx, name, rights, allowedNetworks));
}

async function insertOperatorKey(
  tx: Transaction,
  name: string,
  rights: Rights,
  allowedNetworks: readonly string[] = [],
): Promise<{ apiKey: ApiKey; secret: string }> {
  const credentialId = newId("apiKey");
  const secret = newApiKeySecret(credentialId);
  const key = { credentialId, owner: { kind: "operator" }, name, ...rights, allowedNetworks } as const;
  return { apiKey: await tx.apiKeys.insert(key, hashApiKey(secret)), secret };
}

/** Returns the file in which a sandbox stores the operator's first key for `pda demo`. Production mode stores no key. */
export function sandboxKeyFile({ dataDir }: Config): string {
  return join(dataDir, "keys", "operator.key");
}

/** The operator's first key. */
interface FirstKey {
  /** The new key; absent when none was made. */
  readonly key?: string;
  /** True when no key exists, and none was made. */
  readonly isMissing?: boolean;
}

/**
 * Creates the operator's first key at the first start, unless an operator key exists, active or revoked. In production it makes one only for
 * a person to read: what a service prints stays in the logs of the machine.
 */
export async function firstOperatorKey(
  config: Config,
  store: Store,
  isRead = process.stdout.isTTY,
): Promise<FirstKey> {
  if (await store.read.apiKeys.existsOfOperator()) return {};
  if (config.mode === "production" && !isRead) return { isMissing: true };
  const secret = await store.transact(async (tx) => {
    // Another pda up on the same database may make the key at this moment.
    await tx.apiKeys.lockOperatorKeys();
    if (await tx.apiKeys.existsOfOperator()) return undefined;
    return (await insertOperatorKey(tx, "first operator key", checkRights({ role: "admin" }))).secret;
  });
  if (secret === undefined) return {};
  if (config.mode === "sandbox") {
    const file = sandboxKeyFile(config);
    privateDirectory(dirname(file));
    writeAtomically(file, `${secret}\n`);
  }
  return { key: secret };
}
