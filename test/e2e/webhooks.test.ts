// A merchant's receiver gets the verification of its endpoint, and then its events, from the whole product.
import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { checkCarried } from "../support/asyncapi-document.ts";
import { Product } from "../support/product.ts";
import { isSignedWith, Receiver } from "../support/receiver.ts";
import { exchange } from "./support/http.ts";
import { createPayment, eventually, merchant, publisher } from "./support/scene.ts";
import { enabledWebhook } from "./support/webhooks.ts";

describe("a webhook endpoint of a sandbox", function () {
  this.timeout(240_000);
  let product: Product;
  before(async () => {
    product = await Product.start();
  });
  after(() => product[Symbol.asyncDispose]());

  it("gets signed events once its receiver on this machine has answered the signed challenge", async () => {
    await using receiver = await Receiver.startPlain();
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const operator = product.client(product.operatorKey);
    const { secret } = await enabledWebhook(product, {
      tenantId: shop.merchantId,
      url: receiver.plainUrl,
      eventTypes: ["payment.failed"],
      publicKeySignature: true,
    });
    expect(receiver.received).to.have.length(1);

    const { paymentId } = await createPayment(shop, issuer, "2");
    await operator.POST("/api/v1/sandbox/clock/advance", { body: { seconds: "901" } });
    await eventually("the event came", async () => receiver.events.length > 0);
    const { data: log } = await operator.GET("/api/v1/events", {
      params: { query: { type: "payment.failed" } },
    });
    const listed = log.items.find(({ subject }) => subject === paymentId);
    expect(receiver.events[0]?.id).to.equal(listed?.id);
    for (const { body, headers } of receiver.received)
      checkCarried(
        "webhookEndpoint",
        new Webhook(secret).verify(body, headers as Record<string, string>) as object,
        headers,
      );
    const keySet = (await exchange(product, "/.well-known/webhook-keys.json", {})).json as {
      keys: JsonWebKey[];
    };
    expect(keySet.keys.map(({ kty, crv, alg }) => [kty, crv, alg])).to.deep.equal([
      ["OKP", "Ed25519", "EdDSA"],
    ]);
    const [key] = keySet.keys.map((jwk) => createPublicKey({ key: jwk, format: "jwk" }));
    for (const { body, headers } of receiver.received)
      expect(isSignedWith(key as KeyObject, headers, body)).to.equal(true);
    const { cursor: _own, ...sent } = JSON.parse(receiver.received.at(-1)?.body ?? "") as { cursor: string };
    const { cursor: _operators, ...shown } = listed ?? { cursor: "" };
    expect(sent, "the body is the event as the interface shows it").to.deep.equal(shown);
  });
});
