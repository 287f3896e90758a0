import { Command } from "commander";
import { scopes } from "../../gen/rest/operations.ts";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { loadConfig } from "../config.ts";
import { Failure } from "../rpc/failure.ts";
import { apiKeys } from "../services/credentials/api-keys.ts";
import { rotateCredential } from "../services/credentials/rotate.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { keyIdentifier } from "./identifier.ts";
import { requireKey } from "./key-lookup.ts";
import { openStore } from "./operator-keys.ts";

const HOUR_SECONDS = 3_600;
const OVERLAP_HOURS_MAX = 720;

/** Whoever has the database and the data key is the operator with all rights. */
const machine = {
  kind: PrincipalKind.PRINCIPAL_KIND_OPERATOR,
  tenantId: "",
  credentialId: "",
  scopes: [...scopes],
};

/** `pda keys rotate` */
export function rotateCommand(): Command {
  return new Command("rotate")
    .description(
      "Replace an API key of the operator by a new one with the same rights; prints the new key once",
    )
    .argument("<id>", "identifier of the key, key_…", keyIdentifier)
    .option("--overlap <hours>", "hours for which the old key is still accepted, 0 to 720", "24")
    .addHelpText(
      "after",
      "\nA public key is replaced by registering another one: pda keys register.\n\nExamples:\n  $ pda keys rotate key_01h2xcejqtf2nbrexx3vqjhp41\n  $ pda keys rotate key_01h2xcejqtf2nbrexx3vqjhp41 --overlap 1",
    )
    .action(async (id: string, { overlap }: { overlap: string }) => {
      if (id.startsWith("pky_"))
        throw new CommandError(
          `${id} is a public key, whose new private key only its owner makes`,
          "register the new public key: pda keys register; then: pda keys revoke",
        );
      const overlapSeconds = overlapOf(overlap);
      const config = loadConfig();
      const { apiKey, secret } = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        const { owner } = await requireKey(store, id);
        if (owner.kind !== "operator")
          throw new CommandError(
            `${id} is a key of a ${owner.kind}, whose new secret the ${owner.kind} has to get`,
            "the owner rotates it by the interface; to end it: pda keys revoke",
          );
        const rotation = { owner, credentialId: id, request: { overlapSeconds, allowedNetworks: [] } };
        // Awaited here, because the store is closed when this function returns.
        return await store
          .transact((tx) => rotateCredential(apiKeys, tx, { ...rotation, material: undefined }, machine))
          .catch(explained);
      });
      console.log(`id        ${apiKey.credentialId}`);
      console.log(`replaces  ${id}`);
      console.log(`key       ${secret}`);
      console.log(
        `Store the key now: it is not shown again. The old key is accepted for ${overlap} more hours.`,
      );
    });
}

/** @throws CommandError */
function overlapOf(hours: string): number {
  const given = Number(hours);
  if (/^\d{1,3}$/.test(hours) && given <= OVERLAP_HOURS_MAX) return given * HOUR_SECONDS;
  throw new CommandError(
    `--overlap must be a whole number of hours, not "${hours}"`,
    `give 0 to ${OVERLAP_HOURS_MAX}`,
  );
}

function explained(error: unknown): never {
  if (error instanceof Failure && error.entry !== "INTERNAL")
    throw new CommandError(error.message.replace(/\.$/, ""), "see: pda keys list");
  throw error;
}
