// The payment page for every reader: without scripts, in nine languages, with a screen reader, inside a merchant's own page.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { Product } from "../support/product.ts";
import { barriers } from "./support/barriers.ts";
import { exchange } from "./support/http.ts";
import { PaymentPages, shown, stateOf } from "./support/payment-pages.ts";
import { eventually } from "./support/scene.ts";

/** The service as callers of another address reach it. */
const frontOf = ({ baseUrl, ca }: Product) => ({ baseUrl, ca });
const LANGUAGES = ["en", "de", "es", "fr", "it", "pt", "ar", "ja", "zh"];

describe("the payment page for every reader", function () {
  this.timeout(120_000);
  let pages: PaymentPages;
  before(async () => {
    pages = await PaymentPages.start();
  });
  after(() => pages?.[Symbol.asyncDispose]());

  it("shows why it was not paid: cancelled, or the time is over, also before anybody has asked again", async () => {
    const cancelled = await pages.requested();
    const { page } = await pages.opened(cancelled.uri);
    await pages.shop.api.POST("/api/v1/payments/{paymentId}/cancel", {
      params: { path: { paymentId: cancelled.paymentId } },
    });
    await eventually("the page shows the end", async () => (await stateOf(page)) === "cancelled");
    expect(await shown(page))
      .to.include("Cancelled")
      .and.to.include("Nothing was taken.");
    const short = await pages.requested({ expiresInSeconds: 10 });
    await page.goto(short.uri);
    expect(await stateOf(page)).to.equal("pending");
    await eventually("the page shows that the time is over", async () => (await stateOf(page)) === "failed");
    expect(await shown(page)).to.include("The time to pay is over");
    await page.close();
  });

  it("is whole without scripts, and asks again by itself while it waits", async () => {
    const payment = await pages.requested({ description: "Two coffees" });
    const { page, complaints } = await pages.opened(payment.uri, { scripts: false });
    const { text } = await exchange(pages.product, new URL(payment.uri).pathname, {});
    expect(text).to.include('<noscript><meta http-equiv="refresh"');
    await pages.pay(payment);
    await eventually("the page without scripts shows that it is paid", async () => {
      const { text: now } = await exchange(pages.product, new URL(payment.uri).pathname, {});
      return now.includes('data-state="completed"');
    });
    await page.goto(payment.uri);
    expect(await page.title()).to.include("Receipt");
    expect(complaints).to.deep.equal([]);
    await page.goto((await pages.requested()).uri);
    // Without scripts nothing counts, so no empty row stands there.
    const waiting = await shown(page);
    expect(waiting).to.include("Pay before");
    expect(waiting).to.not.include("Time left");
    await page.close();
  });

  it("shows the time that is left after a reload, as the clock of the service has it", async () => {
    const { page } = await pages.opened((await pages.requested({ expiresInSeconds: 100 })).uri);
    const left = async (): Promise<number> => {
      const [, minutes, seconds] = /Time left\s+(\d+):(\d\d)/.exec(await shown(page)) ?? [];
      return Number(minutes) * 60 + Number(seconds);
    };
    const first = await left();
    await eventually("some seconds pass", async () => (await left()) <= first - 3);
    await page.reload();
    expect(await left()).to.be.at.most(first - 3);
    await page.close();
  });

  it("speaks the reader's language, and another one on request; no text is cut at 320 pixels", async () => {
    const payment = await pages.requested({ description: "2 ☕" });
    const texts = new Set<string>();
    for (const language of LANGUAGES) {
      const { page } = await pages.opened(payment.uri, { width: 320, languages: `${language}-XX,en;q=0.5` });
      const root = await page.$eval("html", ({ lang, dir, scrollWidth, clientWidth }) => ({
        lang,
        dir,
        fits: scrollWidth <= clientWidth,
      }));
      // In one piece or two, and the amount in one.
      const lines = await page.$$eval("dd code, .amount bdi", (all) =>
        all.map((each) => each.getClientRects().length),
      );
      expect(Math.max(...lines), `${language}: ${lines.join()}`).to.be.at.most(2);
      expect(root).to.deep.equal({ lang: language, dir: language === "ar" ? "rtl" : "ltr", fits: true });
      texts.add(await shown(page));
      await page.close();
    }
    expect(texts.size).to.equal(LANGUAGES.length);
    const { page } = await pages.opened(payment.uri, { languages: "tlh" });
    expect(await page.$eval("html", ({ lang }) => lang)).to.equal("en");
    await Promise.all([page.waitForNavigation(), page.click('a[hreflang="de"]')]);
    expect(await shown(page))
      .to.include("Zahlung an Test Shop")
      .and.to.include("12,50");
    await page.close();
  });

  it("has no barriers that axe finds, light and dark, waiting and paid, from left and from right", async () => {
    const waiting = await pages.requested({ description: "Two coffees" });
    const paid = await pages.requested();
    await pages.pay(paid);
    for (const { uri } of [waiting, paid])
      for (const how of [{ dark: false }, { dark: true }, { languages: "ar" }]) {
        const { page } = await pages.opened(uri, how);
        await page.$$eval("details", (all) => all.forEach((each) => each.setAttribute("open", "")));
        expect(await barriers(page), `${uri} ${JSON.stringify(how)}`).to.deep.equal([]);
        await page.close();
      }
  });

  it("can be framed by a merchant's page in two lines, and tells that page the state", async () => {
    const payment = await pages.requested();
    const { origin } = new URL(payment.uri);
    const site = createServer((_request, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(`<!doctype html><title>shop</title>
<iframe src="${payment.uri}" title="Payment" width="400" height="640"></iframe>
<script>addEventListener("message", ({ origin, data }) => { if (origin === "${origin}") document.title = data.state + " " + data.paymentId; });</script>`);
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    try {
      const { page } = await pages.opened(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`, {
        width: 500,
      });
      await eventually(
        "the frame tells its state",
        async () => (await page.title()) === `pending ${payment.paymentId}`,
      );
      // No wallet lets itself be framed, so it opens beside the shop.
      const frame = page.frames().find((each) => each.url() === payment.uri);
      await frame?.click(".wallet");
      const wallet = await pages.browser.waitForTarget((each) => each.url().includes("/wallet/pay"));
      await (await wallet.page())?.close();
      await pages.pay(payment);
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
    const { uri } = await pages.requested();
    const unknown = uri.slice(0, -1) + (uri.endsWith("A") ? "B" : "A");
    const { page } = await pages.opened(unknown);
    expect(await shown(page)).to.include("No payment has this link");
    const from = "127.44.0.9";
    const { status, headers } = await exchange(
      { ...frontOf(pages.product), from },
      new URL(unknown).pathname,
      {},
    );
    expect(status).to.equal(404);
    await eventually("the refusal has a record, as one of the consumer's", async () => {
      const { json } = await exchange(pages.product, "/api/v1/audit/records?pageSize=50", {
        key: pages.product.operatorKey,
      });
      const items: { requestId: string; operation: string; outcome: string }[] = json.data.items;
      return items.find(
        ({ requestId, operation, outcome }) =>
          requestId === headers["x-request-id"] && operation === "GetPaymentPage" && outcome !== "succeeded",
      );
    });
    await page.close();
  });
});
