// What goes wrong gets a clear error of the catalogue, and nothing is changed: judged by the rows of the running product's database.

import { randomUUID } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import { signPayment } from "../../src/cli/demo/keys.ts";
import { pageToken } from "../../src/services/contract/page-token.ts";
import { ask, type Received } from "../e2e/support/http.ts";
import {
  assetInUse,
  createPayment,
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  type Publisher,
  paid,
  publisher,
  requestOf,
} from "../e2e/support/scene.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { expectRefusal } from "./interface-envelope.ts";
import { says } from "./interface-sentence.ts";

/** What only requests change. Settlement goes on by itself, and when a key was last used is noted a little later. */
const tables: Record<string, string> = {
  api_key: "true",
  asset: "true",
  asset_transition: "true",
  asset_type: "true",
  business_clock: "true",
  device: "true",
  idempotency: "true",
  ledger_transaction: "kind not in ('settlement', 'payout')",
  merchant: "true",
  payment: "true",
  publisher: "true",
  publisher_certificate: "true",
  refund: "true",
  wallet: "true",
};

/** A digest of every row that a request can change. */
async function digest(database: pg.Client): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [table, rows] of Object.entries(tables)) {
    const { rows: result } = await database.query(
      `select count(*) || ' ' || md5(coalesce(string_agg(line, '' order by line), '')) as digest
       from (select (to_jsonb(t) - 'settlement_id' - 'last_used_at')::text as line from ${table} t where ${rows}) as lines`,
    );
    found[table] = result[0].digest;
  }
  return found;
}

describe("the published interface: bad input", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let other: Merchant;
  let customer: Holder;
  let pending: string;
  let completed: string;
  let assetId: string;
  let authorization: string;
  const usedKey = randomUUID();
  const database = { client: undefined as pg.Client | undefined };

  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    other = await merchant(product, issuer);
    customer = await holder(product, issuer, "10");
    assetId = (await assetInUse(product, issuer)).assetId;
    completed = (await paid(product, issuer, shop, customer, "2")).paymentId;
    pending = (await createPayment(shop, issuer, "1")).paymentId;
    const request = await requestOf(product, shop, customer, pending);
    authorization = await signPayment(customer.keys, { ...request, amount: "0.5" });
    await create({ amount: "1.5" }, { "Idempotency-Key": usedKey });
    const client = new pg.Client({ connectionString: product.databaseUrl });
    await client.connect();
    database.client = client;
    // What earlier tests have let expire would change while this looks.
    await eventually("expiry", async () => {
      const overdue = "select from payment where status = 'pending' and expires_at <= business_now()";
      return (await client.query(`${overdue} limit 1`)).rowCount === 0;
    });
  });
  after(() => database.client?.end());

  const post = (path: string, body: unknown, headers: Record<string, string> = {}, key = shop.key) =>
    ask(product, `/api/v1${path}`, { method: "POST", key, body, headers });
  const create = (over: Record<string, unknown>, headers: Record<string, string> = {}) =>
    post(
      "/payments",
      { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId, ...over },
      headers,
    );
  const raw = (members: string) =>
    post("/payments", `{"assetType":"${issuer.assetType}","merchantId":"${shop.merchantId}",${members}}`);
  const asOperator = (path: string, body: unknown) => post(path, body, {}, product.operatorKey);
  const csrPath = () => `/publishers/${issuer.publisherId}/certificates`;
  const devicePath = () => `/publishers/${issuer.publisherId}/assets/${assetId}/devices`;
  const pem = (characters: number) =>
    `-----BEGIN CERTIFICATE-----\n${"A".repeat(characters)}\n-----END CERTIFICATE-----\n`;

  /** Anyone can compute the check of a page token. */
  const madeUpToken = () => {
    const binding = { list: "assets", tenant: "", all: 0, publisher: issuer.publisherId };
    return pageToken("x", { ...binding, assetType: undefined, kind: undefined, lifecycleStatus: undefined });
  };

  const cases: [string, number, string, () => Promise<Received>][] = [
    ["malformed JSON", 400, "SVC-4001", () => raw('"amount":"1",')],
    ["JSON that ends early", 400, "SVC-4001", () => post("/payments", '{"amount":"1"')],
    ["a body that is no object", 400, "SVC-4001", () => post("/payments", "[]")],
    [
      "a page token that the caller made up",
      400,
      "SVC-4005",
      () => ask(product, `/api/v1/assets?publisher=${issuer.publisherId}&pageToken=${madeUpToken()}`),
    ],
    ["no body", 400, "SVC-4001", () => post("/payments", "")],
    ["duplicate keys", 400, "SVC-4001", () => raw('"amount":"1","amount":"1"')],
    [
      "a duplicate key in another spelling of its characters",
      400,
      "SVC-4001",
      () => raw('"amount":"1","\\u0061mount":"1"'),
    ],
    ["bytes that are not UTF-8", 400, "SVC-4001", () => raw('"amount":"\\ud800"')],
    ["a number as amount", 400, "SVC-4000", () => create({ amount: 1 })],
    ["null as amount", 400, "SVC-4000", () => create({ amount: null })],
    ["an object as amount", 400, "SVC-4000", () => create({ amount: { value: "1" } })],
    ["an unknown member", 400, "SVC-4000", () => create({ currency: "EUR" })],
    ["a member in the contract's own spelling", 400, "SVC-4000", () => create({ asset_type: "USDX" })],
    [
      "an unknown query parameter",
      400,
      "SVC-4000",
      () => ask(product, "/api/v1/payments?limit=1", { key: shop.key }),
    ],
    ["more fraction digits than the type has", 422, "SVC-4225", () => create({ amount: "1.0000001" })],
    ["an amount of zero", 400, "SVC-4000", () => create({ amount: "0" })],
    ["an amount of zero with fraction digits", 400, "SVC-4000", () => create({ amount: "0.00" })],
    ["a negative amount", 400, "SVC-4000", () => create({ amount: "-1" })],
    ["a huge amount", 400, "SVC-4000", () => create({ amount: "1".repeat(40) })],
    ["an amount with an exponent", 400, "SVC-4000", () => create({ amount: "1e3" })],
    ["an amount that is no number", 400, "SVC-4000", () => create({ amount: "NaN" })],
    ["an amount with a blank", 400, "SVC-4000", () => create({ amount: " 1" })],
    ["an unknown asset type", 422, "SVC-4221", () => create({ assetType: "NOSUCH" })],
    [
      "an unknown merchant, as the operator",
      422,
      "SVC-4221",
      () =>
        asOperator("/payments", {
          amount: "1",
          assetType: issuer.assetType,
          merchantId: "mer_00000000000000000000000000",
        }),
    ],
    ["another merchant", 403, "SVC-4030", () => create({ merchantId: other.merchantId })],
    [
      "an unknown merchant, as another one",
      403,
      "SVC-4030",
      () => create({ merchantId: "mer_00000000000000000000000000" }),
    ],
    [
      "another merchant's payment",
      404,
      "SVC-4040",
      () => post(`/payments/${pending}/cancel`, {}, {}, other.key),
    ],
    [
      "another merchant's payment to refer to",
      404,
      "SVC-4040",
      () => post(`/payments/${pending}/reference`, {}, {}, other.key),
    ],
    [
      "a payment that there is not",
      404,
      "SVC-4040",
      () => post("/payments/pay_00000000000000000000000000/cancel", {}),
    ],
    ["an identifier of another kind", 400, "SVC-4000", () => post(`/payments/${assetId}/cancel`, {})],
    ["cancel after completion", 409, "SVC-4091", () => post(`/payments/${completed}/cancel`, {})],
    [
      "a used idempotency key with another body",
      422,
      "SVC-4222",
      () => create({ amount: "1.6" }, { "Idempotency-Key": usedKey }),
    ],
    [
      "an idempotency key that is too long",
      400,
      "SVC-4004",
      () => create({}, { "Idempotency-Key": "k".repeat(256) }),
    ],
    [
      "a signature over another amount",
      403,
      "SVC-4031",
      () => asOperator(`/wallets/${customer.walletId}/payments/${pending}/authorize`, { authorization }),
    ],
    [
      "a signing request that is none",
      400,
      "SVC-4002",
      () =>
        asOperator(csrPath(), {
          certificateSigningRequest:
            "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n",
        }),
    ],
    [
      "a certificate in place of a signing request",
      400,
      "SVC-4002",
      () => asOperator(csrPath(), { certificateSigningRequest: product.ca }),
    ],
    [
      "a certificate of 1 MB",
      400,
      "SVC-4000",
      () => asOperator(devicePath(), { serialNumber: "CHIP-1", deviceCertificate: pem(1_000_000) }),
    ],
    [
      "a certificate of more than 1 MiB",
      413,
      "SVC-4130",
      () => asOperator(devicePath(), { serialNumber: "CHIP-1", deviceCertificate: pem(1_048_576) }),
    ],
    [
      "a certificate of 1 MB to verify",
      400,
      "SVC-4000",
      () =>
        ask(product, "/api/v1/verification/authenticity", {
          body: { assetId, deviceCertificate: pem(1_000_000) },
        }),
    ],
    [
      "a certificate that cannot be read",
      400,
      "SVC-4002",
      () => asOperator(devicePath(), { serialNumber: "CHIP-1", deviceCertificate: pem(100) }),
    ],
    [
      "a refund of a transaction that there is not",
      422,
      "SVC-4221",
      () =>
        post("/refunds", {
          originalTransaction: "txn_00000000000000000000000000",
          refundAmount: "1",
          reason: "r",
        }),
    ],
  ];

  describe(says(7, "All APIs return standardized error responses."), () => {
    for (const [what, status, code, request] of cases) {
      it(`${what} gets ${status} ${code} and changes nothing`, async () => {
        const rows = await digest(database.client as pg.Client);
        const answer = await request();
        expectRefusal(answer, status, code);
        expect(answer.json.message, "a text for people").to.match(/^\S.*\s.*\S$/);
        expect(await digest(database.client as pg.Client)).to.deep.equal(rows);
      });
    }
  });

  it("the same digest sees what a good request changes", async () => {
    const rows = await digest(database.client as pg.Client);
    expect((await create({})).status).to.equal(201);
    const after = await digest(database.client as pg.Client);
    expect(Object.keys(tables).filter((table) => rows[table] !== after[table])).to.deep.equal(["payment"]);
  });
});
