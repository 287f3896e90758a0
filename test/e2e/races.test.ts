// Two callers with connections of their own press at once; the ledger says afterwards who was right.

import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { PdaError } from "../../clients/typescript/src/error.ts";
import { createPdaClient, type PdaClient } from "../../clients/typescript/src/index.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask } from "./support/http.ts";
import {
  authorise,
  createPayment,
  holder,
  type Merchant,
  merchant,
  type Publisher,
  paid,
  publisher,
  requestOf,
} from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

describe("races over HTTPS", function () {
  this.timeout(180_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let clients: PdaClient[];
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    const { baseUrl, ca } = product;
    clients = [0, 1].map(() => createPdaClient({ baseUrl, ca, apiKey: shop.key }));
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    expect(await product.store().read.ledger.violations()).to.deep.equal([]);
    expect(secretsIn(product)).to.deep.equal([]);
  });

  const balanceOf = async (walletId: string): Promise<string> => {
    const path = { walletId };
    const { data } = await product.client().GET("/api/v1/wallets/{walletId}/balances", { params: { path } });
    return data.items[0]?.amount ?? "0";
  };
  const codes = (results: PromiseSettledResult<unknown>[]): string[] =>
    results.flatMap((result) => {
      if (result.status === "fulfilled") return [];
      if (!(result.reason instanceof PdaError)) throw result.reason;
      return [result.reason.errorCode];
    });

  it("100 parallel POST /payments of two callers with one Idempotency-Key make one payment", async () => {
    const { merchantId } = shop;
    const header = { "Idempotency-Key": randomUUID() };
    const body = { amount: "1", assetType: issuer.assetType, merchantId };
    const before = (await shop.api.GET("/api/v1/payments", { params: { query: { pageSize: 200 } } })).data;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        (clients[index % 2] as PdaClient).POST("/api/v1/payments", { params: { header }, body }),
      ),
    );
    expect(new Set(answers.map(({ data }) => data.paymentId)).size).to.equal(1);
    const after = (await shop.api.GET("/api/v1/payments", { params: { query: { pageSize: 200 } } })).data;
    expect(after.items.length - before.items.length).to.equal(1);
  });

  it("50 parallel repeats of an answered request all get its answer, none that it is still being processed", async () => {
    const { merchantId } = shop;
    const sent = {
      key: shop.key,
      headers: { "Idempotency-Key": randomUUID() },
      body: { amount: "1", assetType: issuer.assetType, merchantId },
    };
    const first = await ask(product, "/api/v1/payments", sent);
    const repeats = await Promise.all(
      Array.from({ length: 50 }, () => ask(product, "/api/v1/payments", sent)),
    );
    expect(
      new Set(repeats.map(({ status, headers }) => `${status} ${String(headers["idempotency-replayed"])}`)),
    ).to.deep.equal(new Set(["201 true"]));
    for (const { json } of repeats) expect(json.data).to.deep.equal(first.json.data);
  });

  it("50 parallel authorisations never overdraw a wallet that can pay 20 of them", async () => {
    const customer = await holder(product, issuer, "20.5");
    const requests = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { paymentId } = await createPayment(shop, issuer, "1");
        return requestOf(product, shop, customer, paymentId);
      }),
    );
    const results = await Promise.allSettled(
      requests.map((request) => authorise(product, customer, request)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).to.have.length(20);
    expect(new Set(codes(results))).to.deep.equal(new Set(["SVC-4223"]));
    expect(await balanceOf(customer.walletId)).to.equal("0.5");
  });

  it("parallel authorisations of one payment with different keys move the money once", async () => {
    const customer = await holder(product, issuer, "5");
    const { paymentId } = await createPayment(shop, issuer, "1");
    const request = await requestOf(product, shop, customer, paymentId);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => authorise(product, customer, request)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).to.have.length.above(0);
    expect(await balanceOf(customer.walletId)).to.equal("4");
  });

  it("30 parallel refunds never exceed what was paid", async () => {
    const customer = await holder(product, issuer, "10");
    const { transactionId = "", paymentId } = await paid(product, issuer, shop, customer, "10");
    const body = { originalTransaction: transactionId, refundAmount: "0.7", reason: "Race" };
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        (clients[index % 2] as PdaClient).POST("/api/v1/refunds", { body }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).to.have.length(14);
    expect(new Set(codes(results))).to.deep.equal(new Set(["SVC-4225"]));
    expect(await balanceOf(customer.walletId)).to.equal("9.8");
    const { data } = await shop.api.GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId } } });
    expect(data.refundedAmount).to.equal("9.8");
  });
});
