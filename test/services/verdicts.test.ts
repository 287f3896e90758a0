import { randomInt } from "node:crypto";
import { expect } from "chai";
import { AssetKind, LifecycleStatus } from "../../gen/ts/pda/asset/v1/asset.ts";
import {
  Assurance,
  type Check,
  CheckOutcome,
  VerificationOutcome,
} from "../../gen/ts/pda/verification/v1/authenticity.ts";
import {
  type CapabilitiesVerdict,
  type LifecycleVerdict,
  RevocationStatus,
  type RevocationVerdict,
} from "../../gen/ts/pda/verification/v1/verdict.ts";
import type {
  VerifyCapabilitiesResponse,
  VerifyLifecycleResponse,
  VerifyRevocationResponse,
} from "../../gen/ts/pda/verification/v1/verification_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { anonymous, type BoundAsset, Registry } from "./support/registry.ts";

const { VERIFICATION_OUTCOME_PASSED: PASSED, VERIFICATION_OUTCOME_FAILED: FAILED } = VerificationOutcome;
const failed = (checks: readonly Check[]) =>
  checks.flatMap(({ check, outcome, reason }) =>
    outcome === CheckOutcome.CHECK_OUTCOME_FAILED ? [`${check}: ${reason}`] : [],
  );

describe("verdicts on an asset", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
  });
  after(() => registry[Symbol.asyncDispose]());

  const ask = <Response>(method: string, request: object) =>
    registry.harness.call<Response>(method, request, { as: anonymous });
  const lifecycle = async (assetId: string, expected: LifecycleStatus[] = []) =>
    (await ask<VerifyLifecycleResponse>("VerifyLifecycle", { assetId, expected }))
      .lifecycle as LifecycleVerdict;
  const capabilities = async (assetId: string, asked: string[] = []) =>
    (await ask<VerifyCapabilitiesResponse>("VerifyCapabilities", { assetId, capabilities: asked }))
      .capabilities as CapabilitiesVerdict;
  const revocation = async (request: { assetId?: string; deviceCertificate?: string }) =>
    (await ask<VerifyRevocationResponse>("VerifyRevocation", request)).revocation as RevocationVerdict;
  const verb = (name: string, { publisherId: owner, assetId }: BoundAsset) =>
    registry.harness.call(name, { publisherId: owner, assetId });
  const newType = async (policy: object): Promise<string> => {
    const assetType = `T${randomInt(36 ** 7)
      .toString(36)
      .toUpperCase()}`;
    const definition = { publisherId, assetType, name: "Edition", decimals: 0, policy };
    await registry.harness.call("DefineAssetType", definition);
    return assetType;
  };

  describe("lifecycle", () => {
    it("follows the asset's life, and only an active asset can be used", async () => {
      const { assetIdentifier: assetId } = await registry.asset(publisherId);
      const own = { publisherId, assetId } as BoundAsset;
      const {
        LIFECYCLE_STATUS_ISSUED,
        LIFECYCLE_STATUS_ACTIVE,
        LIFECYCLE_STATUS_SUSPENDED,
        LIFECYCLE_STATUS_REVOKED,
      } = LifecycleStatus;
      const seen = async () => {
        const { lifecycleStatus, usable, outcome, checks } = await lifecycle(assetId);
        expect(outcome).to.equal(usable ? PASSED : FAILED);
        return [lifecycleStatus, usable, failed(checks).join()];
      };
      expect(await seen()).to.deep.equal([LIFECYCLE_STATUS_ISSUED, false, "lifecycle: ASSET_NOT_ACTIVE"]);
      await verb("ActivateAsset", own);
      expect(await seen()).to.deep.equal([LIFECYCLE_STATUS_ACTIVE, true, ""]);
      await verb("SuspendAsset", own);
      expect(await seen()).to.deep.equal([LIFECYCLE_STATUS_SUSPENDED, false, "lifecycle: ASSET_SUSPENDED"]);
      await verb("RevokeAsset", own);
      expect(await seen()).to.deep.equal([LIFECYCLE_STATUS_REVOKED, false, "lifecycle: ASSET_REVOKED"]);
    });

    it("passes in a state that the caller expects, whether it can be used in it or not", async () => {
      const { assetIdentifier: assetId } = await registry.asset(publisherId);
      const { LIFECYCLE_STATUS_ISSUED, LIFECYCLE_STATUS_SUSPENDED } = LifecycleStatus;
      const expected = await lifecycle(assetId, [LIFECYCLE_STATUS_ISSUED, LIFECYCLE_STATUS_SUSPENDED]);
      expect(expected).to.include({ usable: false, outcome: PASSED });
      const other = await lifecycle(assetId, [LIFECYCLE_STATUS_SUSPENDED]);
      expect(failed(other.checks)).to.deep.equal(["lifecycle: LIFECYCLE_NOT_EXPECTED"]);
      expect(other.outcome).to.equal(FAILED);
    });

    it("is negative for an asset that there is not, and tells no state", async () => {
      const assetId = newId("asset");
      const answer = await lifecycle(assetId);
      expect(answer).to.include({ assetId, usable: false, outcome: FAILED, lifecycleStatus: undefined });
      expect(failed(answer.checks)).to.deep.equal(["asset_known: ASSET_NOT_RECOGNISED"]);
    });

    it("is negative while the publisher is suspended", async () => {
      const { publisherId: other } = await registry.publisher();
      const own = await registry.boundAsset(other);
      await registry.harness.call("SuspendPublisher", { publisherId: other });
      const answer = await lifecycle(own.assetId);
      expect(answer).to.include({ usable: false, lifecycleStatus: LifecycleStatus.LIFECYCLE_STATUS_ACTIVE });
      expect(failed(answer.checks)).to.deep.equal(["publisher_status: PUBLISHER_NOT_ACTIVE"]);
      expect((await capabilities(own.assetId)).capabilities).to.deep.equal([]);
    });
  });

  describe("revocation", () => {
    it("is good until the asset is revoked", async () => {
      const own = await registry.boundAsset(publisherId);
      expect(await revocation({ assetId: own.assetId })).to.include({
        revocationStatus: RevocationStatus.REVOCATION_STATUS_GOOD,
        outcome: PASSED,
      });
      await verb("RevokeAsset", own);
      const answer = await revocation({ assetId: own.assetId });
      expect(answer.revocationStatus).to.equal(RevocationStatus.REVOCATION_STATUS_REVOKED);
      expect(failed(answer.checks)).to.deep.equal(["asset_revocation: ASSET_REVOKED"]);
    });

    it("of a device certificate turns with the device and with its issuer", async () => {
      const { publisherId: other } = await registry.publisher();
      const [first, second] = [await registry.boundAsset(other), await registry.boundAsset(other)];
      const ask = ({ binding }: BoundAsset) => revocation({ deviceCertificate: binding.deviceCertificate });
      expect((await ask(first)).revocationStatus).to.equal(RevocationStatus.REVOCATION_STATUS_GOOD);
      const { deviceId } = first.binding;
      await registry.harness.call("RevokeDevice", { publisherId: other, assetId: first.assetId, deviceId });
      expect(failed((await ask(first)).checks)).to.deep.equal([
        "device_certificate_revocation: DEVICE_CERTIFICATE_REVOKED",
      ]);
      expect((await ask(second)).revocationStatus).to.equal(RevocationStatus.REVOCATION_STATUS_GOOD);
      const { items } = await registry.harness.call<{ items: { certificateId: string }[] }>(
        "ListPublisherCertificates",
        { publisherId: other },
      );
      await registry.harness.call("RevokePublisherCertificate", {
        publisherId: other,
        certificateId: items[0]?.certificateId,
      });
      const answer = await ask(second);
      expect(answer.revocationStatus).to.equal(RevocationStatus.REVOCATION_STATUS_REVOKED);
      expect(answer.checks.at(-1)).to.include({ code: "SVC-4010", reason: "PUBLISHER_CERTIFICATE_REVOKED" });
    });

    it("is unknown, never good, of what the registry does not have", async () => {
      const { deviceCertificate } = (await registry.boundAsset(publisherId)).binding;
      const stranger = registry.root;
      for (const asked of [
        { assetId: newId("asset") },
        { deviceCertificate: stranger },
        { assetId: newId("asset"), deviceCertificate },
      ]) {
        const answer = await revocation(asked);
        expect(answer.revocationStatus).to.equal(RevocationStatus.REVOCATION_STATUS_UNKNOWN);
        expect(answer.outcome).to.equal(FAILED);
      }
    });

    it("says where things are listed to whoever shows the certificate that is bound to the asset, and to nobody else", async () => {
      const own = await registry.boundAsset(publisherId);
      const other = await registry.boundAsset(publisherId);
      const { deviceCertificate } = own.binding;
      const { statusLists } = await revocation({ assetId: own.assetId, deviceCertificate });
      expect(statusLists.map(({ subject }) => subject)).to.deep.equal(["asset", "device", "publisher"]);
      for (const { uri, idx } of statusLists) {
        expect(uri).to.match(
          /^https:.*\/api\/v1\/verification\/status-lists\/(assets|devices|publishers)-0$/,
        );
        expect(idx).to.be.within(0, 2 ** 17 - 1);
      }
      for (const asked of [
        { assetId: own.assetId },
        { deviceCertificate },
        { assetId: other.assetId, deviceCertificate },
        { assetId: newId("asset"), deviceCertificate },
      ])
        expect((await revocation(asked)).statusLists).to.deep.equal([]);
    });

    it("asks for an asset or a certificate that can be read", async () => {
      expect(await registry.harness.failure("VerifyRevocation", {})).to.include({
        entry: "INVALID_ARGUMENT",
      });
      const none = await registry.harness.failure("VerifyRevocation", { deviceCertificate: "none" });
      expect(none.entry).to.equal("UNREADABLE_CERTIFICATE");
    });
  });

  describe("capabilities", () => {
    it("are those of the type's policy while the asset is in use", async () => {
      const assetType = await newType({
        transferable: true,
        minimumAssurance: Assurance.ASSURANCE_STATIC,
        capabilities: ["lend", "exhibit"],
      });
      const { assetIdentifier: assetId } = await registry.asset(publisherId, { assetType });
      expect((await capabilities(assetId)).capabilities).to.deep.equal([]);
      await verb("ActivateAsset", { publisherId, assetId } as BoundAsset);
      const answer = await capabilities(assetId, ["lend", "fly"]);
      expect(answer.capabilities).to.deep.equal(["exhibit", "lend", "transfer"]);
      expect(answer.supported).to.deep.equal([
        { capability: "lend", supported: true },
        { capability: "fly", supported: false },
      ]);
      expect(answer.outcome).to.equal(FAILED);
      expect(failed(answer.checks)).to.deep.equal(["capabilities: CAPABILITY_NOT_SUPPORTED"]);
      expect((await capabilities(assetId, ["lend"])).outcome).to.equal(PASSED);
    });

    it("do not include a transfer that the policy forbids, whatever its words say", async () => {
      const assetType = await newType({
        transferable: false,
        minimumAssurance: Assurance.ASSURANCE_STATIC,
        capabilities: ["transfer", "redeem"],
      });
      const { assetIdentifier: assetId } = await registry.asset(publisherId, { assetType });
      await verb("ActivateAsset", { publisherId, assetId } as BoundAsset);
      expect(
        (await capabilities(assetId, ["transfer", "redeem"])).supported.map(({ supported }) => supported),
      ).to.deep.equal([false, false]);
    });

    it("of a ticket include its redemption", async () => {
      const assetProfile = { kind: AssetKind.ASSET_KIND_TICKET, name: "Day pass", description: "" };
      const { assetIdentifier: assetId } = await registry.asset(publisherId, { assetProfile });
      await verb("ActivateAsset", { publisherId, assetId } as BoundAsset);
      expect((await capabilities(assetId)).capabilities).to.deep.equal(["redeem", "transfer"]);
    });

    it("of an asset that there is not are none", async () => {
      const answer = await capabilities(newId("asset"), ["transfer"]);
      expect(answer).to.deep.include({
        capabilities: [],
        supported: [{ capability: "transfer", supported: false }],
        outcome: FAILED,
      });
    });
  });
});
