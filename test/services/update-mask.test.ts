// D-095: which fields an update changes, the same for every update.
import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";
import type { Merchant } from "../../gen/ts/pda/merchant/v1/merchant.ts";
import type { AssetType } from "../../gen/ts/pda/publisher/v1/asset_type.ts";
import type { DefineAssetTypeResponse } from "../../gen/ts/pda/publisher/v1/asset_type_service.ts";
import { Merchants } from "./support/merchants.ts";
import { Registry, usdxOnTestNetwork } from "./support/registry.ts";

describe("update masks", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  let registry: Registry;
  let publisherId: string;

  before(async () => {
    [merchants, registry] = await Promise.all([Merchants.start(), Registry.start()]);
    ({ publisherId } = await registry.publisher());
  });
  after(() => Promise.all([merchants[Symbol.asyncDispose](), registry[Symbol.asyncDispose]()]));

  it("belong to every update", () => {
    const updates = operations.filter(({ http }) => http?.verb === "PATCH");
    expect(updates.map(({ method }) => method)).to.include("UpdateMerchant");
    for (const { method, http } of updates) expect(http?.updateMask, method).to.equal("update_mask");
  });

  describe("of a merchant", () => {
    const website = "https://shop.example";
    const supportUrl = "tel:+4930123";
    const made = () => merchants.register({ website, supportUrl });
    const update = async (of: Merchant, change: object): Promise<Merchant> => {
      const { merchantId } = of;
      const { merchant } = await merchants.harness.call<{ merchant: Merchant }>("UpdateMerchant", {
        merchantId,
        ...change,
      });
      return merchant;
    };

    it("clear what they name and the request lacks", async () => {
      const before = await made();
      const after = await update(before, { updateMask: ["website"] });
      expect(after).to.deep.equal({ ...before, website: undefined, version: 2 });
      expect((await update(after, { updateMask: ["website"] })).version).to.equal(2);
    });

    it("set what they name and the request has, and leave the rest of the request alone", async () => {
      const before = await made();
      const changed = { website: "https://new.example", supportUrl: "tel:+1" };
      const after = await update(before, { ...changed, updateMask: ["support_url"] });
      expect(after).to.deep.equal({ ...before, supportUrl: "tel:+1", version: 2 });
    });

    it("may be absent or empty: then the request's own fields change", async () => {
      const before = await made();
      const first = await update(before, { website: "https://one.example" });
      expect(first).to.deep.equal({ ...before, website: "https://one.example", version: 2 });
      const second = await update(first, { website: "https://two.example", updateMask: [] });
      expect(second).to.deep.equal({ ...before, website: "https://two.example", version: 3 });
    });

    for (const [what, updateMask, reason, message] of [
      [
        "an unknown field",
        ["website", "colour"],
        "UNKNOWN_MEMBER",
        /"colour".*name, website, supportUrl, requestSigning\.$/,
      ],
      ["a field that never changes", ["version"], "UNKNOWN_MEMBER", /"version"/],
      ["the field of the path", ["merchant_id"], "UNKNOWN_MEMBER", /"merchantId"/],
      ["the mask itself", ["update_mask"], "UNKNOWN_MEMBER", /"updateMask"/],
      ["everything", ["*"], "UNKNOWN_MEMBER", /"\*"/],
      ["a field in JSON's spelling", ["supportUrl"], "UNKNOWN_MEMBER", /"supportUrl"/],
      ["nothing", [""], "UNKNOWN_MEMBER", /""/],
      ["a field twice", ["support_url", "support_url"], "REPEATED", /^supportUrl can be given only once\.$/],
    ] as const)
      it(`do not name ${what}`, async () => {
        const { merchantId } = await made();
        const failure = await merchants.harness.failure("UpdateMerchant", { merchantId, updateMask });
        expect(failure).to.include({ entry: "INVALID_ARGUMENT", reason });
        expect(failure.violations).to.have.length(1);
        expect(failure.violations[0]).to.include({ field: "update_mask", reason });
        expect(failure.message).to.match(message);
      });

    it("do not clear the name", async () => {
      const { merchantId } = await made();
      const failure = await merchants.harness.failure("UpdateMerchant", { merchantId, updateMask: ["name"] });
      expect(failure.violations).to.deep.equal([
        { field: "name", reason: "REQUIRED", message: "It cannot be cleared." },
      ]);
    });

    it("clear nothing by an empty text", async () => {
      const { merchantId } = await made();
      for (const field of ["website", "supportUrl"]) {
        const failure = await merchants.harness.failure("UpdateMerchant", { merchantId, [field]: "" });
        expect(failure.entry, field).to.equal("INVALID_ARGUMENT");
      }
    });
  });

  describe("of a publisher", () => {
    it("do not clear the name, and leave it alone unless they name it", async () => {
      const failure = await registry.harness.failure("UpdatePublisher", {
        publisherId,
        updateMask: ["name"],
      });
      expect(failure.violations[0]).to.include({ field: "name", reason: "REQUIRED" });
      const renamed = await registry.harness.call<{ publisher: { name: string } }>("UpdatePublisher", {
        publisherId,
        name: "Renamed",
        updateMask: ["name"],
      });
      expect(renamed.publisher.name).to.equal("Renamed");
    });
  });

  describe("of an asset type", () => {
    let count = 0;
    const define = async (over: object = {}): Promise<AssetType> => {
      const asked = { publisherId, assetType: `MASK${++count}`, name: "Edition", decimals: 6, networks: [] };
      return (
        await registry.harness.call<DefineAssetTypeResponse>("DefineAssetType", {
          ...asked,
          refundPolicy: { refundable: true, windowSeconds: 60n },
          policy: { transferable: false, capabilities: ["redeem"] },
          ...over,
        })
      ).assetType!;
    };
    const named = ({ assetTypeId }: AssetType, change: object) => ({ publisherId, assetTypeId, ...change });

    it("put a policy back to its default", async () => {
      const before = await define();
      const { assetType } = await registry.harness.call<{ assetType: AssetType }>(
        "UpdateAssetType",
        named(before, { name: "Not this", updateMask: ["refund_policy", "policy"] }),
      );
      const { refundPolicy, policy } = await define({ refundPolicy: undefined, policy: undefined });
      expect(assetType).to.deep.equal({ ...before, refundPolicy, policy, version: 2 });
    });

    it("do not clear the name or the networks", async () => {
      const before = await define({ networks: [usdxOnTestNetwork] });
      const failure = await registry.harness.failure(
        "UpdateAssetType",
        named(before, { updateMask: ["networks"] }),
      );
      expect(failure.reason).to.equal("NETWORK_REMOVED");
      const name = await registry.harness.failure("UpdateAssetType", named(before, { updateMask: ["name"] }));
      expect(name.violations[0]).to.include({ field: "name", reason: "REQUIRED" });
    });
  });
});
