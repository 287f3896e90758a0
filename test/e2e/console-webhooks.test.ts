// Webhook endpoints in the console: who gets one, what each attempt sent, why it failed, and how an endpoint changes.
import { expect } from "chai";
import { buildUi } from "../support/built-ui.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { polite, Receiver } from "../support/receiver.ts";
import { ConsolePerson } from "./support/console.ts";
import { newLink } from "./support/person.ts";
import {
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
} from "./support/scene.ts";
import { enabledWebhook } from "./support/webhooks.ts";

describe("webhook endpoints in the console", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let ann: Holder;
  let person: ConsolePerson;
  before(async () => {
    buildUi();
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    ann = await holder(product, issuer, "100");
    person = await ConsolePerson.at(product);
    await person.signIn((await newLink(product, `key_${product.operatorKey.split("_")[1]}`)).link);
  });
  after(async () => {
    expect(person?.complaints).to.deep.equal([]);
    await person?.[Symbol.asyncDispose]();
  });

  const endpointAt = async (url: string): Promise<string> => {
    const eventTypes = ["payment.completed"];
    return (await enabledWebhook(product, { url, eventTypes, tenantId: shop.merchantId })).webhookId;
  };
  const open = (webhookId: string) =>
    person.open(`/console/webhooks/${webhookId}?merchant=${shop.merchantId}`);
  const isGone = (text: string) =>
    person.page.waitForFunction(`!document.body.innerText.includes(${JSON.stringify(text)})`);

  it("offers no new endpoint before a merchant is chosen", async () => {
    await person.open("/console/webhooks");
    await person.sees("Choose a merchant above first to make an endpoint for it.");
    expect(await person.page.$$('::-p-aria([name="New endpoint"][role="button"])')).to.deep.equal([]);
  });

  it("tells events from verifications, and by itself that an endpoint works again", async () => {
    await using receiver = await Receiver.startPlain();
    const webhookId = await endpointAt(receiver.plainUrl);
    receiver.answer = (_, response) => void response.writeHead(500).end();
    await paid(product, issuer, shop, ann, "1");
    const id = await eventually("the event", async () => receiver.events[0]?.id);
    await open(webhookId);
    await person.sees("Failing since");
    await person.sees("verification or test");
    await person.finds(`button[aria-label="Send again ${id}"]`);
    expect(await person.text()).to.match(new RegExp(`${id} attempt 1\\s+(Type\\s+)?payment\\.completed`));
    const offered = await person.page.$$eval("main button[aria-label^='Send again']", (buttons) =>
      buttons.map((each) => each.getAttribute("aria-label")),
    );
    expect(new Set(offered)).to.deep.equal(new Set([`Send again ${id}`]));
    expect([await person.barriers(), await person.overflow()]).to.deep.equal([[], 0]);
    receiver.answer = polite;
    await product.client().POST("/api/v1/events/webhooks/{webhookId}/redeliver", {
      params: { path: { webhookId } },
      body: { eventIds: [id] },
    });
    await person.stateIs("succeeded");
    await isGone("Failing since");
    await person.follow(id);
    for (const header of ["webhook-sequence: …", "webhook-signature: …", "user-agent: …"])
      await person.sees(header);
  });

  it("changes the address and the events of an endpoint, and says why nobody answers there", async () => {
    await using receiver = await Receiver.startPlain();
    const gone = await Receiver.startPlain();
    const deadUrl = gone.plainUrl;
    await gone[Symbol.asyncDispose]();
    const webhookId = await endpointAt(receiver.plainUrl);
    const changes = () => person.calls.filter(({ method }) => method === "PATCH");
    await open(webhookId);
    await person.press("Change");
    await person.write("Address", "shop.example");
    await person.press("Save");
    await person.sees("Write the whole address");
    await person.write("Address", deadUrl);
    expect(await person.barriers()).to.deep.equal([]);
    await person.clickTwice("Save");
    await person.sees("The endpoint is changed. It gets no events until its receiver has answered.");
    await person.sees("The endpoint is not verified yet");
    await person.sees("No server answers at this address. CONNECT");
    expect(changes()).to.have.length(1);

    await person.press("Change");
    await person.write("Address", receiver.plainUrl);
    await person.page.locator("::-p-xpath(//label[contains(., 'refund.completed')]/input)").click();
    await person.press("Save");
    await person.finds(".dialog", { hidden: true });
    await person.stateIs("enabled");
    await person.press("Change");
    await person.press("Save");
    await person.finds(".dialog", { hidden: true });
    expect(new Set(changes().map(({ key }) => key)).size).to.equal(2);
    expect(changes()).to.have.length(2);
    const params = { path: { webhookId } };
    const { data } = await product.client().GET("/api/v1/events/webhooks/{webhookId}", { params });
    expect(data).to.deep.include({
      url: receiver.plainUrl,
      eventTypes: ["payment.completed", "refund.completed"],
    });
  });
});
