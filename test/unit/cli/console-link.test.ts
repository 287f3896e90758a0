// When `pda up` makes no link to the console.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { consoleLink } from "../../../src/cli/up/console-link.ts";
import { type Config, loadConfig } from "../../../src/config.ts";
import type { Store } from "../../../src/store/store.ts";
import { newApiKeySecret } from "../../../src/domain/access/api-key.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const KEY_ID = "key_01h2xcejqtf2nbrexx3vqjhp41";

/** A store that has no key but one that was revoked, and in which nothing can be written. */
const store = {
  read: {
    apiKeys: {
      find: (id: string) =>
        Promise.resolve(id === KEY_ID ? { credentialId: id, status: "revoked" } : undefined),
    },
  },
} as unknown as Store;

describe("pda up makes no link to the console", () => {
  const configIn = (folder: string, env: Record<string, string> = {}): Config =>
    loadConfig({ env: { PDA_DATA_DIR: folder, ...env }, cwd: folder });
  const withKey = (folder: string, content: string): void => {
    mkdirSync(join(folder, "keys"), { recursive: true });
    writeFileSync(join(folder, "keys/operator.key"), content);
  };

  it("without a stored key, or for a text that is none", async () => {
    using folder = temporaryDirectory();
    expect(await consoleLink(configIn(folder.path), store)).to.equal(undefined);
    withKey(folder.path, "nothing");
    expect(await consoleLink(configIn(folder.path), store)).to.equal(undefined);
  });

  it("for a key that was revoked, or is unknown", async () => {
    using folder = temporaryDirectory();
    for (const id of [KEY_ID, "key_01h2xcejqtf2nbrexx3vqjhp42"]) {
      withKey(folder.path, `${newApiKeySecret(id)}\n`);
      expect(await consoleLink(configIn(folder.path), store), id).to.equal(undefined);
    }
  });

  it("in production, where the console is off, and where people sign in elsewhere", async () => {
    using folder = temporaryDirectory();
    withKey(folder.path, newApiKeySecret(KEY_ID));
    const issuer = "https://id.example.com";
    const off: Record<string, string>[] = [
      { PDA_MODE: "production" },
      { PDA_CONSOLE_ENABLED: "false" },
      {
        PDA_OAUTH_ISSUERS: issuer,
        PDA_CONSOLE_SIGN_IN_ISSUER: issuer,
        PDA_CONSOLE_SIGN_IN_CLIENT_ID: "console",
      },
    ];
    for (const env of off)
      expect(await consoleLink(configIn(folder.path, env), undefined as never)).to.equal(undefined);
  });
});
