import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { ListEventsRequest } from "../../gen/ts/pda/event/v1/event_service.ts";
import {
  CancelPaymentRequest,
  CreatePaymentRequest,
  ListPaymentsRequest,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { AdvanceClockRequest } from "../../gen/ts/pda/sandbox/v1/sandbox_service.ts";
import { created, got, listed, MERCHANT_ID, PAYMENT_ID, paymentBody } from "./support/answers.ts";
import { Rig } from "./support/rig.ts";
import { GrpcError } from "./support/test-core.ts";

const BYTES_MAX = 4096;

describe("requests", () => {
  let rig: Rig;
  let token: string;
  before(async () => {
    rig = await Rig.start({
      config: { gateway: { bodyBytesMax: BYTES_MAX, rate: { anonymousRequestsPerSecond: 100_000 } } },
    });
  });
  after(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.core.reset();
    token = rig.allow("good", {
      scopes: ["payments.read", "payments.write", "events.read", "sandbox.admin", "merchants.write"],
    });
    rig.core.on("CreatePayment", created);
    rig.core.on("GetPayment", got);
    rig.core.on("ListPayments", listed);
  });
  const unserved = () => new GrpcError(status.UNIMPLEMENTED, "not of interest here");
  const seen = () => rig.core.operationCalls.map(({ request }) => request);

  describe("with a body", () => {
    it("reach the core as the message that they describe", async () => {
      await rig.ask("/api/v1/payments", { token, body: paymentBody });
      expect(CreatePaymentRequest.decode(seen()[0] as Buffer)).to.deep.equal(paymentBody);
    });

    const malformed: [string, string | Uint8Array, string][] = [
      ["a duplicate member", '{"amount":"1","amount":"2"}', "DUPLICATE_MEMBER"],
      ["an array", "[]", "TOP_LEVEL"],
      ["a trailing comma", '{"amount":"1",}', "SYNTAX"],
      ["text after the object", "{} {}", "SYNTAX"],
      ["nesting without end", `{"a":${"[".repeat(2000)}`, "DEPTH"],
      [
        "bytes that are not UTF-8",
        Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
        "ENCODING",
      ],
      ["a byte order mark", "\uFEFF{}", "ENCODING"],
      ["a prototype", '{"__proto__":{}}', "FORBIDDEN_MEMBER"],
      ["a number that is too precise", '{"amount":1.00000000000000000001}', "NUMBER"],
      ["half a surrogate pair", '{"amount":"\\ud800"}', "SURROGATE"],
      ["blanks only", "   ", "EMPTY"],
    ];
    for (const [what, body, reason] of malformed) {
      it(`are refused as SVC-4001 ${reason} for ${what}`, async () => {
        const { status, json } = await rig.ask("/api/v1/payments", { token, body });
        expect(status).to.equal(400);
        expect(json.errorCode).to.equal("SVC-4001");
        expect(json.errors[0]?.reason).to.equal(reason);
        expect(seen()).to.deep.equal([]);
      });
    }

    it("are refused as SVC-4000 naming each member that does not fit", async () => {
      const { status, json } = await rig.ask("/api/v1/payments", {
        token,
        body: { amount: 12.5, asset_type: "USDX", merchantId: null },
      });
      expect(status).to.equal(400);
      expect(json.errorCode).to.equal("SVC-4000");
      expect(json.errors).to.deep.equal([
        {
          code: "SVC-4000",
          message: "amount must be a string, not a number.",
          field: "amount",
          reason: "WRONG_TYPE",
        },
        {
          code: "SVC-4000",
          message: 'There is no member "asset_type".',
          field: "asset_type",
          reason: "UNKNOWN_MEMBER",
        },
        {
          code: "SVC-4000",
          message: "merchantId must be a string, not null.",
          field: "merchantId",
          reason: "WRONG_TYPE",
        },
      ]);
    });

    it("are refused without one, where members are to come from it", async () => {
      const { json } = await rig.ask("/api/v1/payments", { token, method: "POST" });
      expect([json.errorCode, json.errors[0]?.reason]).to.deep.equal(["SVC-4001", "EMPTY"]);
    });

    it("need none where everything is in the path, and may say {}", async () => {
      rig.core.on("CancelPayment", unserved);
      await rig.ask(`/api/v1/payments/${PAYMENT_ID}/cancel`, { token, method: "POST" });
      await rig.ask(`/api/v1/payments/${PAYMENT_ID}/cancel`, { token, body: {} });
      expect(seen().map((bytes) => CancelPaymentRequest.decode(bytes))).to.deep.equal([
        { paymentId: PAYMENT_ID },
        { paymentId: PAYMENT_ID },
      ]);
    });

    it("cannot repeat what the path says", async () => {
      const { json } = await rig.ask(`/api/v1/payments/${PAYMENT_ID}/cancel`, {
        token,
        body: { paymentId: PAYMENT_ID },
      });
      expect(json.errors).to.deep.equal([
        {
          code: "SVC-4000",
          message: "paymentId is given by the path and cannot be a member of the body.",
          field: "paymentId",
          reason: "IN_PATH",
        },
      ]);
      expect(seen()).to.deep.equal([]);
    });

    it("cannot have a query", async () => {
      const { json } = await rig.ask("/api/v1/payments?amount=1", { token, body: paymentBody });
      expect(json.errors[0]).to.deep.include({ field: "amount", reason: "UNKNOWN_PARAMETER" });
    });

    it("take a 64-bit integer in a string", async () => {
      rig.core.on("AdvanceClock", unserved);
      await rig.ask("/api/v1/sandbox/clock/advance", { token, body: { seconds: "3600" } });
      expect(AdvanceClockRequest.decode(seen()[0] as Buffer).seconds).to.equal(3600n);
    });

    it("must be application/json in UTF-8 and not compressed", async () => {
      const body = JSON.stringify(paymentBody);
      for (const headers of [
        { "content-type": "text/plain" },
        { "content-type": "application/x-www-form-urlencoded" },
        { "content-type": "application/json; charset=utf-16" },
        { "content-type": "" },
        { "content-encoding": "gzip" },
      ] as Record<string, string>[]) {
        const { status, json } = await rig.ask("/api/v1/payments", { token, body, headers });
        expect([headers, status, json.errorCode]).to.deep.equal([headers, 415, "SVC-4150"]);
      }
      const accepted = await rig.ask("/api/v1/payments", {
        token,
        body,
        headers: { "content-type": "application/json; charset=UTF-8" },
      });
      expect(accepted.status).to.equal(201);
    });
  });

  describe("over the size limit", () => {
    const large = JSON.stringify({ amount: "1".repeat(BYTES_MAX) });

    it("are refused by their Content-Length", async () => {
      const { status, json } = await rig.ask("/api/v1/payments", { token, body: large });
      expect([status, json.errorCode]).to.deep.equal([413, "SVC-4130"]);
      expect(json.message).to.contain(String(BYTES_MAX));
    });

    it("are refused while they come in", async () => {
      const { request } = await import("undici");
      const { Agent } = await import("undici");
      const { Readable } = await import("node:stream");
      const agent = new Agent({ connect: { ca: rig.ca } });
      const pieces = Array.from({ length: 20 }, () => Buffer.alloc(1024, " "));
      const response = await request(`${rig.gateway.url}/api/v1/payments`, {
        method: "POST",
        dispatcher: agent,
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: Readable.from(pieces),
      });
      expect(response.statusCode).to.equal(413);
      expect(((await response.body.json()) as { errorCode: string }).errorCode).to.equal("SVC-4130");
      await agent.destroy();
    });

    it("may be as large as the limit", async () => {
      const body = JSON.stringify(paymentBody).padEnd(BYTES_MAX, " ");
      expect((await rig.ask("/api/v1/payments", { token, body })).status).to.equal(201);
    });
  });

  describe("that read", () => {
    it("take their fields from the query", async () => {
      await rig.ask(
        `/api/v1/payments?merchantId=${MERCHANT_ID}&status=failed&pageSize=20&pageToken=a%2Bb+c`,
        { token },
      );
      expect(ListPaymentsRequest.decode(seen()[0] as Buffer)).to.deep.equal({
        merchantId: MERCHANT_ID,
        status: 3,
        pageSize: 20,
        pageToken: "a+b c",
      });
      rig.core.on("ListEvents", unserved);
      await rig.ask("/api/v1/events?after=18446744073709551615", { token });
      expect(ListEventsRequest.decode(seen()[1] as Buffer).after).to.equal(2n ** 64n - 1n);
    });

    const refusals: [string, string, string][] = [
      ["colour=red", "colour", "UNKNOWN_PARAMETER"],
      ["merchant_id=x", "merchant_id", "UNKNOWN_PARAMETER"],
      ["__proto__=x", "__proto__", "UNKNOWN_PARAMETER"],
      ["status=pending&status=failed", "status", "REPEATED"],
      ["pageSize=ten", "pageSize", "WRONG_TYPE"],
      ["pageSize=", "pageSize", "WRONG_TYPE"],
      ["pageSize=1.5", "pageSize", "WRONG_TYPE"],
      ["pageSize=007", "pageSize", "WRONG_TYPE"],
      ["pageSize=9999999999", "pageSize", "OUT_OF_RANGE"],
      ["status=PENDING", "status", "UNKNOWN_VALUE"],
      ["status=1", "status", "UNKNOWN_VALUE"],
      ["status=unspecified", "status", "UNKNOWN_VALUE"],
      ["status=", "status", "UNKNOWN_VALUE"],
      ["pageToken=%zz", "query", "ENCODING"],
      ["pageToken=%ff", "query", "ENCODING"],
    ];
    for (const [query, field, reason] of refusals) {
      it(`are refused for ?${query}`, async () => {
        const { status, json } = await rig.ask(`/api/v1/payments?${query}`, { token });
        expect([status, json.errorCode]).to.deep.equal([400, "SVC-4000"]);
        expect(json.errors[0]).to.deep.include({ field, reason });
        expect(seen()).to.deep.equal([]);
      });
    }

    it("cannot repeat a path parameter in the query", async () => {
      const { json } = await rig.ask(`/api/v1/payments/${PAYMENT_ID}?paymentId=x`, { token });
      expect(json.errors[0]).to.deep.include({ field: "paymentId", reason: "UNKNOWN_PARAMETER" });
    });

    it("have no body", async () => {
      const { status, json } = await rig.ask(`/api/v1/payments/${PAYMENT_ID}`, {
        token,
        method: "GET",
        body: {},
      });
      expect([status, json.errorCode, json.errors[0]?.reason]).to.deep.equal([
        400,
        "SVC-4000",
        "BODY_NOT_ALLOWED",
      ]);
    });
  });
});
