import { expect } from "chai";
import type {
  DefineAssetTypeResponse,
  GetAssetTypeResponse,
  ListAssetTypesResponse,
} from "../../gen/ts/pda/publisher/v1/asset_type_service.ts";
import type { IssueValueResponse } from "../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { assetType, testNetwork, wallet } from "../support/fixtures.ts";
import { Registry, usdxOnTestNetwork } from "./support/registry.ts";

describe("what publishers put into circulation", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
  });
  after(() => registry[Symbol.asyncDispose]());

  const typeRequest = (over: object = {}) => ({
    publisherId,
    assetType: "USDX",
    name: "Test dollar",
    decimals: 6,
    refundPolicy: { refundable: true, windowSeconds: 86_400n },
    networks: [usdxOnTestNetwork],
    ...over,
  });

  describe("an asset on a network, outside sandbox mode", () => {
    let apart: Registry;
    before(async () => (apart = await Registry.start({ apart: true })));
    after(() => apart[Symbol.asyncDispose]());

    it("is the type of one publisher, which may define another of it", async () => {
      const [first, second] = [await apart.publisher("First"), await apart.publisher("Second")];
      const define = (own: { publisherId: string }, assetType: string, networks = [usdxOnTestNetwork]) =>
        typeRequest({ publisherId: own.publisherId, assetType, networks });
      await apart.harness.call("DefineAssetType", define(first, "FIRST"));
      await apart.harness.call("DefineAssetType", define(first, "AGAIN"));
      const refusal = { entry: "UNKNOWN_REFERENCE", reason: "NETWORK_ASSET_NOT_USABLE" };
      const failure = await apart.harness.failure("DefineAssetType", define(second, "SECOND"));
      expect(failure).to.include(refusal);
      expect(failure.violations[0]?.field).to.equal("networks");
      const { assetType } = await apart.harness.call<DefineAssetTypeResponse>(
        "DefineAssetType",
        define(second, "PLAIN", []),
      );
      const update = { publisherId: second.publisherId, assetTypeId: assetType?.assetTypeId };
      const adding = { ...update, networks: [usdxOnTestNetwork] };
      expect(await apart.harness.failure("UpdateAssetType", adding)).to.include(refusal);
      await apart.harness.call("UpdateAssetType", { ...update, name: "Renamed" });
      const lowerCase = [usdxOnTestNetwork.toLowerCase()];
      const claimed = apart.harness.store.transact((tx) =>
        tx.assetTypes.claimNetworkAssets(second.publisherId, lowerCase),
      );
      expect(await claimed).to.equal(lowerCase[0]);
    });

    it("goes to one of the publishers that ask for it at once", async () => {
      await using raced = await Registry.start({ apart: true });
      const rivals = await Promise.all(Array.from({ length: 10 }, () => raced.publisher("Rival")));
      const answers = await Promise.allSettled(
        rivals.map((rival, index) =>
          raced.harness.call(
            "DefineAssetType",
            typeRequest({ publisherId: rival.publisherId, assetType: `RIVAL${index}` }),
          ),
        ),
      );
      expect(answers.filter(({ status }) => status === "fulfilled")).to.have.length(1);
      for (const answer of answers)
        if (answer.status === "rejected")
          expect(answer.reason).to.include({ reason: "NETWORK_ASSET_NOT_USABLE" });
    });
  });

  describe("asset types", () => {
    it("are defined, retrieved and listed", async () => {
      const { publisherId: own } = await registry.publisher("Types");
      const { assetType } = await registry.harness.call<DefineAssetTypeResponse>(
        "DefineAssetType",
        typeRequest({ publisherId: own, assetType: "TYPEA" }),
      );
      expect(assetType).to.deep.include({
        publisherId: own,
        assetType: "TYPEA",
        decimals: 6,
        refundPolicy: { refundable: true, windowSeconds: 86_400n },
        networks: [usdxOnTestNetwork],
      });
      const plain = typeRequest({ publisherId: own, assetType: "TYPEB", refundPolicy: undefined });
      const second = await registry.harness.call<DefineAssetTypeResponse>("DefineAssetType", plain);
      expect(second.assetType?.refundPolicy).to.deep.equal({ refundable: false, windowSeconds: 0n });
      const { items } = await registry.harness.call<ListAssetTypesResponse>("ListAssetTypes", {
        publisherId: own,
      });
      expect(items).to.deep.equal([second.assetType, assetType]);
      const named = { publisherId: own, assetTypeId: assetType?.assetTypeId };
      const got = await registry.harness.call<GetAssetTypeResponse>("GetAssetType", named);
      expect(got.assetType).to.deep.equal(assetType);
      expect(await registry.harness.failure("GetAssetType", { ...named, publisherId })).to.include({
        entry: "NOT_FOUND",
      });
    });

    for (const [what, over, entry, reason] of [
      [
        "an asset that its network does not have",
        { networks: [`${testNetwork}/erc20:0x00`] },
        "UNKNOWN_REFERENCE",
        "NETWORK_ASSET_NOT_USABLE",
      ],
      [
        "other fraction digits than the network's asset has",
        { decimals: 2 },
        "UNKNOWN_REFERENCE",
        "NETWORK_ASSET_NOT_USABLE",
      ],
      [
        "two assets on one network",
        { networks: [usdxOnTestNetwork, `${testNetwork}/erc20:0x00`] },
        "INVALID_ARGUMENT",
        "NETWORK_REPEATED",
      ],
    ] as const) {
      it(`refuse ${what}`, async () => {
        const failure = await registry.harness.failure(
          "DefineAssetType",
          typeRequest({ assetType: "NEVER", ...over }),
        );
        expect(failure).to.include({ entry, reason });
        expect(failure.violations.map(({ field }) => field)).to.deep.equal(["networks"]);
      });
    }

    it("have a code of their own", async () => {
      const { publisherId: other } = await registry.publisher("Late");
      await registry.harness.call("DefineAssetType", typeRequest({ assetType: "TAKEN" }));
      const failure = await registry.harness.failure(
        "DefineAssetType",
        typeRequest({ publisherId: other, assetType: "TAKEN" }),
      );
      expect(failure).to.include({ entry: "ALREADY_EXISTS", reason: "TAKEN" });
      expect(failure.violations[0]?.field).to.equal("asset_type");
    });
  });

  describe("value", () => {
    let walletId: string;
    let assetTypeId: string;
    before(async () => {
      ({ walletId } = await wallet(registry.harness.store));
      const defined = typeRequest({ assetType: "VALX" });
      const { assetType } = await registry.harness.call<DefineAssetTypeResponse>("DefineAssetType", defined);
      assetTypeId = assetType!.assetTypeId;
    });
    const balance = () =>
      registry.harness.store.read.ledger.balance({ kind: "wallet", ownerId: walletId, assetTypeId });
    const issue = (over: object) =>
      registry.harness.failure("IssueValue", {
        publisherId,
        walletId,
        assetType: "VALX",
        amount: "1",
        ...over,
      });

    it("is never issued in an asset type of another publisher", async () => {
      const { publisherId: other } = await registry.publisher("Not the issuer");
      const foreign = await issue({ publisherId: other });
      const unknown = await issue({ publisherId: other, assetType: "NOSUCH" });
      expect(foreign).to.include({ entry: "UNKNOWN_REFERENCE", reason: "UNKNOWN_ASSET_TYPE" });
      expect(foreign.message.replace("VALX", "NOSUCH")).to.equal(unknown.message);
      expect(await balance()).to.equal(0n);
    });

    for (const [what, over, entry, field] of [
      ["an unknown wallet", { walletId: newId("wallet") }, "UNKNOWN_REFERENCE", "wallet_id"],
      ["nothing", { amount: "0.00" }, "INVALID_ARGUMENT", "amount"],
      ["more fraction digits than the type has", { amount: "0.0000001" }, "AMOUNT_NOT_ALLOWED", "amount"],
    ] as const) {
      it(`is not issued: ${what}`, async () => {
        const failure = await issue(over);
        expect(failure.entry).to.equal(entry);
        expect(failure.violations[0]?.field).to.equal(field);
      });
    }

    it("is issued until too much is outstanding, so that no balance can become too large for the ledger", async () => {
      const { store } = registry.harness;
      await assetType(store, publisherId, { code: "HUGE", decimals: 18 });
      const huge = (amount: string) => ({ publisherId, walletId, assetType: "HUGE", amount });
      const most = huge("999999999999999999.999999999999999999");
      for (let turn = 0; turn < 10; turn++) await registry.harness.call("IssueValue", most);
      for (const beyond of [most, huge("0.000000000000000011")]) {
        const failure = await registry.harness.failure("IssueValue", beyond);
        expect(failure).to.include({ entry: "AMOUNT_NOT_ALLOWED", reason: "AMOUNT_TOO_LARGE" });
        expect(failure.violations[0]?.field).to.equal("amount");
      }
      await registry.harness.call("IssueValue", huge("0.00000000000000001"));
    });

    it("is issued once for an idempotency key", async () => {
      const request = { publisherId, walletId, assetType: "VALX", amount: "2.5" };
      const answers = await Promise.all(
        Array.from({ length: 2 }, () =>
          registry.harness
            .callWhole<IssueValueResponse>("IssueValue", request, { key: "once" })
            .catch((error) => error),
        ),
      );
      const again = await registry.harness.callWhole<IssueValueResponse>("IssueValue", request, {
        key: "once",
      });
      expect(again.replayed).to.equal(true);
      expect(answers.filter(({ replayed }) => replayed === false)).to.have.length(1);
      expect(await balance()).to.equal(2_500_000n);
    });
  });
});
