import { Command } from "commander";
import { loadConfig } from "../config.ts";
import {
  COMPROMISED_KEY_USED_SECONDS,
  KEYS_MAX_AGE_SECONDS,
  ROTATION_LEAD_SECONDS,
  SIGNING_PURPOSES,
  type SigningPurpose,
} from "../domain/signing/signing-key.ts";
import { dataKeySource } from "../platform/data-key.ts";
import { Sealer } from "../rpc/seal.ts";
import { DataKeys } from "../services/data-keys/data-keys.ts";
import { rotateSigningKey } from "../services/signing/signing-keys.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { openStore } from "./operator-keys.ts";
import { jsonText } from "./output/plain.ts";
import { Table } from "./output/table.ts";

const words: Record<string, SigningPurpose> = {
  receipts: "receipt",
  "status-lists": "status_list",
  "access-tokens": "access_token",
  answers: "answer",
  webhooks: "webhook",
};

function purposesOf(given: string | undefined): readonly SigningPurpose[] {
  if (given === undefined) return SIGNING_PURPOSES;
  const purpose = words[given];
  if (!purpose)
    throw new CommandError(
      `unknown purpose "${given}" of --for`,
      `use one of: ${Object.keys(words).join(", ")}`,
    );
  return [purpose];
}

/** `pda keys signing` */
export function listSigningCommand(): Command {
  return new Command("signing")
    .description(
      "List the published keys that the service signs receipts, status lists, access tokens, answers and webhooks with",
    )
    .option("--json", "print the list as JSON and nothing else")
    .addHelpText("after", "\nExamples:\n  $ pda keys signing\n  $ pda keys signing --json")
    .action(async ({ json }: { readonly json?: true }) => {
      const config = loadConfig();
      const keys = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        return await store.read.signingKeys.published();
      });
      if (json) {
        const items = keys.map(({ keyId, purpose, signsFrom, signsUntil, publishedUntil }) => ({
          keyId,
          purpose,
          signFromTime: signsFrom,
          signUntilTime: signsUntil,
          publishUntilTime: publishedUntil,
        }));
        return console.log(jsonText({ items }));
      }
      if (keys.length === 0)
        return console.log("no signing keys exist yet: the core creates them at its first start");
      const rows = keys.map(({ keyId, purpose, signsFrom, signsUntil, publishedUntil }) => [
        keyId,
        purpose,
        ...[signsFrom, signsUntil, publishedUntil].map((time) => time?.toISOString() ?? "-"),
      ]);
      const head = ["key", "purpose", "signs from", "signs until", "published until"];
      console.log(new Table(head).lines(rows).join("\n"));
    });
}

/** `pda keys rotate-signing` */
export function rotateSigningCommand(): Command {
  return new Command("rotate-signing")
    .description("Replace the keys that the service signs with; publishes each new key before it signs")
    .option(
      "--for <purpose>",
      "receipts (also signs passes), status-lists, access-tokens, answers or webhooks (default: all)",
    )
    .option(
      "--compromised",
      "replace at once; signatures of this and all earlier keys become invalid, also those of passes",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda keys rotate-signing\n  $ pda keys rotate-signing --for receipts --compromised",
    )
    .action(async (options: { for?: string; compromised?: boolean }) => {
      const purposes = purposesOf(options.for);
      const config = loadConfig();
      await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        const source = dataKeySource(config);
        const readOuterKey = () => source.read();
        using keys = new DataKeys({ store, outerKey: await readOuterKey(), readOuterKey });
        await keys.load();
        const sealer = new Sealer(keys);
        for (const purpose of purposes) {
          const known = (await store.read.signingKeys.published()).some((key) => key.purpose === purpose);
          if (!known)
            throw new CommandError(
              "no signing keys exist yet",
              "start the core, which creates them: pda up, or pda core",
            );
          const how = options.compromised ? "compromised" : "overlap";
          const key = await rotateSigningKey(store, sealer, purpose, how);
          console.log(
            key ? `${purpose}  ${key.keyId} signs from ${key.signsFrom.toISOString()}` : waiting(purpose),
          );
        }
      });
      if (options.compromised)
        console.log(
          `within ${COMPROMISED_KEY_USED_SECONDS} seconds the service signs with the new key and stops publishing the old keys; ` +
            `verifiers may cache the published keys for ${KEYS_MAX_AGE_SECONDS} seconds`,
        );
    });
}

const waiting = (purpose: SigningPurpose): string =>
  `${purpose}  the next key is already published: it signs within ${ROTATION_LEAD_SECONDS} seconds; see: pda keys signing`;
