// The documentation at /docs as a person sees it.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Browser, Page } from "puppeteer-core";
import { builtPages, type BuiltPage } from "../support/built-site.ts";
import { chromium } from "../support/chromium.ts";
import { Product } from "../support/product.ts";

const PICTURES = join(import.meta.dirname, "../../build/pictures-of-pages");

describe("the documentation in a browser", function () {
  this.timeout(240_000);
  let pages: BuiltPage[];
  let product: Product;
  let browser: Browser;
  before(async () => {
    pages = builtPages();
    product = await Product.start({ PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "10000" });
    browser = await chromium();
  });
  after(async () => {
    await browser?.close();
    await product?.stop();
  });

  /** Opens a page and notes what goes wrong on it. */
  const open = async (path: string, width = 1280): Promise<{ page: Page; wrong: string[] }> => {
    const page = await browser.newPage();
    const wrong: string[] = [];
    page.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) wrong.push(message.text());
    });
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("requestfailed", (request) => wrong.push(`${request.url()} ${request.failure()?.errorText}`));
    await page.setViewport({ width, height: 800 });
    await page.goto(product.baseUrl + path, { waitUntil: "networkidle0" });
    return { page, wrong };
  };
  const said = (words: string): string =>
    `document.querySelector(".try-it-answer")?.textContent.includes(${JSON.stringify(words)})`;
  const picture = async (page: Page, name: string) => {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  };

  it("leads back from an address that has no page", async () => {
    const { page } = await open("/docs/guides/nonsense");
    await page.waitForFunction("/no page at this address/i.test(document.body.innerText)");
    const links = await page.$$eval("main a, #app a", (found) => found.map(({ pathname }) => pathname));
    expect(links).to.include("/docs/");
    await picture(page, "not-found");
  });

  it("loads pages without errors and without breaking its policy, and finds words", async () => {
    const { page, wrong } = await open("/docs/trust");
    await picture(page, "trust");
    await page.click(".VPNavBarSearch button");
    await page.waitForSelector(".search-input");
    for (const [words, path] of [
      ["SVC-4222", "/docs/reference/errors"],
      ["CreatePayment", "/docs/api/create-payment"],
      ["HOST_REPEATED", "/docs/reference/errors#host_repeated"],
      ["SCOPE_MISSING", "/docs/reference/errors#scope_missing"],
      ["DEVICE_REVOKED", "/docs/reference/errors#device_revoked"],
      ["NAME_NOT_PRINTABLE", "/docs/reference/errors#name_not_printable"],
      ["how do I get a refund", "/docs/api/create-refund#"],
      ["POST /api/v1/payments", "/docs/api/create-payment#"],
      ["pda payments list", "/docs/command-line#"],
    ] as const) {
      await page.evaluate("document.querySelector('.search-input').value = ''");
      await page.type(".search-input", words);
      await page.waitForFunction(`document.querySelector('.result')?.href.includes('${path}')`);
    }
    for (const [words, path] of [
      ["refund", "/docs/api/create-refund#"],
      ["refund", "/docs/quickstart-merchant#6-a-refund"],
      ["webhook", "/docs/api/create-webhook#"],
      ["webhook", "/docs/guides/events#"],
      ["webhook signature", "/docs/guides/events#"],
      ["go live production", "/docs/guides/going-live#"],
      ["QR code", "/docs/guides/payment-page#"],
      ["pda login", "/docs/command-line#profiles"],
      ["statement", "/docs/guides/reconciliation#the-statement"],
      ["statement", "/docs/api/get-statement#"],
      ["idempotency", "/docs/reference/idempotency#"],
      ["how do I refund a payment", "/docs/api/create-refund#"],
      ["gateway.bodyBytesMax", "/docs/operations#settings"],
    ] as const) {
      await page.evaluate("document.querySelector('.search-input').value = ''");
      await page.type(".search-input", words);
      await page
        .waitForFunction(
          `[...document.querySelectorAll(".result")].slice(0, 3).some(({ href }) => href.includes("${path}"))`,
          { timeout: 5_000 },
        )
        .catch(() => expect.fail(`${words}: ${path} is not among the first three`));
    }
    await picture(page, "search");
    await page.evaluate("document.querySelector('.search-input').value = ''");
    await page.type(".search-input", "CreatePayment");
    await page.waitForFunction(
      "document.querySelector('.result')?.href.includes('/docs/api/create-payment#')",
    );
    await page.click(".result");
    await page.waitForFunction("location.pathname === '/docs/api/create-payment'");
    expect(wrong).to.deep.equal([]);
    await page.close();
  });

  it("sends the request of an operation with the reader's key, keeps nothing, and shows the answer as text", async () => {
    const { page, wrong } = await open("/docs/api/register-merchant");
    const name = "<img src=x onerror=alert(1)>";
    await page.waitForSelector(".try-it input[name=key]");
    await page.type(".try-it input[name=key]", product.operatorKey);
    const write = `const area = document.querySelector(".try-it textarea");
      area.value = ${JSON.stringify(JSON.stringify({ name }))}; area.dispatchEvent(new Event("input"));`;
    await page.evaluate(write);
    await page.click(".try-it button");
    await page.waitForSelector(".try-it-answer");
    const shown = String(await page.$eval(".try-it-answer", (found) => found.textContent));
    await picture(page, "try-it");
    expect(shown).to.contain("HTTP 201").and.to.contain(name).and.to.contain("mer_");
    const keyShown = () =>
      page.$eval(".try-it input[name=key]", (found) => (found as { value?: string }).value);
    expect(await page.$eval(".try-it", (found) => found.textContent)).to.contain("are examples");
    await page.click("a[href='/docs/api/list-merchants']");
    await page.waitForFunction("document.querySelector('h1')?.id === 'listmerchants'");
    expect(await keyShown()).to.equal(product.operatorKey);
    const kept = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    expect(kept).to.not.contain(product.operatorKey);
    await page.reload({ waitUntil: "networkidle0" });
    expect(await keyShown()).to.equal("");
    expect(wrong).to.deep.equal([]);
    await page.close();
  });

  it("says before a request is sent what the form lacks, and leaves filters empty", async () => {
    const { page, wrong } = await open("/docs/api/list-payments");
    await page.waitForSelector(".try-it input[name=status]");
    expect(await page.$$eval(".try-it input", (all) => all.map(({ value }) => value).join(""))).to.equal("");
    await page.type(".try-it input[name=key]", "pda_…");
    await page.click(".try-it button");
    await page.waitForFunction(said("The API key has characters that no key has"));
    await page.goto(`${product.baseUrl}/docs/api/get-payment`, { waitUntil: "networkidle0" });
    await page.evaluate(`const field = document.querySelector(".try-it input[name=paymentId]");
      field.value = " "; field.dispatchEvent(new Event("input"));`);
    await page.click(".try-it button");
    await page.waitForFunction(said("paymentId is empty"));
    expect(wrong).to.deep.equal([]);
    await page.close();
  });

  it("shows the samples of the language that a reader has chosen by the keyboard, on further pages too, where they are", async () => {
    const { page, wrong } = await open("/docs/api/create-payment");
    const shown = () => page.$eval(".vp-code-group .blocks > .active", (found) => found.textContent);
    expect(await shown()).to.contain("curl ");
    await page.focus(".vp-code-group input");
    const focused = "getComputedStyle(document.querySelector('.vp-code-group input:focus-visible + label'))";
    expect(await page.evaluate(`${focused}.outlineStyle`)).to.equal("solid");
    for (const sample of [
      "await api.POST(",
      "client.CreatePayment(",
      "pda.create_payment(",
      "pda.payment()",
    ]) {
      await page.keyboard.press("ArrowRight");
      expect(await shown()).to.contain(sample);
    }
    await picture(page, "samples");
    await page.click("a[href='/docs/api/get-payment']");
    await page.waitForFunction("document.querySelector('h1')?.id === 'getpayment'");
    expect(await shown()).to.contain("pda.payment().getPayment(");
    await page.goto(`${product.baseUrl}/docs/api/get-server-info`, { waitUntil: "networkidle0" });
    expect(await shown()).to.contain("pda.server().getServerInfo()");
    expect(
      await page.evaluate("[scrollY, document.querySelector('.vp-code-group input:checked').id]"),
    ).to.deep.equal([
      0,
      await page.$eval(".vp-code-group label[data-title=Java]", (found) => found.getAttribute("for")),
    ]);
    expect(wrong).to.deep.equal([]);
    await page.close();
  });

  it("is readable on a telephone: nothing scrolls sideways", async () => {
    const wide = [
      "/docs/",
      "/docs/api/",
      "/docs/api/create-payment",
      "/docs/reference/errors",
      "/docs/permissions",
      "/docs/guides/digital-identities",
      "/docs/clients/python",
    ];
    const some = pages.filter(({ path }, index) => index % 30 === 0 || wide.includes(path));
    for (const { path } of some) {
      const { page, wrong } = await open(path, 360);
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect([path, width, wrong]).to.deep.equal([path, 360, []]);
      if (path.endsWith("create-payment")) await picture(page, "telephone");
      await page.close();
    }
  });
});
