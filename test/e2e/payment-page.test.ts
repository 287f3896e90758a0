// What a consumer sees behind the link of a payment, in a real browser, on the running product.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { exchange } from "./support/http.ts";
import { PaymentPages, shown, stateOf } from "./support/payment-pages.ts";
import { eventually } from "./support/scene.ts";

/** Pictures of the page in its states, for people who look at the results of a run. */
const PICTURES = join(import.meta.dirname, "../../build/screenshots");

describe("the payment page", function () {
  this.timeout(120_000);
  let pages: PaymentPages;
  before(async () => {
    mkdirSync(PICTURES, { recursive: true });
    pages = await PaymentPages.start();
  });
  after(() => pages?.[Symbol.asyncDispose]());

  it("shows merchant, amount, purpose, code and time left, then by itself the receipt and the refund", async () => {
    const payment = await pages.requested({ description: "Two coffees" });
    const { page, complaints } = await pages.opened(payment.uri);
    const before = await shown(page);
    for (const part of [
      "Payment to Test Shop",
      "12.50",
      pages.issuer.assetType,
      "Two coffees",
      payment.reference,
    ])
      expect(before).to.include(part);
    expect(before).to.match(/Time left\s+1[45]:\d\d/);
    expect(await page.$$eval(".code svg", (codes) => codes.length)).to.equal(1);
    await page.screenshot({ path: join(PICTURES, "payment-page-pending.png"), fullPage: true });
    await page.focus("summary");
    const said = await page.$("#said[role=status]");
    expect(await said?.evaluate(({ textContent }) => textContent)).to.equal("");
    await pages.pay(payment);
    await eventually("the page shows that it is paid", async () => (await stateOf(page)) === "completed");
    const receipt = await shown(page);
    for (const part of ["Receipt", "Paid", "Test Shop has received your payment.", payment.paymentId])
      expect(receipt).to.include(part);
    expect(receipt).to.not.include(pages.payer.walletId);
    // A screen reader says what changes in a place that stays, and the focus does not fall out of the page.
    expect(await said?.evaluate(({ isConnected, textContent }) => isConnected && textContent)).to.match(
      /^Paid/,
    );
    expect(await page.$eval(":focus", ({ tagName }) => tagName)).to.equal("H1");
    expect(await page.title()).to.match(/^Receipt – 12\.50 /);
    await page.screenshot({ path: join(PICTURES, "payment-page-completed.png"), fullPage: true });
    expect(complaints).to.deep.equal([]);
    await page.close();
  });

  it("shows a refund on the receipt", async () => {
    const payment = await pages.requested();
    await pages.pay(payment);
    const { data } = await pages.shop.api.GET("/api/v1/payments/{paymentId}", {
      params: { path: { paymentId: payment.paymentId } },
    });
    await pages.shop.api.POST("/api/v1/refunds", {
      body: {
        originalTransaction: data.transactionId as string,
        refundAmount: "2.5",
        reason: "one was cold",
      },
    });
    const { page } = await pages.opened(payment.uri);
    expect(await shown(page)).to.match(/Refunded\s+2\.50/);
    await page.close();
  });

  it("shows whatever a merchant writes as text, and runs nothing of it", async () => {
    const probe = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>{{7*7}}{merchant}`;
    const { merchantId } = (
      await pages.product
        .client()
        .POST("/api/v1/merchants", { body: { name: `Shop ${probe}`.slice(0, 100) } })
    ).data;
    const body = { amount: "1", assetType: pages.issuer.assetType, merchantId, description: probe };
    const { paymentId } = (await pages.product.client().POST("/api/v1/payments", { body })).data;
    const { uri } = (
      await pages.product
        .client()
        .POST("/api/v1/payments/{paymentId}/reference", { params: { path: { paymentId } } })
    ).data;
    const { page, complaints } = await pages.opened(uri);
    expect(await shown(page)).to.include(probe);
    expect(await page.title()).to.include('Shop "><img src=x');
    expect(await page.$$eval("main img, main script", (found) => found.length)).to.equal(0);
    expect(complaints).to.deep.equal([]);
    await page.close();
  });

  it("has a policy without exceptions for what is written inside, and is kept by nobody else", async () => {
    const { uri } = await pages.requested();
    const { headers } = await exchange(pages.product, new URL(uri).pathname, {});
    const policy = String(headers["content-security-policy"]);
    expect(policy).to.include("default-src 'none'").and.to.not.include("unsafe");
    expect(policy).to.match(/script-src 'sha256-[\w+/]+={0,2}';/);
    expect(headers["cache-control"]).to.equal("no-store");
    expect(headers["referrer-policy"]).to.equal("no-referrer");
    expect(headers["x-content-type-options"]).to.equal("nosniff");
    expect(headers).to.not.have.property("x-frame-options");
  });
});
