import { expect } from "chai";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { type Asset, AssetKind, LifecycleStatus } from "../../gen/ts/pda/asset/v1/asset.ts";
import type { ListAssetsRequest, ListAssetsResponse } from "../../gen/ts/pda/asset/v1/asset_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { operator } from "../support/service.ts";
import { anonymous, asPublisher, Registry } from "./support/registry.ts";

const { ASSET_KIND_GOOD, ASSET_KIND_TICKET, ASSET_KIND_IDENTITY } = AssetKind;
const { LIFECYCLE_STATUS_ACTIVE, LIFECYCLE_STATUS_SUSPENDED } = LifecycleStatus;

describe("list of public assets", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let otherId: string;
  const code = "EDITION";
  /** By what they are, in the order of issuance. */
  const made = {
    goods: [] as string[],
    typed: "",
    ticket: "",
    suspended: "",
    issued: "",
    identity: "",
    foreign: "",
  };

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
    ({ publisherId: otherId } = await registry.publisher());
    const definition = { publisherId, assetType: code, name: "Limited edition", decimals: 0 };
    await registry.harness.call("DefineAssetType", definition);
    const issue = async (
      kind: AssetKind,
      verbs: string[] = ["ActivateAsset"],
      over: object = {},
      owner = publisherId,
    ) => {
      const assetProfile = { kind, name: "Thing", description: "" };
      const { assetIdentifier: assetId } = await registry.asset(owner, { assetProfile, ...over });
      for (const verb of verbs) await registry.harness.call(verb, { publisherId: owner, assetId });
      return assetId;
    };
    for (let count = 0; count < 5; count++) made.goods.push(await issue(ASSET_KIND_GOOD));
    made.typed = await issue(ASSET_KIND_GOOD, ["ActivateAsset"], { assetType: code });
    made.ticket = await issue(ASSET_KIND_TICKET);
    made.suspended = await issue(ASSET_KIND_GOOD, ["ActivateAsset", "SuspendAsset"]);
    made.issued = await issue(ASSET_KIND_GOOD, [], { assetType: code });
    made.identity = await issue(ASSET_KIND_IDENTITY);
    made.foreign = await issue(ASSET_KIND_GOOD, ["ActivateAsset"], {}, otherId);
  });
  after(() => registry[Symbol.asyncDispose]());

  const list = (request: Partial<ListAssetsRequest>, as: Principal = anonymous) =>
    registry.harness.call<ListAssetsResponse>("ListAssets", request, { as });
  const ids = async (request: Partial<ListAssetsRequest>, as?: Principal): Promise<string[]> =>
    (await list(request, as)).items.map(({ assetIdentifier }) => assetIdentifier);
  const newestFirst = (...given: string[]) => given.toReversed();

  it("has a publisher's assets that were put into use, newest first, and no identities", async () => {
    const { goods, typed, ticket, suspended } = made;
    expect(await ids({ publisher: publisherId })).to.deep.equal(
      newestFirst(...goods, typed, ticket, suspended),
    );
    expect(await ids({ publisher: otherId })).to.deep.equal([made.foreign]);
    expect(await ids({ publisher: newId("publisher") })).to.deep.equal([]);
  });

  it("is what each of its filters says, and all of them together", async () => {
    const publisher = publisherId;
    expect(await ids({ publisher, kind: ASSET_KIND_TICKET })).to.deep.equal([made.ticket]);
    expect(await ids({ publisher, lifecycleStatus: LIFECYCLE_STATUS_SUSPENDED })).to.deep.equal([
      made.suspended,
    ]);
    expect(await ids({ assetType: code })).to.deep.equal([made.typed]);
    expect(await ids({ assetType: code, publisher })).to.deep.equal([made.typed]);
    expect(await ids({ assetType: code, publisher: otherId })).to.deep.equal([]);
    const failure = await registry.harness.failure("ListAssets", { assetType: "NOSUCH" });
    expect(failure.reason).to.equal("UNKNOWN_ASSET_TYPE");
    const both = { publisher, kind: ASSET_KIND_TICKET, lifecycleStatus: LIFECYCLE_STATUS_ACTIVE };
    expect(await ids(both)).to.deep.equal([made.ticket]);
    expect(await ids({ ...both, lifecycleStatus: LIFECYCLE_STATUS_SUSPENDED })).to.deep.equal([]);
  });

  it("shows the public none of the rest, even when it is asked for", async () => {
    const publisher = publisherId;
    const issued = { publisher, lifecycleStatus: LifecycleStatus.LIFECYCLE_STATUS_ISSUED };
    const identities = { publisher, kind: ASSET_KIND_IDENTITY };
    for (const as of [anonymous, asPublisher(otherId)]) {
      expect(await ids(issued, as)).to.deep.equal([]);
      expect(await ids(identities, as)).to.deep.equal([]);
    }
    for (const as of [operator, asPublisher(publisherId)]) {
      expect(await ids(issued, as)).to.deep.equal([made.issued]);
      expect(await ids(identities, as)).to.deep.equal([made.identity]);
      expect(await ids({ assetType: code }, as)).to.deep.equal([made.issued, made.typed]);
    }
  });

  it("has the six public members of each asset and nothing else", async () => {
    const { items } = await list({ publisher: publisherId });
    const shown: (keyof Asset)[] = [
      "assetIdentifier",
      "assetProfile",
      "publisher",
      "supportedNetworks",
      "metadata",
      "lifecycleStatus",
    ];
    for (const item of items) {
      expect(item).to.have.all.keys(shown);
      const alone = await registry.harness.call<{ asset: Asset }>("GetAsset", {
        assetId: item.assetIdentifier,
      });
      expect(item).to.deep.equal(alone.asset);
    }
  });

  it("comes in pages that together are the whole, each asset once", async () => {
    const whole = await ids({ publisher: publisherId });
    const found: string[] = [];
    let pageToken = "";
    do {
      const page = await list({ publisher: publisherId, pageSize: 3, pageToken });
      expect(page.items.length).to.be.at.most(3);
      found.push(...page.items.map(({ assetIdentifier }) => assetIdentifier));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(found).to.deep.equal(whole);
  });

  it("takes a page's token only for the list that it was made for", async () => {
    const { nextPageToken: pageToken } = await list({ publisher: publisherId, pageSize: 1 });
    expect(pageToken).to.not.equal("");
    for (const [request, as] of [
      [{ publisher: otherId, pageToken }, anonymous],
      [{ publisher: publisherId, kind: ASSET_KIND_GOOD, pageToken }, anonymous],
      [{ publisher: publisherId, pageToken }, asPublisher(publisherId)],
      [{ publisher: publisherId, pageToken }, operator],
    ] as const)
      expect((await registry.harness.failure("ListAssets", request, { as })).entry).to.equal(
        "INVALID_PAGE_TOKEN",
      );
  });

  it("is of a publisher or of an asset type: nobody lists everything", async () => {
    const everything = await registry.harness.failure("ListAssets", {
      lifecycleStatus: LIFECYCLE_STATUS_ACTIVE,
    });
    expect(everything.entry).to.equal("INVALID_ARGUMENT");
    expect(everything.violations[0]).to.include({ field: "publisher", reason: "REQUIRED" });
  });
});
