// Many callers that want the same assets at the same moment: each reference and each place of a job gets one.
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import { AssetKind } from "../../gen/ts/pda/asset/v1/asset.ts";
import { type AssetSpecification, IssuanceItemStatus } from "../../gen/ts/pda/publisher/v1/issuance.ts";
import type {
  AddIssuanceItemsResponse,
  BatchIssueAssetsResponse,
  CreateIssuanceJobResponse,
} from "../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { Registry } from "../services/support/registry.ts";

const clients = 100;
const specification = (name: string, reference?: string): AssetSpecification => ({
  assetProfile: { kind: AssetKind.ASSET_KIND_GOOD, name, description: "" },
  supportedNetworks: [],
  metadata: {},
  faults: [],
  reference,
});

describe("issuing many at once", function () {
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
  const assets = async (): Promise<number> => {
    const text = "select count(*)::int as count from asset where publisher_id = $1";
    return (await database.query(text, [uuidOf("publisher", publisherId)])).rows[0].count;
  };

  it(`gives ${clients} batches of the same references, each in another order, one asset for each`, async () => {
    const names = [...Array(30).keys()].map((index) => `SN-${index}`);
    const orders = fc.sample(fc.shuffledSubarray(names, { minLength: names.length }), clients);
    const answers = await Promise.all(
      orders.map((order) =>
        registry.harness.call<BatchIssueAssetsResponse>("BatchIssueAssets", {
          publisherId,
          items: order.map((name) => specification("Signed print", name)),
        }),
      ),
    );
    const items = answers.flatMap((answer) => answer.items);
    const byReference = Map.groupBy(items, ({ reference }) => reference);
    expect([...byReference.keys()].sort()).to.deep.equal(names.toSorted());
    for (const same of byReference.values()) {
      expect(new Set(same.map(({ assetIdentifier }) => assetIdentifier))).to.have.property("size", 1);
      const issued = same.filter(({ status }) => status === IssuanceItemStatus.ISSUANCE_ITEM_STATUS_ISSUED);
      expect(issued).to.have.length(1);
    }
    expect(await assets()).to.equal(names.length);
  });

  it(`gives ${clients} that want different assets of one reference one success`, async () => {
    const answers = await Promise.all(
      [...Array(clients).keys()].map((index) =>
        registry.harness.call<BatchIssueAssetsResponse>("BatchIssueAssets", {
          publisherId,
          items: [specification(`Print ${index}`, "SN-1")],
        }),
      ),
    );
    expect(answers.map(({ issuedCount }) => issuedCount).reduce((a, b) => a + b)).to.equal(1);
    expect(answers.map(({ failedCount }) => failedCount).reduce((a, b) => a + b)).to.equal(clients - 1);
    expect(await assets()).to.equal(1);
  });

  it(`gives ${clients} that send the same items of a job the same results`, async () => {
    const created = await registry.harness.call<CreateIssuanceJobResponse>("CreateIssuanceJob", {
      publisherId,
      reference: "file",
      itemCount: 50,
    });
    const request = {
      publisherId,
      issuanceJobId: created.issuanceJob?.issuanceJobId,
      firstIndex: 0,
      items: [...Array(50).keys()].map((index) => specification(`Print ${index}`)),
    };
    const answers = await Promise.all(
      Array.from({ length: clients }, () =>
        registry.harness.call<AddIssuanceItemsResponse>("AddIssuanceItems", request),
      ),
    );
    for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
    expect(await assets()).to.equal(50);
  });

  it(`makes one job of one reference for ${clients}`, async () => {
    const request = { publisherId, reference: "file", itemCount: 50 };
    const jobs = await Promise.all(
      Array.from({ length: clients }, () =>
        registry.harness.call<CreateIssuanceJobResponse>("CreateIssuanceJob", request),
      ),
    );
    expect(new Set(jobs.map(({ issuanceJob }) => issuanceJob?.issuanceJobId))).to.have.property("size", 1);
  });
});
