// Every process of the product dies at once while payments are being made. What was acknowledged is there afterwards.

import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { signPayment } from "../../src/cli/demo/keys.ts";
import { portState } from "../../src/platform/ports.ts";
import { Product } from "../support/product.ts";
import { ask, type Received } from "./support/http.ts";
import { expectReconciled } from "./support/reconcile.ts";
import {
  createPayment,
  type Holder,
  holder,
  type Merchant,
  merchant,
  type Publisher,
  publisher,
  requestOf,
} from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

const payments = 160;
/** So many payments are acknowledged when everything dies; others are under way. */
const acknowledgedAtDeath = 15;

/** A request that can be sent again as it was. */
interface Request {
  readonly path: string;
  readonly headers: { "Idempotency-Key": string };
  readonly key: string;
  readonly body: unknown;
}

describe("kill -9 of every process", function () {
  this.timeout(240_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let customer: Holder;
  let creation: Request;
  let created: Received;
  const requests = new Map<string, Request>();
  const acknowledged = new Map<string, Received>();

  before(async () => {
    product = await Product.start();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    customer = await holder(product, issuer, String(payments));
  });
  after(() => product?.stop());

  const send = ({ path, ...sent }: Request): Promise<Received> => ask(product, path, sent);

  it("in the middle of payments", async () => {
    const body = { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId };
    creation = {
      path: "/api/v1/payments",
      headers: { "Idempotency-Key": randomUUID() },
      key: shop.key,
      body,
    };
    created = await send(creation);
    await Promise.all(
      Array.from({ length: payments }, async () => {
        const { paymentId } = await createPayment(shop, issuer, "1");
        const request = await requestOf(product, shop, customer, paymentId);
        requests.set(paymentId, {
          path: `/api/v1/wallets/${customer.walletId}/payments/${paymentId}/authorize`,
          headers: { "Idempotency-Key": randomUUID() },
          key: product.operatorKey,
          body: { authorization: await signPayment(customer.keys, request) },
        });
      }),
    );
    await new Promise<void>((die) => {
      for (const [paymentId, request] of requests)
        send(request).then(
          (answer) => {
            if (answer.status === 200) acknowledged.set(paymentId, answer);
            if (acknowledged.size === acknowledgedAtDeath) die();
          },
          // Nobody answers any more.
          () => undefined,
        );
    });
    await product.kill9();
    expect(acknowledged.size).to.be.within(acknowledgedAtDeath, payments - 1);
  });

  it("and everything starts again", async () => {
    await product.up();
    expect((await ask(product, "/readyz")).status).to.equal(200);
  });

  it("every acknowledged payment is there, as it was acknowledged", async () => {
    for (const [paymentId, { json }] of acknowledged) {
      const { data } = (await ask(product, `/api/v1/payments/${paymentId}`, { key: shop.key })).json;
      expect(data).to.include({ paymentId, status: "completed", transactionId: json.data.transactionId });
    }
    expect(await product.store().read.ledger.violations()).to.deep.equal([]);
  });

  it("its idempotency keys give the first answer again", async () => {
    const again = await send(creation);
    expect([again.status, again.headers["idempotency-replayed"]]).to.deep.equal([201, "true"]);
    expect(again.json.data).to.deep.equal(created.json.data);
    for (const [paymentId, first] of acknowledged) {
      const replay = await send(requests.get(paymentId) as Request);
      expect([replay.status, replay.headers["idempotency-replayed"]], replay.text).to.deep.equal([
        200,
        "true",
      ]);
      expect(replay.json.data).to.deep.equal(first.json.data);
    }
  });

  it("what was not acknowledged can be sent again, and is done once", async () => {
    for (const [paymentId, request] of requests) {
      if (acknowledged.has(paymentId)) continue;
      const answer = await send(request);
      expect([answer.status, answer.json.data.status], answer.text).to.deep.equal([200, "completed"]);
    }
    const path = `/api/v1/wallets/${customer.walletId}/balances`;
    const { json } = await ask(product, path, { key: product.operatorKey });
    expect(json.data.items).to.deep.equal([{ assetType: issuer.assetType, amount: "0" }]);
  });

  it("and settlement reaches finalized, with the network and the ledger agreeing", async () => {
    await expectReconciled(product, issuer, shop, BigInt(payments) * 1_000_000n);
    const events = (await shop.api.GET("/api/v1/events", { params: { query: { pageSize: 200 } } })).data
      .items;
    const completed = events.filter(({ type }) => type === "payment.completed").map(({ subject }) => subject);
    expect(completed.sort()).to.deep.equal([...requests.keys()].sort());
  });

  it("nothing secret was printed, before or after", () => {
    expect(secretsIn(product)).to.deep.equal([]);
  });

  it("its processes are gone when it is stopped", async () => {
    await product.stop();
    for (const name of ["PDA_GATEWAY_PORT", "PDA_CORE_PORT", "PDA_DATABASE_EMBEDDED_PORT"])
      expect(await portState("127.0.0.1", product.port(name)), name).to.equal("free");
  });
});
