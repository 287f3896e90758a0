// Methods that another service had before: a repeat of a request from before the move has no second effect.
import { expect } from "chai";
import pg from "pg";
import { operations } from "../../gen/rest/operations.ts";
import type { Outcome } from "../../gen/ts/pda/access/v1/outcome.ts";
import type { IssueAssetResponse } from "../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { outcomeService } from "../../src/services/access/index.ts";
import { asPublisher, Registry } from "./support/registry.ts";

const moved = operations.filter(({ keyPath }) => keyPath !== undefined);

describe("methods that have moved to another service", function () {
  this.timeout(60_000);
  let registry: Registry;
  before(async () => {
    registry = await Registry.start();
  });
  after(() => registry[Symbol.asyncDispose]());

  it("keep the paths of their idempotency keys, and each path is one method's", () => {
    expect(moved.map(({ method }) => method)).to.include.members(["IssueValue", "BindDevice", "RevokeAsset"]);
    const paths = operations.map(({ keyPath, path }) => keyPath ?? path);
    expect(new Set(paths).size).to.equal(paths.length);
    for (const { path, readOnly } of moved) expect(readOnly, path).to.equal(false);
  });

  it("find the answers from before", async () => {
    const { publisherId } = await registry.publisher();
    const options = { as: asPublisher(publisherId), key: "before-the-move" };
    const request = { publisherId, assetProfile: { kind: 1, name: "Watch", description: "" } };
    const first = await registry.harness.callWhole<IssueAssetResponse>("IssueAsset", request, options);
    const client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
    const { rows } = await client.query("select operation from idempotency where key = $1", [options.key]);
    await client.end();
    // The path of the method in the landed version.
    expect(rows).to.deep.equal([{ operation: "/pda.publisher.v1.PublisherService/IssueAsset" }]);
    const again = await registry.harness.callWhole<IssueAssetResponse>("IssueAsset", request, options);
    expect([again.replayed, again.response]).to.deep.equal([true, first.response]);

    await using beside = registry.harness.beside((_, sealer) => outcomeService({ sealer }));
    const asked = { idempotencyKey: options.key, operation: "IssueAsset" };
    const { outcome } = await beside.call<{ outcome: Outcome }>("GetOutcome", asked, { as: options.as });
    expect(outcome.operation).to.equal("IssueAsset");
    expect(outcome.resourceId).to.equal(first.response.asset?.assetIdentifier);
  });
});
