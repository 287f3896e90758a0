import { expect } from "chai";
import { ASSET_ID, asset, got, PAYMENT_ID } from "./support/answers.ts";
import { Rig } from "./support/rig.ts";

const path = `/api/v1/payments/${PAYMENT_ID}`;

describe("rate limits", () => {
  let rig: Rig;
  beforeEach(async () => {
    // One window of 60 seconds, so that no request of a test falls into the next one.
    rig = await Rig.start({
      config: { gateway: { rate: { requestsPerSecond: 1, burst: 60, anonymousRequestsPerSecond: 5 } } },
    });
    rig.core.on("GetPayment", got);
    rig.core.on("GetAsset", asset);
  });
  afterEach(() => rig[Symbol.asyncDispose]());

  it("count a credential's requests, say what is left, and answer 429 beyond", async () => {
    const token = rig.allow("one");
    const first = await rig.ask(path, { token });
    expect(first.headers["ratelimit-policy"]).to.equal('"default";q=60;w=60');
    expect(first.headers.ratelimit).to.match(/^"default";r=59;t=(60|59)$/);
    for (let count = 1; count < 60; count += 1) expect((await rig.ask(path, { token })).status).to.equal(200);
    const { status, headers, json } = await rig.ask(path, { token });
    expect([status, json.errorCode]).to.deep.equal([429, "SVC-4290"]);
    expect(Number(headers["retry-after"])).to.be.within(1, 60);
    expect(headers.ratelimit).to.match(/^"default";r=0;t=\d+$/);
    expect(rig.core.operationCalls).to.have.length(60);
  });

  it("count each credential for itself", async () => {
    const [one, two] = [rig.allow("one"), rig.allow("two")];
    for (let count = 0; count < 61; count += 1) await rig.ask(path, { token: one });
    expect((await rig.ask(path, { token: two })).status).to.equal(200);
  });

  it("count callers without a credential by their address", async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => rig.ask(`/api/v1/assets/${ASSET_ID}`)),
    );
    const served = replies.filter(({ status }) => status === 200);
    expect(served.length).to.be.at.least(5);
    expect(replies.map(({ status }) => status)).to.include(429);
    expect(served[0]?.headers["ratelimit-policy"]).to.equal('"anonymous";q=5;w=1');
  });

  it("hold for guesses of credentials, and for the documentation, but not for probes", async () => {
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, count) => rig.ask(path, { token: `guess${count}` })),
    );
    expect(new Set(guesses.map(({ status }) => status))).to.deep.equal(new Set([401, 429]));
    const pages = await Promise.all(Array.from({ length: 60 }, () => rig.ask("/openapi.yaml")));
    expect(pages.map(({ status }) => status)).to.include(429);
    const probes = await Promise.all(Array.from({ length: 20 }, () => rig.ask("/healthz")));
    expect(probes.every(({ status }) => status === 200)).to.equal(true);
  });
});
