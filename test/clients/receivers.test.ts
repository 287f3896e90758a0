// The example of a receiver in each client library gets real deliveries: a verification, events, one twice, a rotation, a test, an event without
// data, forgeries.
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { WebhookVerifier } from "../../clients/typescript/src/index.ts";
import {
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
} from "../e2e/support/scene.ts";
import { enabledWebhook } from "../e2e/support/webhooks.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { Receiver } from "../support/receiver.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { alone } from "./support/alone.ts";
import { ExampleReceiver, hasPrograms, languages } from "./support/example-receiver.ts";

const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

describe("receivers with the client libraries", function () {
  this.timeout(900_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let customer: Holder;
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    customer = await holder(product, issuer, "100");
  });
  const pay = async (): Promise<string> => (await paid(product, issuer, shop, customer, "1")).paymentId;

  for (const language of languages)
    it(`in ${language}`, async function () {
      if (!hasPrograms(language)) this.skip();
      await alone(language, () => scenario(language));
    });

  async function scenario(language: string): Promise<void> {
    using folder = temporaryDirectory();
    const secretsFile = join(folder.path, "secrets");
    const secret = newSecret();
    writeFileSync(secretsFile, `${secret}\n`);
    await using example = await ExampleReceiver.start(language, secretsFile, join(folder.path, "inbox.db"));
    const operator = product.client();
    const { webhookId } = await enabledWebhook(product, {
      tenantId: shop.merchantId,
      url: example.url,
      eventTypes: ["payment.completed"],
      secret,
    });
    const params = { path: { webhookId } };
    const delivered = async (eventId: string, times: number): Promise<void> =>
      void (await eventually("the deliveries succeeded", async () => {
        const query = { eventId, outcome: "succeeded" as const };
        const { data } = await operator.GET("/api/v1/events/webhooks/{webhookId}/deliveries", {
          params: { ...params, query },
        });
        return data.items.length === times;
      }));
    const payments: string[] = [];
    const sells = async (): Promise<void> => {
      payments.push(await pay());
      await eventually("the event is worked off", async () => example.state().processed === payments.length);
    };

    await sells();
    const [eventId = ""] = example.state().inbox;
    await operator.POST("/api/v1/events/webhooks/{webhookId}/redeliver", {
      params,
      body: { eventIds: [eventId] },
    });
    await delivered(eventId, 2);
    const { data: test } = await operator.POST("/api/v1/events/webhooks/{webhookId}/test", {
      params,
      body: { eventType: "payment.completed" },
    });
    await delivered(test.eventId, 1);
    const { data: rotated } = await operator.POST("/api/v1/events/webhooks/{webhookId}/rotate-secret", {
      params,
      body: { overlapSeconds: 3600 },
    });
    // The receiver knows the old secret, then both, then the new one.
    await sells();
    appendFileSync(secretsFile, `${rotated.secret}\n`);
    await sells();
    writeFileSync(secretsFile, `${rotated.secret}\n`);
    await sells();

    const now = Math.floor(Date.now() / 1000);
    const event = { id: `evt_${randomUUID()}`, type: "payment.completed", data: {} };
    const forge = (by: string, at: number): Promise<number> => {
      const body = JSON.stringify(event);
      const key = Buffer.from(by.slice("whsec_".length), "base64");
      const signature = createHmac("sha256", key).update(`${event.id}.${at}.${body}`).digest("base64");
      return example.post(body, {
        "webhook-id": event.id,
        "webhook-timestamp": String(at),
        "webhook-signature": `v1,${signature}`,
      });
    };
    expect(await forge(newSecret(), now), "another secret").to.equal(401);
    expect(await forge(secret, now), "the old secret").to.equal(401);
    expect(await forge(rotated.secret, now - 400), "an old time").to.equal(401);
    expect(await example.post("{}", {}), "no headers").to.equal(401);

    const { inbox, processed, sales } = example.state();
    expect(sales).to.deep.equal(payments);
    expect([inbox.length, processed]).to.deep.equal([4, 4]);
    await operator.POST("/api/v1/events/webhooks/{webhookId}/delete", { params });
    await withoutData(example, rotated.secret);
  }

  /** Events without data are refused, and not lost: they come again, with their data once the endpoint has changed. */
  async function withoutData(example: ExampleReceiver, secret: string): Promise<void> {
    const operator = product.client();
    const { webhookId } = await enabledWebhook(product, {
      tenantId: shop.merchantId,
      url: example.url,
      eventTypes: ["payment.completed"],
      secret,
      thin: true,
    });
    const params = { path: { webhookId } };
    const answers = async (): Promise<(number | undefined)[]> => {
      const { data } = await operator.GET("/api/v1/events/webhooks/{webhookId}/deliveries", { params });
      return data.items.map(({ statusCode }) => statusCode);
    };
    const body = { eventType: "payment.completed" };
    await operator.POST("/api/v1/events/webhooks/{webhookId}/test", { params, body });
    await eventually("the test event is delivered", async () => (await answers()).length === 2);
    const paymentId = await pay();
    await eventually("the event is sent", async () => (await answers()).length === 3);
    expect(await answers(), "of the event, the test and the verification").to.deep.equal([501, 204, 200]);
    await operator.PATCH("/api/v1/events/webhooks/{webhookId}", { params, body: { thin: false } });
    await eventually("the event is worked off", async () => example.state().processed === 5);
    expect(example.state().sales.at(-1)).to.equal(paymentId);
    await operator.POST("/api/v1/events/webhooks/{webhookId}/delete", { params });
  }

  it("without a secret, by the keys that the service publishes", async () => {
    await using receiver = await Receiver.startPlain();
    const { webhookId } = await enabledWebhook(product, {
      tenantId: shop.merchantId,
      url: receiver.plainUrl,
      eventTypes: ["payment.completed"],
      publicKeySignature: true,
    });
    const paymentId = await pay();
    await eventually("the event came", async () => receiver.events.length > 0);
    const { data: publicKeys } = await product.client().GET("/api/v1/events/webhook-keys");
    const verifier = new WebhookVerifier({ publicKeys });
    const webhooks = receiver.received.map(({ body, headers }) => verifier.verify(body, headers));
    expect(webhooks.map(({ kind, event }) => [kind, event.type])).to.deep.equal([
      ["verification", "webhook.verification"],
      ["event", "payment.completed"],
    ]);
    expect(webhooks[1]?.event.data?.payment?.paymentId).to.equal(paymentId);
    await product.client().POST("/api/v1/events/webhooks/{webhookId}/delete", {
      params: { path: { webhookId } },
    });
  });
});
