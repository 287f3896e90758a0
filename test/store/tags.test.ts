import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { openPool } from "../../src/store/database.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

describe("tags in the store", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let store: Store;
  let publisherId: string;

  before(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 8, statementTimeoutMs: 30_000 });
    publisherId = newId("publisher");
    await store.transact((tx) => tx.publishers.insert({ publisherId, name: "Acme" }));
  });
  after(async () => {
    await store.close();
    await database.close();
  });

  /** A tag on an asset of its own. */
  async function tag(readCounter: number | null = null): Promise<{ assetId: string; deviceId: string }> {
    const [assetId, deviceId] = [newId("asset"), newId("device")];
    await store.transact(async (tx) => {
      await tx.assets.insert({
        assetId,
        publisherId,
        kind: "good",
        name: "Watch",
        description: "",
        networks: [],
        metadata: {},
      });
      const serialNumber = randomBytes(7).toString("hex").toUpperCase();
      await tx.devices.insert({
        deviceId,
        publisherId,
        assetId,
        serialNumber,
        credential: { kind: "ntag424" },
      });
      await tx.tags.insert(publisherId, { deviceId, sealedKeys: randomBytes(60), readCounter });
    });
    return { assetId, deviceId };
  }
  const advance = async (deviceId: string, counter: number, owner = publisherId): Promise<boolean> =>
    (await store.transact((tx) => tx.tags.advance([{ publisherId: owner, deviceId, counter }]))).has(
      deviceId,
    );

  it("only ever count upwards, from nothing or from where they were", async () => {
    const { deviceId } = await tag();
    const { deviceId: known } = await tag(41);
    const steps = [0, 0, 7, 3, 7, 8].map((counter) => () => advance(deviceId, counter));
    const outcomes: boolean[] = [];
    for (const step of steps) outcomes.push(await step());
    expect(outcomes).to.deep.equal([true, false, true, false, false, true]);
    expect([await advance(known, 41), await advance(known, 42)]).to.deep.equal([false, true]);
  });

  it("count for their own publisher only, and together each for itself", async () => {
    const [one, other] = [await tag(5), await tag(9)];
    expect(await advance(one.deviceId, 6, newId("publisher"))).to.equal(false);
    const claims = [one, other].map(({ deviceId }) => ({ publisherId, deviceId, counter: 7 }));
    const advanced = await store.transact((tx) => tx.tags.advance(claims));
    expect([...advanced]).to.deep.equal([one.deviceId]);
  });

  it("count no more once they are revoked, also for those that have looked them up before", async () => {
    const { assetId, deviceId } = await tag(5);
    const [before] = await store.transact((tx) => tx.chips.findMany([{ assetId, publicKey: null }]));
    expect(before?.revokedAt).to.equal(null);
    await store.transact((tx) => tx.tags.retire(publisherId, deviceId));
    expect(await advance(deviceId, 6)).to.equal(false);
  });

  it("are used up after a revocation too, and accepted by nobody", async () => {
    const { deviceId } = await tag(5);
    await store.transact((tx) => tx.tags.retire(publisherId, deviceId));
    const claim = { publisherId, deviceId, counter: 9 };
    expect((await store.read.tags.above([claim])).size).to.equal(0);
    expect([await advance(deviceId, 9), await advance(deviceId, 7)]).to.deep.equal([false, false]);
    const pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 });
    try {
      const { rows } = await pool.query("select read_counter from device_tag where device_id = $1", [
        uuidOf("device", deviceId),
      ]);
      expect(rows).to.deep.equal([{ read_counter: 9 }]);
    } finally {
      await pool.end();
    }
  });

  it("are found and counted by index, however large the tables are", async () => {
    const pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 });
    try {
      const { assetId, deviceId } = await tag();
      const statements: string[] = [];
      const record = { run: async (statement: { text: string }) => (statements.push(statement.text), []) };
      const { ChipReader } = await import("../../src/store/verification/chips.ts");
      const { TagWriter } = await import("../../src/store/verification/tags.ts");
      await new ChipReader(record as never).findMany([{ assetId, publicKey: null }]);
      await new TagWriter(record as never).advance([{ publisherId, deviceId, counter: 1 }]);
      await new TagWriter(record as never).lockEarlier(publisherId, "04");
      await new TagWriter(record as never).boundAgain([{ publisherId, deviceId }]);
      expect(statements).to.have.length(4);
      await pool.query("set plan_cache_mode = force_generic_plan");
      for (const [index, text] of statements.entries()) {
        await pool.query(`prepare asked_${index} as ${text}`);
        const { rows: parameters } = await pool.query(
          `select cardinality(parameter_types) as n from pg_prepared_statements where name = 'asked_${index}'`,
        );
        const nothing = Array.from({ length: parameters[0].n }, () => "null").join(", ");
        const { rows } = await pool.query(`explain execute asked_${index}(${nothing})`);
        const plan = rows.map((row) => row["QUERY PLAN"] as string).join("\n");
        expect(plan).to.match(/Index (Only )?Scan|Bitmap Index Scan/);
        expect(plan).not.to.match(/Seq Scan|Hash|Merge/);
      }
    } finally {
      await pool.end();
    }
  });
});
