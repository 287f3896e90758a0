// The data key is rotated: every sealed value is found and sealed anew, and the former keys open nothing that is left.
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { answerContext } from "../../src/rpc/idempotent.ts";
import { derivedKeys, KeyRing } from "../../src/rpc/key-ring.ts";
import { headerOf, versionIn } from "../../src/rpc/sealed-form.ts";
import { Sealer } from "../../src/rpc/seal.ts";
import { loadAuditKeys } from "../../src/services/audit/keys.ts";
import { DataKeys, STALE_MS } from "../../src/services/data-keys/data-keys.ts";
import { dataKeyFingerprint } from "../../src/services/data-keys/fingerprint.ts";
import { rotateDataKey } from "../../src/services/data-keys/rotate.ts";
import { nextVersion, replaceOuterKey } from "../../src/services/data-keys/stored-keys.ts";
import { KeyWrapping } from "../../src/services/data-keys/wrapping.ts";
import { sealedColumnNames } from "../../src/store/sealed-values.ts";
import { Tag } from "../support/chips.ts";
import { storeAuthentication } from "../../src/services/webhook/authentication.ts";
import { secretOf, storeSecret } from "../../src/services/webhook/secrets.ts";
import { openedBy as countOpened, sealedValues } from "../support/sealed-values.ts";
import { bindTag } from "./support/chips.ts";
import { newCode, Scene } from "./support/owner.ts";
import { publicUrl, Registry } from "./support/registry.ts";

describe("rotating the data key", function () {
  this.timeout(120_000);
  let registry: Registry;
  let db: pg.Client;
  /** What the services have sealed. */
  const made = new Set<string>();
  let outerKey: Buffer;

  before(async () => {
    registry = await Registry.start();
    const { harness, trust } = registry;
    outerKey = harness.dataKey;
    const seal = harness.sealer.seal.bind(harness.sealer);
    harness.sealer.seal = (plain, context) => {
      const sealed = seal(plain, context);
      made.add(sealed.toString("hex"));
      return sealed;
    };
    await harness.store.transact(async (tx) => {
      await tx.installation.remember("data_key", dataKeyFingerprint(outerKey));
      for (const holder of ["merchant", "publisher"] as const) {
        const { certificateId, certificate, sealedKey } = trust.makeAccessCa(holder);
        const { notBefore, notAfter } = certificate;
        await tx.accessCertificates.insertAuthority({
          holder,
          certificateId,
          certificate: certificate.der,
          sealedKey,
          notBefore,
          notAfter,
        });
      }
    });
    await loadAuditKeys(harness.store, harness.sealer, publicUrl);
    const scene = await Scene.of(registry);
    await harness.store.transact(async (tx) => {
      const settings = { url: "https://shop.example/", description: "", eventTypes: ["asset.revoked"] };
      const sent = {
        thin: false,
        ordered: false,
        concurrency: 1,
        publicKeySignature: true,
        httpSignature: false,
      };
      const owner = { publisherId: scene.publisherId };
      const { webhookId } = await tx.webhooks.insert(newId("webhook"), owner, { ...settings, ...sent });
      await storeSecret(tx, harness.sealer, webhookId, secretOf(undefined));
      await storeAuthentication(tx, harness, webhookId, {
        authentication: { method: "bearer" },
        secret: "token",
      });
    });
    const [ann, ben] = [await scene.holder(), await scene.holder()];
    for (let turn = 0; turn < 3; turn++) {
      const key = () => ({ key: newId("event") });
      const { publisherId, assetId } = await registry.boundAsset(scene.publisherId);
      await bindTag(registry, { publisherId, assetId: await scene.asset() }, new Tag());
      await scene.grant(assetId, ann, key());
      const code = newCode();
      await scene.claimed(ben, (await scene.offer(ann, assetId, { code })).transferId, code, key());
    }
    db = new pg.Client({ connectionString: harness.url });
    await db.connect();
    // The registry's seeds and signing keys were sealed before this test could watch.
    for (const { sealed } of await values()) made.add(sealed.toString("hex"));
  });
  after(async () => {
    await db.end();
    await registry[Symbol.asyncDispose]();
  });

  const values = () => sealedValues(registry.harness.store);
  const openedBy = async (sealer: Sealer): Promise<number> => countOpened(sealer, await values());
  const said: string[] = [];
  const rotate = (key: Uint8Array = outerKey): Promise<number> =>
    rotateDataKey({
      store: registry.harness.store,
      outerKey: key,
      say: (text) => said.push(text),
      progress: () => undefined,
      settleMs: 1,
    });
  const keysOf = (key: Uint8Array, readOuterKey = async () => key): DataKeys =>
    new DataKeys({ store: registry.harness.store, outerKey: key, readOuterKey });
  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "accepted",
      (error: Error) => error.message,
    );

  it("knows every column that the services write sealed values to", async () => {
    const { rows } = await db.query<{ table: string; column: string }>(
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' and table_name not in (select viewname from pg_views) and (data_type = 'bytea' or column_name like 'sealed%') order by 1, 2`,
    );
    const found = new Set<string>();
    for (const { table, column } of rows) {
      const stored = await db.query(`select ${column} as value from ${table} where ${column} is not null`);
      if (stored.rows.some(({ value }) => Buffer.isBuffer(value) && made.has(value.toString("hex"))))
        found.add(`${table}.${column}`);
      if (column.startsWith("sealed_")) found.add(`${table}.${column}`);
    }
    expect([...found].sort()).to.deep.equal([...sealedColumnNames].sort());
    const stored = new Set((await values()).map(({ name }) => name));
    expect([...stored].sort(), "a value of every column").to.deep.equal([...sealedColumnNames].sort());
  });

  it("changes nothing before it is first done: the keys are derived, and nothing is stored", async () => {
    expect((await db.query("select from data_key")).rowCount).to.equal(0);
    using keys = keysOf(outerKey);
    await keys.load();
    expect(keys.sealing()).to.deep.equal({ version: 0, key: derivedKeys(outerKey).seal });
    expect(await openedBy(new Sealer(keys))).to.equal((await values()).length);
  });

  it("seals everything anew, and no former key opens anything that is left", async () => {
    const former: Sealer[] = [new Sealer(KeyRing.derivedFrom(outerKey))];
    const plain = await plainTexts(new Sealer(KeyRing.derivedFrom(outerKey)));
    for (const version of [1, 2, 3]) {
      expect(await rotate()).to.equal(version);
      using keys = keysOf(outerKey);
      await keys.load();
      const sealer = new Sealer(keys);
      expect(await plainTexts(sealer)).to.deep.equal(plain);
      for (const { name, sealed } of await values())
        expect(sealed.subarray(0, 12).equals(headerOf(version)), name).to.equal(true);
      for (const each of former) expect(await openedBy(each)).to.equal(0);
      const { rows } = await db.query(
        "select version from data_key where purpose = 'seal' and wrapped_key is not null",
      );
      expect(rows).to.deep.equal([{ version }]);
      const { key } = keys.sealing();
      const first = derivedKeys(outerKey);
      expect(keys.digestKey.equals(first.digest) && keys.ownershipTagKey.equals(first.ownershipTag)).to.equal(
        true,
      );
      former.push(new Sealer(new KeyRing({ ...first, seal: new Map([[version, key]]), active: version })));
    }
  });

  async function plainTexts(sealer: Sealer): Promise<string[]> {
    return (await values())
      .map(({ name, sealed, context }) => `${name} ${sealer.open(sealed, context).toString("hex")}`)
      .sort();
  }

  it("goes on wherever it was interrupted", async () => {
    const { store } = registry.harness;
    const before = (await nextVersion(store, outerKey)).version;
    expect(await nextVersion(store, outerKey), "stored, not active").to.deep.equal({
      version: before,
      active: false,
      resumed: true,
    });
    expect(await rotate()).to.equal(before);
    expect(said).to.include(`continuing the rotation to data key version ${before}, which was interrupted`);
    const { version } = await nextVersion(store, outerKey);
    await store.transact((tx) => tx.dataKeys.activate(version));
    expect((await nextVersion(store, outerKey)).active, "active, nothing sealed anew").to.equal(true);
    expect(await rotate()).to.equal(version);
    using keys = keysOf(outerKey);
    await keys.load();
    expect(await openedBy(new Sealer(keys))).to.equal((await values()).length);
  });

  it("waits for transactions from before the new key, and finds what they have sealed", async () => {
    using keys = keysOf(outerKey);
    await keys.load();
    const scope = { caller: "merchant|late", operation: "/pda.test.v1.Test/Late", key: "late" };
    const sealed = new Sealer(keys).seal(Buffer.from("late"), answerContext(scope));
    await db.query("begin");
    await db.query(
      `insert into idempotency (caller, operation, key, request_hash, response, sealed)
       values ($1, $2, $3, $4, $5, true)`,
      [...Object.values(scope), randomBytes(32), sealed],
    );
    said.length = 0;
    const rotating = rotate();
    while (!said.includes("waiting for transactions that began before"))
      await new Promise((resolve) => setTimeout(resolve, 20));
    await db.query("commit");
    const version = await rotating;
    const { rows } = await db.query("select response from idempotency where key = 'late'");
    expect(versionIn(rows[0].response)).to.equal(version);
  });

  it("leaves out locked rows, goes on with all others, and comes back", async () => {
    const { version } = (await registry.harness.store.read.dataKeys.list()).findLast(
      ({ purpose }) => purpose === "seal",
    )!;
    const header = headerOf(version + 1);
    const left = async (): Promise<string[]> => {
      const { sealedValues: reader } = registry.harness.store.read;
      const others = await Promise.all(sealedColumnNames.map((name) => reader.exists(name, header)));
      return sealedColumnNames.filter((_, index) => others[index]);
    };
    // The rotation does not wait for the end of a reader's transaction, so it meets the lock.
    await db.query("set application_name = 'pda-reading'");
    await db.query("begin");
    await db.query("select from device_tag for update");
    const rotating = rotate();
    while ((await left()).length > 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await left()).to.deep.equal(["device_tag.sealed_keys"]);
    expect(await openedBy(new Sealer(KeyRing.derivedFrom(outerKey)))).to.equal(0);
    await db.query("rollback");
    await db.query("reset application_name");
    expect(await rotating).to.equal(version + 1);
    expect(await left()).to.deep.equal([]);
  });

  it("stops at a value that does not open, keeps all keys, and goes on when it is repaired", async () => {
    const { rows } = await db.query("select ctid::text as place, sealed_seed from status_list_seed limit 1");
    const { place, sealed_seed: sealed } = rows[0];
    await db.query("update status_list_seed set sealed_seed = $2 where ctid = $1::tid", [
      place,
      randomBytes(60),
    ]);
    expect(await refusal(rotate())).to.match(/does not open: status-list-seed\|/);
    const kept = await db.query("select from data_key where purpose = 'seal' and wrapped_key is not null");
    expect(kept.rowCount).to.equal(2);
    await db.query("update status_list_seed set sealed_seed = $1 where octet_length(sealed_seed) = 60", [
      sealed,
    ]);
    await rotate();
  });

  it("replaces the outer key: the former one unwraps nothing, and HMAC keys stay", async () => {
    const { store } = registry.harness;
    const next = randomBytes(32);
    expect(await refusal(replaceOuterKey(store, randomBytes(32), next))).to.match(/not the data key of this/);
    using running = keysOf(outerKey, async () => next);
    await running.load();
    const first = derivedKeys(outerKey);
    expect(await replaceOuterKey(store, outerKey, next)).to.equal(true);
    expect(await replaceOuterKey(store, outerKey, next), "repeated").to.equal(false);
    const { rows } = await db.query(
      "select purpose, version, wrapped_key from data_key where wrapped_key is not null",
    );
    expect(rows).to.have.length(3);
    for (const { purpose, version, wrapped_key: wrapped } of rows) {
      expect(() => new KeyWrapping(outerKey).unwrap(wrapped, purpose, version)).to.throw();
      expect(new KeyWrapping(next).unwrap(wrapped, purpose, version)).to.have.length(32);
    }
    expect(await refusal(keysOf(outerKey).load())).to.match(/not the data key of this database/);
    expect(await refusal(rotate(outerKey))).to.match(/not the data key of this database/);
    await rotate(next);
    await running.refresh();
    expect(await openedBy(new Sealer(running)), "a core that ran all the time").to.equal(
      (await values()).length,
    );
    expect(running.digestKey.equals(first.digest)).to.equal(true);
    expect(running.ownershipTagKey.equals(first.ownershipTag)).to.equal(true);
    outerKey = next;
  });

  it("does not go on while a core cannot unwrap the new key", async () => {
    const { store } = registry.harness;
    using lagging = keysOf(outerKey);
    await lagging.load();
    const next = randomBytes(32);
    await replaceOuterKey(store, outerKey, next);
    const { version } = await nextVersion(store, next);
    await lagging.refresh();
    expect(lagging.sealing().version, "it works with the keys that it knows").to.equal(version - 1);
    expect(await refusal(rotate(next))).to.match(/a core cannot unwrap data key version \d+/);
    expect((await nextVersion(store, next)).active).to.equal(false);
    await db.query("update data_key set refused_at = refused_at - make_interval(secs => $1)", [
      STALE_MS / 1000,
    ]);
    await rotate(next);
    outerKey = next;
  });
});

describe("a process that has not read the data keys for a while", () => {
  it("does not seal, and seals again when it has read them", async () => {
    const registry = await Registry.start();
    await using _ = registry;
    const { store, dataKey } = registry.harness;
    using keys = new DataKeys({ store, outerKey: dataKey, readOuterKey: async () => dataKey });
    await keys.load();
    const sealer = new Sealer(keys);
    const sealed = sealer.seal(Buffer.from("value"), "place");
    const now = performance.now.bind(performance);
    try {
      performance.now = () => now() + STALE_MS + 1;
      expect(() => sealer.seal(Buffer.from("value"), "place"))
        .to.throw()
        .with.property("reason", "DATA_KEY_UNAVAILABLE");
      expect(sealer.open(sealed, "place").toString(), "it still opens").to.equal("value");
      await keys.refresh();
      expect(sealer.open(sealer.seal(Buffer.from("value"), "place"), "place").toString()).to.equal("value");
    } finally {
      performance.now = now;
    }
  });
});
