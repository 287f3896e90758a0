// The payment page, the console and the wallet side by side, each in a browser of its own, as a visitor sees them: no call is made by hand.
// PICTURES names a folder for the pictures that the README shows (make screenshots).
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Page } from "puppeteer-core";
import { advanceClock } from "../../clients/typescript/src/sandbox.ts";
import { buildUi } from "../support/built-ui.ts";
import { Product } from "../support/product.ts";
import { barriers } from "./support/barriers.ts";
import { ConsolePerson } from "./support/console.ts";
import { WalletBrowser } from "./support/wallet-browser.ts";

const { PICTURES } = process.env;
const folder = PICTURES ?? join(import.meta.dirname, "../../build/screenshots");
/** What the merchant writes: for readers of the README a plain text, else one that tries to be a script. */
const PURPOSE = PICTURES ? "Two coffees" : `Two coffees <script>document.title='taken'</script>`;
/** The pictures of the README. */
const SHOWN: ReadonlySet<string> = new Set(["console-code", "payment-page", "wallet-pay", "console-paid"]);
const TELEPHONE = { width: 390, height: 800 };

describe("a visitor of a sandbox", function () {
  this.timeout(120_000);
  // Each step goes on where the one before has ended.
  this.bail(true);
  let product: Product;
  let shop: ConsolePerson;
  let customer: WalletBrowser;
  let receipt: Page;
  let link = "";
  let views = 0;
  before(async () => {
    buildUi();
    mkdirSync(folder, { recursive: true });
    product = await Product.start();
    shop = await ConsolePerson.at(product);
    await shop.page.setViewport(TELEPHONE);
    customer = await WalletBrowser.open({ product });
  });
  after(async () => {
    await customer?.[Symbol.asyncDispose]();
    await shop?.[Symbol.asyncDispose]();
    await product?.stop();
  });

  /** Keeps a picture of a view, and looks for what keeps people from using it. */
  const look = async (page: Page, name: string): Promise<void> => {
    views += 1;
    if (!PICTURES || SHOWN.has(name))
      await page.screenshot({ path: join(folder, `${name}.webp`), type: "webp", quality: 80 });
    expect(await barriers(page), name).to.deep.equal([]);
  };

  it("signs in by the link that pda up prints, and has a shop by one button", async () => {
    const [signIn = ""] = /https:\S+\/oauth\/sign-in\/\S+/.exec(product.output) ?? [];
    await shop.signIn(signIn);
    await look(shop.page, "console-home");
    await shop.press("Set up a sample shop");
    await shop.sees("Charge");
  });

  it("asks a customer to pay", async () => {
    await advanceClock(product.client(), 3_600);
    await shop.page.waitForFunction(
      '[...document.querySelectorAll("input")].some(({ value }) => value === "USDX")',
    );
    await shop.write("Amount", "12.50");
    await shop.write("Purpose, as the payer reads it (optional)", PURPOSE);
    await look(shop.page, "console-charge");
    await shop.press("Charge");
    await shop.finds("img[alt='QR code of the payment']");
    await look(shop.page, "console-code");
    // By the clock of the sandbox, which is an hour ahead of the browser's.
    await shop.page.waitForFunction("/Time left 1[45]:\\d\\d/.test(document.body.innerText)");
    link = await shop.page.$eval('a[target="_blank"]', ({ href }) => href);
    expect(link).to.include("/pay/RF");
  });

  it("pays as the customer: from the payment page to a new wallet with sandbox money", async () => {
    await customer.page.goto(link);
    expect(await customer.sees("12.50")).to.include(PURPOSE);
    await look(customer.page, "payment-page");
    await customer.follow("Pay with Sandbox wallet");
    await customer.press("New wallet");
    const asked = await customer.sees("Payment to Sample shop");
    expect(asked).to.include(PURPOSE);
    await customer.press("Get sandbox money");
    await customer.sees("You got ");
    await look(customer.page, "wallet-pay");
    await customer.press("Pay 12.50 USDX");
    await customer.sees("You have paid Sample shop.");
    await look(customer.page, "wallet-paid");
    receipt = (await WalletBrowser.open({ product }, customer)).page;
    await receipt.goto(link);
    await receipt.waitForFunction(
      'document.body.innerText.includes("Sample shop has received your payment.")',
    );
    await look(receipt, "payment-receipt");
  });

  it("sees at the till that it is paid, and the payout until it is final", async () => {
    await shop.stateIs("completed");
    await look(shop.page, "console-paid");
    await shop.follow("Show the payment");
    await shop.finds("[data-kind='settlement'] [data-state='finalized']");
    await shop.sees(PURPOSE);
    await look(shop.page, "console-payment");
  });

  it("gives the money back, which payer and payment page show", async () => {
    await shop.press("Refund");
    await shop.write("Amount to refund", "12.5");
    await shop.write("Reason, for your records (required)", "one was cold");
    await shop.finds(".dialog button[type=submit]:not([disabled])");
    await look(shop.page, "console-refund");
    await shop.press("Refund 12.50 USDX");
    await shop.sees("Refund of 12.50 USDX");
    await receipt.waitForFunction('document.body.innerText.includes("12.50 USDX")');
    await customer.go("/wallet");
    await customer.sees("+12.50");
    await look(customer.page, "wallet-home");
    await receipt.reload();
    expect(await receipt.$eval("main", (main) => main.dataset.payment)).to.match(/^pay_/);
    expect(await receipt.$eval("body", (body) => body.innerText)).to.match(/refunded|given back|returned/i);
  });

  it("has the newest payments and the money on Home", async () => {
    await shop.press("Menu");
    await shop.follow("Home");
    const newest = "[role=table][aria-label='Newest payments']";
    await shop.finds(newest);
    expect(await shop.page.$eval(newest, ({ textContent }) => textContent))
      .to.include(PURPOSE)
      .and.include("12.50");
    await shop.finds("[data-part=settled]");
    expect(await shop.page.$eval("[data-part=settled]", ({ textContent }) => textContent)).to.include(
      "0.00 USDX",
    );
    await look(shop.page, "console-home-shop");
    await shop.follow("All payments");
    await shop.sees("Clear filters");
  });

  it("has met no breach of a page's policy, and no script of a text", async () => {
    expect(views).to.be.at.least(10);
    for (const page of [shop.page, customer.page, receipt]) expect(await page.title()).to.not.equal("taken");
    expect([...shop.complaints, ...customer.complaints]).to.deep.equal([]);
  });
});
