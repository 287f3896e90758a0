import { createHash } from "node:crypto";
import { expect } from "chai";
import {
  Assurance,
  type Authenticity,
  CheckOutcome,
  VerificationOutcome,
} from "../../gen/ts/pda/verification/v1/authenticity.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { operator } from "../support/service.ts";
import { foreignCa, newKey, newRequest, signDevice } from "./support/openssl.ts";
import {
  anonymous,
  asPublisher,
  assetDomain,
  type BoundAsset,
  failedChecks,
  Registry,
} from "./support/registry.ts";

const hostOf = (publisherId: string): string => `${publisherId.replace("_", "-")}.${assetDomain}`;
const leafOf = (chain: string): string => chain.split(/(?<=-----END CERTIFICATE-----\n)/)[0] as string;
const base64Of = (pem: string): string => pem.replace(/-----.*-----|\n/g, "");

describe("authenticity of an asset", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let bound: BoundAsset;

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
    bound = await registry.boundAsset(publisherId);
  });
  after(() => registry[Symbol.asyncDispose]());

  const verb = (name: string, { publisherId, assetId }: BoundAsset) =>
    registry.harness.call(name, { publisherId, assetId });

  it("trusts an active asset that presents its own device certificate", async () => {
    const before = Date.now();
    const answer = await registry.verify(bound.assetId, bound.binding.deviceCertificate);
    expect(answer.assetId).to.equal(bound.assetId);
    expect(answer.trusted).to.equal(true);
    expect(answer.outcome).to.equal(VerificationOutcome.VERIFICATION_OUTCOME_PASSED);
    expect(answer.assurance).to.equal(Assurance.ASSURANCE_STATIC);
    expect(answer.checks.map(({ check, outcome }) => [check, outcome])).to.deep.equal([
      ["certificate_format", CheckOutcome.CHECK_OUTCOME_PASSED],
      ["certificate_algorithms", CheckOutcome.CHECK_OUTCOME_PASSED],
      ["certificate_path", CheckOutcome.CHECK_OUTCOME_PASSED],
      ["publisher_status", CheckOutcome.CHECK_OUTCOME_PASSED],
      ["publisher_certificate_revocation", CheckOutcome.CHECK_OUTCOME_PASSED],
      ["device_usage", CheckOutcome.CHECK_OUTCOME_PASSED],
      ["device_certificate_revocation", CheckOutcome.CHECK_OUTCOME_PASSED],
      ["asset_known", CheckOutcome.CHECK_OUTCOME_PASSED],
      ["device_binding", CheckOutcome.CHECK_OUTCOME_PASSED],
      ["lifecycle", CheckOutcome.CHECK_OUTCOME_PASSED],
      ["proof_of_possession", CheckOutcome.CHECK_OUTCOME_SKIPPED],
    ]);
    expect(Number(answer.evaluateTime?.seconds)).to.be.at.least(Math.floor(before / 1000));
    expect(answer.expireTime!.seconds - answer.evaluateTime!.seconds).to.equal(300n);
  });

  for (const [form, of] of Object.entries({
    "a PEM chain": (chain: string) => chain,
    "a PEM leaf": leafOf,
    "base64 DER": (chain: string) => base64Of(leafOf(chain)),
  })) {
    it(`reads ${form}`, async () => {
      expect((await registry.verify(bound.assetId, of(bound.binding.deviceCertificate))).trusted).to.equal(
        true,
      );
    });
  }

  it("follows the asset's life at once, although the certificate was judged before", async () => {
    const own = await registry.boundAsset(publisherId);
    const verify = () => registry.verify(own.assetId, own.binding.deviceCertificate);
    expect((await verify()).trusted).to.equal(true);
    await verb("SuspendAsset", own);
    expect(failedChecks(await verify())).to.deep.equal(["lifecycle: ASSET_SUSPENDED"]);
    await verb("ResumeAsset", own);
    expect((await verify()).trusted).to.equal(true);
    await verb("RevokeAsset", own);
    const revoked = await verify();
    expect(revoked.trusted).to.equal(false);
    expect(revoked.outcome).to.equal(VerificationOutcome.VERIFICATION_OUTCOME_FAILED);
    expect(revoked.assurance).to.equal(Assurance.ASSURANCE_NONE);
    expect(failedChecks(revoked)).to.deep.equal(["lifecycle: ASSET_REVOKED"]);
  });

  it("does not trust an asset that is not in use yet, or no more", async () => {
    const { assetIdentifier: assetId } = await registry.asset(publisherId);
    const { deviceCertificate } = await registry.bind(publisherId, assetId);
    expect(failedChecks(await registry.verify(assetId, deviceCertificate))).to.deep.equal([
      "lifecycle: ASSET_NOT_ACTIVE",
    ]);
    await registry.harness.call("ActivateAsset", { publisherId, assetId });
    await registry.harness.call("RetireAsset", { publisherId, assetId });
    expect(failedChecks(await registry.verify(assetId, deviceCertificate))).to.deep.equal([
      "lifecycle: ASSET_RETIRED",
    ]);
  });

  it("answers a certificate of a foreign CA with SVC-4010 in the check", async () => {
    // All names are those of the publisher; only the key above is not.
    const { ca, key } = foreignCa(`/O=Acme Mint/UID=${publisherId}`);
    const forged = signDevice({
      ca,
      caKey: key,
      publisherId,
      serialNumber: "04:A2:B3",
      uri: `https://${hostOf(publisherId)}/a/${bound.assetId}`,
    });
    for (const presented of [forged, forged + ca]) {
      const answer = await registry.verify(bound.assetId, presented);
      expect(answer.trusted).to.equal(false);
      const path = answer.checks.find(({ check }) => check === "certificate_path");
      expect(path).to.include({
        outcome: CheckOutcome.CHECK_OUTCOME_FAILED,
        code: "SVC-4010",
        reason: "CERTIFICATE_NOT_TRUSTED",
      });
      expect(answer.checks.find(({ check }) => check === "asset_known")?.outcome).to.equal(
        CheckOutcome.CHECK_OUTCOME_SKIPPED,
      );
    }
  });

  it("follows the publisher and its certificates", async () => {
    const { publisherId: other } = await registry.publisher("Soon gone");
    const own = await registry.boundAsset(other);
    const verify = () => registry.verify(own.assetId, own.binding.deviceCertificate);
    await registry.harness.store.transact((tx) => tx.publishers.setStatus(other, "suspended"));
    expect(failedChecks(await verify())).to.deep.equal(["publisher_status: PUBLISHER_NOT_ACTIVE"]);
    await registry.harness.store.transact((tx) => tx.publishers.setStatus(other, "active"));
    expect((await verify()).trusted).to.equal(true);
    await registry.harness.store.transact(async (tx) => {
      const ca = await tx.publisherCertificates.hosted(other);
      await tx.publisherCertificates.revoke(other, ca?.certificateId as string);
    });
    const answer = await verify();
    expect(failedChecks(answer)).to.deep.equal([
      "publisher_certificate_revocation: PUBLISHER_CERTIFICATE_REVOKED",
    ]);
    expect(answer.checks.find(({ reason }) => reason)?.code).to.equal("SVC-4010");
  });

  it("goes by the newer certificate of a publisher's key once the older one is revoked", async () => {
    const { publisherId: renewing } = await registry.publisher("Renewing Mint");
    const caKey = newKey();
    const older = await registry.certificate(renewing, newRequest(caKey));
    const { assetIdentifier: assetId } = await registry.asset(renewing);
    const device = signDevice({
      ca: older.certificate,
      caKey,
      publisherId: renewing,
      serialNumber: "04:A2:B3",
      uri: `https://${hostOf(renewing)}/a/${assetId}`,
    });
    const credential = { $case: "deviceCertificate", value: device };
    await registry.bind(renewing, assetId, { credential, serialNumber: "04:A2:B3" });
    await registry.harness.call("ActivateAsset", { publisherId: renewing, assetId });
    expect((await registry.verify(assetId, device)).trusted).to.equal(true);
    const revoke = (certificateId: string) =>
      registry.harness.store.transact((tx) => tx.publisherCertificates.revoke(renewing, certificateId));
    const newer = await registry.certificate(renewing, newRequest(caKey));
    await revoke(older.certificateId);
    expect(failedChecks(await registry.verify(assetId, device))).to.deep.equal([]);
    await revoke(newer.certificateId);
    expect(failedChecks(await registry.verify(assetId, device))).to.deep.equal([
      "publisher_certificate_revocation: PUBLISHER_CERTIFICATE_REVOKED",
    ]);
  });

  it("says of a device that has ended that it is outside its validity", async () => {
    const caKey = newKey();
    const { certificate: ca } = await registry.certificate(publisherId, newRequest(caKey));
    const ended = signDevice({
      ca,
      caKey,
      publisherId,
      serialNumber: "04:A2:B3",
      uri: `https://${hostOf(publisherId)}/a/${bound.assetId}`,
      notBefore: "20200101000000Z",
      notAfter: "20210101000000Z",
    });
    expect(failedChecks(await registry.verify(bound.assetId, ended))).to.deep.equal([
      "certificate_path: CERTIFICATE_OUTSIDE_VALIDITY",
    ]);
    expect(failedChecks(await registry.verify(bound.assetId, ended, operator))).to.deep.equal([
      "certificate_path: EXPIRED",
    ]);
  });

  it("does not take a publisher's own certificate, or a merchant's usage, for a device", async () => {
    const caKey = newKey();
    const { certificate: ca } = await registry.certificate(publisherId, newRequest(caKey));
    expect(failedChecks(await registry.verify(bound.assetId, ca))).to.deep.equal([
      "publisher_status: CERTIFICATE_NOT_TRUSTED",
      "device_usage: NOT_A_DEVICE_CERTIFICATE",
    ]);
    const client = signDevice({
      ca,
      caKey,
      publisherId,
      serialNumber: "04:A2:B3",
      uri: `https://${hostOf(publisherId)}/a/${bound.assetId}`,
      extendedKeyUsage: "clientAuth",
    });
    expect(failedChecks(await registry.verify(bound.assetId, client))).to.deep.equal([
      "device_usage: NOT_A_DEVICE_CERTIFICATE",
    ]);
  });

  describe("what it tells whom", () => {
    /** An answer without what differs from call to call. */
    const comparable = (answer: Authenticity) => ({
      ...answer,
      assetId: "",
      evaluateTime: undefined,
      expireTime: undefined,
    });

    it("gives an unknown asset and a device of another asset the same answer", async () => {
      const second = await registry.boundAsset(publisherId);
      const { publisherId: stranger } = await registry.publisher("Other Mint");
      const theirs = await registry.boundAsset(stranger);
      const { deviceCertificate } = bound.binding;
      const unknown = await registry.verify(newId("asset"), deviceCertificate);
      const wrongBinding = await registry.verify(second.assetId, deviceCertificate);
      const othersAsset = await registry.verify(theirs.assetId, deviceCertificate);
      expect(unknown.trusted).to.equal(false);
      expect(failedChecks(unknown)).to.deep.equal(["asset_known: ASSET_NOT_RECOGNISED"]);
      expect(comparable(wrongBinding)).to.deep.equal(comparable(unknown));
      expect(comparable(othersAsset)).to.deep.equal(comparable(unknown));
    });

    it("tells the asset's publisher and the operator exactly, nobody else", async () => {
      const second = await registry.boundAsset(publisherId);
      const { publisherId: stranger } = await registry.publisher("Other Mint");
      const reasons = async (as: Parameters<Registry["verify"]>[2]) =>
        failedChecks(await registry.verify(second.assetId, bound.binding.deviceCertificate, as));
      expect(await reasons(asPublisher(publisherId))).to.deep.equal([
        "device_binding: DEVICE_OF_OTHER_ASSET",
      ]);
      expect(await reasons(operator)).to.deep.equal(["device_binding: DEVICE_OF_OTHER_ASSET"]);
      expect(await reasons(asPublisher(stranger))).to.deep.equal(["asset_known: ASSET_NOT_RECOGNISED"]);
      expect(await reasons(anonymous)).to.deep.equal(["asset_known: ASSET_NOT_RECOGNISED"]);
    });

    it("knows a well-signed device that was never bound from none", async () => {
      const caKey = newKey();
      const { certificate: ca } = await registry.certificate(publisherId, newRequest(caKey));
      const unbound = signDevice({
        ca,
        caKey,
        publisherId,
        serialNumber: "04:A2:B3",
        uri: `https://${hostOf(publisherId)}/a/${bound.assetId}`,
      });
      expect(failedChecks(await registry.verify(bound.assetId, unbound))).to.deep.equal([
        "asset_known: ASSET_NOT_RECOGNISED",
      ]);
      expect(failedChecks(await registry.verify(bound.assetId, unbound, operator))).to.deep.equal([
        "device_binding: DEVICE_UNREGISTERED",
      ]);
    });
  });

  describe("input that is no certificate", () => {
    const failure = (deviceCertificate: string) =>
      registry.harness.failure(
        "VerifyAuthenticity",
        { assetId: bound.assetId, deviceCertificate },
        { as: anonymous },
      );

    for (const [what, text] of Object.entries({
      words: "not a certificate",
      "an empty PEM block": "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
      "a key": newKey(),
      "a request": newRequest(newKey()),
      "other DER": Buffer.from("30030201ff", "hex").toString("base64"),
      "over 8 KiB of DER": Buffer.alloc(9 * 1024, 0x30).toString("base64"),
    })) {
      it(`${what}: SVC-4002 about device_certificate`, async () => {
        const found = await failure(text);
        expect(found.entry).to.equal("UNREADABLE_CERTIFICATE");
        expect(found.violations.map(({ field }) => field)).to.deep.equal(["device_certificate"]);
        expect(found.reason).to.match(/^[A-Z][A-Z0-9_]+$/);
      });
    }

    it("one bit changed anywhere: refused as input or not trusted, never trusted and never a crash", async () => {
      const der = Buffer.from(base64Of(leafOf(bound.binding.deviceCertificate)), "base64");
      for (let index = 0; index < der.length; index += 7) {
        const changed = Buffer.from(der);
        changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
        try {
          expect((await registry.verify(bound.assetId, changed.toString("base64"))).trusted).to.equal(false);
        } catch (error) {
          expect(error).to.include({ entry: "UNREADABLE_CERTIFICATE" });
        }
      }
    });

    it("a megabyte: refused by its length", async () => {
      const found = await failure(Buffer.alloc(1024 * 1024, 0x30).toString("base64"));
      expect(found.entry).to.equal("INVALID_ARGUMENT");
      expect(found.violations.map(({ field }) => field)).to.deep.equal(["device_certificate"]);
    });

    it("five certificates: too many", async () => {
      const found = await failure(leafOf(bound.binding.deviceCertificate).repeat(5));
      expect(found).to.include({
        entry: "UNREADABLE_CERTIFICATE",
        reason: "CHAIN_TOO_MANY_CERTIFICATES",
      });
    });
  });

  it("writes nothing", async () => {
    const rows = async () => {
      const client = await import("pg").then(
        ({ default: pg }) => new pg.Client({ connectionString: registry.harness.url }),
      );
      await client.connect();
      const { rows: found } = await client.query(
        "select (select count(*) from outbox) as outbox, (select count(*) from idempotency) as keys, (select count(*) from asset_transition) as life",
      );
      await client.end();
      return found;
    };
    const before = await rows();
    await registry.harness.call(
      "VerifyAuthenticity",
      { assetId: bound.assetId, deviceCertificate: bound.binding.deviceCertificate },
      { as: anonymous, key: createHash("sha256").update("key").digest("hex") },
    );
    expect(await rows()).to.deep.equal(before);
  });
});
