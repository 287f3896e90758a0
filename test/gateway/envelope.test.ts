import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { catalogue } from "../../gen/errors/catalogue.ts";
import { errorPage } from "../../src/gateway/envelope.ts";
import { Failure } from "../../src/rpc/failure.ts";
import {
  created,
  got,
  listed,
  MERCHANT_ID,
  PAYMENT_ID,
  paymentBody,
  paymentJson,
} from "./support/answers.ts";
import { Rig } from "./support/rig.ts";
import { replays } from "./support/test-core.ts";

describe("the envelope", () => {
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

  const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

  it("of a success has exactly the members of both published shapes, data being the resource itself", async () => {
    rig.core.on("GetPayment", got);
    const { status, headers, json } = await rig.ask(`/api/v1/payments/${PAYMENT_ID}`, {
      token,
      headers: { "x-request-id": "r-1" },
    });
    expect(status).to.equal(200);
    expect(headers["content-type"]).to.equal("application/json; charset=utf-8");
    expect(json.timestamp).to.match(timeForm);
    expect(json).to.deep.equal({
      success: true,
      status: "ok",
      requestId: "r-1",
      timestamp: json.timestamp,
      message: "The request succeeded.",
      data: paymentJson,
      errors: [],
    });
    expect(Object.keys(json)).to.deep.equal([
      "success",
      "status",
      "requestId",
      "timestamp",
      "message",
      "data",
      "errors",
    ]);
  });

  it("of a creation is 201 with a relative Location, also on a replay", async () => {
    const first = created();
    rig.core.on("CreatePayment", () => first);
    const one = await rig.ask("/api/v1/payments", { token, body: paymentBody });
    expect(one.status).to.equal(201);
    expect(one.headers.location).to.equal(`/api/v1/payments/${PAYMENT_ID}`);
    expect(one.headers["idempotency-replayed"]).to.equal(undefined);
    expect(one.json).to.deep.include({
      success: true,
      status: "created",
      message: "The resource was created.",
      data: paymentJson,
    });

    const again = created();
    replays.add(again);
    rig.core.on("CreatePayment", () => again);
    const two = await rig.ask("/api/v1/payments", {
      token,
      body: paymentBody,
      headers: { "idempotency-key": "k" },
    });
    expect(two.status).to.equal(201);
    expect(two.headers.location).to.equal(one.headers.location);
    expect(two.headers["idempotency-replayed"]).to.equal("true");
    expect(two.json.data).to.deep.equal(one.json.data);
  });

  it("of a list holds items and the next page's token", async () => {
    rig.core.on("ListPayments", listed);
    const { json } = await rig.ask("/api/v1/payments", { token });
    expect(json.data).to.deep.equal({ items: [paymentJson], nextPageToken: "" });
  });

  it("makes a Location of a nested field and a path parameter", async () => {
    const { CreateApiKeyResponse } = await import("../../gen/ts/pda/merchant/v1/merchant_service.ts");
    const answer = CreateApiKeyResponse.encode(
      CreateApiKeyResponse.fromPartial({
        createdApiKey: { apiKey: { apiKeyId: "key_1", merchantId: MERCHANT_ID }, secret: "shown once" },
      }),
    ).finish();
    rig.core.on("CreateApiKey", () => answer);
    const { status, headers, json } = await rig.ask(`/api/v1/merchants/${MERCHANT_ID}/api-keys`, {
      token,
      body: { name: "till", scopes: ["payments.read"] },
    });
    expect(status).to.equal(201);
    expect(headers.location).to.equal(`/api/v1/merchants/${MERCHANT_ID}/api-keys/key_1`);
    expect(json.data.secret).to.equal("shown once");
  });

  it("of a failure has exactly the members of both published shapes and of section 7", async () => {
    rig.core.on("GetPayment", () => {
      throw new Failure("NOT_FOUND");
    });
    const { status, json } = await rig.ask(`/api/v1/payments/${PAYMENT_ID}`, {
      token,
      headers: { "x-request-id": "r-2" },
    });
    expect(status).to.equal(404);
    const message = "There is no such resource.";
    expect(json).to.deep.equal({
      success: false,
      status: "not_found",
      requestId: "r-2",
      timestamp: json.timestamp,
      errorCode: "SVC-4040",
      message,
      data: {},
      errors: [{ code: "SVC-4040", message, reason: "NOT_FOUND" }],
    });
    expect(Object.keys(json)).to.deep.equal([
      "success",
      "status",
      "requestId",
      "timestamp",
      "errorCode",
      "message",
      "data",
      "errors",
    ]);
  });

  it("names fields that the core refused by their JSON names, one entry for each", async () => {
    rig.core.on("CreatePayment", () => {
      throw new Failure("WRONG_FORMAT", {
        violations: [
          { field: "asset_type", message: "must match", reason: "WRONG_FORMAT" },
          { field: "merchant_id", message: "is needed", reason: "REQUIRED" },
          { field: "", message: "as a whole", reason: "CONFLICT" },
        ],
      });
    });
    const { status, json } = await rig.ask("/api/v1/payments", { token, body: paymentBody });
    expect(status).to.equal(400);
    expect(json.errors).to.deep.equal([
      { code: "SVC-4000", message: "must match", field: "assetType", reason: "WRONG_FORMAT" },
      { code: "SVC-4000", message: "is needed", field: "merchantId", reason: "REQUIRED" },
      { code: "SVC-4000", message: "as a whole", reason: "CONFLICT" },
    ]);
  });

  it("names the field by its JSON name in the message as well", async () => {
    rig.core.on("CreatePayment", () => {
      throw Failure.ofField("asset_type", "WRONG_FORMAT", "asset_type: must match");
    });
    expect((await rig.ask("/api/v1/payments", { token, body: paymentBody })).json.message).to.equal(
      "assetType: must match",
    );
  });

  for (const [name, entry] of Object.entries(catalogue)) {
    it(`of ${entry.code} ${name} carries HTTP ${entry.httpStatus}, the reason and the exact message`, async () => {
      rig.core.on("GetPayment", () => {
        throw new Failure("NOT_A_TICKET", { message: "Exactly this." }, name as keyof typeof catalogue);
      });
      const { status, headers, json } = await rig.ask(`/api/v1/payments/${PAYMENT_ID}`, { token });
      expect(status).to.equal(entry.httpStatus);
      expect(json).to.deep.include({
        success: false,
        errorCode: entry.code,
        message: "Exactly this.",
        data: {},
      });
      expect(json.errors).to.deep.equal([
        { code: entry.code, message: "Exactly this.", reason: "NOT_A_TICKET" },
      ]);
      if (status === 401) expect(headers["www-authenticate"]).to.match(/^Bearer /);
      if (entry.retryable && status !== 500) expect(Number(headers["retry-after"])).to.be.at.least(1);
      else expect(headers["retry-after"]).to.equal(undefined);
    });
  }

  it("passes on how long to wait", async () => {
    rig.core.on("GetPayment", () => {
      throw new Failure("IDEMPOTENCY_KEY_IN_FLIGHT", { retryAfterSeconds: 7 });
    });
    const { status, headers } = await rig.ask(`/api/v1/payments/${PAYMENT_ID}`, { token });
    expect(status).to.equal(409);
    expect(headers["retry-after"]).to.equal("7");
  });

  it("is problem details (RFC 9457) only when Accept asks for them, and only for failures", async () => {
    rig.core.on("GetPayment", () => {
      throw new Failure("NOT_FOUND");
    });
    const accept = "application/json, application/problem+json";
    const refused = await rig.ask(`/api/v1/payments/${PAYMENT_ID}`, {
      token,
      headers: { accept, "x-request-id": "r-3" },
    });
    expect(refused.status).to.equal(404);
    expect(refused.headers["content-type"]).to.equal("application/problem+json; charset=utf-8");
    expect(refused.headers.link).to.equal('</docs/reference/errors.md#svc-4040>; rel="help"');
    expect(refused.json).to.deep.equal({
      type: "/docs/reference/errors.md#svc-4040",
      title: "Not Found",
      status: 404,
      detail: "There is no such resource.",
      success: false,
      requestId: "r-3",
      timestamp: refused.json.timestamp,
      errorCode: "SVC-4040",
      errors: [{ code: "SVC-4040", message: "There is no such resource.", reason: "NOT_FOUND" }],
    });
    rig.core.on("GetPayment", got);
    const answered = await rig.ask(`/api/v1/payments/${PAYMENT_ID}`, { token, headers: { accept } });
    expect(answered.headers["content-type"]).to.equal("application/json; charset=utf-8");
  });

  it("leads to a page that explains each code", () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/reference/errors.md"), "utf8");
    for (const { code } of Object.values(catalogue)) {
      const [path, anchor] = errorPage(code).split("#");
      expect(path).to.equal("/docs/reference/errors.md");
      expect(page, code).to.include(`<a id="${anchor}"></a>`);
    }
  });

  it("is 406 when no answer would be taken, itself in the envelope", async () => {
    for (const accept of ["text/html", "application/xml", "application/json;q=0"]) {
      const { status, json } = await rig.ask(`/api/v1/payments/${PAYMENT_ID}`, {
        token,
        headers: { accept },
      });
      expect(status).to.equal(406);
      expect(json).to.deep.include({ success: false, errorCode: "SVC-4060" });
    }
    expect(rig.core.operationCalls).to.have.length(0);
  });
});
