// Sections 1, 2, 7 and 9 of the published interface: the answers' form, judged on the running product.

import { connect } from "node:tls";
import { expect } from "chai";
import pg from "pg";
import { ask, type Received } from "../e2e/support/http.ts";
import {
  createPayment,
  holder,
  type Merchant,
  merchant,
  type Publisher,
  paid,
  publisher,
} from "../e2e/support/scene.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { codeForm, expectRefusal, expectSuccess } from "./interface-envelope.ts";
import { says } from "./interface-sentence.ts";

describe("the published interface: the form of answers", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let pending: string;
  let completed: string;
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    pending = (await createPayment(shop, issuer, "1")).paymentId;
    completed = (await paid(product, issuer, shop, await holder(product, issuer, "10"), "2")).paymentId;
  });
  const create = (body: unknown, headers: Record<string, string> = {}) =>
    ask(product, "/api/v1/payments", { method: "POST", key: shop.key, body, headers });

  describe("success", () => {
    for (const [view, sentence] of [
      ["merchant view", "every API should return a consistent response structure"],
      ["developer view", "every API returns a standardized response object"],
    ] as const) {
      it(`${says(2, sentence)} (${view}, on reading, creating, changing and listing)`, async () => {
        const { merchantId } = shop;
        expectSuccess(await ask(product, `/api/v1/payments/${pending}`, { key: shop.key }), 200);
        expectSuccess(await create({ amount: "1", assetType: issuer.assetType, merchantId }), 201);
        expectSuccess(
          await ask(product, `/api/v1/payments/${pending}/reference`, { key: shop.key, body: {} }),
          200,
        );
        const list = await ask(product, "/api/v1/payments", { key: shop.key });
        expectSuccess(list, 200);
        expect(list.json.data.items).to.be.an("array");
      });
    }

    it(`${says(2, "| `timestamp` | string | ISO 8601 UTC date-time, format <timestamp> |")}: the time of processing`, async () => {
      // Other tests put the clock of this sandbox ahead; the answer follows within the core's next look at it.
      const client = new pg.Client({ connectionString: product.databaseUrl });
      await client.connect();
      const { rows } = await client.query(
        "select offset_seconds::float8 * 1000 as ahead from business_clock",
      );
      await client.end();
      const { ahead } = rows[0] as { ahead: number };
      const before = Date.now();
      const { json } = await ask(product, `/api/v1/payments/${pending}`, { key: shop.key });
      expect(Date.parse(json.timestamp) - ahead).to.be.within(before - 1, Date.now() + 1);
      expect(new Date(json.timestamp).toISOString()).to.equal(json.timestamp);
    });

    it(`${says(2, "| `errors` | array | Error entries; empty on success |")}`, async () => {
      expect((await ask(product, "/api/v1/payments", { key: shop.key })).json.errors).to.deep.equal([]);
    });
  });

  describe("X-Request-ID", () => {
    it(`${says(4, "| Header `X-Request-ID` | Request identifier supplied by the caller |")}: comes back in header and envelope`, async () => {
      const sent = { key: shop.key, headers: { "X-Request-ID": "order-4711/a" } };
      for (const path of [`/api/v1/payments/${pending}`, "/api/v1/payments/pay_unknown", "/nowhere"]) {
        const { json, headers } = await ask(product, path, sent);
        expect([json.requestId, headers["x-request-id"]]).to.deep.equal(["order-4711/a", "order-4711/a"]);
      }
    });

    it(`${says(2, "| Request ID | Unique request identifier |")}: a new one each time when the caller gives none`, async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ask(product, `/api/v1/payments/${pending}`, { key: shop.key })),
      );
      expect(new Set(answers.map(({ json }) => json.requestId)).size).to.equal(20);
    });
  });

  describe("failure", () => {
    /** Each refusal that a caller can bring about, by HTTP status. */
    const refusals: [number, string, string, () => Promise<Received>][] = [
      [400, "SVC-4001", "JSON that is none", () => create("{")],
      [400, "SVC-4000", "a missing field", () => create({ amount: "1" })],
      [401, "SVC-4011", "no credential", () => ask(product, `/api/v1/payments/${pending}`)],
      [
        401,
        "SVC-4011",
        "a credential that is none",
        () => ask(product, `/api/v1/payments/${pending}`, { key: "x" }),
      ],
      [
        403,
        "SVC-4030",
        "a missing scope",
        () => ask(product, "/api/v1/wallets", { key: shop.key, body: {} }),
      ],
      [
        404,
        "SVC-4040",
        "an unknown resource",
        () => ask(product, `/api/v1/payments/pay_00000000000000000000000000`, { key: shop.key }),
      ],
      [404, "SVC-4041", "an unknown path", () => ask(product, "/api/v1/nothing", { key: shop.key })],
      [
        405,
        "SVC-4050",
        "a method that the path does not have",
        () => ask(product, "/api/v1/payments", { method: "DELETE", key: shop.key }),
      ],
      [
        406,
        "SVC-4060",
        "a form that there is not",
        () => ask(product, `/api/v1/payments/${pending}`, { key: shop.key, headers: { Accept: "text/csv" } }),
      ],
      [
        408,
        "SVC-4080",
        "a body that does not come in time",
        () =>
          ask(product, "/api/v1/payments", {
            key: shop.key,
            headers: { "Request-Timeout": "0.05" },
            body: { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId },
            bodyDelayMs: 1000,
          }),
      ],
      [
        409,
        "SVC-4091",
        "a state that does not allow it",
        () => ask(product, `/api/v1/payments/${completed}/cancel`, { key: shop.key, body: {} }),
      ],
      [413, "SVC-4130", "a body that is too large", () => create(" ".repeat(1_048_577))],
      [415, "SVC-4150", "another media type", () => create("amount=1", { "Content-Type": "text/plain" })],
      [
        422,
        "SVC-4225",
        "an amount that the asset type cannot hold",
        () => create({ amount: "0.0000001", assetType: issuer.assetType, merchantId: shop.merchantId }),
      ],
      [
        504,
        "SVC-5040",
        "a deadline that has passed",
        () =>
          ask(product, "/api/v1/payments", {
            key: shop.key,
            headers: { "Request-Timeout": "0.1" },
            body: {
              amount: "1",
              assetType: issuer.assetType,
              merchantId: shop.merchantId,
              // A quick machine would answer in time.
              metadata: { "pda:simulate": "slow" },
            },
          }),
      ],
    ];
    for (const [status, code, what, request] of refusals) {
      it(`${says(7, "All APIs return standardized error responses.")}: ${status} ${code} for ${what}`, async () => {
        expectRefusal(await request(), status, code);
      });
    }

    it("405 names the methods that there are (RFC 9110 §15.5.6), 401 the scheme (§11.6.1)", async () => {
      const wrong = await ask(product, "/api/v1/payments", { method: "DELETE", key: shop.key });
      expect(wrong.headers.allow?.split(/,\s*/)).to.include.members(["GET", "POST"]);
      expect((await ask(product, "/api/v1/payments")).headers["www-authenticate"]).to.match(/^Bearer\b/);
    });

    it(`${says(7, "| `errorCode` | string | Service error code, pattern `<PREFIX>-<4 digits>` |")}, in every refusal above`, async () => {
      for (const [, , , request] of refusals) expect((await request()).json.errorCode).to.match(codeForm);
    });

    it(`${says(8, "Rate limiting must be supported on every endpoint.")}: 429 SVC-4290 with Retry-After, and what is left on every answer`, async () => {
      const one = await ask(product, `/api/v1/payments/${pending}`, { key: shop.key });
      expect(one.headers).to.include.keys("ratelimit", "ratelimit-policy");
      // Callers without a credential have a small quota, so that it is soon used up.
      const many = await Promise.all(
        Array.from({ length: 250 }, () => ask(product, "/api/v1/assets/ast_00000000000000000000000000")),
      );
      const over = many.filter(({ status }) => status === 429);
      expect(over).to.have.length.above(0);
      expectRefusal(over[0] as Received, 429, "SVC-4290");
      const seconds = Number(over[0]?.headers["retry-after"]);
      expect(seconds).to.be.within(1, 60);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    });
  });

  describe("paths and transport", () => {
    it(`${says(9, "Every API path carries an explicit version segment: `/api/v1/...`.")}: in OpenAPI, and the unversioned form is not served`, async () => {
      const { json } = await ask(product, "/openapi.json");
      expect(Object.keys(json.paths).filter((path) => !path.startsWith("/api/v1/"))).to.deep.equal([]);
      for (const path of ["/payments", "/refunds", "/verification/authenticity"])
        expectRefusal(await ask(product, path, { key: shop.key, body: {} }), 404, "SVC-4041");
    });

    it(`${says(5, "TLS encryption (TLS 1.3 or later stated in the developer view)")}: a caller that has at most TLS 1.2 gets no connection`, async () => {
      for (const [maxVersion, outcome] of [
        ["TLSv1.3", "TLSv1.3"],
        ["TLSv1.2", "refused"],
      ] as const) {
        const negotiated = await new Promise<string>((resolve) => {
          const socket = connect(
            {
              host: "127.0.0.1",
              port: product.port("PDA_GATEWAY_PORT"),
              ca: product.ca,
              servername: "localhost",
              minVersion: "TLSv1.2",
              maxVersion,
            },
            () => {
              resolve(socket.getProtocol() ?? "");
              socket.destroy();
            },
          );
          socket.on("error", () => resolve("refused"));
        });
        expect(negotiated, maxVersion).to.equal(outcome);
      }
    });

    it(`${says(1, "stateless (each request carries all it needs)")}: no answer sets a cookie, and each request stands alone`, async () => {
      const answers = await Promise.all(
        [shop.key, product.operatorKey].map((key) => ask(product, `/api/v1/payments/${pending}`, { key })),
      );
      for (const { status, headers } of answers) {
        expect(status).to.equal(200);
        expect(headers).to.not.have.property("set-cookie");
      }
      expect((await ask(product, `/api/v1/payments/${pending}`)).status).to.equal(401);
    });

    it(`${says(1, "The interface is blockchain neutral.")}: no word of a network family in the published contract`, async () => {
      const { text } = await ask(product, "/openapi.json");
      // Values in examples name a network and an asset on it by CAIP-2 and CAIP-19, which exist for every family.
      const words = text.replace(/\beip155:\d+(\/\w+:\w+)?/g, "");
      expect(
        words.match(/\b(evm|erc-?20|eip155|ethereum|solidity|gas|gwei|wei|viem|anvil)\b/gi) ?? [],
      ).to.deep.equal([]);
    });
  });
});
