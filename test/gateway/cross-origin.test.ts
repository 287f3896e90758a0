// Pages of other origins (CORS): what a browser may send for them, and what their scripts may read.
import { expect } from "chai";
import { ASSET_ID, asset, created, got, PAYMENT_ID, paymentBody } from "./support/answers.ts";
import { type Ask, type Reply, Rig } from "./support/rig.ts";

const path = `/api/v1/payments/${PAYMENT_ID}`;
const page = "https://till.shop.example";
const other = "https://other.example";
const ALLOW = "access-control-allow-origin";

describe("a page of another origin", () => {
  let rig: Rig;
  let count = 0;
  before(async () => {
    rig = await Rig.start();
  });
  after(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.core.reset();
    rig.core.on("GetPayment", got);
    rig.core.on("CreatePayment", created);
    rig.core.on("GetAsset", asset);
  });

  /** A credential that pages of these origins may use. */
  const tokenFor = (...allowedOrigins: string[]): string => {
    const limits = allowedOrigins.length > 0 ? { operations: [], allowedOrigins } : undefined;
    return rig.allow(`page-${count++}`, { limits });
  };
  const ask = (origin: string | string[], over: Ask = {}, at = path): Promise<Reply> =>
    rig.ask(at, { ...over, headers: { origin, ...over.headers } });
  const outcome = ({ status, json }: Reply) => [status, json.errorCode, json.errors?.[0]?.reason];
  const corsOf = ({ headers }: Reply) =>
    Object.keys(headers).filter((name) => name.startsWith("access-control-"));

  describe("that a credential allows", () => {
    it("reads the answer and the headers that matter", async () => {
      const answer = await ask(page, { token: tokenFor("https://a.example", page) });
      expect(answer.status).to.equal(200);
      expect(answer.headers[ALLOW]).to.equal(page);
      expect(answer.headers.vary).to.equal("Origin");
      const exposed = answer.headers["access-control-expose-headers"]?.split(", ") ?? [];
      // What a browser shows always, and what has no meaning for a script.
      const known =
        /^(?:cache-control|content-|date$|connection$|keep-alive$|vary$|access-control-|cross-origin-|x-content-type|x-frame|referrer-policy)/;
      const shown = Object.keys(answer.headers).filter((name) => !known.test(name));
      expect(shown).to.include.members(["ratelimit", "ratelimit-policy", "x-request-id", "etag"]);
      expect(exposed.map((name) => name.toLowerCase())).to.include.members(shown);
    });

    it("reads refusals, too, and never gets cookies or certificates allowed", async () => {
      const token = tokenFor(page);
      for (const answer of [
        await ask(page, { token }, "/api/v1/payments?pageSize=none"),
        await ask(page, { token, body: { amount: "?" } }, "/api/v1/payments"),
        await ask(page, { token, body: paymentBody }, "/api/v1/payments"),
      ]) {
        expect(answer.headers[ALLOW], answer.text).to.equal(page);
        expect(corsOf(answer)).to.not.include("access-control-allow-credentials");
      }
    });

    it("reads refusals that come before the credential is needed, once it is known", async () => {
      const token = tokenFor(page);
      const body = "x".repeat(2_000_000);
      for (const [status, at, over] of [
        [404, "/api/v1/nothing", {}],
        [405, path, { method: "DELETE" }],
        [413, "/api/v1/payments", { body }],
        [415, "/api/v1/payments", { body: "a=1", headers: { "content-type": "text/plain" } }],
      ] as const) {
        const answer = await ask(page, { token, ...over }, at);
        expect([answer.status, answer.headers[ALLOW], answer.headers.vary]).to.deep.equal([
          status,
          page,
          "Origin",
        ]);
        const refused = await ask(other, { token, ...over }, at);
        expect([refused.status, ...corsOf(refused), refused.headers.vary]).to.deep.equal([status, "Origin"]);
        expect(corsOf(await ask(page, over, at))).to.deep.equal([]);
      }
    });

    it("has its text exactly", async () => {
      const token = tokenFor(page);
      for (const origin of [
        `${page}:8443`,
        `${page}.other.example`,
        "https://shop.example",
        "http://till.shop.example",
        `${page}/`,
        page.toUpperCase(),
        "null",
        "",
        [page, other],
      ])
        expect(outcome(await ask(origin, { token })), String(origin)).to.include("ORIGIN_NOT_ALLOWED");
    });
  });

  it("is refused with a credential that does not allow it, before anything happens", async () => {
    for (const token of [tokenFor(), tokenFor(page)]) {
      const answer = await ask(other, { token, body: paymentBody }, "/api/v1/payments");
      expect(outcome(answer)).to.deep.equal([403, "SVC-4030", "ORIGIN_NOT_ALLOWED"]);
      expect(corsOf(answer)).to.deep.equal([]);
      expect(answer.headers.vary).to.equal("Origin");
    }
    expect(rig.core.operationCalls).to.have.length(0);
  });

  it("is refused also on an operation that is open to everyone, when it sends a credential", async () => {
    const answer = await ask(other, { token: tokenFor() }, `/api/v1/assets/${ASSET_ID}`);
    expect(outcome(answer)).to.deep.equal([403, "SVC-4030", "ORIGIN_NOT_ALLOWED"]);
  });

  it("cannot read what everyone gets, nor why a credential is refused", async () => {
    const open = await ask(other, {}, `/api/v1/assets/${ASSET_ID}`);
    const none = await ask(other);
    const wrong = await ask(other, { token: "pda_wrong" });
    expect([open.status, none.status, wrong.status]).to.deep.equal([200, 401, 401]);
    for (const answer of [open, none, wrong]) expect(corsOf(answer)).to.deep.equal([]);
  });

  it("is counted when it is refused", async () => {
    const answer = await ask(other, { token: tokenFor() });
    expect(answer.headers).to.include.keys("ratelimit", "ratelimit-policy");
  });

  it("is not a program, which sends no origin, nor a page of this service", async () => {
    const token = tokenFor();
    const own = await rig.ask(path, { token });
    const { host } = new URL(rig.gateway.url);
    const docs = await ask(`https://${host}`, { token });
    const proxied = await ask("https://pay.example", { token, headers: { "sec-fetch-site": "same-origin" } });
    for (const answer of [own, docs, proxied]) {
      expect(answer.status).to.equal(200);
      expect([...corsOf(answer), answer.headers.vary]).to.deep.equal([undefined]);
    }
  });

  describe("asks before it sends (preflight)", () => {
    const preflight = (origin: string, method: string, at = path): Promise<Reply> =>
      ask(
        origin,
        {
          method: "OPTIONS",
          headers: {
            "access-control-request-method": method,
            "access-control-request-headers": "authorization,idempotency-key",
          },
        },
        at,
      );

    it("and may send every request of the interface, without cookies and certificates", async () => {
      for (const [method, at] of [
        ["GET", path],
        ["POST", "/api/v1/payments"],
      ] as const) {
        const answer = await preflight(other, method, at);
        expect([answer.status, answer.text]).to.deep.equal([204, ""]);
        expect(answer.headers).to.include({
          [ALLOW]: other,
          "access-control-allow-methods": method,
          "access-control-max-age": "7200",
          vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
        });
        const headers = answer.headers["access-control-allow-headers"]?.toLowerCase().split(", ");
        expect(headers).to.include.members([
          "authorization",
          "content-type",
          "idempotency-key",
          "if-match",
          "last-event-id",
          "signature",
          "signature-input",
        ]);
        expect(answer.headers).to.not.have.any.keys("access-control-allow-credentials", "content-length");
      }
      expect(rig.core.calls).to.have.length(0);
    });

    it("and keeps its connection for the request", async () => {
      const token = tokenFor(page);
      for (let round = 0; round < 3; round += 1) {
        expect((await preflight(page, "GET")).status).to.equal(204);
        expect((await ask(page, { token })).status).to.equal(200);
      }
    });

    it("and gets no permission for an origin that is not https", async () => {
      for (const origin of ["http://till.shop.example", "null", `${page}/x`, "https://a b", "*"]) {
        const answer = await preflight(origin, "GET");
        expect([answer.status, ...corsOf(answer)], origin).to.deep.equal([204]);
      }
    });

    it("and gets no permission for what the interface does not have", async () => {
      const missing = await preflight(page, "GET", "/api/v1/nothing");
      const verb = await preflight(page, "DELETE");
      expect([missing.status, verb.status]).to.deep.equal([404, 405]);
      for (const answer of [missing, verb]) expect(corsOf(answer)).to.deep.equal([]);
    });

    it("which is counted for its address", async () => {
      expect((await preflight(page, "GET")).headers).to.include.keys("ratelimit", "ratelimit-policy");
    });
  });

  it("asks for nothing with OPTIONS that is no preflight", async () => {
    const answer = await rig.ask(path, { method: "OPTIONS" });
    expect([answer.status, ...corsOf(answer)]).to.deep.equal([405]);
  });
});
