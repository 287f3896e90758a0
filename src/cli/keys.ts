import { Command } from "commander";
import { loadConfig } from "../config.ts";
import { rotateDataCommand } from "./data-keys.ts";
import { isPublicKeyId } from "../domain/access/public-key.ts";
import { revokeDelegation } from "../services/access/revoked-delegations.ts";
import { isDelegationId } from "../trust/delegation.ts";
import { withDatabase } from "./database.ts";
import { delegateCommand } from "./delegate.ts";
import {
  checkName,
  checkNetworks,
  checkRights,
  collect,
  createOperatorKey,
  type GivenRights,
  openStore,
  roleOption,
} from "./operator-keys.ts";
import { CommandError } from "./failure.ts";
import { listCommand, showCommand } from "./key-list.ts";
import { identifiers } from "./identifier.ts";
import { requireKey } from "./key-lookup.ts";
import { rotateCommand } from "./rotate-key.ts";
import { registerCommand } from "./public-keys.ts";
import { listSigningCommand, rotateSigningCommand } from "./signing-keys.ts";

interface CreateOptions extends GivenRights {
  readonly name: string;
  readonly fromNetwork?: string[];
}

function createCommand(): Command {
  return new Command("create")
    .description("Create an API key of the operator; prints the key once and stores only its hash")
    .requiredOption("--name <text>", "purpose of the key, 1 to 100 characters (required)")
    .addOption(roleOption())
    .option("--scope <scope>", "scope that the key gets; repeat for more", collect)
    .option(
      "--from-network <cidr>",
      "IP network from which the key may be used; repeat for more (default: from everywhere)",
      collect,
    )
    .addHelpText(
      "after",
      '\nExamples:\n  $ pda keys create --name "back office" --from-network 203.0.113.0/24\n  $ pda keys create --name "help desk" --role support\n  $ pda keys create --name registrar --scope merchants.admin --scope merchants.read',
    )
    .action(async ({ name, fromNetwork = [], ...given }: CreateOptions) => {
      const purpose = checkName(name);
      const rights = checkRights(given);
      const networks = checkNetworks(fromNetwork);
      const config = loadConfig();
      const { apiKey, secret } = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        return await createOperatorKey(store, purpose, rights, networks);
      });
      console.log(`id      ${apiKey.credentialId}`);
      if (apiKey.role !== undefined) console.log(`role    ${apiKey.role}`);
      console.log(`scopes  ${apiKey.scopes.join(" ")}`);
      if (networks.length > 0) console.log(`from    ${networks.join(" ")}`);
      console.log(`key     ${secret}`);
      console.log("Store the key now: it is not shown again.");
    });
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description(
      "Revoke API keys and public keys of any owner; they stop working everywhere within 5 seconds",
    )
    .argument("<id...>", "identifiers of the keys, key_… or pky_…", identifiers("key", "pky"))
    .option("--delegation <jti>", "only this delegation of the public key, by its claim jti")
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda keys revoke key_01h2xcejqtf2nbrexx3vqjhp41\n  $ pda keys revoke pky_01kf05yaj0fg8rwbaz19nqs3cy --delegation 7f5f2c1e",
    )
    .action(async (ids: string[], { delegation }: { readonly delegation?: string }) => {
      if (delegation !== undefined) return revokeOneDelegation(ids, delegation);
      const config = loadConfig();
      await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        for (const id of ids) {
          await requireKey(store, id);
          const kind = isPublicKeyId(id) ? "publicKeys" : "apiKeys";
          await store.transact<unknown>((tx) => tx[kind].revoke(id));
          console.log(`revoked ${id}`);
        }
      });
    });
}

/** @throws CommandError unless the delegation is named with one public key, which exists */
async function revokeOneDelegation(ids: readonly string[], delegationId: string): Promise<void> {
  const [credentialId = ""] = ids;
  if (ids.length > 1 || !isPublicKeyId(credentialId) || !isDelegationId(delegationId))
    throw new CommandError(
      "a delegation is named by one public key and by its jti, 1 to 64 visible ASCII characters",
      "give the kid and the jti of the delegation: pda keys revoke <kid> --delegation <jti>",
    );
  const config = loadConfig();
  await withDatabase(config, async (url) => {
    await using store = await openStore(config, url);
    await requireKey(store, credentialId);
    await store.transact((tx) => revokeDelegation(tx, { credentialId, delegationId }));
    console.log(`revoked the delegation ${delegationId} of ${credentialId}`);
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
    .addCommand(showCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand())
    .addCommand(listSigningCommand())
    .addCommand(rotateSigningCommand())
    .addCommand(rotateDataCommand());
}
