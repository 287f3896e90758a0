import { readFileSync } from "node:fs";
import { Command } from "commander";
import { loadConfig } from "../config.ts";
import type { KeyMaterial } from "../domain/access/public-key.ts";
import { newId } from "../domain/identifier/identifier.ts";
import { naming } from "../files/error.ts";
import { Taken } from "../store/constraints.ts";
import { TrustInputError } from "../trust/error.ts";
import { parseRegisteredKey } from "../trust/registered-key.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import {
  checkName,
  checkNetworks,
  checkRights,
  collect,
  type GivenRights,
  openStore,
  roleOption,
} from "./operator-keys.ts";

interface RegisterOptions extends GivenRights {
  readonly name: string;
  readonly publicKey: string;
  readonly fromNetwork?: string[];
}

/** `pda keys register` */
export function registerCommand(): Command {
  return new Command("register")
    .description("Register a public key of the operator, whose private key signs a JWT for each request")
    .requiredOption("--name <text>", "purpose of the key, 1 to 100 characters (required)")
    .requiredOption(
      "--public-key <file>",
      "file with the public key in PEM: P-256, Ed25519 or RSA (required)",
    )
    .addOption(roleOption())
    .option("--scope <scope>", "scope that the key gets; repeat for more", collect)
    .option(
      "--from-network <cidr>",
      "IP network from which the key may be used; repeat for more (default: from everywhere)",
      collect,
    )
    .addHelpText(
      "after",
      '\nExample:\n  $ openssl genpkey -algorithm ed25519 -out office.key\n  $ openssl pkey -in office.key -pubout -out office.pub\n  $ pda keys register --name "back office" --public-key office.pub',
    )
    .action(async ({ name, publicKey, fromNetwork = [], ...given }: RegisterOptions) => {
      const credential = {
        credentialId: newId("publicKey"),
        owner: { kind: "operator" },
        name: checkName(name),
        ...checkRights(given),
        allowedNetworks: checkNetworks(fromNetwork),
      } as const;
      const material = readKey(publicKey);
      const config = loadConfig();
      const key = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        return await store.transact((tx) => tx.publicKeys.insert(credential, material)).catch(explainTaken);
      });
      console.log(`id         ${key.credentialId}`);
      console.log(`algorithm  ${key.algorithm}`);
      if (key.role !== undefined) console.log(`role       ${key.role}`);
      console.log(`scopes     ${key.scopes.join(" ")}`);
      if (key.allowedNetworks.length > 0) console.log(`from       ${key.allowedNetworks.join(" ")}`);
      console.log(`audience   ${config.publicUrl}`);
    });
}

/** @throws CommandError unless the file has one public key that can be registered */
function readKey(file: string): KeyMaterial {
  const text = naming(file, () => readFileSync(file, "utf8"));
  try {
    return parseRegisteredKey(text);
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    throw new CommandError(
      `${file} is not one public key in PEM, of type P-256, Ed25519 or RSA with 2,048 to 4,096 bits`,
      "write it from the private key: openssl pkey -in <private key> -pubout -out <file>",
    );
  }
}

function explainTaken(error: unknown): never {
  if (!(error instanceof Taken)) throw error;
  throw new CommandError("the key is registered already, perhaps revoked or expired", "generate a new key");
}
