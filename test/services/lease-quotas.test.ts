// LeaseQuotas: how gateways share the quotas of callers.
import { expect } from "chai";
import type { LeaseQuotasResponse, QuotaDemand } from "../../gen/ts/pda/access/v1/access_service.ts";
import { RateSubjects } from "../../src/services/access/quotas.ts";
import { asMerchant } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";

describe("LeaseQuotas", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  before(async () => {
    merchants = await Merchants.start();
  });
  after(() => merchants[Symbol.asyncDispose]());

  const demand = (subject: string, over: Partial<QuotaDemand> = {}): QuotaDemand => ({
    quota: "default",
    subject,
    unitsPerSecond: 1,
    capacity: 100,
    spent: 0,
    wanted: 60,
    ...over,
  });
  const lease = async (...demands: QuotaDemand[]) =>
    (
      await merchants.harness.call<LeaseQuotasResponse>("LeaseQuotas", { demands }, { peer: "gateway" })
    ).leases.map(({ granted }) => granted);

  it("gives each gateway what is left of one bucket, in the order of the demands", async () => {
    expect(await lease(demand("key_a"), demand("key_b", { wanted: 5 }))).to.deep.equal([60, 5]);
    expect(await lease(demand("key_b", { wanted: 5 }), demand("key_a", { wanted: 30 }))).to.deep.equal([
      5, 30,
    ]);
    expect((await lease(demand("key_a")))[0]).to.be.within(10, 40);
  });

  it("takes back what a gateway did not spend, for the next one", async () => {
    expect(await lease(demand("key_c", { wanted: 100 }))).to.deep.equal([100]);
    expect(await lease(demand("key_c", { spent: -70, wanted: 0 }))).to.deep.equal([0]);
    expect((await lease(demand("key_c", { wanted: 100 })))[0]).to.be.within(70, 99);
  });

  it("keeps the quotas of one subject apart", async () => {
    expect(await lease(demand("192.0.2.1", { wanted: 100 }))).to.deep.equal([100]);
    expect(await lease(demand("192.0.2.1", { quota: "anonymous", wanted: 100 }))).to.deep.equal([100]);
  });

  it("knows callers by pseudonyms under a key outside the database", () => {
    const [one, other] = [1, 2].map((byte) => new RateSubjects(Buffer.alloc(32, byte)));
    const parts = ["quota", "anonymous", "192.0.2.1"];
    expect(one?.of(...parts)).to.have.length(16);
    expect(one?.of(...parts)).to.deep.equal(one?.of(...parts));
    expect(one?.of(...parts)).to.not.deep.equal(other?.of(...parts));
    expect(one?.of(...parts)).to.not.deep.equal(one?.of("quota", "default", "192.0.2.1"));
  });

  it("is for gateways, with demands that make sense", async () => {
    const refusal = async (demands: QuotaDemand[], peer: string) =>
      (await merchants.harness.failure("LeaseQuotas", { demands }, { peer, as: asMerchant("mer_x") })).reason;
    expect(await refusal([demand("key_d")], "service")).to.equal("INTERNAL_OPERATION");
    for (const over of [{ unitsPerSecond: 0 }, { capacity: 0 }, { subject: "" }, { wanted: 30_000_000 }])
      expect(await refusal([demand("key_d", over)], "gateway")).to.not.equal("INTERNAL_OPERATION");
    const many = Array.from({ length: 1001 }, (_, number) => demand(`key_${number}`));
    expect(await refusal(many, "gateway")).to.equal("WRONG_COUNT");
  });
});
