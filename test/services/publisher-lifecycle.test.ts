import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import { type Asset, AssetKind, LifecycleStatus } from "../../gen/ts/pda/asset/v1/asset.ts";
import type { GetAssetResponse } from "../../gen/ts/pda/asset/v1/asset_service.ts";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { Bystander } from "../support/waiting.ts";
import { Registry } from "./support/registry.ts";

const {
  LIFECYCLE_STATUS_ISSUED: issued,
  LIFECYCLE_STATUS_ACTIVE: active,
  LIFECYCLE_STATUS_SUSPENDED: suspended,
  LIFECYCLE_STATUS_REVOKED: revoked,
  LIFECYCLE_STATUS_RETIRED: retired,
} = LifecycleStatus;

/** The table of decision D-010, written out: for each verb, the states that it is allowed in; the last one is its own. */
const table = {
  ActivateAsset: [issued, active],
  SuspendAsset: [active, suspended],
  ResumeAsset: [suspended, active],
  RevokeAsset: [issued, active, suspended, revoked],
  RetireAsset: [active, suspended, retired],
} as const;
type Verb = keyof typeof table;
const words: Readonly<Record<number, string>> = {
  [issued]: "issued",
  [active]: "active",
  [suspended]: "suspended",
  [revoked]: "revoked",
  [retired]: "retired",
};

describe("life of an asset", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let database: pg.Client;

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
    database = new pg.Client({ connectionString: registry.harness.url });
    await database.connect();
  });
  after(async () => {
    await database.end();
    await registry[Symbol.asyncDispose]();
  });

  const history = async (assetId: string): Promise<string[]> => {
    const { rows } = await database.query<{ from_status: string | null; to_status: string }>(
      "select from_status, to_status from asset_transition where asset_id = $1 order by created_at, from_status nulls first",
      [uuidOf("asset", assetId)],
    );
    return rows.map(({ from_status: from, to_status: to }) => `${from}>${to}`);
  };
  const events = async (assetId: string): Promise<{ type: string; data: Buffer; publisher_id: string }[]> =>
    (await database.query("select type, data, publisher_id from outbox where subject = $1", [assetId])).rows;
  const call = (verb: Verb, assetId: string, over: object = {}): Promise<{ asset: Asset }> =>
    registry.harness.call(verb, { publisherId, assetId, ...over });

  it("obeys the table, whatever the order of verbs, and records every step once", async () => {
    const verbs = fc.array(fc.constantFrom(...(Object.keys(table) as Verb[])), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(verbs, async (sequence) => {
        const { assetIdentifier: assetId } = await registry.asset(publisherId);
        let state: LifecycleStatus = issued;
        const expected = ["null>issued"];
        for (const verb of sequence) {
          const allowed: readonly LifecycleStatus[] = table[verb];
          const target = allowed.at(-1) as LifecycleStatus;
          const outcome = await call(verb, assetId).catch((error: Failure) => error);
          if (!allowed.includes(state)) {
            expect(outcome).to.include(
              state === revoked || state === retired
                ? { entry: "STATE_FINAL", reason: "ASSET_ENDED" }
                : { entry: "STATE_CONFLICT", reason: "LIFECYCLE_TRANSITION" },
            );
            continue;
          }
          if (state !== target) expected.push(`${words[state]}>${words[target]}`);
          state = target;
          expect((outcome as { asset: Asset }).asset.lifecycleStatus).to.equal(state);
        }
        const { asset } = await registry.harness.call<GetAssetResponse>("GetAsset", { assetId });
        expect(asset?.lifecycleStatus).to.equal(state);
        expect((await history(assetId)).sort()).to.deep.equal(expected.sort());
        expect(await events(assetId)).to.have.length(state === revoked ? 1 : 0);
      }),
      { numRuns: 60 },
    );
  });

  it("records one event of twenty revocations at once, with the asset as it then was", async () => {
    const { assetIdentifier: assetId } = await registry.asset(publisherId);
    await using bystander = await Bystander.connect(registry.harness.url);
    await bystander.hold("select 1 from asset where asset_id = $1 for update", [uuidOf("asset", assetId)]);
    const calls = Array.from({ length: 20 }, (_, index) =>
      call("RevokeAsset", assetId, { reason: `caller ${index}` }),
    );
    // All at once, whatever the machine: they start together when the row is let go.
    await bystander.untilWaiting(calls.length);
    await bystander.letGo();
    const answers = await Promise.all(calls);
    for (const { asset } of answers) expect(asset.lifecycleStatus).to.equal(revoked);
    const found = await events(assetId);
    expect(found.map(({ type }) => type)).to.deep.equal(["asset.revoked"]);
    expect(found[0]?.publisher_id).to.equal(uuidOf("publisher", publisherId));
    expect(EventData.decode(found[0]!.data).subject).to.deep.equal({
      $case: "asset",
      value: answers[0]!.asset,
    });
    expect(await history(assetId)).to.deep.equal(["null>issued", "issued>revoked"]);
  });

  it("keeps the reason that was given", async () => {
    const { assetIdentifier: assetId } = await registry.asset(publisherId);
    await call("RevokeAsset", assetId, { reason: "counterfeit" });
    const { rows } = await database.query(
      "select reason from asset_transition where asset_id = $1 and to_status = 'revoked'",
      [uuidOf("asset", assetId)],
    );
    expect(rows).to.deep.equal([{ reason: "counterfeit" }]);
  });

  it("can be ended by revocation however much the asset says of itself", async () => {
    const wide = "\u{1F512}";
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [
        `${index}`.padEnd(2, "-") + wide.repeat(38),
        wide.repeat(500),
      ]),
    );
    const assetProfile = {
      kind: AssetKind.ASSET_KIND_GOOD,
      name: wide.repeat(120),
      description: wide.repeat(500),
    };
    const made = await registry.asset(publisherId, { metadata, assetProfile });
    const { asset } = await call("RevokeAsset", made.assetIdentifier);
    expect(asset.metadata).to.deep.equal(metadata);
    expect(await events(made.assetIdentifier)).to.have.length(1);
  });

  it("is written once: its history cannot be changed", async () => {
    const { assetIdentifier: assetId } = await registry.asset(publisherId);
    const change = database.query("update asset_transition set reason = 'other' where asset_id = $1", [
      uuidOf("asset", assetId),
    ]);
    expect(await change.catch((error: Error) => error.message)).to.match(/append-only/);
  });
});
