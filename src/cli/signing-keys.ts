import { Command } from "commander";
import { loadConfig } from "../config.ts";
import {
  KEYS_MAX_AGE_SECONDS,
  KEYS_REFRESH_SECONDS,
  ROTATION_LEAD_SECONDS,
  SIGNING_PURPOSES,
  type SigningPurpose,
} from "../domain/signing/signing-key.ts";
import { loadDataKey } from "../platform/data-key.ts";
import { Sealer } from "../rpc/seal.ts";
import { rotateSigningKey } from "../services/signing/signing-keys.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { openStore } from "./operator-keys.ts";

const words: Record<string, SigningPurpose> = { receipts: "receipt", "status-lists": "status_list" };

function purposesOf(given: string | undefined): readonly SigningPurpose[] {
  if (given === undefined) return SIGNING_PURPOSES;
  const purpose = words[given];
  if (!purpose)
    throw new CommandError(
      `there are no keys for "${given}"`,
      `they are for: ${Object.keys(words).join(", ")}`,
    );
  return [purpose];
}

/** `pda keys signing` */
export function listSigningCommand(): Command {
  return new Command("signing")
    .description("List the keys that the service signs receipts and status lists with, as they are published")
    .addHelpText("after", "\nExample:\n  $ pda keys signing")
    .action(async () => {
      const config = loadConfig();
      const keys = await withDatabase(config, async (url) => {
        await using store = openStore(config, url);
        return await store.read.signingKeys.published();
      });
      if (keys.length === 0) console.log("there are none yet: the core makes them when it first starts");
      for (const { purpose, keyId, signsFrom, signsUntil, publishedUntil } of keys) {
        const end = signsUntil
          ? `until ${signsUntil.toISOString()}, published until ${publishedUntil?.toISOString()}`
          : "until it is replaced";
        console.log([keyId, purpose.padEnd(11), `signs from ${signsFrom.toISOString()} ${end}`].join("  "));
      }
    });
}

/** `pda keys rotate-signing` */
export function rotateSigningCommand(): Command {
  return new Command("rotate-signing")
    .description("Replace the keys that the service signs with; verifiers get the new one before it signs")
    .option("--for <purpose>", "receipts (with passes) or status-lists; both when not given")
    .option("--compromised", "at once: what the present key has signed is believed no more, passes included")
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda keys rotate-signing\n  $ pda keys rotate-signing --for receipts --compromised",
    )
    .action(async (options: { for?: string; compromised?: boolean }) => {
      const purposes = purposesOf(options.for);
      const config = loadConfig();
      await withDatabase(config, async (url) => {
        await using store = openStore(config, url);
        const sealer = new Sealer(loadDataKey(config.dataKeyFile));
        for (const purpose of purposes) {
          const known = (await store.read.signingKeys.published()).some((key) => key.purpose === purpose);
          if (!known)
            throw new CommandError(
              "there are no keys yet",
              "start the core, which makes them: pda up, or pda core",
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
          `running cores sign with the new key and publish the old one no more within ${KEYS_REFRESH_SECONDS} seconds; ` +
            `whoever has read the keys may keep them for ${KEYS_MAX_AGE_SECONDS}`,
        );
    });
}

const waiting = (purpose: SigningPurpose): string =>
  `${purpose}  the next key is on its way already: it signs within ${ROTATION_LEAD_SECONDS} seconds; see: pda keys signing`;
