// The console in a real browser, on a new sandbox: from the link that `pda up` prints to a refund.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { HTTPRequest, HTTPResponse } from "puppeteer-core";
import { buildUi } from "../support/built-ui.ts";
import { Product } from "../support/product.ts";
import { ConsolePerson } from "./support/console.ts";
import { exchange } from "./support/http.ts";
import { newLink } from "./support/person.ts";
import { authorise, eventually, type Holder, holder } from "./support/scene.ts";

/** Pictures of the views, for people who look at the results of a run. */
const PICTURES = join(import.meta.dirname, "../../build/screenshots");
/** Bytes, compressed. */
const FIRST_LOAD_MAX = 300_000;
const PROBE = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>{{7*7}}`;

describe("the console", function () {
  this.timeout(150_000);
  // Each step goes on where the one before has ended.
  this.bail(true);
  let product: Product;
  let operator: ConsolePerson;
  let merchantId = "";
  let paymentId = "";
  let payer: Holder;
  before(async () => {
    buildUi();
    mkdirSync(PICTURES, { recursive: true });
    product = await Product.start();
    operator = await ConsolePerson.at(product);
  });
  after(async () => {
    await operator?.[Symbol.asyncDispose]();
    await product?.stop();
  });

  const picture = (name: string) =>
    operator.page.screenshot({ path: join(PICTURES, `console-${name}.png`), fullPage: true });

  it("tells how to sign in, and lets the operator in by the link that pda up prints, with little to load", async () => {
    await operator.open("/console/payments");
    await operator.sees("pda sign-in link");
    const [link = ""] = /https:\S+\/oauth\/sign-in\/\S+/.exec(product.output) ?? [];
    // The browser comes back from signing in to the same files, which it has by then.
    const sizes = new Map<string, number>();
    const urls = new Map<string, string>();
    const session = await operator.page.createCDPSession();
    await session.send("Network.enable");
    session.on(
      "Network.responseReceived",
      ({ requestId, response }) => void urls.set(requestId, response.url),
    );
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      sizes.set(urls.get(requestId) ?? requestId, encodedDataLength),
    );
    await operator.page.setCacheEnabled(false);
    await operator.signIn(link);
    const loaded = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(loaded).to.be.within(100_000, FIRST_LOAD_MAX);
    await operator.page.setCacheEnabled(true);
    await session.detach();
    expect(await operator.page.title()).to.equal("Home – Console");
    await operator.sees("Sandbox: test value");
    await operator.sees("Connected: changes come by themselves");
  });

  it("keeps a key that cannot be read out, without which its token is of no use", async () => {
    const { accessToken: token, isExtractable } = (await operator.session()) ?? {};
    expect(token).to.match(/^\S+$/);
    expect(isExtractable).to.equal(false);
    for (const scheme of ["DPoP", "Bearer"]) {
      const headers = { Authorization: `${scheme} ${token}` };
      expect((await exchange(product, "/api/v1/payments", { headers })).status, scheme).to.equal(401);
    }
  });

  it("is not challenged for a nonce again when the page is loaded anew", async () => {
    const refused: string[] = [];
    const note = (response: HTTPResponse) => void (response.status() >= 400 && refused.push(response.url()));
    operator.page.on("response", note);
    await operator.open("/console/");
    await operator.sees("Set up a sample shop");
    await operator.sees("Connected");
    operator.page.off("response", note);
    expect(refused).to.deep.equal([]);
  });

  it("sets up a sample shop, and charges once however often the button is pressed", async () => {
    await operator.press("Set up a sample shop");
    await operator.sees("Charge");
    merchantId = new URL(operator.page.url()).searchParams.get("merchant") ?? "";
    expect(merchantId).to.match(/^mer_/);
    await operator.page.waitForFunction(
      '[...document.querySelectorAll("input")].some(({ value }) => value === "USDX")',
    );
    await operator.write("Amount", "12.50");
    await operator.write("Purpose, as the payer reads it (optional)", PROBE);
    operator.calls.length = 0;
    await operator.clickTwice("Charge");
    await operator.finds("img[alt='QR code of the payment']");
    const created = operator.calls.filter(
      ({ method, path }) => method === "POST" && path === "/api/v1/payments",
    );
    // The first one may have been repeated for a new nonce, under its key.
    expect(new Set(created.map(({ key }) => key)).size).to.equal(1);
    const { items } = (await product.client().GET("/api/v1/payments", { params: { query: { merchantId } } }))
      .data;
    expect(items.map(({ amount, description }) => [amount, description])).to.deep.equal([["12.5", PROBE]]);
    paymentId = items[0]?.paymentId ?? "";
    await operator.sees("Waiting for the payment");
    await picture("charge");
  });

  it("shows by itself that a wallet has paid", async () => {
    const api = product.client();
    const { publisherId } = (await api.GET("/api/v1/publishers")).data.items[0] ?? { publisherId: "" };
    const none = { network: "", networkAsset: "", networkAssets: [] };
    payer = await holder(product, { publisherId, assetType: "USDX", ...none }, "100");
    const params = { path: { paymentId } };
    const { reference } = (await api.POST("/api/v1/payments/{paymentId}/reference", { params })).data;
    const request = await api.GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", {
      params: { path: { walletId: payer.walletId, reference } },
    });
    await authorise(product, payer, request.data);
    await operator.stateIs("completed");
    expect(await operator.text()).to.match(/\bPaid\b/);
    await picture("paid");
  });

  it("shows the payment as a timeline, with what a merchant wrote as text", async () => {
    // A call that the service refuses, after the end of the payment.
    const params = { path: { paymentId } };
    const late = await product.client().POST("/api/v1/payments/{paymentId}/cancel", { params }).catch(String);
    expect(late).to.contain("SVC-4091");
    await operator.follow("Show the payment");
    for (const part of ["Payment created", "Paid", "Booked: payment", "Event payment.completed", PROBE])
      await operator.sees(part);
    await operator.finds("[data-kind='settlement'] [data-state='finalized']");
    expect(await operator.text()).to.match(/confirmations: \d+, required: \d+/);
    for (const call of ["CreatePayment", "AuthorizePayment", "CancelPayment"])
      await operator.finds(`::-p-xpath(//li[@data-kind='call'][contains(., '${call}')])`);
    await operator.sees("Booked: payout");
    const entries = await operator.page.$$eval(".timeline > li", (all) =>
      all.map(({ textContent }) => textContent ?? ""),
    );
    const inOrder = (...texts: readonly RegExp[]): void => {
      const places = texts.map((each) => entries.findIndex((text) => each.test(text)));
      const sorted = places.toSorted((x, y) => x - y);
      expect(places, entries.join("\n")).to.deep.equal(sorted).and.not.include(-1);
    };
    inOrder(/AuthorizePayment.*Succeeded/, /^Paid/, /^Booked: payment/, /CancelPayment.*Refused/);
    inOrder(/^Booked: payment/, /^Booked: settlement/, /^Booked: payout/, /^Settlement of .*Finalised/);
    expect(await operator.page.$$eval("main img, main script", (found) => found.length)).to.equal(0);
    expect(await operator.page.title()).to.equal(`Payment ${paymentId} – Console`);
    await picture("payment");
  });

  it("says before a refund whether it is allowed, and shows it afterwards", async () => {
    await operator.press("Refund");
    await operator.write("Amount to refund", "1000");
    await operator.sees("The amount is more than what is left of the payment.");
    await operator.sees("At most 12.50 USDX can be refunded.");
    const refused = await operator.page.$eval(".dialog button[type=submit]", (button) => button.disabled);
    expect(refused).to.equal(true);
    await operator.write("Amount to refund", "2.5");
    await operator.write("Reason, for your records (required)", "one was cold");
    await operator.sees("Refund 2.50 USDX");
    expect(await operator.text()).to.not.include("more than what is left");
    await operator.finds(".dialog button[type=submit]:not([disabled])");
    expect(await operator.barriers()).to.deep.equal([]);
    await picture("refund");
    // The refund is made, but its answers are lost. Whoever closes the dialog and asks for it again means the same refund.
    const lost = await operator.losing("*/api/v1/refunds");
    await operator.press("Refund 2.50 USDX");
    await operator.finds(".dialog [role=alert]");
    await lost[Symbol.asyncDispose]();
    await operator.press("Close");
    await operator.finds(".dialog", { hidden: true });
    await operator.press("Refund");
    await operator.write("Amount to refund", "2.5");
    await operator.write("Reason, for your records (required)", "one was cold");
    await operator.finds(".dialog button[type=submit]:not([disabled])");
    await operator.press("Refund 2.50 USDX");
    await operator.finds("[data-kind='refund'] [data-state]");
    await operator.sees("Refund of 2.50 USDX");
    const { items } = (await product.client().GET("/api/v1/refunds", { params: { query: { paymentId } } }))
      .data;
    expect(items.map(({ refundAmount, reason }) => [refundAmount, reason])).to.deep.equal([
      ["2.5", "one was cold"],
    ]);
    await operator.stateIs("refunded-in-part");
    await operator.sees("Call CreateRefund");
    await operator.press("Refund");
    await operator.sees("Refund 10.00 USDX");
    await operator.write("Reason, for your records (required)", "the rest, too");
    await operator.finds(".dialog button[type=submit]:not([disabled])");
    await operator.press("Refund 10.00 USDX");
    await operator.sees("Nothing can be refunded. The payment is refunded in full.");
    // What happened before somebody looked is there, too.
    await operator.page.reload();
    for (const type of ["payment.completed", "settlement.finalized"]) await operator.sees(`Event ${type}`);
    const refunded = "//li[@data-kind='event'][contains(., 'refund.completed')]";
    await operator.finds(`::-p-xpath(${refunded}/following-sibling::${refunded.slice(2)})`);
    const buttons = await operator.page.$$eval("main button", (all) => all.map((each) => each.textContent));
    expect(buttons).to.not.include("Refund");
    await operator.open(`/console/payments?merchant=${merchantId}`);
    await operator.stateIs("refunded");
    await operator.sees("12.50 USDX");
  });

  it("has views without barriers, also dark, small and by their addresses, and titles of their own", async () => {
    const { items } = (await product.client().GET("/api/v1/settlement")).data;
    const views = [
      "",
      "payments",
      `payments?status=completed&assetType=USDX&from=2026-01-01`,
      `payments/${paymentId}`,
      "point-of-sale",
      `point-of-sale/${paymentId}`,
      "settlements",
      `settlements/${items[0]?.settlementId}`,
      "balances",
      "balances/USDX",
      "keys",
      "webhooks",
      "events",
      "merchants",
      "publishers",
      "no-such-view",
    ];
    const titles = new Set<string>();
    await operator.page.setViewport({ width: 320, height: 640 });
    for (const [at, view] of views.entries()) {
      const [first, second] = at % 2 === 0 ? ["dark", "light"] : ["light", "dark"];
      await operator.open(`/console/${view}${view.includes("?") ? "&" : "?"}merchant=${merchantId}`);
      // Views go on asking for what may change, so the network is never idle for sure.
      await operator.page.waitForFunction('!document.body.innerText.includes("Loading")');
      for (const [value, what] of [[first], [second, "colours"]] as const) {
        await operator.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
        expect(await operator.barriers(what), `${view} ${value}`).to.deep.equal([]);
      }
      expect(await operator.overflow(), view).to.equal(0);
      titles.add(await operator.page.title());
      await picture(`view-${at}`);
    }
    expect(titles.size).to.equal(views.length - 1);
    await operator.page.setViewport({ width: 1000, height: 800 });
    await operator.open(`/console/settlements/${items[0]?.settlementId}`);
    await operator.sees(`Sample shop ${merchantId}`);
  });

  it("has a label at each value and the views behind a button where the window is narrow", async () => {
    await operator.open(`/console/payments?merchant=${merchantId}`);
    expect(await operator.groups()).to.include.members(["Money", "Developers", "Operation"]);
    await operator.page.setViewport({ width: 320, height: 640 });
    await operator.sees("Amount\n12.50 USDX");
    expect(
      await operator.page.$$eval("[role=columnheader]", (all) => all.map((each) => each.textContent)),
    ).to.include("Amount");
    expect(await operator.groups()).to.deep.equal([]);
    await operator.press("Menu");
    expect(await operator.groups()).to.include.members(["Money", "Developers", "Operation"]);
    expect(await operator.barriers()).to.deep.equal([]);
    await operator.follow("Balances");
    await operator.page.waitForFunction('document.activeElement.textContent === "Balances"');
    expect(await operator.groups()).to.deep.equal([]);
    await operator.page.setViewport({ width: 1000, height: 800 });
  });

  it("moves the focus to the heading of a view that is followed to", async () => {
    await operator.follow("Settlements");
    await operator.page.waitForFunction('document.activeElement.matches("h1")');
    expect(await operator.focused()).to.deep.equal(["H1", "Settlements"]);
  });

  it("pages through a hundred thousand payments with few rows at a time", async () => {
    const { page } = operator;
    const payment = (
      await product.client().GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId } } })
    ).data;
    await page.setRequestInterception(true);
    let pages = 0;
    const answer = (request: HTTPRequest) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname !== "/api/v1/payments") return void request.continue();
      pages += 1;
      const first = Number(searchParams.get("pageToken") ?? 0);
      const items = Array.from({ length: 100 }, (_, at) => ({
        ...payment,
        paymentId: `pay_${first + at}`,
        orderReference: `Order ${first + at}`,
      }));
      const nextPageToken = first + 100 < 100_000 ? String(first + 100) : "";
      const whole = { success: true, errors: [], data: { items, nextPageToken } };
      void request.respond({
        status: 200,
        contentType: "application/json",
        body: JSON.stringify(whole),
      });
    };
    page.on("request", answer);
    await operator.open(`/console/payments?merchant=${merchantId}`);
    await operator.sees("Order 0");
    let rows = 0;
    for (let seen = 0; seen < 3_000; ) {
      const before = seen;
      seen = await eventually("further rows", async () => {
        await operator.scrollToEnd();
        const last = await page.$eval(".table-body [role=row]:last-child", (row) => Number(row.ariaRowIndex));
        return last > before && last;
      });
      rows = Math.max(rows, await page.$$eval("[role=row]", (all) => all.length));
    }
    expect(rows).to.be.below(80);
    // Who comes back, from another window or another view, does not read all these pages again.
    await sleep(6_000);
    const before = pages;
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    await operator.follow("Settlements");
    await operator.sees("Settlements");
    await page.goBack();
    await operator.sees("Clear filters");
    await sleep(1_000);
    expect(pages - before).to.be.below(3);
    page.off("request", answer);
    await page.setRequestInterception(false);
  });

  it("shows a merchant's own key only what is the merchant's", async () => {
    const api = product.client();
    const other = (await api.POST("/api/v1/merchants", { body: { name: "Other shop" } })).data;
    const { apiKey } = (
      await api.POST("/api/v1/merchants/{merchantId}/api-keys", {
        params: { path: { merchantId: other.merchantId } },
        body: { name: "owner", role: "owner" },
      })
    ).data;
    await using owner = await ConsolePerson.at(product);
    await owner.signIn((await newLink(product, apiKey?.apiKeyId ?? "")).link);
    // In the header and on Home.
    await owner.page.waitForFunction("document.body.innerText.match(/Other shop/g)?.length === 2");
    const text = await owner.text();
    expect(text).to.include(other.merchantId).and.not.include("Publishers").and.not.include("Acting for");
    expect(await owner.groups())
      .to.include("Money")
      .and.not.include("Operation");
    expect(await owner.barriers()).to.deep.equal([]);
    await owner.follow("Payments");
    await owner.sees("Nothing here yet.");
    // The address of another merchant's payment shows nothing of it.
    await owner.open(`/console/payments/${paymentId}?merchant=${merchantId}`);
    await owner.sees("Reason: ");
    expect(await owner.text())
      .to.include("NOT_FOUND")
      .and.not.include("12.50");
    await owner.open("/console/keys");
    await owner.press("New key");
    await owner.write("Name", "till");
    await owner.press("Create key");
    await owner.sees("Choose what the key may do");
    await owner.page.select(".dialog select", "cashier");
    await owner.press("Create key");
    await owner.sees("Store it in a safe place.");
    expect(await owner.text()).to.match(/pda_[0-9a-z]{26}_/);
    await owner.press("Close");
    await owner.sees("till");
    expect(await owner.text()).to.not.match(/pda_[0-9a-z]{26}_/);
    expect(owner.complaints).to.deep.equal([]);
  });

  it("signs out, after which neither the page nor the token works", async () => {
    expect((await operator.session())?.refreshToken).to.match(/^\S+$/);
    await operator.press("Sign out");
    await operator.sees("You are signed out.");
    await operator.open("/console/payments");
    await operator.sees("pda sign-in link");
    expect(await operator.session()).to.equal(undefined);
    // Nor lets the service the next person at this browser in.
    await operator.press("Sign in");
    await operator.sees("You are not signed in");
    expect(operator.complaints).to.deep.equal([]);
  });

  it("is reached again by the new link of the next start", async () => {
    await product.kill9();
    await product.up();
    const links = product.output.match(/https:\S+\/oauth\/sign-in\/\S+/g) ?? [];
    expect(new Set(links).size).to.equal(2);
    await operator.signIn(links[1] ?? "");
    await operator.sees("Sample shop");
  });
});
