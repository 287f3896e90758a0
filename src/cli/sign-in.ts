import { Command } from "commander";
import { type Config, loadConfig } from "../config.ts";
import { isAccepted } from "../domain/access/credential.ts";
import { SIGN_IN_PATH } from "../config/sign-in.ts";
import { hashOfSecret, LINK_MINUTES, newLinkSecret } from "../domain/access/sign-in-link.ts";
import { newId } from "../domain/identifier/identifier.ts";
import type { Store } from "../store/store.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { keyIdentifier } from "./identifier.ts";
import { requireKey } from "./key-lookup.ts";
import { openStore } from "./operator-keys.ts";
import { passkeysCommand } from "./passkeys.ts";

/** A link that signs a person in. */
export interface SignInLink {
  readonly sessionId: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** Makes a link that signs a person in as a key that is accepted, once; only its hash is stored. */
export async function newSignInLink(
  { publicUrl }: Pick<Config, "publicUrl">,
  store: Store,
  credentialId: string,
): Promise<SignInLink> {
  const sessionId = newId("session");
  const secret = newLinkSecret();
  const expiresAt = await store.transact((tx) =>
    tx.signInSessions.insertLink(sessionId, credentialId, hashOfSecret(secret), LINK_MINUTES),
  );
  return { sessionId, link: `${publicUrl}${SIGN_IN_PATH}${secret}`, expiresAt };
}

function linkCommand(): Command {
  return new Command("link")
    .description(
      `Make a link that signs a person in, once, within ${LINK_MINUTES} minutes; prints the link and stores only its hash`,
    )
    .requiredOption(
      "--key <id>",
      "API key or public key that the person signs in as: it decides what the person may do (required)",
      keyIdentifier,
    )
    .addHelpText("after", "\nExample:\n  $ pda sign-in link --key key_01h2xcejqtf2nbrexx3vqjhp41")
    .action(async ({ key: credentialId }: { key: string }) => {
      const config = loadConfig();
      if (config.oauth.server.clients.length === 0 || !config.oauth.server.enabled)
        throw new CommandError(
          "people cannot sign in: the authorisation server is off, or has no clients",
          "set oauth.server.enabled and oauth.server.clients; see docs/reference/authentication.md",
        );
      const { sessionId, link, expiresAt } = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        const key = await requireKey(store, credentialId);
        if (!isAccepted(key))
          throw new CommandError(`the key ${credentialId} is not accepted any more`, "see: pda keys list");
        return await newSignInLink(config, store, credentialId);
      });
      console.log(`session  ${sessionId}`);
      console.log(`until    ${expiresAt.toISOString()}`);
      console.log(`link     ${link}`);
      console.log("Give the link only to the person who signs in: it works once, for whoever opens it.");
    });
}

/** `pda sign-in` */
export function signInCommand(): Command {
  return new Command("sign-in")
    .description("Sign people in, for programs that act for a person")
    .addHelpText("after", "\nExample:\n  $ pda sign-in link --key key_01h2xcejqtf2nbrexx3vqjhp41")
    .addCommand(linkCommand())
    .addCommand(passkeysCommand());
}
