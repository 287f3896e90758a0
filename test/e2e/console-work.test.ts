// What merchants and developers do in the console, in a real browser: statements, cancellations, keys, webhooks, and long sessions.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { HTTPRequest } from "puppeteer-core";
import { Webhook } from "standardwebhooks";
import { buildUi } from "../support/built-ui.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { polite, Receiver } from "../support/receiver.ts";
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
  let operatorKeyId = "";
  before(async () => {
    buildUi();
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    payer = await holder(product, issuer, "100");
    await paid(product, issuer, shop, payer, "7.25");
    operator = await ConsolePerson.at(product);
    operatorKeyId = `key_${product.operatorKey.split("_")[1]}`;
    await operator.signIn((await newLink(product, operatorKeyId)).link);
  });
  after(() => operator?.[Symbol.asyncDispose]());

  const open = (view: string) =>
    operator.open(`/console/${view}${view.includes("?") ? "&" : "?"}merchant=${shop.merchantId}`);

  /** Does something, or presses a button, and holds the calls of an address until they are to go on. */
  async function heldCall(address: RegExp, act: string | (() => Promise<unknown>)) {
    await operator.page.setRequestInterception(true);
    const held: HTTPRequest[] = [];
    const hold = (request: HTTPRequest) =>
      void (address.test(request.url()) ? held.push(request) : request.continue());
    operator.page.on("request", hold);
    await (typeof act === "string" ? operator.press(act) : act());
    await eventually("a call that is held", async () => held.length > 0);
    return {
      goOn: async () => {
        operator.page.off("request", hold);
        for (const request of held) await request.continue();
        await operator.page.setRequestInterception(false);
      },
    };
  }

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
      for (const part of ["available", "pending", "settled"])
        await operator.finds(`[data-part='${part}'] .amount`);
      await operator.sees("It has arrived in your account on the network.");
      await operator.follow(`Statement: Available ${issuer.assetType}`);
      await operator.sees("Closing balance");
      await operator.sees("Credit: payment");
      const leads = await operator.page.$$eval("main a", (all) =>
        all.filter(({ textContent }) => textContent === "Credit: payment").map(({ pathname }) => pathname),
      );
      expect(leads).to.have.length(1);
      expect(leads[0]).to.match(/^\/console\/payments\/pay_[0-9a-z]{26}$/);
      expect(await operator.text()).to.include(`7.25 ${issuer.assetType}`);
      expect(await operator.text()).to.include("Refunds come from here first.");
      // It ends by the clock of the service, which other tests may have put ahead.
      const end = await operator.page.$eval("main dl dd:last-child time", ({ dateTime }) => dateTime);
      const days = [Date.now() - 30 * 86_400_000, Date.parse(end) - 1].map((at) =>
        new Date(at).toLocaleDateString("sv"),
      );
      const file = `statement-${shop.merchantId}-merchant-${issuer.assetType}-${days.join("_")}`;
      const downloaded = async (button: string, name: string): Promise<string> => {
        await operator.press(button);
        await eventually(name, async () => readdirSync(folder).includes(name));
        return readFileSync(join(folder, name), "utf8");
      };
      expect(await downloaded("Download CSV", `${file}.csv`)).to.match(/7\.25/);
      expect(await downloaded("Download camt.053", `${file}.xml`)).to.include("camt.053.001.08");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("shows no statement of one merchant as that of another while the service is slow", async () => {
    const { data: other } = await product
      .client()
      .POST("/api/v1/merchants", { body: { name: "Other shop" } });
    await open(`balances/${issuer.assetType}`);
    await operator.sees("Closing balance");
    await operator.page.setRequestInterception(true);
    const held: HTTPRequest[] = [];
    const hold = (request: HTTPRequest) =>
      void (request.url().includes(`${other.merchantId}/statement`)
        ? held.push(request)
        : request.continue());
    operator.page.on("request", hold);
    await operator.page.select(".picker select", other.merchantId);
    await eventually("asked for the other statement", async () => held.length > 0);
    expect(await operator.text()).to.not.match(/Closing balance|7\.25/);
    operator.page.off("request", hold);
    for (const request of held) await request.continue();
    await operator.page.setRequestInterception(false);
    await operator.sees("Closing balance");
  });

  it("names the merchant of each payment to an operator who looks at all", async () => {
    await operator.open("/console/payments");
    await operator.finds("::-p-xpath(//*[@role='cell'][contains(., 'Test Shop')])");
    expect(
      await operator.page.$$eval("[role=columnheader]", (all) => all.map((each) => each.textContent)),
    ).to.include("Merchant");
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
    const params = { path: { paymentId: ordered.paymentId } };
    await open("payments?status=pending&q=A%2017");
    await operator.sees("1 shown");
    expect(await operator.text())
      .to.include("A 17")
      .and.not.include(paymentId);
    await operator.follow("A 17");
    await operator.press("Cancel payment");
    await operator.sees("Nobody can pay it any more");
    expect((await shop.api.GET("/api/v1/payments/{paymentId}", { params })).data.status).to.equal("pending");
    expect(await operator.barriers()).to.deep.equal([]);
    await operator.page.locator(".dialog button.danger").click();
    await operator.stateIs("cancelled");
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
    await operator.finds("[data-state='revoked']");
    const params = { path: { merchantId: shop.merchantId, apiKeyId: id } };
    const { data } = await product
      .client()
      .GET("/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}", { params });
    expect(data.status).to.equal("revoked");
  });

  it("makes an endpoint, shows its secret once, and tells when its receiver has answered", async () => {
    await using receiver = await Receiver.startPlain(
      (_, response) => void response.writeHead(500).end("not yet"),
    );
    await open("webhooks");
    await operator.press("New endpoint");
    await operator.write("Address", "shop.example");
    await operator.press("Create endpoint");
    await operator.sees("Write the whole address");
    expect((await operator.focused())[0]).to.equal("INPUT");
    await operator.write("Address", receiver.plainUrl);
    await operator.write("Purpose (optional)", "orders of the shop");
    await operator.page.locator("::-p-xpath(//label[contains(., 'Assets')]/input)").click();
    // What somebody still types does not take the secret away.
    const held = await heldCall(/\/events\/webhooks$/, "Create endpoint");
    await operator.write("Purpose (optional)", "orders");
    await held.goOn();
    await operator.sees("The secret, shown only now");
    const [secret = ""] = /whsec_[\w+/]{32,}=*/.exec(await operator.text()) ?? [];
    expect(await operator.barriers()).to.deep.equal([]);
    await operator.follow("Open the endpoint");
    await operator.sees("The endpoint is not verified yet");
    await operator.stateIs("failed");
    expect(await operator.text()).to.not.include(secret);
    receiver.answer = polite;
    await operator.press("Verify now");
    await operator.stateIs("enabled");
    await operator.sees("Events are sent from now on.");
    const [verification] = receiver.received;
    new Webhook(secret).verify(verification?.body ?? "", verification?.headers as Record<string, string>);
    const { data } = await product
      .client()
      .GET("/api/v1/events/webhooks", { params: { query: { tenantId: shop.merchantId } } });
    const { webhookId, description, eventTypes } = data.items[0] ?? { webhookId: "" };
    expect({ description, eventTypes }).to.deep.equal({
      description: "orders of the shop",
      eventTypes: [
        "payment.completed",
        "payment.failed",
        "refund.completed",
        "settlement.finalized",
        "webhook.disabled",
      ],
    });
    await product
      .client()
      .POST("/api/v1/events/webhooks/{webhookId}/delete", { params: { path: { webhookId } } });
  });

  it("shows what an endpoint has answered, sends events and tests again, and changes and deletes it", async () => {
    await using receiver = await Receiver.startPlain();
    const { webhookId, secret } = await enabledWebhook(product, {
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
    const [sent] = receiver.events;
    await operator.follow(sent?.id ?? "");
    await operator.sees("The body of the request is this event.");
    for (const part of [`webhook-id: ${sent?.id}`, "webhook-attempt: 1", '"amount": "2"', "None follows"])
      expect(await operator.text()).to.include(part);
    expect(await operator.text()).to.not.include("v1,");
    await operator.page.setViewport({ width: 320, height: 640 });
    expect([await operator.barriers(), await operator.overflow()]).to.deep.equal([[], 0]);
    await operator.page.setViewport({ width: 1000, height: 800 });
    await operator.press(`Send again ${sent?.id}`);
    await eventually("the event again", async () => receiver.events.length === 2);
    expect(new Set(receiver.events.map(({ id }) => id)).size).to.equal(1);

    await operator.follow("All attempts of the endpoint");
    receiver.answer = (_, response) => void response.writeHead(418).end("I am a teapot");
    await operator.press("Send a test event");
    await operator.press("Send");
    await eventually("the test event", async () => receiver.events.length === 3);
    await operator.sees("418");
    await operator.follow(receiver.events.at(-1)?.id ?? "");
    await operator.sees("I am a teapot");
    await operator.sees("A verification or a test event. It is");
    await operator.sees("The status is not from 200 to 299.");
    await operator.follow("All attempts of the endpoint");

    await operator.press("Replace the secret");
    await operator.page.locator(".dialog button.main").click();
    await operator.sees("The secret, shown only now");
    const [next = ""] = /whsec_[\w+/]{32,}=*/.exec(await operator.text()) ?? [];
    expect(next)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    await operator.press("Close");
    await operator.press("Disable");
    await operator.sees("Somebody has disabled it.");
    await operator.press("Enable");
    await operator.stateIs("enabled");
    await operator.press("Delete");
    await operator.sees("This cannot be undone.");
    await operator.page.locator(".dialog button.danger").click();
    await operator.sees("No endpoint has been made.");
    const params = { path: { webhookId } };
    const { data } = await product.client().GET("/api/v1/events/webhooks/{webhookId}", { params });
    expect(data.status).to.equal("deleted");
    expect(operator.complaints).to.deep.equal([]);
  });

  it("makes a merchant, finds it by its name, and acts for it", async () => {
    await operator.open("/console/merchants");
    await operator.press("New merchant");
    await operator.write("Name", "Zebra and sons");
    await operator.press("Create merchant");
    await operator.finds(".dialog", { hidden: true });
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

  it("ends no session when somebody's link leads to where answers of the service go", async () => {
    const before = await operator.session();
    for (const answer of ["", "?code=x&state=y", `?error=access_denied&iss=${product.baseUrl}`]) {
      await operator.open(`/console/signed-in${answer}`);
      await operator.sees("Choose a merchant above to act for it.");
      expect(operator.page.url()).to.equal(`${product.baseUrl}/console/`);
    }
    expect((await operator.session())?.refreshToken).to.equal(before?.refreshToken);
  });

  it("tells that a session has ended, whoever ended it, and goes on in every tab when one has signed in again", async () => {
    await open("payments");
    const listed = await product.pda("sessions", "list", "--json");
    for (const { id } of JSON.parse(listed.stdout).items) await product.pda("sessions", "revoke", id);
    // Every gateway refuses its tokens by then.
    await sleep(5_000);
    // The page may have found out by itself. A reload would not say so again.
    await operator.page.evaluate("document.querySelector('nav a[href*=settlements]')?.click()");
    await operator.sees("Your session has ended.");
    expect(await operator.session()).to.equal(undefined);
    await using other = await operator.otherTab();
    await other.signIn((await newLink(product, operatorKeyId)).link);
    await operator.sees("Payments");
    await operator.follow("Balances");
    await operator.sees("It has arrived in your account on the network.");
    expect(await other.session()).to.include({ isExtractable: false });
  });

  it("says when it has signed out and the service has not ended the session", async () => {
    await operator.page.setRequestInterception(true);
    const ends = (request: HTTPRequest) => /^\/oauth\/(revoke|account)/.test(new URL(request.url()).pathname);
    const cut = (request: HTTPRequest) => void (ends(request) ? request.abort() : request.continue());
    operator.page.on("request", cut);
    await operator.press("Sign out");
    await operator.sees("The next person at this browser could sign in as you.");
    operator.page.off("request", cut);
    await operator.page.setRequestInterception(false);
    expect(await operator.session()).to.equal(undefined);
    await Promise.all([operator.page.waitForNavigation(), operator.follow("Sessions and programs")]);
    await Promise.all([operator.page.waitForNavigation(), operator.press("Sign out")]);
    await operator.sees("You are signed out");
  });

  it("ends its session at the service also when the service does not take its tokens back", async () => {
    await operator.signIn((await newLink(product, operatorKeyId)).link);
    await operator.page.setRequestInterception(true);
    const cut = (request: HTTPRequest) =>
      void (request.url().endsWith("/oauth/revoke") ? request.abort() : request.continue());
    operator.page.on("request", cut);
    await operator.press("Sign out");
    await operator.sees("signed you out");
    operator.page.off("request", cut);
    await operator.page.setRequestInterception(false);
    await operator.press("Sign in");
    await operator.sees("You are not signed in");
  });
});
