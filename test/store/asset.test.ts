import { createHash, randomBytes } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import type { Asset } from "../../src/domain/asset/asset.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Taken } from "../../src/store/constraints.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { Bystander } from "../support/waiting.ts";

describe("assets in the store", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let store: Store;
  let publisherId: string;

  before(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 8, statementTimeoutMs: 30_000 });
    publisherId = await publisher();
  });
  after(async () => {
    await store.close();
    await database.close();
  });

  async function publisher(): Promise<string> {
    const made = newId("publisher");
    await store.transact((tx) => tx.publishers.insert({ publisherId: made, name: "Acme" }));
    return made;
  }

  function asset(): Promise<Asset> {
    return store.transact((tx) =>
      tx.assets.insert({
        assetId: newId("asset"),
        publisherId,
        kind: "good",
        name: "Watch",
        description: "",
        networks: ["eip155:1"],
        metadata: { colour: "blue" },
      }),
    );
  }

  /** A certificate as the store sees it: bytes that it does not read. */
  async function certificate(
    keyIdentifier: Buffer,
    owner = publisherId,
  ): Promise<{ certificateId: string; der: Buffer }> {
    const der = randomBytes(40);
    const { certificateId } = await store.transact((tx) =>
      tx.publisherCertificates.insert({
        certificateId: newId("certificate"),
        publisherId: owner,
        certificate: der,
        serialNumber: "01",
        keyIdentifier,
        fingerprint: createHash("sha256").update(der).digest(),
        notBefore: new Date(),
        notAfter: new Date(Date.now() + 1000),
      }),
    );
    return { certificateId, der };
  }

  async function device(
    assetId: string,
    issuerCertificateId: string,
    fingerprint = randomBytes(32).toString("hex"),
    number = randomBytes(36).toString("hex"),
  ) {
    const deviceId = newId("device");
    const bound = await store.transact((tx) =>
      tx.devices.insert({
        deviceId,
        publisherId,
        assetId,
        serialNumber: deviceId,
        credential: {
          kind: "certificate",
          certificate: Buffer.from("device"),
          fingerprint,
          number,
          issuerCertificateId,
          notAfter: new Date(),
        },
      }),
    );
    return { bound, fingerprint, number };
  }

  it("come back as they were stored", async () => {
    const made = await asset();
    expect(made).to.include({ status: "issued", name: "Watch" });
    expect(await store.read.assets.get(made.assetId)).to.deep.equal(made);
    expect(await store.read.assets.get(newId("asset"))).to.equal(undefined);
  });

  it("are locked only as their own publisher's", async () => {
    const made = await asset();
    const other = await publisher();
    const [own, foreign] = await store.transact((tx) =>
      Promise.all([tx.assets.lock(publisherId, made.assetId), tx.assets.lock(other, made.assetId)]),
    );
    expect(own).to.deep.equal(made);
    expect(foreign).to.equal(undefined);
  });

  it("make a second change wait for the first", async () => {
    const made = await asset();
    await using bystander = await Bystander.connect(database.url);
    let second: Promise<Asset | undefined> | undefined;
    await store.transact(async (tx) => {
      const first = await tx.assets.lock(publisherId, made.assetId);
      second = store.transact((other) => other.assets.lock(publisherId, made.assetId));
      await bystander.untilWaiting(1);
      await tx.assets.transition(first as Asset, "active", "");
    });
    expect((await second)?.status).to.equal("active");
  });

  describe("as evidence", () => {
    const find = async (assetId: string, keyIdentifier: Buffer, fingerprint: string, number = "") =>
      (
        await store.read.evidence.findMany([
          { assetId, certificate: { keyIdentifier: keyIdentifier.toString("hex"), fingerprint, number } },
        ])
      )[0]!;
    const fingerprintOf = (der: Buffer | undefined) => createHash("sha256").update(der!).digest("hex");

    it("say what is known of each part, and nothing of the rest", async () => {
      const keyIdentifier = randomBytes(20);
      const { certificateId, der } = await certificate(keyIdentifier);
      const { assetId } = await asset();
      const { fingerprint } = await device(assetId, certificateId);
      const found = await find(assetId, keyIdentifier, fingerprint);
      expect(found.asset).to.deep.equal({
        assetId,
        publisherId,
        status: "issued",
        minimumAssurance: "static",
      });
      expect(found.device).to.deep.equal({ assetId, revokedAt: null });
      expect(found.publisherCertificates).to.deep.equal([
        {
          publisherId,
          publisherActive: true,
          fingerprint: createHash("sha256").update(der).digest("hex"),
          revokedAt: null,
        },
      ]);
      const nothing = await find(newId("asset"), Buffer.alloc(0), "00".repeat(32));
      expect(nothing).to.deep.equal({ publisherCertificates: [] });
      const onlyDevice = await find(newId("asset"), randomBytes(20), fingerprint);
      expect(onlyDevice).to.deep.equal({ device: { assetId, revokedAt: null }, publisherCertificates: [] });
    });

    it("say of a device that a certificate with its number was revoked, also where its bytes were never bound", async () => {
      const { certificateId } = await certificate(randomBytes(20));
      const { assetId } = await asset();
      const { bound, fingerprint, number } = await device(assetId, certificateId);
      const ask = async (hash: string) => (await find(newId("asset"), Buffer.alloc(0), hash, number)).device;
      expect(await ask(fingerprint)).to.deep.equal({ assetId, revokedAt: null });
      expect(await ask("00".repeat(32))).to.equal(undefined);
      const revoked = await store.transact((tx) => tx.devices.revoke(bound, "stolen"));
      const revokedAt = revoked?.revoked?.at;
      expect(revokedAt).to.be.instanceOf(Date);
      expect(await ask(fingerprint)).to.deep.equal({ assetId, revokedAt });
      expect(await ask("00".repeat(32))).to.deep.equal({ assetId: null, revokedAt });
    });

    it("give at most three certificates of one key: those in force first, then the newest", async () => {
      const keyIdentifier = randomBytes(20);
      const made: { certificateId: string; der: Buffer }[] = [];
      for (let count = 0; count < 5; count++) made.push(await certificate(keyIdentifier));
      const [first, , third, fourth, fifth] = made;
      await store.transact((tx) => tx.publisherCertificates.revoke(publisherId, fifth!.certificateId));
      const of = async () =>
        (await find(newId("asset"), keyIdentifier, "00".repeat(32))).publisherCertificates;
      expect((await of()).map(({ fingerprint }) => fingerprint)).to.deep.equal(
        [fourth, third, made[1]].map((one) => fingerprintOf(one?.der)),
      );
      for (const { certificateId } of [made[1]!, third!, fourth!])
        await store.transact((tx) => tx.publisherCertificates.revoke(publisherId, certificateId));
      const left = await of();
      expect(left.map(({ fingerprint }) => fingerprint)).to.deep.equal(
        [first, fifth, fourth].map((one) => fingerprintOf(one?.der)),
      );
      expect(left.map(({ revokedAt }) => revokedAt === null)).to.deep.equal([true, false, false]);
      const ders = await store.read.evidence.publisherCertificates([
        fingerprintOf(first?.der),
        "00".repeat(32),
      ]);
      expect([...ders]).to.deep.equal([[fingerprintOf(first?.der), first?.der]]);
    });

    it("are found for many at once, each its own, in the order of asking", async () => {
      const keys = [randomBytes(20), randomBytes(20)];
      const authorities = [await certificate(keys[0]!), await certificate(keys[1]!)];
      const things = await Promise.all(
        [0, 1, 0, 1].map(async (which) => {
          const { assetId } = await asset();
          const { fingerprint, number } = await device(assetId, authorities[which]!.certificateId);
          return {
            assetId,
            certificate: { fingerprint, number, keyIdentifier: keys[which]!.toString("hex") },
          };
        }),
      );
      const unknown = {
        assetId: newId("asset"),
        certificate: { fingerprint: "00".repeat(32), keyIdentifier: "", number: "" },
      };
      // Twice the same, the device of another one, and nothing at all.
      const { assetId, certificate: first } = things[0]!;
      const mixed = { assetId, certificate: { ...first, fingerprint: things[1]!.certificate.fingerprint } };
      const asked = [things[3]!, unknown, mixed, ...things, things[0]!];
      const found = await store.read.evidence.findMany(asked);
      expect(found).to.have.length(asked.length);
      for (const [place, question] of asked.entries()) {
        const [one] = await store.read.evidence.findMany([question]);
        expect(found[place]).to.deep.equal(one);
      }
      expect(found[1]).to.deep.equal({ publisherCertificates: [] });
      expect(found[2]?.asset?.assetId).to.equal(things[0]!.assetId);
      expect(found[2]?.device?.assetId).to.equal(things[1]!.assetId);
    });
  });

  it("bind a device certificate once, in the whole service", async () => {
    const { certificateId } = await certificate(randomBytes(20));
    const fingerprint = randomBytes(32).toString("hex");
    await device((await asset()).assetId, certificateId, fingerprint);
    const again = await device((await asset()).assetId, certificateId, fingerprint).catch(
      (error: unknown) => error,
    );
    expect(again).to.be.instanceOf(Taken);
    expect((again as Taken).what).to.equal("device_certificate");
  });

  it("bind one certificate of each authority and serial number, also after that was revoked", async () => {
    const { certificateId } = await certificate(randomBytes(20));
    const number = randomBytes(36).toString("hex");
    const { bound } = await device((await asset()).assetId, certificateId, undefined, number);
    for (const state of ["active", "revoked"]) {
      if (state === "revoked") await store.transact((tx) => tx.devices.revoke(bound, ""));
      const again = await device((await asset()).assetId, certificateId, undefined, number).catch(
        (error: unknown) => error,
      );
      expect(again, state).to.be.instanceOf(Taken).and.to.include({ what: "device_certificate" });
    }
  });

  it("show a device only under its own asset and publisher", async () => {
    const { certificateId } = await certificate(randomBytes(20));
    const { assetId } = await asset();
    const { bound } = await device(assetId, certificateId);
    expect(await store.read.devices.get(publisherId, assetId, bound.deviceId)).to.deep.equal(bound);
    expect(await store.read.devices.get(publisherId, (await asset()).assetId, bound.deviceId)).to.equal(
      undefined,
    );
    expect(await store.read.devices.get(await publisher(), assetId, bound.deviceId)).to.equal(undefined);
  });

  it("never have a device of one publisher under another's CA", async () => {
    const foreign = await certificate(randomBytes(20), await publisher());
    const { assetId } = await asset();
    const refused = await device(assetId, foreign.certificateId).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(pg.DatabaseError).and.include({ code: "23503" });
  });
});
