// The console when something comes between: an answer is lost, another person signs in, the reader chooses somebody else or leaves a field.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { buildUi } from "../support/built-ui.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { ConsolePerson } from "./support/console.ts";
import { newLink } from "./support/person.ts";
import {
  createPayment,
  eventually,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
} from "./support/scene.ts";

describe("the console, when something comes between", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let person: ConsolePerson;
  before(async () => {
    buildUi();
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    person = await ConsolePerson.at(product);
    await person.signIn((await newLink(product, `key_${product.operatorKey.split("_")[1]}`)).link);
  });
  after(async () => {
    expect(person?.complaints).to.deep.equal([]);
    await person?.[Symbol.asyncDispose]();
  });

  it("keeps the error of a list until the list was read again", async () => {
    const { paymentId } = await createPayment(shop, issuer, "3");
    const row = `::-p-xpath(//*[@role="row"][contains(., "${paymentId}")])`;
    await person.open(`/console/payments?merchant=${shop.merchantId}`);
    await person.finds(row);
    // The list is read again every few seconds.
    const lost = await person.losing("*/api/v1/payments\\?*");
    await person.finds("main [role=alert]");
    const reads = () => person.calls.filter(({ path }) => path === "/api/v1/payments").length;
    const before = reads();
    // Notes when the error is gone, if only for a moment.
    await person.page.evaluate(
      `setInterval(() => { if (!document.querySelector("main [role=alert]")) window.wasGone = true; }, 10)`,
    );
    await person.press("Try again");
    await eventually("the list is read", async () => reads() > before);
    await person.finds("main [role=alert]");
    await person.finds(row);
    expect(await person.page.evaluate("window.wasGone")).to.equal(undefined);
    await lost[Symbol.asyncDispose]();
    await person.finds("main [role=alert]", { hidden: true });
  });

  it("says that the network is away, and sends nothing later that its reader has given up", async () => {
    await person.open(`/console/payments?merchant=${shop.merchantId}`);
    await person.press("New payment");
    await person.write("Amount", "4.75");
    await person.write("Asset type", issuer.assetType);
    await person.page.setOfflineMode(true);
    const sent = () => person.calls.filter(({ method }) => method === "POST").length;
    try {
      await person.press("Create payment");
      await person.sees("The service did not answer.");
      await person.press("Close");
    } finally {
      await person.page.setOfflineMode(false);
    }
    const before = sent();
    const reads = person.calls.length;
    // The views that are open are read again as soon as the network is back.
    await eventually("the page goes on", async () => person.calls.length > reads);
    await sleep(1_000);
    expect(sent()).to.equal(before);
    const params = { query: { merchantId: shop.merchantId, assetType: issuer.assetType } };
    const { data } = await product.client().GET("/api/v1/payments", { params });
    expect(data.items.map(({ amount }) => amount)).to.not.include("4.75");
  });

  it("has no link to the page of a payment before somebody can pay it there", async () => {
    const { paymentId } = await createPayment(shop, issuer, "1");
    await person.open(`/console/payments/${paymentId}?merchant=${shop.merchantId}`);
    await person.sees("Payment created");
    expect(await person.text()).to.not.include("Payment page and receipt");
    await shop.api.POST("/api/v1/payments/{paymentId}/reference", { params: { path: { paymentId } } });
    await person.page.reload();
    await person.sees("Payment page and receipt");
    // Another merchant has other payments.
    const other = await merchant(product, issuer);
    await person.page.reload();
    await person.finds(`.picker option[value="${other.merchantId}"]`);
    await person.page.select(".picker select", other.merchantId);
    await person.page.waitForFunction('location.pathname === "/console/payments"');
    expect(new URL(person.page.url()).searchParams.get("merchant")).to.equal(other.merchantId);
  });

  it("makes one refund when its reason is corrected after a lost answer", async () => {
    const ann = await holder(product, issuer, "10");
    const { paymentId } = await paid(product, issuer, shop, ann, "5");
    await person.open(`/console/payments/${paymentId}?merchant=${shop.merchantId}`);
    await person.press("Refund");
    await person.write("Amount to refund", "1");
    const reason = "Reason, for your records (required)";
    await person.write(reason, "a glas");
    await person.finds(".dialog button[type=submit]:not([disabled])");
    const lost = await person.losing("*/api/v1/refunds");
    const button = `Refund 1.00 ${issuer.assetType}`;
    await person.press(button);
    await person.sees("The service did not answer.");
    await lost[Symbol.asyncDispose]();
    await person.write(reason, "a glass");
    await person.finds(".dialog button[type=submit]:not([disabled])");
    await person.press(button);
    await person.sees("An earlier try has refunded this amount, with the reason of that time.");
    // A dialog hides the page from screen readers, and not the place where results are told.
    const isHidden = await person.page.$eval(".announcements", (place) =>
      Boolean(place.closest("[inert], [aria-hidden=true]")),
    );
    expect(isHidden).to.equal(false);
    await person.press("Close");
    await person.sees(`Refund of 1.00 ${issuer.assetType}`);
    const { data } = await product.client().GET("/api/v1/refunds", { params: { query: { paymentId } } });
    expect(data.items.map((refund) => refund.reason)).to.deep.equal(["a glas"]);
  });

  it("asks for the first day of a statement, and says which days it shows", async () => {
    await person.open(`/console/balances/${issuer.assetType}?merchant=${shop.merchantId}&from=2026-01-02`);
    await person.sees("Opening balance");
    await put("input[type=date]", "");
    await person.press("Show");
    await person.sees("Enter the first day.");
    await put("input[type=date]", "2026-01-03");
    await person.press("Show");
    await person.page.waitForFunction('location.search.includes("2026-01-03")');
    await person.finds('dl time[datetime^="2026-01-0"]');
  });

  it("says that a year is too long, and issues nothing", async () => {
    await person.open(`/console/publishers/${issuer.publisherId}/issue`);
    await person.finds("main form select");
    await person.page.select("main form select", "ticket");
    await person.fill("Name, for people", "Concert");
    // As some browsers take it from the keyboard.
    await put("input[type=datetime-local]", "12026-01-01T10:00");
    const calls = person.calls.filter(({ method }) => method === "POST").length;
    await person.press("Issue asset");
    await person.sees("Enter a year of four digits.");
    expect(person.calls.filter(({ method }) => method === "POST")).to.have.length(calls);
  });

  it("writes no tag any more with the link of a payment that is over", async () => {
    // Waits for a tag, as a telephone does, until it is told to stop.
    const { identifier } = await person.page.evaluateOnNewDocument(`globalThis.writes = [];
      globalThis.NDEFReader = class {
        write({ records: [{ data }] }, { signal } = {}) {
          writes.push({ data, isStopped: () => signal?.aborted === true });
          return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
        }
      };`);
    const { paymentId } = await createPayment(shop, issuer, "3");
    await person.open(`/console/point-of-sale/${paymentId}?merchant=${shop.merchantId}`);
    await person.press("Write to an NFC tag");
    await person.press("Write to an NFC tag");
    const writes = () => person.page.evaluate("writes.map(({ isStopped }) => isStopped())");
    expect(await writes()).to.deep.equal([true, false]);
    const params = { path: { paymentId } };
    await shop.api.POST("/api/v1/payments/{paymentId}/cancel", { params });
    await person.stateIs("cancelled");
    expect(await writes()).to.deep.equal([true, true]);
    await person.page.removeScriptToEvaluateOnNewDocument(identifier);
  });

  it("says at which address people sign in when it was opened at another one", async () => {
    const { baseUrl } = product;
    await using other = await ConsolePerson.at({ baseUrl: baseUrl.replace("localhost", "127.0.0.1") });
    await other.open("/console/");
    await other.press("Sign in");
    await other.sees(`Open the console there: ${baseUrl}/console/`);
  });

  it("is that of the person who has signed in last, also where it kept the session of another one", async () => {
    const { credentialId } = await shopKey();
    await person.page.goto((await newLink(product, credentialId)).link);
    await Promise.all([person.page.waitForNavigation(), person.page.click("button")]);
    await person.page.locator("::-p-aria(Open the console)").click();
    await person.sees("You act as");
    await person.sees(credentialId);
    await person.page.reload();
    await person.sees(credentialId);
  });

  /** Puts a value into a field as the browser does, also none. */
  async function put(field: string, value: string): Promise<void> {
    await person.page.$eval(
      field,
      (input, text) => {
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value")?.set?.call(input, text);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      },
      value,
    );
  }

  async function shopKey(): Promise<{ credentialId: string }> {
    const params = { path: { merchantId: shop.merchantId } };
    const body = { name: "back office", scopes: ["payments.read" as const] };
    const { data } = await product.client().POST("/api/v1/merchants/{merchantId}/api-keys", { params, body });
    return { credentialId: data.apiKey.apiKeyId };
  }
});
