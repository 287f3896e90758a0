// What merchants and developers do in the console, in a real browser: statements, cancellations, keys, webhooks, and long sessions.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { expect } from "chai";
import { buildUi } from "../support/built-ui.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { Receiver } from "../support/receiver.ts";
import { ConsolePerson } from "./support/console.ts";
import { newLink } from "./support/person.ts";
import {
  createPayment,
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

describe("the console at work", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let payer: Holder;
  let operator: ConsolePerson;
  before(async () => {
    buildUi();
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    payer = await holder(product, issuer, "100");
    await paid(product, issuer, shop, payer, "7.25");
    operator = await ConsolePerson.at(product);
    await operator.signIn((await newLink(product, `key_${product.operatorKey.split("_")[1]}`)).link);
  });
  after(() => operator?.[Symbol.asyncDispose]());

  const open = (view: string) =>
    operator.open(`/console/${view}${view.includes("?") ? "&" : "?"}merchant=${shop.merchantId}`);

  it("offers no sample shop where merchants exist", async () => {
    await operator.sees("Choose a merchant above to act for it.");
    expect(await operator.text()).to.not.include("sample shop");
  });

  it("shows a statement, and downloads it as CSV and as camt.053", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pda-console-"));
    try {
      const session = await operator.page.createCDPSession();
      await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
      await open("balances");
      await operator.follow(`Statement of ${issuer.assetType}`);
      await operator.sees("Closing balance");
      await operator.sees("Credit: payment");
      expect(await operator.text()).to.include(`7.25 ${issuer.assetType}`);
      const downloaded = async (button: string, name: string): Promise<string> => {
        await operator.press(button);
        await eventually(name, async () => readdirSync(folder).includes(name));
        return readFileSync(join(folder, name), "utf8");
      };
      const file = `statement-${issuer.assetType}-1`;
      expect(await downloaded("Download CSV", `${file}.csv`)).to.match(/7\.25/);
      expect(await downloaded("Download camt.053", `${file}.xml`)).to.include("camt.053.001.08");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("finds a payment by its order, filtered by the address, and cancels it", async () => {
    const { paymentId } = await createPayment(shop, issuer, "3");
    const body = {
      amount: "4",
      assetType: issuer.assetType,
      merchantId: shop.merchantId,
      orderReference: "A 17",
    };
    const ordered = (await shop.api.POST("/api/v1/payments", { body })).data;
    await open("payments?status=pending&q=A%2017");
    await operator.sees("1 shown");
    expect(await operator.text())
      .to.include("A 17")
      .and.not.include(paymentId);
    await operator.follow("A 17");
    await operator.press("Cancel payment");
    await operator.stateIs("cancelled");
    const params = { path: { paymentId: ordered.paymentId } };
    expect((await shop.api.GET("/api/v1/payments/{paymentId}", { params })).data.status).to.equal(
      "cancelled",
    );
  });

  it("makes, rotates and revokes a key, and shows each secret once", async () => {
    await open("keys");
    await operator.press("New key");
    await operator.write("Name", "office");
    await operator.page.select(".dialog select", "developer");
    await operator.press("Create key");
    await operator.sees("The key, shown only now");
    const [secret = ""] = /pda_[0-9a-z]{26}_[\w-]{43}/.exec(await operator.text()) ?? [];
    const own = product.client(secret);
    expect((await own.GET("/api/v1/caller")).data).to.include({ merchantId: shop.merchantId });
    await operator.press("Close");
    await operator.sees("office");
    await operator.page.locator("::-p-xpath(//div[@role='row'][contains(., 'office')]//button[1])").click();
    await operator.sees("A new key takes its place.");
    await operator.page.locator(".dialog button.main").click();
    await operator.sees("The key, shown only now");
    const [next = ""] = /pda_[0-9a-z]{26}_[\w-]{43}/.exec(await operator.text()) ?? [];
    expect(next).to.match(/^pda_/).and.not.equal(secret);
    await operator.press("Close");
    const id = `key_${next.split("_")[1]}`;
    await operator.page.locator(`::-p-xpath(//div[@role='row'][contains(., '${id}')]//button[2])`).click();
    await operator.sees("A revoked key never works again.");
    await operator.page.locator(".dialog button.danger").click();
    await operator.page.waitForSelector("[data-state='revoked']");
    const params = { path: { merchantId: shop.merchantId, apiKeyId: id } };
    const { data } = await product
      .client()
      .GET("/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}", { params });
    expect(data.status).to.equal("revoked");
  });

  it("shows what an endpoint has answered, and sends an event again", async () => {
    await using receiver = await Receiver.startPlain();
    const { webhookId } = await enabledWebhook(product, {
      url: receiver.plainUrl,
      eventTypes: ["payment.completed"],
      tenantId: shop.merchantId,
    });
    await paid(product, issuer, shop, payer, "2");
    await eventually("the event", async () => receiver.events.length === 1);
    await open("webhooks");
    await operator.follow(receiver.plainUrl);
    await operator.stateIs("succeeded");
    await operator.sees("204");
    await operator.page.locator("::-p-xpath(//button[contains(., 'Send again')])").click();
    await eventually("the event again", async () => receiver.events.length === 2);
    expect(new Set(receiver.events.map(({ id }) => id)).size).to.equal(1);
    await product
      .client()
      .POST("/api/v1/events/webhooks/{webhookId}/delete", { params: { path: { webhookId } } });
  });

  it("makes a merchant, finds it by its name, and acts for it", async () => {
    await operator.open("/console/merchants");
    await operator.press("New merchant");
    await operator.write("Name", "Zebra and sons");
    await operator.press("Create merchant");
    await operator.page.waitForSelector(".dialog", { hidden: true });
    await operator.open("/console/merchants?namePrefix=zebra");
    await operator.sees("1 shown");
    await operator.follow("Act for Zebra and sons");
    await operator.sees("Nothing here yet.");
    expect(operator.page.url()).to.match(/\/console\/payments\?merchant=mer_/);
  });

  it("gets its next token once, in whichever tab, before the last one ends", async () => {
    const other = await operator.page.browser().newPage();
    const asked: string[] = [];
    for (const page of [operator.page, other])
      page.on("request", (request) => {
        if (request.postData()?.includes("grant_type=refresh_token"))
          asked.push(new URLSearchParams(request.postData()).get("refresh_token") ?? "");
      });
    const before = await operator.session();
    await operator.expireToken();
    await Promise.all([open("payments"), other.goto(`${product.baseUrl}/console/balances`)]);
    await operator.sees("Payments");
    await other.waitForFunction('document.body.innerText.includes("Balances")');
    const after = await operator.session();
    expect(new Set(asked)).to.deep.equal(new Set([before?.refreshToken]));
    expect(after?.refreshToken).to.match(/^\S+$/).and.not.equal(before?.refreshToken);
    await other.close();
    expect(operator.complaints).to.deep.equal([]);
  });

  it("tells that a session has ended, whoever ended it", async () => {
    const listed = await product.pda("sessions", "list", "--json");
    for (const { id } of JSON.parse(listed.stdout).items) await product.pda("sessions", "revoke", id);
    // Every gateway refuses its tokens by then.
    await sleep(5_000);
    await open("payments");
    await operator.sees("Your session has ended.");
    expect(await operator.session()).to.equal(undefined);
  });
});
