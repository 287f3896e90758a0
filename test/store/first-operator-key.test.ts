// The operator's first key is made once, whatever else the database holds.
import { expect } from "chai";
import pg from "pg";
import { createOperatorKey, firstOperatorKey } from "../../src/cli/operator-keys.ts";
import { loadConfig } from "../../src/config.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

describe("the operator's first key in a database", function () {
  this.timeout(60_000);
  const folder = temporaryDirectory();
  const config = loadConfig({ env: { PDA_DATA_DIR: folder.path }, cwd: folder.path });
  let database: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 4, statementTimeoutMs: 30_000 });
  });
  afterEach(async () => {
    await store.close();
    await database.close();
  });
  after(() => folder[Symbol.dispose]());

  async function ask<R extends object>(text: string): Promise<R[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query<R>(text)).rows;
    } finally {
      await client.end();
    }
  }
  const ofOperator = "select status from api_key where merchant_id is null and publisher_id is null";

  it("is not made anew where the only one is revoked and publishers have 1000 newer keys", async () => {
    const { apiKey } = await createOperatorKey(store, "former", { scopes: ["payments.read"] });
    await store.transact((tx) => tx.apiKeys.revoke(apiKey.credentialId));
    await ask(`insert into publisher (publisher_id, name, created_at) values (gen_random_uuid(), 'Acme', now());
      insert into api_key (api_key_id, publisher_id, name, scopes, secret_hash, created_at)
        select ('ffffffff-ffff-7fff-bfff-' || lpad(to_hex(n), 12, '0'))::uuid, publisher_id, 'key ' || n, '{payments.read}',
          sha256(int4send(n)), now()
        from publisher, generate_series(1, 1000) as n`);
    expect(await firstOperatorKey(config, store, false)).to.deep.equal({});
    expect(await ask(ofOperator)).to.deep.equal([{ status: "revoked" }]);
  });

  it("is one also where several start at once", async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => firstOperatorKey(config, store, false)));
    expect(made.filter(({ key }) => key !== undefined)).to.have.length(1);
    expect(await ask(ofOperator)).to.deep.equal([{ status: "active" }]);
  });
});
