// A publisher over time: its name, and whether it is in business.
import { expect } from "chai";
import pg from "pg";
import { type Publisher, PublisherStatus } from "../../gen/ts/pda/publisher/v1/publisher.ts";
import type {
  GetPublisherResponse,
  ListPublishersResponse,
  UpdatePublisherResponse,
} from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { operator } from "../support/service.ts";
import { newKey, newRequest, printed } from "./support/openssl.ts";
import { asPublisher, failedChecks, Registry } from "./support/registry.ts";

describe("the standing of a publisher", function () {
  this.timeout(60_000);
  let registry: Registry;

  before(async () => {
    registry = await Registry.start();
  });
  after(() => registry[Symbol.asyncDispose]());

  const get = async (publisherId: string): Promise<Publisher> =>
    (await registry.harness.call<GetPublisherResponse>("GetPublisher", { publisherId })).publisher!;
  const update = async (request: object): Promise<Publisher> =>
    (await registry.harness.call<UpdatePublisherResponse>("UpdatePublisher", request)).publisher!;
  const change = async (verb: "Suspend" | "Resume", publisherId: string, reason = ""): Promise<Publisher> =>
    (
      await registry.harness.call<UpdatePublisherResponse>(`${verb}Publisher`, {
        publisherId,
        reason,
      })
    ).publisher!;
  const transitions = async (publisherId: string) => {
    const client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
    const { rows } = await client.query(
      "select from_status, to_status, reason from publisher_transition where publisher_id = $1 order by created_at",
      [uuidOf("publisher", publisherId)],
    );
    await client.end();
    return rows as object[];
  };

  describe("its name", () => {
    it("changes, for the certificates that are issued from then on", async () => {
      const made = await registry.publisher("Old Name");
      expect(made.version).to.equal(1);
      const { publisherId } = made;
      const before = await registry.certificate(publisherId, newRequest(newKey()));
      const renamed = await update({ publisherId, name: "New Name" });
      expect(renamed).to.deep.equal({ ...made, name: "New Name", version: 2 });
      expect(await get(publisherId)).to.deep.equal(renamed);
      const after = await registry.certificate(publisherId, newRequest(newKey()));
      expect(printed(before.certificate)).to.match(/Subject: O = Old Name, UID = pub_/);
      expect(printed(after.certificate)).to.match(/Subject: O = New Name, UID = pub_/);
    });

    it("stays what it is when it is absent or the same, and so does the version", async () => {
      const made = await registry.publisher("Steady");
      const { publisherId } = made;
      expect(await update({ publisherId })).to.deep.equal(made);
      expect(await update({ publisherId, name: "Steady" })).to.deep.equal(made);
    });

    it("leaves devices of before trusted", async () => {
      const { publisherId } = await registry.publisher("Before");
      const bound = await registry.boundAsset(publisherId);
      await update({ publisherId, name: "After" });
      expect((await registry.verify(bound.assetId, bound.binding.deviceCertificate)).trusted).to.equal(true);
    });

    for (const name of ["", " ", "a\nb", "x".repeat(65)])
      it(`cannot be ${JSON.stringify(name.slice(0, 8))} (${name.length} characters)`, async () => {
        const { publisherId } = await registry.publisher();
        const failure = await registry.harness.failure("UpdatePublisher", { publisherId, name });
        expect([failure.entry, failure.violations[0]?.field]).to.deep.equal(["INVALID_ARGUMENT", "name"]);
      });

    it("of an unknown publisher is not found", async () => {
      const publisherId = newId("publisher");
      for (const request of [{ publisherId }, { publisherId, name: "Nobody" }])
        expect((await registry.harness.failure("UpdatePublisher", request)).entry).to.equal("NOT_FOUND");
    });
  });

  it("ends and returns with a reason on record; what is reached already changes nothing", async () => {
    const { publisherId } = await registry.publisher("In and out");
    expect((await change("Resume", publisherId)).version).to.equal(1);
    const suspended = await change("Suspend", publisherId, "Unpaid");
    expect(suspended).to.include({ status: PublisherStatus.PUBLISHER_STATUS_SUSPENDED, version: 2 });
    expect(await change("Suspend", publisherId, "Again")).to.deep.equal(suspended);
    const resumed = await change("Resume", publisherId, "Paid");
    expect(resumed).to.include({ status: PublisherStatus.PUBLISHER_STATUS_ACTIVE, version: 3 });
    expect(await transitions(publisherId)).to.deep.equal([
      { from_status: "active", to_status: "suspended", reason: "Unpaid" },
      { from_status: "suspended", to_status: "active", reason: "Paid" },
    ]);
    for (const verb of ["SuspendPublisher", "ResumePublisher"])
      expect((await registry.harness.failure(verb, { publisherId: newId("publisher") })).entry).to.equal(
        "NOT_FOUND",
      );
  });

  it("is followed by what it has issued: not trusted while suspended, withdrawn even then", async () => {
    const { publisherId } = await registry.publisher("Soon suspended");
    const bound = await registry.boundAsset(publisherId);
    const verify = () => registry.verify(bound.assetId, bound.binding.deviceCertificate);
    expect((await verify()).trusted).to.equal(true);
    await change("Suspend", publisherId);
    expect(failedChecks(await verify())).to.deep.equal(["publisher_status: PUBLISHER_NOT_ACTIVE"]);
    const as = asPublisher(publisherId);
    const issue = { publisherId, certificateSigningRequest: newRequest(newKey()) };
    expect(await registry.harness.failure("IssuePublisherCertificate", issue, { as })).to.include({
      entry: "OPERATOR_REQUIRED",
      reason: "PUBLISHER_NOT_ACTIVE",
    });
    await registry.harness.call("RevokeAsset", { publisherId, assetId: bound.assetId }, { as });
    await change("Resume", publisherId);
    expect(failedChecks(await verify())).to.deep.equal(["lifecycle: ASSET_REVOKED"]);
  });

  it("is listed newest first, by state, in pages that belong to their filter", async () => {
    const made: Publisher[] = [];
    for (let count = 0; count < 4; count++) made.unshift(await registry.publisher(`Listed ${count}`));
    await change("Suspend", made[1]!.publisherId);
    await change("Suspend", made[3]!.publisherId);
    const list = (request: object) =>
      registry.harness.call<ListPublishersResponse>("ListPublishers", request);
    const first = await list({ pageSize: 3 });
    expect(first.items.map(({ publisherId }) => publisherId)).to.deep.equal(
      made.slice(0, 3).map(({ publisherId }) => publisherId),
    );
    const second = await list({ pageSize: 3, pageToken: first.nextPageToken });
    expect(second.items[0]).to.deep.equal(await get(made[3]!.publisherId));

    const suspended = await list({ status: PublisherStatus.PUBLISHER_STATUS_SUSPENDED, pageSize: 2 });
    expect(suspended.items.map(({ name }) => name)).to.deep.equal(["Listed 2", "Listed 0"]);
    const foreign = { status: PublisherStatus.PUBLISHER_STATUS_ACTIVE, pageToken: first.nextPageToken };
    expect((await registry.harness.failure("ListPublishers", foreign)).entry).to.equal("INVALID_PAGE_TOKEN");
  });

  it("is the operator's business alone", async () => {
    const { publisherId } = await registry.publisher();
    const publisher = { ...asPublisher(publisherId), scopes: ["publishers.read", "publishers.write"] };
    const otherOperator = { ...operator, scopes: ["publishers.write"] };
    for (const as of [publisher, otherOperator])
      for (const method of ["ListPublishers", "UpdatePublisher", "SuspendPublisher", "ResumePublisher"]) {
        const request = method === "ListPublishers" ? {} : { publisherId };
        expect(await registry.harness.failure(method, request, { as }), method).to.include({
          entry: "PERMISSION_DENIED",
          reason: "SCOPE_MISSING",
        });
      }
  });
});
