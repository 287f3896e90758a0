// Asset types with policy: what a publisher may change, and what follows it at once.
import { expect } from "chai";
import type { GetAssetResponse } from "../../gen/ts/pda/asset/v1/asset_service.ts";
import type { CreatePaymentResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { AssetType } from "../../gen/ts/pda/publisher/v1/asset_type.ts";
import type {
  DefineAssetTypeResponse,
  GetAssetTypeResponse,
  UpdateAssetTypeResponse,
} from "../../gen/ts/pda/publisher/v1/asset_type_service.ts";
import {
  Assurance,
  CheckOutcome,
  VerificationOutcome,
} from "../../gen/ts/pda/verification/v1/authenticity.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { assetType, merchant, publisher, testNetwork, wallet } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";
import { Store } from "../../src/store/store.ts";
import { challengeFor, prover, signatureOf, verifyProof, withProof } from "./support/prover.ts";
import {
  anonymous,
  asPublisher,
  failedChecks,
  newSerialNumber,
  Registry,
  usdxOnTestNetwork,
} from "./support/registry.ts";

const { ASSURANCE_STATIC, ASSURANCE_DYNAMIC_MAC, ASSURANCE_PROOF_OF_POSSESSION } = Assurance;

describe("asset types with policy", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let count = 0;

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
  });
  after(() => registry[Symbol.asyncDispose]());

  const code = (): string => `TYPE${++count}`;
  const define = async (over: object = {}): Promise<AssetType> =>
    (
      await registry.harness.call<DefineAssetTypeResponse>("DefineAssetType", {
        publisherId,
        assetType: code(),
        name: "Limited edition",
        decimals: 6,
        networks: [],
        ...over,
      })
    ).assetType!;
  const update = async (type: AssetType, change: object): Promise<AssetType> =>
    (await registry.harness.call<UpdateAssetTypeResponse>("UpdateAssetType", named(type, change))).assetType!;
  const named = ({ assetTypeId }: AssetType, change: object) => ({ publisherId, assetTypeId, ...change });
  const get = async ({ assetTypeId }: AssetType): Promise<AssetType> =>
    (await registry.harness.call<GetAssetTypeResponse>("GetAssetType", { publisherId, assetTypeId }))
      .assetType!;

  it("have the defaults where nothing is said", async () => {
    const type = await define();
    expect(type).to.deep.include({
      refundPolicy: { refundable: false, windowSeconds: 0n },
      policy: { transferable: true, minimumAssurance: ASSURANCE_STATIC, capabilities: [] },
      networks: [],
      version: 1,
    });
    expect(await define({ policy: { capabilities: ["redeem"] } })).to.deep.include({
      policy: { transferable: true, minimumAssurance: ASSURANCE_STATIC, capabilities: ["redeem"] },
    });
  });

  it("keep what they are defined with", async () => {
    const policy = {
      transferable: false,
      minimumAssurance: ASSURANCE_PROOF_OF_POSSESSION,
      capabilities: ["pay", "redeem", "transfer", "refund"],
    };
    const type = await define({ policy, networks: [usdxOnTestNetwork] });
    expect(type).to.deep.include({ policy, networks: [usdxOnTestNetwork] });
    expect(await get(type)).to.deep.equal(type);
  });

  for (const [what, policy, field] of [
    ["a capability with a capital", { capabilities: ["Pay"] }, "policy.capabilities[0]"],
    ["a capability with a blank", { capabilities: ["pay now"] }, "policy.capabilities[0]"],
    ["a capability of 33 letters", { capabilities: ["a".repeat(33)] }, "policy.capabilities[0]"],
    ["the same twice", { capabilities: ["pay", "pay"] }, "policy.capabilities"],
    [
      "more than 32",
      { capabilities: Array.from({ length: 33 }, (_, index) => `word${index}`) },
      "policy.capabilities",
    ],
    [
      "no assurance",
      { minimumAssurance: Assurance.ASSURANCE_NONE, capabilities: [] },
      "policy.minimum_assurance",
    ],
    ["an unknown assurance", { minimumAssurance: 77, capabilities: [] }, "policy.minimum_assurance"],
  ] as const)
    it(`refuse ${what}`, async () => {
      const type = await define();
      const failure = await registry.harness.failure("UpdateAssetType", named(type, { policy }));
      expect([failure.entry, failure.violations[0]?.field]).to.deep.equal(["INVALID_ARGUMENT", field]);
      expect(await get(type)).to.deep.equal(type);
    });

  describe("are changed", () => {
    it("in what is named, each policy as a whole; the version grows with each change", async () => {
      const type = await define({ policy: { transferable: false, capabilities: ["pay"] } });
      const renamed = await update(type, { name: "Second edition" });
      expect(renamed).to.deep.equal({ ...type, name: "Second edition", version: 2 });
      const strict = await update(type, {
        policy: { minimumAssurance: ASSURANCE_DYNAMIC_MAC, capabilities: [] },
      });
      expect(strict).to.deep.equal({
        ...renamed,
        policy: { transferable: true, minimumAssurance: ASSURANCE_DYNAMIC_MAC, capabilities: [] },
        version: 3,
      });
      const refundable = await update(type, { refundPolicy: { refundable: true, windowSeconds: 60n } });
      expect(refundable).to.deep.equal({
        ...strict,
        refundPolicy: { refundable: true, windowSeconds: 60n },
        version: 4,
      });
      expect(await get(type)).to.deep.equal(refundable);
    });

    it("not at all where nothing is different", async () => {
      const type = await define({ networks: [usdxOnTestNetwork] });
      for (const change of [
        {},
        { name: type.name },
        { policy: type.policy },
        { refundPolicy: type.refundPolicy },
        { networks: [usdxOnTestNetwork] },
      ])
        expect(await update(type, change)).to.deep.equal(type);
    });

    it("once for each idempotency key", async () => {
      const type = await define();
      const call = () =>
        registry.harness.callWhole<UpdateAssetTypeResponse>(
          "UpdateAssetType",
          named(type, { name: "Once" }),
          {
            key: "once",
          },
        );
      const first = await call();
      await update(type, { name: "Later" });
      const again = await call();
      expect([again.replayed, again.response]).to.deep.equal([true, first.response]);
      expect((await get(type)).name).to.equal("Later");
    });

    it("by networks that are added, never taken away or exchanged", async () => {
      const type = await define();
      const onNetwork = await update(type, { networks: [usdxOnTestNetwork] });
      expect(onNetwork).to.deep.equal({ ...type, networks: [usdxOnTestNetwork], version: 2 });
      for (const networks of [[`${testNetwork}/erc20:0x00`], ["eip155:1/erc20:0x00"]]) {
        const failure = await registry.harness.failure("UpdateAssetType", named(type, { networks }));
        expect(failure).to.include({ entry: "STATE_CONFLICT", reason: "NETWORK_REMOVED" });
        expect(failure.violations[0]?.field).to.equal("networks");
      }
      const twice = { networks: [usdxOnTestNetwork, `${testNetwork}/erc20:0x00`] };
      expect(await registry.harness.failure("UpdateAssetType", named(type, twice))).to.include({
        entry: "INVALID_ARGUMENT",
        reason: "NETWORK_REPEATED",
      });
      const unserved = { networks: [usdxOnTestNetwork, "eip155:1/erc20:0x00"] };
      expect(await registry.harness.failure("UpdateAssetType", named(type, unserved))).to.include({
        entry: "UNKNOWN_REFERENCE",
        reason: "NETWORK_ASSET_NOT_USABLE",
      });
      expect(await get(type)).to.deep.equal(onNetwork);
    });

    it("by their publisher alone, while it is in business", async () => {
      const type = await define();
      const { publisherId: other } = await registry.publisher("Other Mint");
      const as = asPublisher(other);
      const failure = (request: object) => registry.harness.failure("UpdateAssetType", request, { as });
      expect((await failure(named(type, {}))).entry).to.equal("PERMISSION_DENIED");
      expect((await failure({ ...named(type, {}), publisherId: other })).entry).to.equal("NOT_FOUND");
      const unknown = { publisherId: other, assetTypeId: newId("assetType") };
      expect((await failure(unknown)).entry).to.equal("NOT_FOUND");

      const { assetType: theirs } = await registry.harness.call<DefineAssetTypeResponse>("DefineAssetType", {
        publisherId: other,
        assetType: code(),
        name: "Theirs",
        decimals: 0,
      });
      await registry.harness.call("SuspendPublisher", { publisherId: other });
      const request = { publisherId: other, assetTypeId: theirs!.assetTypeId, name: "Changed" };
      expect(await failure(request)).to.include({
        entry: "OPERATOR_REQUIRED",
        reason: "PUBLISHER_NOT_ACTIVE",
      });
    });
  });

  describe("of an asset", () => {
    const typed = async (type: AssetType, at = publisherId) =>
      registry.asset(at, { assetType: type.assetType });

    it("are those of its own publisher", async () => {
      const type = await define();
      const { publisherId: other } = await registry.publisher("Other Mint");
      const asked = (at: string, assetType: string) =>
        registry.harness.failure("IssueAsset", {
          publisherId: at,
          assetProfile: { kind: 1, name: "Watch", description: "" },
          assetType,
        });
      const [unknown, theirs] = [await asked(other, "NONE"), await asked(other, type.assetType)];
      for (const failure of [unknown, theirs]) {
        expect(failure).to.include({ entry: "UNKNOWN_REFERENCE", reason: "UNKNOWN_ASSET_TYPE" });
        expect(failure.violations[0]?.field).to.equal("asset_type");
      }
      expect(theirs.message.replace(type.assetType, "NONE")).to.equal(unknown.message);
    });

    it("are no part of the public information on it", async () => {
      const { assetIdentifier: assetId } = await typed(await define());
      const request = { assetId };
      const { asset } = await registry.harness.call<GetAssetResponse>("GetAsset", request, { as: anonymous });
      expect(Object.keys(asset!).sort()).to.deep.equal([
        "assetIdentifier",
        "assetProfile",
        "lifecycleStatus",
        "metadata",
        "publisher",
        "supportedNetworks",
      ]);
    });

    it("ask for a proof: a certificate alone is not trusted then, and the proof's line says why", async () => {
      const type = await define({
        policy: { minimumAssurance: ASSURANCE_PROOF_OF_POSSESSION, capabilities: [] },
      });
      const device = await prover(registry, publisherId, newSerialNumber(), { assetType: type.assetType });
      const alone = await registry.verify(device.assetId, device.deviceCertificate);
      expect(alone).to.include({
        trusted: false,
        outcome: VerificationOutcome.VERIFICATION_OUTCOME_INDETERMINATE,
        assurance: ASSURANCE_STATIC,
      });
      expect(failedChecks(alone)).to.deep.equal(["proof_of_possession: ASSURANCE_TOO_LOW"]);
      expect(alone.checks.at(-1)?.outcome).to.equal(CheckOutcome.CHECK_OUTCOME_SKIPPED);

      const challenge = await challengeFor(registry, device.assetId);
      const request = withProof(device, challenge.nonce, signatureOf(device, challenge));
      const proven = await verifyProof(registry, request);
      expect(proven).to.include({
        trusted: true,
        outcome: VerificationOutcome.VERIFICATION_OUTCOME_PASSED,
        assurance: ASSURANCE_PROOF_OF_POSSESSION,
      });
      expect(failedChecks(proven)).to.deep.equal([]);
    });

    it("are followed at once, in both directions, although the certificate was judged before", async () => {
      const type = await define();
      const device = await prover(registry, publisherId, newSerialNumber(), { assetType: type.assetType });
      const verify = async () => (await registry.verify(device.assetId, device.deviceCertificate)).trusted;
      const ask = (minimumAssurance: Assurance) =>
        update(type, { policy: { minimumAssurance, capabilities: [] } });
      expect(await verify()).to.equal(true);
      await ask(ASSURANCE_DYNAMIC_MAC);
      expect(await verify()).to.equal(false);
      await ask(ASSURANCE_STATIC);
      expect(await verify()).to.equal(true);
    });

    it("give a copy and a stranger the same answer whatever they ask for", async () => {
      const type = await define({
        policy: { minimumAssurance: ASSURANCE_PROOF_OF_POSSESSION, capabilities: [] },
      });
      const strict = await prover(registry, publisherId, newSerialNumber(), { assetType: type.assetType });
      const plain = await registry.boundAsset(publisherId);
      const { deviceCertificate } = plain.binding;
      const comparable = async (assetId: string) => ({
        ...(await registry.verify(assetId, deviceCertificate)),
        assetId: "",
        evaluateTime: undefined,
        expireTime: undefined,
      });
      expect(await comparable(strict.assetId)).to.deep.equal(await comparable(newId("asset")));
    });
  });

  it("without a network take no value", async () => {
    const type = await define();
    const { walletId } = await wallet(registry.harness.store);
    const request = { publisherId, walletId, assetType: type.assetType, amount: "1" };
    const failure = await registry.harness.failure("IssueValue", request);
    expect(failure).to.include({ entry: "UNKNOWN_REFERENCE", reason: "ASSET_TYPE_NOT_PAYABLE" });
    expect(failure.violations[0]?.field).to.equal("asset_type");
    await update(type, { networks: [usdxOnTestNetwork] });
    await registry.harness.call("IssueValue", request);
  });

  it("without a network take no payments, until another process has put them on one", async () => {
    await using payments = await ServiceHarness.start(() =>
      paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
    );
    const merchantId = await merchant(payments.store);
    const type = await assetType(payments.store, await publisher(payments.url), {
      code: "GOODS",
      networks: [],
    });
    const request = { amount: "1", assetType: "GOODS", merchantId };
    for (let turn = 0; turn < 2; turn++) {
      const failure = await payments.failure("CreatePayment", request);
      expect(failure).to.include({ entry: "UNKNOWN_REFERENCE", reason: "ASSET_TYPE_NOT_PAYABLE" });
      expect(failure.violations[0]?.field).to.equal("asset_type");
    }
    await using other = new Store({ url: payments.url, poolMax: 2, statementTimeoutMs: 30_000 });
    await other.transact(async (tx) => {
      const locked = await tx.assetTypes.lock(type.publisherId, type.assetTypeId);
      await tx.assetTypes.save({ ...locked!, networks: [usdxOnTestNetwork], version: 2 });
    });
    const { payment } = await payments.call<CreatePaymentResponse>("CreatePayment", request);
    expect(payment?.assetType).to.equal("GOODS");
  });
});
