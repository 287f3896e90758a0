// Waiting for events over REST (`waitSeconds`), through the gateway and two cores.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { Product } from "../support/product.ts";
import { ask } from "./support/http.ts";
import { holder, merchant, paid, publisher } from "./support/scene.ts";

describe("waiting for events", function () {
  this.timeout(180_000);
  let product: Product;

  before(async () => {
    product = await Product.start({ PDA_CORE_PROCESSES: "2" });
  });
  after(() => product[Symbol.asyncDispose]());

  it("is answered with the event of a payment soon after the payment, by whichever core", async () => {
    const issuer = await publisher(product);
    const payer = await holder(product, issuer, "100");
    const shop = await merchant(product, issuer);
    const { key } = shop;
    let token = (await ask(product, "/api/v1/events", { key })).json.data.nextPageToken as string;
    const seen: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const waiting = ask(product, `/api/v1/events?waitSeconds=20&pageToken=${token}`, { key });
      const { paymentId } = await paid(product, issuer, shop, payer, "1");
      const { items, nextPageToken } = (await waiting).json.data;
      expect(items, `the event of ${paymentId}`).to.have.length(1);
      expect(items[0]).to.deep.include({
        type: "payment.completed",
        subject: paymentId,
        cursor: nextPageToken,
      });
      token = nextPageToken as string;
      seen.push(token);
    }
    expect(new Set(seen).size).to.equal(6);
  });

  it("is refused when the key is revoked meanwhile, and answered when it is not", async () => {
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const keys = `/api/v1/merchants/${shop.merchantId}/api-keys`;
    const made = await ask(product, keys, {
      key: product.operatorKey,
      body: { name: "w", scopes: ["events.read"] },
    });
    const { secret, apiKeyId } = { ...made.json.data, ...made.json.data.apiKey } as Record<string, string>;
    const [kept, lost] = [shop.key, secret as string].map((key) =>
      ask(product, "/api/v1/events?waitSeconds=3", { key }),
    );
    await sleep(200);
    await ask(product, `${keys}/${apiKeyId}/revoke`, { key: product.operatorKey, body: {} });
    expect((await kept)?.status).to.equal(200);
    expect((await lost)?.status).to.equal(401);
  });

  it("takes from 0 to 20 seconds", async () => {
    const key = product.operatorKey;
    for (const seconds of ["21", "-1", "1.5", "x"])
      expect((await ask(product, `/api/v1/events?waitSeconds=${seconds}`, { key })).status, seconds).to.equal(
        400,
      );
  });
});
