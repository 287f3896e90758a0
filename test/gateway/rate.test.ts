import { expect } from "chai";
import { ASSET_ID, asset, got, PAYMENT_ID } from "./support/answers.ts";
import { parseAnswer, RawConnection } from "./support/raw.ts";
import { ANONYMOUS } from "../../src/gateway/anonymous.ts";
import type { Authenticator } from "../../src/gateway/authenticate.ts";
import { counting } from "../../src/gateway/count-requests.ts";
import type { Exchange } from "../../src/gateway/exchange.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { LightSignal } from "../../src/rpc/light-signal.ts";
import type { Limiter } from "../../src/rpc/quota/limiter.ts";
import { Rig } from "./support/rig.ts";

const BOTH = '"default";q=60;w=60, "tenant";q=20000;w=2';
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
    const started = performance.now();
    const first = await rig.ask(path, { token });
    expect(first.headers["ratelimit-policy"]).to.equal(BOTH);
    expect(first.headers.ratelimit).to.equal('"default";r=59;t=1, "tenant";r=19999;t=1');
    let last = first;
    while (last.status === 200) last = await rig.ask(path, { token });
    const { status, headers, json } = last;
    expect([status, json.errorCode, json.errors[0]?.reason]).to.deep.equal([429, "SVC-4290", "RATE_LIMITED"]);
    expect(headers["retry-after"]).to.equal("1");
    expect(headers.ratelimit).to.match(/^"default";r=0;t=1, "tenant";r=\d+;t=1$/);
    // The bucket has gained one a second.
    const gained = Math.floor((performance.now() - started) / 1000);
    expect(rig.core.operationCalls.length).to.be.within(60, 60 + gained);
  });

  it("take the weight of an operation", async () => {
    const token = rig.allow("publisher", { tenantId: "", scopes: ["publishers.issue"] });
    const batch = await rig.ask("/api/v1/publishers/pub_01h455vb4pex5vsknk084sn02q/assets/batch", {
      token,
      body: { items: [] },
    });
    expect(batch.headers.ratelimit).to.equal('"default";r=40;t=1');
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

  const flood = (count: number, target: string, ask: Parameters<Rig["ask"]>[1] = {}) =>
    Promise.all(Array.from({ length: count }, () => rig.ask(target, ask)));
  const statuses = (replies: { status: number }[]) =>
    [...new Set(replies.map(({ status }) => status))].sort();

  for (const [status, what, target, ask] of [
    [404, "unknown paths", "/api/v1/nothing", {}],
    [404, "unknown paths beside the interface", "/robots.txt", {}],
    [404, "unknown paths of the documentation", "/docs/nothing", {}],
    [405, "methods that a path has not", "/api/v1/payments", { method: "DELETE" }],
    [405, "methods that a probe has not", "/healthz", { method: "DELETE" }],
    [406, "forms that there are not", `/api/v1/assets/${ASSET_ID}`, { headers: { accept: "text/csv" } }],
    [
      415,
      "media types that are not read",
      "/api/v1/payments",
      { body: "x", headers: { "content-type": "text/plain" } },
    ],
    [404, "pages of payments", "/pay/RF18539007547034", {}],
  ] as const) {
    it(`hold for ${what}, which without a credential are ${status} and then 429`, async () => {
      rig.core.on("GetPaymentPage", () => Promise.reject(new Failure("NOT_FOUND")));
      const replies = await flood(40, target, ask);
      expect(statuses(replies)).to.deep.equal([status, 429].toSorted());
      for (const { headers } of replies) {
        expect(headers["ratelimit-policy"]).to.equal('"anonymous";q=5;w=1');
        expect(headers.ratelimit).to.match(/^"anonymous";r=\d;t=1$/);
        expect(headers["x-request-id"]).to.match(/^req_/);
      }
      const refused = replies.find(({ status }) => status === 429);
      expect([refused?.json.errorCode, refused?.headers["retry-after"]]).to.deep.equal(["SVC-4290", "1"]);
    });
  }

  it("hold for what is no HTTP at all", async () => {
    const connections = await Promise.all(Array.from({ length: 40 }, () => RawConnection.open(rig)));
    const answers = await Promise.all(
      connections.map(async (connection) => {
        connection.write("hello\r\n\r\n");
        return parseAnswer(await connection.rest());
      }),
    );
    expect(statuses(answers)).to.deep.equal([400, 429]);
    for (const { head } of answers) expect(head).to.match(/\r\nRateLimit: "anonymous";r=\d;t=1\r\n/);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.head).to.match(/\r\nRetry-After: 1\r\n/);
  });

  it("hold for foreign hosts, on one connection", async () => {
    using connection = await RawConnection.open(rig);
    connection.write(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\n\r\n`.repeat(40));
    expect(await connection.until("SVC-4290"))
      .to.contain("HTTP/1.1 421")
      .and.to.contain("HTTP/1.1 429");
  });

  it("count unknown paths with a valid key for the key, not for its address", async () => {
    const token = rig.allow("one");
    const first = await rig.ask("/api/v1/nothing", { token });
    expect([first.status, first.headers["ratelimit-policy"]]).to.deep.equal([404, BOTH]);
    expect(first.headers.ratelimit).to.match(/^"default";r=59;/);
    // A rate of one a second refills the bucket a little meanwhile, on a slow machine by more.
    const exhaust = async () => {
      while ((await rig.ask("/api/v1/nothing", { token })).status === 404);
    };
    await exhaust();
    // The address has its whole quota left.
    const anonymous = await rig.ask(`/api/v1/assets/${ASSET_ID}`);
    expect(anonymous.headers.ratelimit).to.match(/^"anonymous";r=4;/);
    for (const [target, ask] of [
      ["/api/v1/nothing", { token }],
      ["/api/v1/payments", { token, method: "DELETE" }],
      [`/api/v1/payments/${PAYMENT_ID}`, { token }],
    ] as const) {
      await exhaust();
      const { status, headers } = await rig.ask(target, ask);
      expect([status, headers["ratelimit-policy"]]).to.deep.equal([429, BOTH]);
    }
  });

  it("take a burst of unknown paths with a key that is not known yet for the key, and look that up once", async () => {
    const token = rig.allow("one");
    const replies = await flood(40, "/api/v1/nothing", { token });
    expect(new Set(replies.map(({ headers }) => headers["ratelimit-policy"]))).to.deep.equal(new Set([BOTH]));
    expect(rig.core.calls).to.have.length(1);
  });

  it("bound what unknown paths with guessed keys cost the core, and count them for the address", async () => {
    const started = performance.now();
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, count) => rig.ask("/api/v1/nothing", { token: `guess${count}` })),
    );
    const windows = 1 + Math.ceil((performance.now() - started) / 1000);
    expect(statuses(replies)).to.deep.equal([404, 429]);
    expect(rig.core.calls.length).to.be.at.most(5 * windows);
    expect(replies.filter(({ status }) => status === 404).length).to.be.at.most(5 * windows);
    // A valid key is not held up by that.
    expect((await rig.ask(path, { token: rig.allow("one") })).status).to.equal(200);
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

describe("a refusal that waits for a lease", () => {
  it("is answered as it is once the deadline has passed", async () => {
    const { refusal } = counting({
      limiter: { count: () => new Promise(() => undefined) } as unknown as Limiter,
      authenticator: {} as Authenticator,
      credentialsOf: () => ({}) as never,
    });
    const signal = new LightSignal();
    const exchange = { counted: false, address: "192.0.2.1", signal, headers: [] } as unknown as Exchange;
    const error = new Failure("ROUTE_NOT_FOUND");
    const answer = refusal(exchange, error, ANONYMOUS);
    signal.abort(new Failure("DEADLINE_EXCEEDED"));
    expect(await answer).to.equal(error);
  });
});
