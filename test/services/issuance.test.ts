import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import { AssetKind } from "../../gen/ts/pda/asset/v1/asset.ts";
import type { GetAssetResponse } from "../../gen/ts/pda/asset/v1/asset_service.ts";
import {
  type AssetSpecification,
  type IssuanceItem,
  IssuanceItemStatus,
  type IssuanceJob,
} from "../../gen/ts/pda/publisher/v1/issuance.ts";
import type {
  AddIssuanceItemsResponse,
  BatchIssueAssetsResponse,
  CreateIssuanceJobResponse,
  GetIssuanceJobResponse,
  ListIssuanceItemsResponse,
  ListIssuanceJobsResponse,
} from "../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { testNetwork } from "../support/fixtures.ts";
import { asPublisher, Registry, usdxOnTestNetwork } from "./support/registry.ts";

const {
  ISSUANCE_ITEM_STATUS_ISSUED: issued,
  ISSUANCE_ITEM_STATUS_ALREADY_ISSUED: already,
  ISSUANCE_ITEM_STATUS_FAILED: failed,
} = IssuanceItemStatus;

const specification = (over: Partial<AssetSpecification> = {}): AssetSpecification => ({
  assetProfile: { kind: AssetKind.ASSET_KIND_GOOD, name: "Signed print", description: "" },
  supportedNetworks: [testNetwork],
  metadata: {},
  faults: [],
  ...over,
});
const profile = (over: object): Partial<AssetSpecification> => ({
  assetProfile: { kind: AssetKind.ASSET_KIND_GOOD, name: "Signed print", description: "", ...over },
});
const many = (count: number, first = 0): AssetSpecification[] =>
  Array.from({ length: count }, (_, index) => specification(profile({ name: `Print ${first + index}` })));
const faultsOf = (item: IssuanceItem | undefined): string[] =>
  item?.errors.map(({ code, field, reason }) => `${code} ${field} ${reason}`) ?? [];

describe("issuing many", function () {
  this.timeout(120_000);
  let registry: Registry;
  let publisherId: string;
  let database: pg.Client;

  before(async () => {
    registry = await Registry.start();
    database = new pg.Client({ connectionString: registry.harness.url });
    await database.connect();
  });
  beforeEach(async () => {
    ({ publisherId } = await registry.publisher());
  });
  after(async () => {
    await database.end();
    await registry[Symbol.asyncDispose]();
  });

  const call = <T>(method: string, request: object): Promise<T> =>
    registry.harness.call<T>(method, { publisherId, ...request });
  const batch = (items: AssetSpecification[]): Promise<BatchIssueAssetsResponse> =>
    call("BatchIssueAssets", { items });
  const stored = async (): Promise<{ assets: number; transitions: number; references: number }> => {
    const count = async (table: string): Promise<number> => {
      const text = `select count(*)::int as count from ${table} where publisher_id = $1`;
      return (await database.query(text, [uuidOf("publisher", publisherId)])).rows[0].count;
    };
    return {
      assets: await count("asset"),
      transitions: await count("asset_transition"),
      references: await count("asset_reference"),
    };
  };
  const newAssetType = async (): Promise<{ asset_type: string; publisher_id: string }> => {
    const code = `T${Math.random().toString(36).slice(2, 12).toUpperCase()}`;
    await call("DefineAssetType", {
      assetType: code,
      name: "Day pass",
      networks: [usdxOnTestNetwork],
      decimals: 6,
    });
    return { asset_type: code, publisher_id: publisherId };
  };
  const setStatus = (status: "active" | "suspended") =>
    registry.harness.store.transact((tx) => tx.publishers.setStatus(publisherId, status));
  const job = async (reference: string, itemCount: number): Promise<IssuanceJob> =>
    (await call<CreateIssuanceJobResponse>("CreateIssuanceJob", { reference, itemCount }))
      .issuanceJob as IssuanceJob;
  const add = (issuanceJobId: string, firstIndex: number, items: AssetSpecification[]) =>
    call<AddIssuanceItemsResponse>("AddIssuanceItems", { issuanceJobId, firstIndex, items });

  describe("in one request", () => {
    it("issues 1,000 assets, each with its own content and the first entry of its history", async () => {
      const answer = await batch(
        many(1_000).map((item, index) => ({ ...item, metadata: { edition: `${index}/1000` } })),
      );
      expect(answer).to.include({ issuedCount: 1_000, alreadyIssuedCount: 0, failedCount: 0 });
      expect(answer.items.map(({ index }) => index)).to.deep.equal([...Array(1_000).keys()]);
      expect(new Set(answer.items.map(({ assetIdentifier }) => assetIdentifier))).to.have.property(
        "size",
        1_000,
      );
      expect(await stored()).to.deep.equal({ assets: 1_000, transitions: 1_000, references: 0 });
      const assetId = answer.items[707]?.assetIdentifier;
      const { asset } = await registry.harness.call<GetAssetResponse>("GetAsset", { assetId });
      expect(asset).to.deep.include({
        publisher: publisherId,
        assetProfile: { kind: AssetKind.ASSET_KIND_GOOD, name: "Print 707", description: "" },
        supportedNetworks: [testNetwork],
        metadata: { edition: "707/1000" },
      });
    });

    it("refuses none and 1,001 as a whole", async () => {
      for (const items of [[], many(1_001)]) {
        const failure = await registry.harness.failure("BatchIssueAssets", { publisherId, items });
        expect(failure).to.include({ entry: "INVALID_ARGUMENT" });
        expect(failure.violations.map(({ field }) => field)).to.deep.equal(["items"]);
      }
      expect((await stored()).assets).to.equal(0);
    });

    it("tells of each item what is wrong with it and issues the others", async () => {
      const { items } = await batch([
        specification(),
        specification({ assetProfile: undefined }),
        specification(profile({ kind: 0 })),
        specification(profile({ kind: 77 })),
        specification(profile({ name: "" })),
        specification(profile({ name: "n".repeat(121) })),
        specification(profile({ description: "d".repeat(501) })),
        specification({ supportedNetworks: ["eip155:999"] }),
        specification({ supportedNetworks: ["no network"] }),
        specification({ supportedNetworks: [testNetwork, testNetwork] }),
        specification({ metadata: Object.fromEntries([...Array(51).keys()].map((key) => [`k${key}`, ""])) }),
        specification({ metadata: { ["k".repeat(41)]: "v" } }),
        specification({ metadata: { snake_case_key: "v".repeat(501) } }),
        specification({ metadata: { key: "\0" } }),
        specification(profile({ name: "a\0b", description: "\0" })),
        specification({ assetType: "usdx" }),
        specification({ assetType: "NONE" }),
        specification({ reference: "with blank" }),
        specification({ reference: "r".repeat(65) }),
        specification({
          faults: [{ code: "SVC-4000", field: "colour", reason: "UNKNOWN_MEMBER", message: "\0" }],
        }),
        specification(profile({ name: "😀".repeat(120) })),
      ]);
      expect(items.map(faultsOf)).to.deep.equal([
        [],
        ["SVC-4000 assetProfile REQUIRED"],
        ["SVC-4000 assetProfile.kind UNKNOWN_VALUE"],
        ["SVC-4000 assetProfile.kind UNKNOWN_VALUE"],
        ["SVC-4000 assetProfile.name REQUIRED"],
        ["SVC-4000 assetProfile.name WRONG_LENGTH"],
        ["SVC-4000 assetProfile.description WRONG_LENGTH"],
        ["SVC-4221 supportedNetworks UNKNOWN_NETWORK"],
        ["SVC-4000 supportedNetworks[0] WRONG_FORMAT"],
        ["SVC-4000 supportedNetworks REPEATED"],
        ["SVC-4000 metadata WRONG_COUNT"],
        [`SVC-4000 metadata["${"k".repeat(41)}"] WRONG_LENGTH`],
        ['SVC-4000 metadata["snake_case_key"] WRONG_LENGTH'],
        ["SVC-4000 metadata TEXT_NOT_STORABLE"],
        [
          "SVC-4000 assetProfile.name TEXT_NOT_STORABLE",
          "SVC-4000 assetProfile.description TEXT_NOT_STORABLE",
        ],
        ["SVC-4000 assetType WRONG_FORMAT"],
        ["SVC-4221 assetType UNKNOWN_ASSET_TYPE"],
        ["SVC-4000 reference WRONG_FORMAT"],
        ["SVC-4000 reference WRONG_FORMAT"],
        ["SVC-4000 colour UNKNOWN_MEMBER"],
        [],
      ]);
      expect(items.flatMap(({ errors }) => errors.filter(({ message }) => message === ""))).to.deep.equal([]);
      expect(items.map(({ status }) => status)).to.deep.equal([issued, ...Array(19).fill(failed), issued]);
      expect(items.every(({ status, assetIdentifier }) => (status === failed) === !assetIdentifier)).to.equal(
        true,
      );
      expect(await stored()).to.deep.equal({ assets: 2, transitions: 2, references: 0 });
    });

    it("issues an asset of one reference once, and refuses another one of it", async () => {
      const one = specification({ reference: "SN-1", metadata: { a: "1", b: "2" } });
      const first = await batch([one, one, { ...one, metadata: { a: "2" } }]);
      expect(first.items.map(({ status }) => status)).to.deep.equal([issued, already, failed]);
      expect(first.items[1]?.assetIdentifier).to.equal(first.items[0]?.assetIdentifier);
      expect(faultsOf(first.items[2])).to.deep.equal(["SVC-4090 reference TAKEN"]);
      // The same item, its metadata in another order.
      const again = await batch([
        specification({ reference: "SN-2" }),
        { ...one, metadata: { b: "2", a: "1" } },
      ]);
      expect(again.items.map(({ status }) => status)).to.deep.equal([issued, already]);
      expect(again.items[1]?.assetIdentifier).to.equal(first.items[0]?.assetIdentifier);
      expect(await stored()).to.deep.equal({ assets: 2, transitions: 2, references: 2 });
    });

    it("gives assets the asset type that they name, which has to be the publisher's own", async () => {
      const { asset_type: code, publisher_id: owner } = await newAssetType();
      const named = await batch([specification({ assetType: code }), specification()]);
      expect(named.items.map(({ status }) => status)).to.deep.equal([issued, issued]);
      const { rows } = await database.query(
        `select t.code from asset a left join asset_type t using (publisher_id, asset_type_id) where a.publisher_id = $1
          order by a.asset_id`,
        [uuidOf("publisher", owner)],
      );
      expect(rows.map((row) => row.code)).to.deep.equal([code, null]);
      ({ publisherId } = await registry.publisher());
      const foreign = await batch([specification({ assetType: code })]);
      expect(foreign.items.map(faultsOf)).to.deep.equal([["SVC-4221 assetType UNKNOWN_ASSET_TYPE"]]);
    });

    it("does not take a reference for an item that fails", async () => {
      const bad = specification({ reference: "SN-1", supportedNetworks: ["eip155:999"] });
      const answer = await batch([bad, specification({ reference: "SN-1" })]);
      expect(answer.items.map(({ status }) => status)).to.deep.equal([failed, issued]);
    });

    it("keeps references of publishers apart", async () => {
      const { items } = await batch([specification({ reference: "SN-1" })]);
      ({ publisherId } = await registry.publisher());
      const others = await batch([specification({ reference: "SN-1" })]);
      expect(others.items[0]?.status).to.equal(issued);
      expect(others.items[0]?.assetIdentifier).not.to.equal(items[0]?.assetIdentifier);
    });

    it("never shows a reference to the public", async () => {
      const { items } = await batch([specification({ reference: "SN-OF-ACME" })]);
      const asset = await registry.harness.call<GetAssetResponse>("GetAsset", {
        assetId: items[0]?.assetIdentifier,
      });
      expect(JSON.stringify(asset)).not.to.include("SN-OF-ACME");
    });

    it("has its effect once under one idempotency key", async () => {
      const request = { publisherId, items: many(3) };
      const first = await registry.harness.callWhole("BatchIssueAssets", request, { key: "k" });
      const second = await registry.harness.callWhole("BatchIssueAssets", request, { key: "k" });
      expect(second).to.deep.include({ response: first.response, replayed: true });
      expect((await stored()).assets).to.equal(3);
    });

    it("is refused for a publisher that is suspended, unknown or another's", async () => {
      const items = many(1);
      const ask = (named: string, as = asPublisher(publisherId)) =>
        registry.harness.failure("BatchIssueAssets", { publisherId: named, items }, { as });
      expect(await ask((await registry.publisher()).publisherId)).to.include({ reason: "OTHER_TENANT" });
      const unknown = { publisherId: newId("publisher"), items };
      expect(await registry.harness.failure("BatchIssueAssets", unknown)).to.include({ entry: "NOT_FOUND" });
      await setStatus("suspended");
      expect(await ask(publisherId)).to.include({
        entry: "OPERATOR_REQUIRED",
        reason: "PUBLISHER_NOT_ACTIVE",
      });
    });
  });

  describe("in a job", () => {
    it("is the same job for the same reference, and another number of items is refused", async () => {
      const first = await job("file", 5);
      expect(first).to.include({ publisherId, reference: "file", itemCount: 5, receivedCount: 0 });
      expect((await job("file", 5)).issuanceJobId).to.equal(first.issuanceJobId);
      const other = { publisherId, reference: "file", itemCount: 6 };
      const failure = await registry.harness.failure("CreateIssuanceJob", other);
      expect(failure).to.include({ entry: "ALREADY_EXISTS", reason: "TAKEN" });
      const { items } = await call<ListIssuanceJobsResponse>("ListIssuanceJobs", {});
      expect(items.map(({ issuanceJobId }) => issuanceJobId)).to.deep.equal([first.issuanceJobId]);
    });

    it("has 1 to 100,000 items", async () => {
      for (const itemCount of [0, -1, 100_001]) {
        const request = { publisherId, reference: "file", itemCount };
        expect(await registry.harness.failure("CreateIssuanceJob", request)).to.include({
          entry: "INVALID_ARGUMENT",
        });
      }
      expect((await job("largest", 100_000)).itemCount).to.equal(100_000);
    });

    it("comes to the same however an upload is cut, broken off and taken up again", async () => {
      const bad = specification({ supportedNetworks: ["eip155:999"] });
      const plan = fc.record({
        // Which items are wrong, and at each step how far the request goes back and forward.
        wrong: fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
        steps: fc.array(fc.record({ back: fc.nat(8), forward: fc.nat(8) }), { maxLength: 20 }),
      });
      let name = 0;
      await fc.assert(
        fc.asyncProperty(plan, async ({ wrong, steps }) => {
          const items = many(wrong.length).map((item, index) => (wrong[index] ? bad : item));
          const { issuanceJobId } = await job(`plan-${name++}`, items.length);
          const seen: (string | undefined)[] = [];
          let received = 0;
          for (const { back, forward } of [...steps, { back: 8, forward: items.length }]) {
            const from = Math.max(0, received - back);
            const part = items.slice(from, received + forward);
            if (part.length === 0) continue;
            const answer = await add(issuanceJobId, from, part);
            for (const { index, status, assetIdentifier } of answer.items) {
              const result = `${status} ${assetIdentifier}`;
              expect(seen[index] ?? result).to.equal(result);
              seen[index] = result;
            }
            received = Math.max(received, from + part.length);
            expect(answer.issuanceJob?.receivedCount).to.equal(received);
          }
          const failedCount = wrong.filter(Boolean).length;
          const end = await call<GetIssuanceJobResponse>("GetIssuanceJob", { issuanceJobId });
          expect(end.issuanceJob).to.include({
            receivedCount: items.length,
            failedCount,
            issuedCount: items.length - failedCount,
            status: 2,
          });
          const { rows } = await database.query(
            `select count(*)::int as count from asset a join issuance_item i using (publisher_id, asset_id)
              where i.issuance_job_id = $1`,
            [uuidOf("issuanceJob", issuanceJobId)],
          );
          expect(rows[0].count).to.equal(items.length - failedCount);
        }),
        { numRuns: 40 },
      );
    });

    it("refuses a gap, items beyond its end and items that differ, and keeps nothing of them", async () => {
      const { issuanceJobId } = await job("file", 4);
      const refused = async (firstIndex: number, items: AssetSpecification[]): Promise<string> => {
        const request = { publisherId, issuanceJobId, firstIndex, items };
        const { entry, reason } = await registry.harness.failure("AddIssuanceItems", request);
        return `${entry} ${reason}`;
      };
      expect(await refused(1, many(1))).to.equal("STATE_CONFLICT ITEMS_MISSING");
      expect(await refused(0, many(5))).to.equal("INVALID_ARGUMENT ITEMS_BEYOND_COUNT");
      await add(issuanceJobId, 0, many(2));
      expect(await refused(0, many(3, 1))).to.equal("STATE_CONFLICT ITEMS_DIFFER");
      expect(await refused(3, many(1))).to.equal("STATE_CONFLICT ITEMS_MISSING");
      expect((await stored()).assets).to.equal(2);
    });

    it("lists its results by index, also those of one outcome alone", async () => {
      const items = many(7);
      items[2] = specification({ supportedNetworks: ["eip155:999"], reference: "SN-2" });
      items[5] = specification(profile({ name: "" }));
      const { issuanceJobId } = await job("file", 7);
      const { items: results } = await add(issuanceJobId, 0, items);
      const list = (over: object) =>
        call<ListIssuanceItemsResponse>("ListIssuanceItems", { issuanceJobId, ...over });
      const read: IssuanceItem[] = [];
      for (let pageToken = ""; ; ) {
        const page = await list({ pageSize: 3, pageToken });
        read.push(...page.items);
        pageToken = page.nextPageToken;
        if (pageToken === "") break;
      }
      expect(read).to.deep.equal(results);
      expect((await list({ status: failed })).items.map(({ index }) => index)).to.deep.equal([2, 5]);
      expect((await list({ status: issued })).items).to.have.length(5);
      expect((await list({})).items[2]).to.deep.include({ index: 2, reference: "SN-2" });
    });

    it("stops when its publisher is suspended in the middle, and goes on when it is back", async () => {
      const { issuanceJobId } = await job("file", 20);
      await add(issuanceJobId, 0, many(10));
      await setStatus("suspended");
      const rest = { publisherId, issuanceJobId, firstIndex: 10, items: many(10, 10) };
      expect(await registry.harness.failure("AddIssuanceItems", rest)).to.include({
        reason: "PUBLISHER_NOT_ACTIVE",
      });
      expect((await stored()).assets).to.equal(10);
      await setStatus("active");
      expect((await add(issuanceJobId, 10, many(10, 10))).issuanceJob).to.include({
        issuedCount: 20,
        failedCount: 0,
      });
    });

    it("is not there for another publisher", async () => {
      const { issuanceJobId } = await job("file", 1);
      const other = (await registry.publisher()).publisherId;
      const named = { publisherId: other, issuanceJobId };
      for (const [method, request] of [
        ["GetIssuanceJob", named],
        ["ListIssuanceItems", named],
        ["AddIssuanceItems", { ...named, firstIndex: 0, items: many(1) }],
      ] as const) {
        const failure = await registry.harness.failure(method, request, { as: asPublisher(other) });
        expect(failure).to.include({ entry: "NOT_FOUND" });
      }
    });
  });
});
