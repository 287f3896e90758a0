import { expect } from "chai";
import pg from "pg";
import { DeviceKind } from "../../gen/ts/pda/publisher/v1/device.ts";
import type { DefineAssetTypeResponse } from "../../gen/ts/pda/publisher/v1/asset_type_service.ts";
import {
  Assurance,
  type Authenticity,
  VerificationOutcome,
} from "../../gen/ts/pda/verification/v1/authenticity.ts";
import type { VerifyAuthenticityResponse } from "../../gen/ts/pda/verification/v1/verification_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { SigningChip, Tag, type Tapped } from "../support/chips.ts";
import { operator } from "../support/service.ts";
import {
  activeAsset,
  assetWithTag,
  bindChip,
  bindTag,
  type Bound,
  byKey,
  byTap,
  revoke,
  tagBinding,
} from "./support/chips.ts";
import { challengeFor, prover, verifyProof } from "./support/prover.ts";
import { anonymous, failedChecks, Registry } from "./support/registry.ts";

const UNKNOWN = ["asset_known: ASSET_NOT_RECOGNISED"];
const NOT_ACCEPTED = ["proof_of_possession: PROOF_NOT_ACCEPTED"];

describe("an NFC tag with dynamic messages", function () {
  this.timeout(60_000);
  let registry: Registry;
  let database: pg.Client;
  let publisherId: string;
  let tag: Tag;
  let bound: Bound;

  before(async () => {
    registry = await Registry.start();
    database = new pg.Client({ connectionString: registry.harness.url });
    await database.connect();
    ({ publisherId } = await registry.publisher());
    tag = new Tag();
    bound = await assetWithTag(registry, publisherId, tag);
  });
  after(async () => {
    await database?.end();
    await registry[Symbol.asyncDispose]();
  });

  const verify = (tapped: Tapped, assetId = bound.assetId, as = anonymous) =>
    verifyProof(registry, byTap(assetId, tapped), { as });
  const bindFailure = (over: object) =>
    registry.harness.failure("BindDevice", { ...tagBinding(bound, new Tag()), ...over });

  describe("is bound", () => {
    it("by its UID and its keys, which nobody gets back", () => {
      expect(bound.binding).to.include({ serialNumber: tag.uid, kind: DeviceKind.DEVICE_KIND_NTAG424 });
      const told = JSON.stringify(bound.binding, (_, value) =>
        typeof value === "bigint" ? `${value}` : value,
      );
      expect(told.toLowerCase())
        .to.not.contain(tag.keys.sdmFileReadKey)
        .and.not.contain(tag.keys.sdmMetaReadKey);
    });

    it("with keys that lie in the database encrypted only, each for its own device", async () => {
      const other = await assetWithTag(
        registry,
        publisherId,
        new Tag({ metaRead: tag.metaRead, fileRead: tag.fileRead }),
      );
      const { rows } = await database.query("select sealed_keys from device_tag");
      const sealed = rows.map(({ sealed_keys }) => sealed_keys as Buffer);
      expect(new Set(sealed.map((bytes) => bytes.toString("hex"))).size).to.equal(sealed.length);
      for (const bytes of sealed)
        for (const key of [tag.metaRead, tag.fileRead]) expect(bytes.includes(key)).to.equal(false);
      const { sealer } = registry.harness;
      const context = ({ publisherId: owner, binding: { deviceId } }: Bound) =>
        `device-tag-keys|${owner}|${deviceId}`;
      const opens = (place: string) =>
        sealed.filter((bytes) => {
          try {
            return sealer.open(bytes, place).equals(Buffer.concat([tag.metaRead, tag.fileRead]));
          } catch {
            return false;
          }
        });
      expect(opens(context(bound))).to.have.length(1);
      expect(opens(context(other))).to.have.length(1);
      expect(opens(context({ ...bound, publisherId: newId("publisher") }))).to.have.length(0);
    });

    for (const [what, serialNumber] of [
      ["small letters", "04a1b2c3d4e5f6"],
      ["colons", "04:A1:B2:C3:D4:E5:F6"],
      ["six bytes", "04A1B2C3D4E5"],
      ["words", "TAG-1"],
    ] as const)
      it(`not under a serial number that is no UID: ${what}`, async () => {
        const failure = await bindFailure({ serialNumber });
        expect(failure).to.include({ entry: "INVALID_ARGUMENT", reason: "NOT_A_TAG_UID" });
        expect(failure.violations.map(({ field }) => field)).to.deep.equal(["serial_number"]);
      });

    const good = new Tag().keys;
    for (const [what, value, field] of [
      [
        "a key that is cut off",
        { ...good, sdmMetaReadKey: good.sdmMetaReadKey.slice(2) },
        "sdm_meta_read_key",
      ],
      ["a key of 24 bytes", { ...good, sdmFileReadKey: "a".repeat(48) }, "sdm_file_read_key"],
      ["a key that is not hexadecimal", { ...good, sdmFileReadKey: "g".repeat(32) }, "sdm_file_read_key"],
      ["no key", { ...good, sdmMetaReadKey: "" }, "sdm_meta_read_key"],
      ["a megabyte of key", { ...good, sdmMetaReadKey: "a".repeat(1_000_000) }, "sdm_meta_read_key"],
    ] as const)
      it(`not with ${what}, and the refusal does not repeat it`, async () => {
        const failure = await bindFailure({ credential: { $case: "ntag424", value } });
        expect(failure.entry).to.equal("INVALID_ARGUMENT");
        expect(failure.violations.map((violation) => violation.field)).to.deep.equal([`ntag424.${field}`]);
        const told = JSON.stringify([failure.message, failure.violations]);
        for (const key of Object.values(value).filter((key) => key !== "")) expect(told).to.not.contain(key);
      });

    it("once at a time, and one to an asset", async () => {
      const elsewhere = await activeAsset(registry, publisherId);
      const again = await registry.harness.failure(
        "BindDevice",
        tagBinding({ publisherId, assetId: elsewhere }, tag),
      );
      expect(again).to.include({ entry: "ALREADY_EXISTS", reason: "TAKEN" });
      expect(again.violations.map(({ field }) => field)).to.deep.equal(["serial_number"]);
      const second = await bindFailure({});
      expect(second).to.include({ entry: "ALREADY_EXISTS", reason: "TAKEN" });
      expect(second.violations.map(({ field }) => field)).to.deep.equal(["ntag424"]);
    });
  });

  describe("proves itself", () => {
    it("by what it makes at a tap alone: the assurance is dynamic_mac", async () => {
      const answer = await verify(tag.tap());
      expect(answer).to.include({
        trusted: true,
        outcome: VerificationOutcome.VERIFICATION_OUTCOME_PASSED,
        assurance: Assurance.ASSURANCE_DYNAMIC_MAC,
      });
      expect(failedChecks(answer)).to.deep.equal([]);
      expect(answer.checks).to.have.length(11);
    });

    it("with encrypted file data, whose name of the MAC's parameter may be another", async () => {
      const file = Buffer.from("number=0000000042");
      const padded = Buffer.concat([file, Buffer.alloc(32 - file.length, 0x5f)]);
      expect((await verify(tag.tap(undefined, padded))).trusted).to.equal(true);
      const wrong = { ...tag.tap(undefined, padded), macParameter: "mac" };
      expect(failedChecks(await verify(wrong))).to.deep.equal(UNKNOWN);
    });

    it("once for each tap: the same one, and every one before it, is stale", async () => {
      const earlier = tag.tap();
      const tapped = tag.tap();
      expect((await verify(tapped)).trusted).to.equal(true);
      for (const stale of [tapped, earlier, tag.tap(0)]) {
        const answer = await verify(stale);
        expect(answer).to.include({ trusted: false, assurance: Assurance.ASSURANCE_NONE });
        expect(failedChecks(answer)).to.deep.equal(NOT_ACCEPTED);
        expect(failedChecks(await verify(stale, bound.assetId, operator))).to.deep.equal([
          "proof_of_possession: COUNTER_NOT_ABOVE_LAST",
        ]);
      }
      tag.counter += 1000;
      expect((await verify(tag.tap())).trusted).to.equal(true);
    });

    it("up to the last count of its three bytes", async () => {
      const one = new Tag();
      const { assetId } = await assetWithTag(registry, publisherId, one);
      expect((await verify(one.tap(0), assetId)).trusted).to.equal(true);
      expect((await verify(one.tap(0xffffff), assetId)).trusted).to.equal(true);
      expect((await verify(one.tap(0xffffff), assetId)).trusted).to.equal(false);
    });

    it("without using its counter up by a message that it did not make", async () => {
      const next = tag.tap();
      const forged = { ...tag.tap(tag.counter + 500), cmac: "0011223344556677" };
      expect((await verify(forged)).trusted).to.equal(false);
      expect((await verify(next)).trusted).to.equal(true);
    });

    it("and uses a tap up whatever the verdict: the asset may not be in use", async () => {
      const one = new Tag();
      const { assetId } = await assetWithTag(registry, publisherId, one);
      await registry.harness.call("SuspendAsset", { publisherId, assetId });
      const tapped = one.tap();
      expect(failedChecks(await verify(tapped, assetId))).to.deep.equal(["lifecycle: ASSET_SUSPENDED"]);
      await registry.harness.call("ResumeAsset", { publisherId, assetId });
      expect(failedChecks(await verify(tapped, assetId))).to.deep.equal(NOT_ACCEPTED);
    });

    it("once more to the caller who repeats its call under the same idempotency key, to nobody else", async () => {
      const request = byTap(bound.assetId, tag.tap());
      const call = (key: string) =>
        registry.harness.callWhole<VerifyAuthenticityResponse>("VerifyAuthenticity", request, {
          as: operator,
          key,
        });
      const [first, again] = [await call("tap-1"), await call("tap-1")];
      expect(first.response.authenticity?.trusted).to.equal(true);
      expect(again.replayed).to.equal(true);
      expect(again.response).to.deep.equal(first.response);
      expect((await call("tap-2")).response.authenticity?.trusted).to.equal(false);
    });

    it("not once it is revoked, nor by what it made before", async () => {
      const one = new Tag();
      const asset = await assetWithTag(registry, publisherId, one);
      expect((await verify(one.tap(), asset.assetId)).trusted).to.equal(true);
      await registry.harness.call("RevokeDevice", revoke(asset, "Torn off"));
      const answer = await verify(one.tap(), asset.assetId);
      expect(answer.trusted).to.equal(false);
      expect(failedChecks(answer)).to.deep.equal(["device_certificate_revocation: DEVICE_REVOKED"]);
    });

    it("where the policy asks for no more than that: neither a certificate alone nor more than a tag can do", async () => {
      const assetType = "LABEL";
      const { assetType: type } = await registry.harness.call<DefineAssetTypeResponse>("DefineAssetType", {
        publisherId,
        assetType,
        name: "Labelled goods",
        policy: { capabilities: [], minimumAssurance: Assurance.ASSURANCE_DYNAMIC_MAC },
      });
      const { assetId, deviceCertificate } = await prover(registry, publisherId, undefined, { assetType });
      const one = new Tag();
      await bindTag(registry, { publisherId, assetId }, one);
      const outcomes = [await verify(one.tap(), assetId), await registry.verify(assetId, deviceCertificate)];
      expect(outcomes.map(({ trusted }) => trusted)).to.deep.equal([true, false]);
      await registry.harness.call("UpdateAssetType", {
        publisherId,
        assetTypeId: type?.assetTypeId,
        policy: { capabilities: [], minimumAssurance: Assurance.ASSURANCE_PROOF_OF_POSSESSION },
      });
      const weak = await verify(one.tap(), assetId);
      expect(weak).to.include({
        trusted: false,
        outcome: VerificationOutcome.VERIFICATION_OUTCOME_INDETERMINATE,
        assurance: Assurance.ASSURANCE_DYNAMIC_MAC,
      });
      expect(failedChecks(weak)).to.deep.equal(["proof_of_possession: ASSURANCE_TOO_LOW"]);
      const chip = new SigningChip();
      await bindChip(registry, { publisherId, assetId }, chip);
      const challenge = await challengeFor(registry, assetId);
      expect((await verifyProof(registry, byKey(assetId, chip.proof(challenge)))).trusted).to.equal(true);
    });

    it("beside a certificate of the same asset: both have to hold", async () => {
      const { assetId, deviceCertificate } = await prover(registry, publisherId);
      const one = new Tag();
      await bindTag(registry, { publisherId, assetId }, one);
      const both = (tapped: Tapped) =>
        verifyProof(registry, { ...byTap(assetId, tapped), deviceCertificate });
      expect(await both(one.tap())).to.include({ trusted: true, assurance: Assurance.ASSURANCE_DYNAMIC_MAC });
      expect(failedChecks(await both(tag.tap()))).to.deep.equal(NOT_ACCEPTED);
    });
  });

  describe("that is bound again", () => {
    it("with the same keys goes on from its counter: nothing that it made before counts again", async () => {
      const one = new Tag();
      const first = await assetWithTag(registry, publisherId, one);
      const early = one.tap();
      expect((await verify(one.tap(), first.assetId)).trusted).to.equal(true);
      await registry.harness.call("RevokeDevice", revoke(first));
      const second = await assetWithTag(registry, publisherId, one);
      expect(failedChecks(await verify(early, second.assetId))).to.deep.equal(NOT_ACCEPTED);
      expect((await verify(one.tap(), second.assetId)).trusted).to.equal(true);
      expect(failedChecks(await verify(one.tap(), first.assetId, operator))).to.deep.equal([
        "device_certificate_revocation: DEVICE_REVOKED",
      ]);
    });

    it("with the same keys goes on from what was presented while it was revoked", async () => {
      const one = new Tag();
      const first = await assetWithTag(registry, publisherId, one);
      await registry.harness.call("RevokeDevice", revoke(first));
      const meanwhile = one.tap(500);
      expect(failedChecks(await verify(meanwhile, first.assetId))).to.deep.equal([
        "device_certificate_revocation: DEVICE_REVOKED",
      ]);
      await bindTag(registry, first, one);
      expect(failedChecks(await verify(meanwhile, first.assetId))).to.deep.equal(NOT_ACCEPTED);
      expect((await verify(one.tap(501), first.assetId)).trusted).to.equal(true);
    });

    it("with the same keys is not proven by what was presented for its former asset", async () => {
      const one = new Tag();
      const first = await assetWithTag(registry, publisherId, one);
      await registry.harness.call("RevokeDevice", revoke(first));
      const second = await assetWithTag(registry, publisherId, one);
      const [early, meanwhile] = [one.tap(499), one.tap(500)];
      expect(failedChecks(await verify(meanwhile, first.assetId))).to.deep.equal([
        "device_certificate_revocation: DEVICE_REVOKED",
      ]);
      for (const tap of [early, meanwhile])
        expect(failedChecks(await verify(tap, second.assetId))).to.deep.equal(NOT_ACCEPTED);
      expect((await verify(one.tap(501), second.assetId)).trusted).to.equal(true);
      // A binding that follows goes on from there too.
      await verify(one.tap(600), first.assetId);
      await registry.harness.call("RevokeDevice", revoke(second));
      const third = await assetWithTag(registry, publisherId, one);
      expect(failedChecks(await verify(one.tap(600), third.assetId))).to.deep.equal(NOT_ACCEPTED);
      expect((await verify(one.tap(601), third.assetId)).trusted).to.equal(true);
    });

    it("with other keys is not held up by a message of the former keys", async () => {
      const one = new Tag();
      const first = await assetWithTag(registry, publisherId, one);
      await registry.harness.call("RevokeDevice", revoke(first));
      const rekeyed = new Tag({ uid: one.uid });
      const second = await assetWithTag(registry, publisherId, rekeyed);
      expect(failedChecks(await verify(one.tap(1000), first.assetId))).to.deep.equal([
        "device_certificate_revocation: DEVICE_REVOKED",
      ]);
      expect((await verify(rekeyed.tap(), second.assetId)).trusted).to.equal(true);
    });

    it("with other keys begins anew", async () => {
      const one = new Tag();
      const first = await assetWithTag(registry, publisherId, one);
      expect((await verify(one.tap(1000), first.assetId)).trusted).to.equal(true);
      await registry.harness.call("RevokeDevice", revoke(first));
      const rekeyed = new Tag({ uid: one.uid });
      const second = await assetWithTag(registry, publisherId, rekeyed);
      expect((await verify(rekeyed.tap(), second.assetId)).trusted).to.equal(true);
      expect(failedChecks(await verify(one.tap(1001), second.assetId))).to.deep.equal(UNKNOWN);
    });
  });

  describe("says nothing of what there is", () => {
    it("unknown asset, asset without a tag, and message of another tag get one answer", async () => {
      const without = await activeAsset(registry, publisherId);
      const other = new Tag();
      await assetWithTag(registry, publisherId, other);
      const asked: [string, Tapped][] = [
        [newId("asset"), tag.tap()],
        [without, tag.tap()],
        [bound.assetId, other.tap()],
        [bound.assetId, { ...tag.tap(), cmac: "0011223344556677" }],
        [bound.assetId, new Tag({ uid: tag.uid }).tap()],
        // A tag that has the same keys, as careless publishers do it, is still another one.
        [bound.assetId, new Tag({ metaRead: tag.metaRead, fileRead: tag.fileRead }).tap(tag.counter + 1)],
      ];
      const answers = [];
      for (const [assetId, tapped] of asked) {
        const { trusted, outcome, assurance, checks } = await verify(tapped, assetId);
        answers.push({ trusted, outcome, assurance, checks });
      }
      expect(failedChecks(answers[0] as Authenticity)).to.deep.equal(UNKNOWN);
      for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
    });

    it("but tells the publisher what it was", async () => {
      const without = await activeAsset(registry, publisherId);
      expect(failedChecks(await verify(tag.tap(), without, operator))).to.deep.equal([
        "device_binding: DEVICE_UNREGISTERED",
      ]);
      expect(failedChecks(await verify(new Tag().tap(), bound.assetId, operator))).to.deep.equal([
        "device_binding: SUN_MESSAGE_NOT_OF_THIS_TAG",
      ]);
    });
  });

  describe("input of another form is refused", () => {
    const tapped = new Tag().tap(1, Buffer.alloc(16));
    for (const [what, over, field] of [
      ["PICCData that is cut off", { piccData: tapped.piccData.slice(2) }, "picc_data"],
      ["PICCData of 17 bytes", { piccData: `${tapped.piccData}00` }, "picc_data"],
      ["PICCData that is not hexadecimal", { piccData: "z".repeat(32) }, "picc_data"],
      ["no PICCData", { piccData: "" }, "picc_data"],
      ["a MAC of 16 bytes", { cmac: "0".repeat(32) }, "cmac"],
      ["a MAC with a line break", { cmac: "001122334455667\n" }, "cmac"],
      ["file data of 15 bytes", { encFileData: "0".repeat(30) }, "enc_file_data"],
      ["file data of 272 bytes", { encFileData: "0".repeat(544) }, "enc_file_data"],
      ["no file data that is given", { encFileData: "" }, "enc_file_data"],
      ["a megabyte of file data", { encFileData: "0".repeat(1_000_000) }, "enc_file_data"],
      ["a name that is no parameter", { macParameter: "a=b&c" }, "mac_parameter"],
    ] as const)
      it(what, async () => {
        const request = byTap(bound.assetId, { ...tapped, ...over });
        const failure = await registry.harness.failure("VerifyAuthenticity", request, { as: anonymous });
        expect(failure.entry).to.equal("INVALID_ARGUMENT");
        expect(failure.violations.map((violation) => violation.field)).to.deep.equal([
          `proof.sun_message.${field}`,
        ]);
      });
  });
});
