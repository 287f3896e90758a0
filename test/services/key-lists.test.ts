// The lists of credentials that an operator reads after a theft: an old key of the thief must not hide behind newer ones.
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { checkRights, firstOperatorKey } from "../../src/cli/operator-keys.ts";
import { loadConfig } from "../../src/config.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Store } from "../../src/store/store.ts";
import { pda } from "../platform/program.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** An item of `pda clients list`. */
interface Client {
  readonly authentication: string;
  readonly owner: string;
}

/** More than a statement reads. */
const newer = 1001;

describe("a list of more than a thousand credentials", function () {
  this.timeout(180_000);
  let folder: ReturnType<typeof temporaryDirectory>;
  let database: TestDatabase;
  let store: Store;
  let publisherId: string;

  beforeEach(async () => {
    folder = temporaryDirectory();
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 4, statementTimeoutMs: 30_000 });
    publisherId = newId("publisher");
    await store.transact((tx) => tx.publishers.insert({ publisherId, name: "Acme" }));
  });
  afterEach(async () => {
    await store.close();
    await database.close();
    folder[Symbol.dispose]();
  });

  const env = () => ({ DATABASE_URL: database.url, PDA_DATA_DIR: folder.path });
  const output = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await pda(args, { env: env() });
    expect([code, stderr]).to.deep.equal([0, ""]);
    return stdout;
  };
  const ofPublisher = () => ({
    owner: { kind: "publisher", publisherId } as const,
    scopes: ["assets.read"] as const,
  });
  const addApiKeys = (count: number) =>
    store.transact(async (tx) => {
      for (let index = 0; index < count; index += 1)
        await tx.apiKeys.insert(
          { ...ofPublisher(), credentialId: newId("apiKey"), name: "newer" },
          randomBytes(32),
        );
    });
  const addPublicKeys = (count: number, status: "active" | "revoked") =>
    store.transact(async (tx) => {
      for (let index = 0; index < count; index += 1) {
        const credentialId = newId("publicKey");
        const material = { algorithm: "EdDSA", spki: randomBytes(44) } as const;
        await tx.publicKeys.insert({ ...ofPublisher(), credentialId, name: "newer" }, material);
        if (status === "revoked") await tx.publicKeys.revoke(credentialId);
      }
    });

  it("has the oldest key, too, as a table and as JSON", async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    const credentialId = newId("apiKey");
    await store.transact((tx) =>
      tx.apiKeys.insert({ ...ofPublisher(), credentialId, name: "of a thief" }, randomBytes(32)),
    );
    await addApiKeys(newer);
    for (const options of [["--since", since], []]) {
      const { items } = JSON.parse(await output("keys", "list", ...options, "--json"));
      expect(new Set(items.map(({ id }: { id: string }) => id)).size).to.equal(newer + 1);
      expect(items.at(-1)).to.include({ id: credentialId, name: "of a thief" });
    }
    const rows = (await output("keys", "list", "--since", since)).trimEnd().split("\n");
    expect(rows.length, "rows below the head").to.equal(newer + 2);
    expect(rows.at(-1)).to.include(credentialId);
  });

  it("has a client that is older than a thousand revoked keys", async () => {
    await addPublicKeys(1, "active");
    await addPublicKeys(newer, "revoked");
    const { items } = JSON.parse(await output("clients", "list", "--json"));
    const ofKeys = items.filter(({ authentication }: Client) => authentication === "private_key_jwt");
    expect(ofKeys.map(({ owner }: Client) => owner)).to.deep.equal([publisherId]);
  });

  it("does not hide that the operator has a key already", async () => {
    const config = loadConfig({ env: env(), cwd: folder.path });
    const admin = { owner: { kind: "operator" } as const, ...checkRights({ role: "admin" }) };
    await store.transact((tx) =>
      tx.apiKeys.insert({ ...admin, credentialId: newId("apiKey"), name: "office" }, randomBytes(32)),
    );
    await addApiKeys(newer);
    expect(await firstOperatorKey(config, store)).to.deep.equal({});
  });
});
