// Bad input to webhook endpoints over REST: each is refused with an error of the catalogue, and nothing is half made.
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { Receiver } from "../support/receiver.ts";
import { ask, type Received } from "./support/http.ts";
import { eventually, type Merchant, merchant, merchantScopes, publisher } from "./support/scene.ts";
import { enabledWebhook } from "./support/webhooks.ts";

const path = "/api/v1/events/webhooks";
const url = "https://shop.example/hooks";
const eventTypes = ["payment.failed"];
/** The deployment's limit. */
const endpointsMax = 20;

describe("bad input to webhook endpoints over REST", function () {
  this.timeout(120_000);
  let product: Product;
  let shop: Merchant;
  before(async () => {
    product = await sharedProduct();
  });
  beforeEach(async () => {
    const issuer = await publisher(product);
    shop = await merchant(product, issuer, [...merchantScopes, "events.write"]);
  });

  const send = (body: object, to = path): Promise<Received> => ask(product, to, { key: shop.key, body });
  const endpoints = async (): Promise<object[]> =>
    (await ask(product, path, { key: shop.key })).json.data.items;
  const refusal = ({ status, json }: Received) => [
    status,
    json.errorCode,
    json.errors[0]?.reason,
    json.errors[0]?.field,
  ];

  for (const [what, bad, expected] of [
    ["a private address", { url: "https://10.1.2.3/" }, [400, "SVC-4000", "URL_ADDRESS_NOT_ALLOWED", "url"]],
    [
      "a private IPv6 address",
      { url: "https://[fd00::1]/" },
      [400, "SVC-4000", "URL_ADDRESS_NOT_ALLOWED", "url"],
    ],
    [
      "the address of a cloud's metadata",
      { url: "https://169.254.169.254/" },
      [400, "SVC-4000", "URL_ADDRESS_NOT_ALLOWED", "url"],
    ],
    [
      "an IPv4 address in IPv6",
      { url: "https://[::ffff:10.1.2.3]/" },
      [400, "SVC-4000", "URL_ADDRESS_NOT_ALLOWED", "url"],
    ],
    ["http", { url: "http://shop.example/" }, [400, "SVC-4000", "URL_SCHEME_NOT_ALLOWED", "url"]],
    ["another scheme", { url: "ftp://shop.example/" }, [400, "SVC-4000", "URL_SCHEME_NOT_ALLOWED", "url"]],
    [
      "an unknown type",
      { eventTypes: ["payment.failed", "payment.lost"] },
      [422, "SVC-4221", "UNKNOWN_EVENT_TYPE", "eventTypes[1]"],
    ],
    ["a bad secret", { secret: "whsec_short" }, [400, "SVC-4000", "WEBHOOK_SECRET_MALFORMED", "secret"]],
  ] as const)
    it(`such as ${what} makes and changes nothing`, async () => {
      const refused = await send({ url, eventTypes, ...bad });
      expect(refusal(refused)).to.deep.equal(expected);
      expect(refused.json.errors[0].message).to.match(/\w/);
      expect(await endpoints()).to.deep.equal([]);
      if ("secret" in bad) return;
      const { webhookId } = (await send({ url, eventTypes })).json.data.webhook;
      const before = await endpoints();
      const changed = await ask(product, `${path}/${webhookId}`, {
        key: shop.key,
        method: "PATCH",
        body: bad,
      });
      expect(refusal(changed)).to.deep.equal(expected);
      expect(await endpoints()).to.deep.equal(before);
    });

  it("such as one endpoint too many makes none", async () => {
    for (let count = 0; count < endpointsMax; count += 1)
      expect((await send({ url, eventTypes })).status).to.equal(201);
    const refused = await send({ url, eventTypes });
    expect(refusal(refused).slice(0, 3)).to.deep.equal([409, "SVC-4098", "WEBHOOK_LIMIT"]);
    expect(await endpoints()).to.have.length(endpointsMax);
  });

  it("such as a receiver with a foreign certificate leaves the endpoint without events, and says why", async () => {
    await using foreign = await Receiver.start();
    const { webhookId } = (await send({ url: foreign.url("localhost"), eventTypes })).json.data.webhook;
    const attempt = await eventually("an attempt", async () => {
      const { items } = (await ask(product, `${path}/${webhookId}/deliveries`, { key: shop.key })).json.data;
      return items[0];
    });
    expect(attempt).to.include({ outcome: "failed", error: "TLS" });
    expect((await ask(product, `${path}/${webhookId}`, { key: shop.key })).json.data.status).to.equal(
      "unverified",
    );
    expect(foreign.received).to.deep.equal([]);
    const test = await send({}, `${path}/${webhookId}/test`);
    expect([test.status, test.json.errors[0]?.reason]).to.deep.equal([409, "WEBHOOK_NOT_VERIFIED"]);
  });

  it("such as the replay of a range that retention has passed sends nothing", async () => {
    await using receiver = await Receiver.startPlain();
    const { webhookId } = await enabledWebhook(product, {
      tenantId: shop.merchantId,
      url: receiver.plainUrl,
      eventTypes,
    });
    const fromTime = new Date(Date.now() - 31 * 86_400_000).toISOString();
    const refused = await send({ fromTime }, `${path}/${webhookId}/redeliver`);
    expect(refusal(refused)).to.deep.equal([400, "SVC-4000", "REPLAY_TOO_OLD", "fromTime"]);
    const missed = await ask(product, `${path}/${webhookId}/missed-events?fromTime=${fromTime}`, {
      key: shop.key,
    });
    expect(refusal(missed)).to.deep.equal([400, "SVC-4000", "REPLAY_TOO_OLD", "fromTime"]);
    expect(receiver.events).to.deep.equal([]);
  });
});
