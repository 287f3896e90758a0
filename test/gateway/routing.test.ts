import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";
import { ASSET_ID, asset, got, PAYMENT_ID } from "./support/answers.ts";
import { Rig } from "./support/rig.ts";

describe("routing", () => {
  let rig: Rig;
  let token: string;
  before(async () => {
    rig = await Rig.start();
  });
  after(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.core.reset();
    token = rig.allow("good");
  });

  for (const { method, http, access } of operations) {
    if (!http) continue;
    it(`serves ${http.verb} ${http.template} as ${method}`, async () => {
      const path = http.template.replaceAll(/\{\w+\}/g, "x");
      const { status, json } = await rig.ask(path, { method: http.verb as "GET" });
      // Without a credential nothing that needs one is even parsed; what is public reaches the form of the request.
      if (access.kind === "scope" || access.kind === "credential")
        expect([status, json.errorCode]).to.deep.equal([401, "SVC-4011"]);
      else expect(json.errorCode).to.be.oneOf(["SVC-4001", "SVC-5000"]);
    });
  }

  it("answers 404 for what is no path of the interface", async () => {
    for (const path of [
      "/",
      "/api",
      "/api/",
      "/api/v1",
      "/api/v1/",
      "/api/v2/payments",
      "/api/v1/nothing",
      "/api/v1/payments/",
      "/api/v1//payments",
      `/api/v1/payments/${PAYMENT_ID}/`,
      `/api/v1/payments/${PAYMENT_ID}%2Fcancel`,
      "/api/v1/payments/%zz",
      "/api/v1/PAYMENTS",
      "/pda.access.v1.AccessService/ResolveCredential",
      "/robots.txt",
      "/docs/package.json",
      "/docs/../../etc/passwd",
    ]) {
      const { status, json } = await rig.ask(path, { token });
      expect([path, status, json?.errorCode]).to.deep.equal([path, 404, "SVC-4041"]);
    }
  });

  it("names the versioned path to who leaves the version out", async () => {
    const { status, json } = await rig.ask("/payments", { token, body: {} });
    expect(status).to.equal(404);
    expect(json.errorCode).to.equal("SVC-4041");
    expect(json.message).to.contain("/api/v1/payments");
    expect(json.errors[0]?.reason).to.equal("VERSION_MISSING");
    const nested = await rig.ask("/verification/authenticity", { body: {} });
    expect(nested.json.message).to.contain("/api/v1/verification/authenticity");
  });

  it("answers 405 with the methods that the path has", async () => {
    const cases = [
      ["/api/v1/payments", "DELETE", "GET, HEAD, POST"],
      ["/api/v1/payments", "OPTIONS", "GET, HEAD, POST"],
      [`/api/v1/payments/${PAYMENT_ID}`, "PUT", "GET, HEAD"],
      [`/api/v1/payments/${PAYMENT_ID}/cancel`, "GET", "POST"],
      ["/healthz", "DELETE", "GET, HEAD"],
      ["/openapi.json", "PUT", "GET, HEAD"],
      ["/docs/", "DELETE", "GET, HEAD"],
    ] as const;
    for (const [path, method, allow] of cases) {
      const { status, headers, json } = await rig.ask(path, { method, token });
      expect([path, status, headers.allow, json.errorCode]).to.deep.equal([path, 405, allow, "SVC-4050"]);
    }
  });

  it("answers 405 with a literal path's own methods where a template also fits it, as OpenAPI matches paths", async () => {
    const templates = Map.groupBy(
      operations.flatMap(({ http }) => (http ? [http] : [])),
      ({ template }) => template.replaceAll(/\{\w+\}/g, "{}"),
    );
    const overlaps = [...templates].filter(
      ([path]) =>
        !path.includes("{}") &&
        [...templates.keys()].some(
          (other) => other.includes("{}") && new RegExp(`^${other.replaceAll("{}", "[^/]+")}$`).test(path),
        ),
    );
    expect(overlaps.map(([path]) => path)).to.include("/api/v1/refunds/eligibility");
    for (const [path, bindings] of overlaps) {
      const verbs = bindings.flatMap(({ verb }) => (verb === "GET" ? ["GET", "HEAD"] : [verb])).sort();
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
        (verb) => !verbs.includes(verb),
      )) {
        const { status, headers, json } = await rig.ask(path, { method: method as "GET", token });
        expect([path, method, status, json.errorCode, headers.allow]).to.deep.equal([
          path,
          method,
          405,
          "SVC-4050",
          verbs.join(", "),
        ]);
      }
    }
  });

  it("answers HEAD as GET without the body", async () => {
    rig.core.on("GetPayment", got);
    const get = await rig.ask(`/api/v1/payments/${PAYMENT_ID}`, { token });
    const head = await rig.ask(`/api/v1/payments/${PAYMENT_ID}`, { method: "HEAD", token });
    expect(head.status).to.equal(200);
    expect(head.text).to.equal("");
    expect(head.headers["content-type"]).to.equal(get.headers["content-type"]);
    const missing = await rig.ask("/api/v1/nothing", { method: "HEAD" });
    expect([missing.status, missing.text]).to.deep.equal([404, ""]);
  });

  it("takes percent-encoded paths for what they mean", async () => {
    rig.core.on("GetAsset", asset);
    const { status } = await rig.ask(`/api/v1/%61ssets/${ASSET_ID.replace("_", "%5F")}`);
    expect(status).to.equal(200);
  });

  it("serves sandbox operations in sandbox mode only", async () => {
    const admin = rig.allow("admin", { scopes: ["sandbox.admin"] });
    expect((await rig.ask("/api/v1/sandbox", { token: admin })).status).to.equal(500);
    await using production = await Rig.start({ config: { mode: "production" } });
    const token = production.allow("admin", { scopes: ["sandbox.admin"] });
    expect((await production.ask("/api/v1/sandbox", { token })).json.errorCode).to.equal("SVC-4041");
  });
});
