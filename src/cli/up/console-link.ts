import type { Config } from "../../config.ts";
import { apiKeyIdOf } from "../../domain/access/api-key.ts";
import { isAccepted } from "../../domain/access/credential.ts";
import { readIfThere } from "../../files/read.ts";
import type { Store } from "../../store/store.ts";
import { sandboxKeyFile } from "../operator-keys.ts";
import { newSignInLink } from "../sign-in.ts";

/**
 * Makes a link to the console of a sandbox. The person who starts the sandbox opens it, and signs in as the operator's first key.
 * @returns undefined without the console, outside of a sandbox, where people sign in to the console elsewhere, and when the stored key is
 * gone or not accepted any more
 */
export async function consoleLink(config: Config, store: Store): Promise<string | undefined> {
  const { enabled, signIn } = config.console;
  if (config.mode !== "sandbox" || !enabled || signIn) return undefined;
  const keyId = apiKeyIdOf(readIfThere(sandboxKeyFile(config))?.trim() ?? "");
  const key = keyId === undefined ? undefined : await store.read.apiKeys.find(keyId);
  if (!key || !isAccepted(key)) return undefined;
  return (await newSignInLink(config, store, key.credentialId)).link;
}
