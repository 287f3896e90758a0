// Places in status lists and signing keys, while many issue and many cores start.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { SIGNING_PURPOSES } from "../../src/domain/signing/signing-key.ts";
import { StatusLists } from "../../src/services/revocation/status-lists.ts";
import { SigningKeys } from "../../src/services/signing/signing-keys.ts";
import { publicUrl, Registry } from "../services/support/registry.ts";

const migration = join(import.meta.dirname, "../../src/store/migrations/20261121001510_status_list.sql");

describe("races of status lists and signing keys", function () {
  this.timeout(120_000);
  let registry: Registry;
  let client: pg.Client;
  beforeEach(async () => {
    registry = await Registry.start();
    client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await registry[Symbol.asyncDispose]();
  });

  it("no two of 200 assets that are issued at once get the same place", async () => {
    const { publisherId } = await registry.publisher();
    await Promise.all(Array.from({ length: 200 }, () => registry.asset(publisherId)));
    const { rows } = await client.query("select status_number from asset");
    const numbers = rows.map((row) => Number(row.status_number));
    expect(numbers).to.have.length(200);
    expect(new Set(numbers).size).to.equal(200);
    const indexes = numbers.map((number) => registry.statusLists.claim("assets", number).status_list.idx);
    expect(new Set(indexes).size).to.equal(200);
  });

  it("what was issued before there were lists gets its place by the migration", async () => {
    const { publisherId } = await registry.publisher();
    await Promise.all(Array.from({ length: 20 }, () => registry.asset(publisherId)));
    await client.query(
      `alter table asset drop column status_number; alter table device drop column status_number;
      alter table publisher drop column status_number; drop table status_list_seed`,
    );
    await client.query(readFileSync(migration, "utf8"));
    await registry.asset(publisherId);
    const { rows } = await client.query("select status_number from asset order by status_number");
    expect(rows.map((row) => Number(row.status_number))).to.deep.equal(
      Array.from({ length: 21 }, (_, at) => at),
    );
  });

  it("cores that start at once on a new database agree on keys and on indexes", async () => {
    await client.query(
      "delete from signing_key; delete from webhook_signing_key; delete from status_list_seed",
    );
    const { store, sealer } = registry.harness;
    const cores = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const keys = new SigningKeys({ store, sealer });
        const lists = new StatusLists({ store, sealer, keys, publicUrl });
        await Promise.all([keys.load(), lists.load()]);
        return {
          webhook: keys.of("webhook").keyId,
          receipt: keys.of("receipt").keyId,
          list: keys.of("status_list").keyId,
          index: lists.claim("assets", 5).status_list.idx,
        };
      }),
    );
    for (const core of cores) expect(core).to.deep.equal(cores[0]);
    // The keys of webhooks have a table of their own.
    const { rows } = await client.query(
      "select purpose from signing_key union all select 'webhook' from webhook_signing_key order by purpose",
    );
    expect(rows).to.deep.equal(SIGNING_PURPOSES.toSorted().map((purpose) => ({ purpose })));
  });

  it("of rotations at once one replaces the key", async () => {
    const { rotateSigningKey } = await import("../../src/services/signing/signing-keys.ts");
    const { store, sealer } = registry.harness;
    const made = await Promise.all(
      Array.from({ length: 10 }, () => rotateSigningKey(store, sealer, "receipt", "overlap")),
    );
    expect(made.filter((key) => key !== undefined)).to.have.length(1);
    const { rows } = await client.query(
      "select * from signing_key where purpose = 'receipt' and signs_until is null",
    );
    expect(rows).to.have.length(1);
  });
});
