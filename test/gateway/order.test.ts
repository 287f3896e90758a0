import { expect } from "chai";
import { Failure } from "../../src/rpc/failure.ts";
import { Rig } from "./support/rig.ts";

// contract.md: route → size/media type → authenticate → replay → rate limit → authorise → validate → idempotency → state.
describe("the order of refusals", () => {
  let rig: Rig;
  before(async () => {
    rig = await Rig.start({
      config: {
        gateway: {
          bodyBytesMax: 1024,
          rate: { requestsPerSecond: 1, burst: 1, anonymousRequestsPerSecond: 100_000 },
        },
      },
    });
    rig.allow("poor", { scopes: [] });
    rig.allow("rich", { credentialId: "rich" });
    rig.core.on("CreatePayment", () => {
      throw new Failure("MERCHANT_NOT_ACTIVE");
    });
  });
  after(() => rig[Symbol.asyncDispose]());

  const large = `{"a":1,"a":"${"x".repeat(2000)}"}`;
  const malformed = '{"a":1,"a":2}';

  it("goes from the route to the state, each fault hiding those after it", async () => {
    const badKey = { "idempotency-key": "two words" };
    const everything = { accept: "text/html", "content-type": "text/plain", ...badKey };
    const code = async (path: string, ask: Parameters<Rig["ask"]>[1]) =>
      (await rig.ask(path, ask)).json.errorCode;

    expect(await code("/api/v1/nothing", { body: large, headers: everything })).to.equal("SVC-4041");
    expect(await code("/api/v1/payments", { method: "PUT", body: large, headers: everything })).to.equal(
      "SVC-4050",
    );
    expect(await code("/api/v1/payments", { body: large, headers: everything })).to.equal("SVC-4060");
    const media = { "content-type": "text/plain", ...badKey };
    expect(await code("/api/v1/payments", { body: large, headers: media })).to.equal("SVC-4130");
    expect(await code("/api/v1/payments", { body: malformed, headers: media })).to.equal("SVC-4150");
    expect(await code("/api/v1/payments", { body: malformed, headers: badKey })).to.equal("SVC-4011");
    expect(await code("/api/v1/payments", { body: malformed, headers: badKey, token: "unknown" })).to.equal(
      "SVC-4011",
    );
    // The first requests of "poor" are within its rate, the next are not: scope is judged after the rate.
    const poor = await Promise.all(
      Array.from({ length: 20 }, () =>
        code("/api/v1/payments", { body: malformed, headers: badKey, token: "poor" }),
      ),
    );
    expect([...new Set(poor)].toSorted()).to.deep.equal(["SVC-4030", "SVC-4290"]);
    expect(rig.core.operationCalls).to.have.length(0);
  });

  it("judges form before the core is asked", async () => {
    for (const [name, ask, expected] of [
      ["v1", { body: malformed, headers: { "idempotency-key": "two words" } }, "SVC-4004"],
      ["v2", { body: malformed }, "SVC-4001"],
      ["v3", { body: '{"a":1}' }, "SVC-4000"],
      ["v4", { body: "{}" }, "SVC-4097"],
    ] as const) {
      rig.allow(name, { credentialId: name });
      expect((await rig.ask("/api/v1/payments", { ...ask, token: name })).json.errorCode).to.equal(expected);
    }
    expect(rig.core.operationCalls).to.have.length(1);
  });
});
