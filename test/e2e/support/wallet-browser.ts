// A browser of its own with the sandbox wallet: nothing is shared with other browsers of a test.
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { chromium } from "../../support/chromium.ts";
import { allBarriers } from "./barriers.ts";
import type { PaymentPages } from "./payment-pages.ts";

const SEES_MS = 20_000;

/** Runs in the page: an offence against its policy becomes a complaint. */
const TELL_VIOLATIONS = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  console.error("policy: " + violatedDirective + " " + blockedURI));`;

/** A browser of a holder, with one page. */
export class WalletBrowser implements AsyncDisposable {
  readonly page: Page;
  readonly baseUrl: string;
  /** What the browser complains about, offences against the policy of the page included; answers of the service that refuse are left out. */
  readonly complaints: string[];

  private constructor(page: Page, baseUrl: string, complaints: string[]) {
    this.page = page;
    this.baseUrl = baseUrl;
    this.complaints = complaints;
  }

  /** Opens a page in a browser of its own, or one more page in the browser of another. */
  static async open(
    { product }: Pick<PaymentPages, "product">,
    other?: WalletBrowser,
  ): Promise<WalletBrowser> {
    const browser = other ? other.page.browser() : await chromium({ webSecurity: true });
    const page = await browser.newPage();
    const complaints = other?.complaints ?? [];
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => {
      complaints.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
    await page.evaluateOnNewDocument(TELL_VIOLATIONS);
    await page.setViewport({ width: 390, height: 800 });
    return new WalletBrowser(page, product.baseUrl, complaints);
  }

  /** Opens a browser with a new wallet. */
  static async withWallet(pages: PaymentPages): Promise<WalletBrowser> {
    const made = await WalletBrowser.open(pages);
    await made.go("/wallet");
    await made.press("New wallet");
    await made.sees("Your wallet");
    return made;
  }

  async go(path: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}${path}`);
  }

  /** Presses the button of this name. */
  press(name: string): Promise<void> {
    return this.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  }

  /** Follows the link of this name. */
  follow(name: string): Promise<void> {
    return this.page.locator(`::-p-aria([name="${name}"][role="link"])`).click();
  }

  /** Writes into the field of this name, in place of what it has, as a person does with the keyboard. */
  async fill(name: string, text: string): Promise<void> {
    const field = `::-p-aria([name="${name}"][role="textbox"])`;
    // What is loaded meanwhile can move the field away under the pointer. A person sees that, and clicks again.
    do await this.page.locator(field).click({ count: 3 });
    while (!(await this.page.$eval(field, (found) => found.matches(":focus"))));
    await this.page.keyboard.press("Backspace");
    await this.page.keyboard.type(text);
  }

  /** Presses the button of this name twice before the page can show that it is busy. */
  async pressTwice(name: string): Promise<void> {
    const button = `[...document.querySelectorAll("button")].find(({ textContent }) => textContent === "${name}")`;
    await this.page.evaluate(`${button}.click(), ${button}.click()`);
  }

  /** Holds the answers of an address back. @returns how to end that */
  async holdAnswers(urlPattern: string): Promise<() => Promise<void>> {
    const session = await this.page.createCDPSession();
    const held: string[] = [];
    session.on("Fetch.requestPaused", ({ requestId }) => held.push(requestId));
    await session.send("Fetch.enable", { patterns: [{ urlPattern, requestStage: "Response" }] });
    return async () => {
      for (const requestId of held) await session.send("Fetch.continueRequest", { requestId });
      await session.detach();
    };
  }

  /** Cuts the answers of an address off, after the service has done what it was asked. @returns how to end that */
  async cutAnswers(urlPattern: string): Promise<() => Promise<void>> {
    const session = await this.page.createCDPSession();
    session.on("Fetch.requestPaused", ({ requestId }) => {
      void session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
    });
    await session.send("Fetch.enable", { patterns: [{ urlPattern, requestStage: "Response" }] });
    return () => session.detach();
  }

  /** Returns the text that a reader sees. */
  text(): Promise<string> {
    return this.page.$eval("body", (body) => body.innerText);
  }

  /** Waits until the page shows a text, and returns all that it shows. @throws Error with what it shows, after 20 s */
  async sees(part: string): Promise<string> {
    const end = Date.now() + SEES_MS;
    for (;;) {
      // While the page goes to another address, it has no text.
      const text = await this.text().catch(() => "");
      if (text.includes(part)) return text;
      if (Date.now() > end) throw new Error(`the wallet does not show "${part}", but:\n${text}`);
      await sleep(50);
    }
  }

  async walletId(): Promise<string> {
    return /wal_\w{26}/.exec(await this.sees("wal_"))?.[0] ?? "";
  }

  /** Returns what keeps readers from using the view: in light and in dark, and at the least width. */
  barriers(): Promise<string[]> {
    return allBarriers(this.page);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.browser().close();
  }
}
