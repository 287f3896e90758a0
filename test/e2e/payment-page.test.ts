// What a consumer sees behind the link of a payment, in a real browser, on the running product.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import { expect } from "chai";
import type { Browser, Page } from "puppeteer-core";
import { chromium } from "../support/chromium.ts";
import { Product } from "../support/product.ts";
import { exchange } from "./support/http.ts";
import {
  authorise,
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  type Payment,
  type Publisher,
  publisher,
} from "./support/scene.ts";

/** Pictures of the page in its states, for people who look at the results of a run. */
const PICTURES = join(import.meta.dirname, "../../build/screenshots");
const LANGUAGES = ["en", "de", "es", "fr", "it", "pt", "ar", "ja", "zh"];

describe("the payment page", function () {
  this.timeout(120_000);
  let product: Product;
  let browser: Browser;
  let issuer: Publisher;
  let shop: Merchant;
  let payer: Holder;

  before(async () => {
    mkdirSync(PICTURES, { recursive: true });
    product = await Product.start({ PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000" });
    browser = await chromium();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    payer = await holder(product, issuer, "1000");
  });
  after(async () => {
    await browser?.close();
    await product?.[Symbol.asyncDispose]();
  });

  type Asked = Payment & { readonly uri: string; readonly reference: string };
  /** A payment with its link. */
  const requested = async (more: object = {}): Promise<Asked> => {
    const { assetType } = issuer;
    const body = { amount: "12.50", assetType, merchantId: shop.merchantId, ...more };
    const payment = (await shop.api.POST("/api/v1/payments", { body })).data;
    const params = { path: { paymentId: payment.paymentId } };
    const { uri, reference } = (await shop.api.POST("/api/v1/payments/{paymentId}/reference", { params }))
      .data;
    return { ...payment, uri, reference };
  };
  const pay = async ({ reference }: Asked): Promise<void> => {
    const path = { walletId: payer.walletId, reference };
    const request = await product
      .client()
      .GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", { params: { path } });
    await authorise(product, payer, request.data);
  };
  /** Opens a page and collects what the browser complains about. */
  const opened = async (
    address: string,
    { scripts = true, width = 360, dark = false, languages = "en" } = {},
  ): Promise<{ page: Page; complaints: string[] }> => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => void complaints.push(String(error)));
    await page.setViewport({ width, height: 740 });
    await page.setJavaScriptEnabled(scripts);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
    await page.setExtraHTTPHeaders({ "Accept-Language": languages });
    await page.goto(address);
    return { page, complaints };
  };
  const shown = (page: Page): Promise<string> => page.$eval("main", (main) => main.innerText);
  const state = (page: Page) => page.$eval("main", (main) => main.dataset.state);
  /** What axe finds against WCAG 2.2 AA, each with its first element. */
  const barriers = async (page: Page): Promise<string[]> => {
    // Evaluated by the debugger, which the policy of the page does not hold.
    await page.evaluate(axe.source);
    return page.evaluate(async () => {
      const { axe: judge } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      const { violations } = await judge.run({ runOnly: { type: "tag", values } });
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
  };

  it("shows merchant, amount, purpose, code and time left, then by itself the receipt and the refund", async () => {
    const payment = await requested({ description: "Two coffees" });
    const { page, complaints } = await opened(payment.uri);
    const before = await shown(page);
    for (const part of ["Payment to Test Shop", "12.50", issuer.assetType, "Two coffees", payment.reference])
      expect(before).to.include(part);
    expect(before).to.match(/Time left\s+1[45]:\d\d/);
    expect(await page.$$eval(".code svg", (codes) => codes.length)).to.equal(1);
    await page.screenshot({ path: join(PICTURES, "payment-page-pending.png"), fullPage: true });
    await pay(payment);
    await eventually("the page shows that it is paid", async () => (await state(page)) === "completed");
    const receipt = await shown(page);
    for (const part of ["Receipt", "Paid", "Test Shop has received your payment.", payment.paymentId])
      expect(receipt).to.include(part);
    expect(receipt).to.not.include(payer.walletId);
    await page.screenshot({ path: join(PICTURES, "payment-page-completed.png"), fullPage: true });
    expect(complaints).to.deep.equal([]);
    await page.close();
  });

  it("shows a refund on the receipt", async () => {
    const payment = await requested();
    await pay(payment);
    const { data } = await shop.api.GET("/api/v1/payments/{paymentId}", {
      params: { path: { paymentId: payment.paymentId } },
    });
    await shop.api.POST("/api/v1/refunds", {
      body: {
        originalTransaction: data.transactionId as string,
        refundAmount: "2.5",
        reason: "one was cold",
      },
    });
    const { page } = await opened(payment.uri);
    expect(await shown(page)).to.match(/Of it refunded\s+2\.50/);
    await page.close();
  });

  it("shows why it was not paid: cancelled, or the time is over, also before anybody has asked again", async () => {
    const cancelled = await requested();
    const { page } = await opened(cancelled.uri);
    await shop.api.POST("/api/v1/payments/{paymentId}/cancel", {
      params: { path: { paymentId: cancelled.paymentId } },
    });
    await eventually("the page shows the end", async () => (await state(page)) === "cancelled");
    expect(await shown(page))
      .to.include("Cancelled")
      .and.to.include("Nothing was taken.");
    const short = await requested({ expiresInSeconds: 10 });
    await page.goto(short.uri);
    expect(await state(page)).to.equal("pending");
    await eventually("the page shows that the time is over", async () => (await state(page)) === "failed");
    expect(await shown(page)).to.include("The time to pay is over");
    await page.close();
  });

  it("is whole without scripts, and asks again by itself while it waits", async () => {
    const payment = await requested({ description: "Two coffees" });
    const { page, complaints } = await opened(payment.uri, { scripts: false });
    const { text } = await exchange(product, new URL(payment.uri).pathname, {});
    expect(text).to.include('<noscript><meta http-equiv="refresh"');
    await pay(payment);
    await eventually("the page without scripts shows that it is paid", async () => {
      const { text: now } = await exchange(product, new URL(payment.uri).pathname, {});
      return now.includes('data-state="completed"');
    });
    await page.goto(payment.uri);
    expect(await page.title()).to.include("Receipt");
    expect(complaints).to.deep.equal([]);
    await page.close();
  });

  it("speaks the reader's language, and another one on request; no text is cut at 320 pixels", async () => {
    const payment = await requested({ description: "2 ☕" });
    const texts = new Set<string>();
    for (const language of LANGUAGES) {
      const { page } = await opened(payment.uri, { width: 320, languages: `${language}-XX,en;q=0.5` });
      const root = await page.$eval("html", ({ lang, dir, scrollWidth, clientWidth }) => ({
        lang,
        dir,
        fits: scrollWidth <= clientWidth,
      }));
      expect(root).to.deep.equal({ lang: language, dir: language === "ar" ? "rtl" : "ltr", fits: true });
      texts.add(await shown(page));
      await page.close();
    }
    expect(texts.size).to.equal(LANGUAGES.length);
    const { page } = await opened(payment.uri, { languages: "tlh" });
    expect(await page.$eval("html", ({ lang }) => lang)).to.equal("en");
    await Promise.all([page.waitForNavigation(), page.click('a[hreflang="de"]')]);
    expect(await shown(page))
      .to.include("Zahlung an Test Shop")
      .and.to.include("12,50");
    await page.screenshot({ path: join(PICTURES, "payment-page-german.png"), fullPage: true });
    await page.close();
  });

  it("has no barriers that axe finds, light and dark, waiting and paid, from left and from right", async () => {
    const waiting = await requested({ description: "Two coffees" });
    const paid = await requested();
    await pay(paid);
    for (const { uri } of [waiting, paid])
      for (const how of [{ dark: false }, { dark: true }, { languages: "ar" }]) {
        const { page } = await opened(uri, how);
        await page.$$eval("details", (all) => all.forEach((each) => each.setAttribute("open", "")));
        expect(await barriers(page), `${uri} ${JSON.stringify(how)}`).to.deep.equal([]);
        await page.close();
      }
  });

  it("shows whatever a merchant writes as text, and runs nothing of it", async () => {
    const probe = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>{{7*7}}{merchant}`;
    const { merchantId } = (
      await product.client().POST("/api/v1/merchants", { body: { name: `Shop ${probe}`.slice(0, 100) } })
    ).data;
    const body = { amount: "1", assetType: issuer.assetType, merchantId, description: probe };
    const { paymentId } = (await product.client().POST("/api/v1/payments", { body })).data;
    const { uri } = (
      await product
        .client()
        .POST("/api/v1/payments/{paymentId}/reference", { params: { path: { paymentId } } })
    ).data;
    const { page, complaints } = await opened(uri);
    expect(await shown(page)).to.include(probe);
    expect(await page.title()).to.include('Shop "><img src=x');
    expect(await page.$$eval("main img, main script", (found) => found.length)).to.equal(0);
    expect(complaints).to.deep.equal([]);
    await page.close();
  });

  it("has a policy without exceptions for what is written inside, and is kept by nobody else", async () => {
    const { uri } = await requested();
    const { headers } = await exchange(product, new URL(uri).pathname, {});
    const policy = String(headers["content-security-policy"]);
    expect(policy).to.include("default-src 'none'").and.to.not.include("unsafe");
    expect(policy).to.match(/script-src 'sha256-[\w+/]+={0,2}';/);
    expect(headers["cache-control"]).to.equal("private, no-cache");
    expect(headers["referrer-policy"]).to.equal("no-referrer");
    expect(headers["x-content-type-options"]).to.equal("nosniff");
    expect(headers).to.not.have.property("x-frame-options");
    const again = await exchange(product, new URL(uri).pathname, {
      headers: { "If-None-Match": String(headers.etag) },
    });
    expect([again.status, again.text]).to.deep.equal([304, ""]);
  });

  it("can be framed by a merchant's page in two lines, and tells that page the state", async () => {
    const payment = await requested();
    const { origin } = new URL(payment.uri);
    const site = createServer((_request, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(`<!doctype html><title>shop</title>
<iframe src="${payment.uri}" title="Payment" width="400" height="640"></iframe>
<script>addEventListener("message", ({ origin, data }) => { if (origin === "${origin}") document.title = data.state + " " + data.paymentId; });</script>`);
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    try {
      const { page } = await opened(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`, {
        width: 500,
      });
      await eventually(
        "the frame tells its state",
        async () => (await page.title()) === `pending ${payment.paymentId}`,
      );
      await pay(payment);
      await eventually(
        "the frame tells the end",
        async () => (await page.title()) === `completed ${payment.paymentId}`,
      );
      await page.close();
    } finally {
      site.close();
    }
  });

  it("tells nothing about a reference that nobody was given", async () => {
    const { uri } = await requested();
    const unknown = uri.slice(0, -1) + (uri.endsWith("A") ? "B" : "A");
    const { page } = await opened(unknown);
    expect(await shown(page)).to.include("No payment has this link");
    expect((await exchange(product, new URL(unknown).pathname, {})).status).to.equal(404);
    await page.close();
  });
});
