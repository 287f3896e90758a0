// A person at the console, in a real browser.
import type { Browser, ElementHandle, Page, WaitForSelectorOptions } from "puppeteer-core";
import { chromium } from "../../support/chromium.ts";
import type { Product } from "../../support/product.ts";
import { barriers } from "./barriers.ts";

/** Milliseconds for what a person waits for; settlement takes the longest. */
const PATIENCE_MS = 30_000;

/** Messages of the browser itself about answers that are no success, such as the first one, which brings the nonce. */
const ABOUT_ANSWERS = /^Failed to load resource/;

export class ConsolePerson implements AsyncDisposable {
  readonly #closed: Pick<Browser, "close">;
  readonly page: Page;
  /** What the browser has complained about, breaches of the page's policy among it. */
  readonly complaints: string[] = [];
  /** Sent to the interface: method, path and idempotency key. */
  readonly calls: { readonly method: string; readonly path: string; readonly key: string | undefined }[] = [];
  readonly #baseUrl: string;

  /** @param closed what ends with the person: the browser, or one tab */
  private constructor(closed: Pick<Browser, "close">, page: Page, baseUrl: string) {
    this.#closed = closed;
    this.page = page;
    this.#baseUrl = baseUrl;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("console", (message) => {
      if (message.type() === "error" && !ABOUT_ANSWERS.test(message.text()))
        this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => void this.complaints.push(String(error)));
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/"))
        this.calls.push({
          method: request.method(),
          path: pathname,
          key: request.headers()["idempotency-key"],
        });
    });
  }

  /** Opens a browser of a person's own, with cookies and keys that no other one has. */
  static async at(product: Pick<Product, "baseUrl">): Promise<ConsolePerson> {
    const browser = await chromium({ webSecurity: true });
    return new ConsolePerson(browser, await browser.newPage(), product.baseUrl);
  }

  /** Opens another tab of the same browser. Dispose of it to close it. */
  async otherTab(): Promise<ConsolePerson> {
    const page = await this.page.browser().newPage();
    return new ConsolePerson(page, page, this.#baseUrl);
  }

  /** Uses a link, and signs in to the console. */
  async signIn(link: string): Promise<void> {
    await this.page.goto(link);
    await Promise.all([this.page.waitForNavigation(), this.page.click("button")]);
    await this.open("/console/");
    await this.press("Sign in");
    await this.sees("You act as");
  }

  /** Opens a view by its address. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.#baseUrl + path);
    await this.finds("h1");
  }

  /** Follows a link inside the console. */
  async follow(name: string): Promise<void> {
    await this.#act(name, "link");
  }

  async press(name: string): Promise<void> {
    await this.#act(name, "button");
  }

  async #act(name: string, role: string): Promise<void> {
    await this.page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
  }

  /** Writes into a field in place of what it has. */
  async write(label: string, text: string): Promise<void> {
    const found = await this.finds(`::-p-aria([name="${label}"][role="textbox"])`);
    await found?.click({ count: 3 });
    await found?.type(text);
  }

  /** Writes into a field by its label, whatever its kind, in place of what it has. */
  async fill(label: string, text: string): Promise<void> {
    await this.page.locator(`::-p-aria(${label})`).fill(text);
  }

  /** Puts a long text into a field at once. */
  async paste(label: string, text: string): Promise<void> {
    const field = await this.finds(`::-p-aria([name="${label}"][role="textbox"])`);
    await field?.evaluate((element, value) => {
      const area = element as unknown as { value: string; dispatchEvent(event: Event): void };
      // By the setter of the browser, which React watches.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(area), "value")?.set?.call(area, value);
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }, text);
  }

  /** Chooses a file. */
  async choose(file: string): Promise<void> {
    const field = await this.finds("input[type=file]:not([disabled])");
    await (field as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file);
  }

  /** Waits until a text can be read. */
  async sees(text: string): Promise<void> {
    const script = `document.body?.innerText.includes(${JSON.stringify(text)}) === true`;
    await this.#orSays(text, this.page.waitForFunction(script));
  }

  /** Waits for an element and returns it. */
  finds(selector: string, options: WaitForSelectorOptions = {}): Promise<ElementHandle | null> {
    return this.#orSays(selector, this.page.waitForSelector(selector, options));
  }

  /** @throws saying what the page shows in place of what was waited for */
  async #orSays<T>(what: string, wait: Promise<T>): Promise<T> {
    try {
      return await wait;
    } catch (error) {
      const seen = (await this.text()).replaceAll("\n", " | ");
      throw new Error(`"${what}" is not to be seen, but: ${seen}`, { cause: error });
    }
  }

  text(): Promise<string> {
    return this.#say("document.body.innerText");
  }

  /** Returns what a script of the page would get. */
  async #say<T>(script: string): Promise<T> {
    return (await this.page.evaluate(script)) as T;
  }

  /** Says what the browser keeps of the session; undefined when it keeps nothing. */
  session(): Promise<{ accessToken: string; refreshToken: string; isExtractable: boolean } | undefined> {
    return this.#say(`new Promise((resolve) => {
      indexedDB.open("pda-console").onsuccess = ({ target }) => {
        const store = target.result.transaction("session").objectStore("session");
        store.get("session").onsuccess = ({ target: { result } }) =>
          resolve(result && { ...result, keys: undefined, isExtractable: result.keys.privateKey.extractable });
      };
    })`);
  }

  /** Lets the access token seem to have ended. */
  expireToken(): Promise<void> {
    return this.changeSession({ expiresAt: 0 });
  }

  /** Changes what the browser keeps of the session. */
  changeSession(members: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#say(`new Promise((resolve) => {
      indexedDB.open("pda-console").onsuccess = ({ target }) => {
        const store = target.result.transaction("session", "readwrite").objectStore("session");
        store.get("session").onsuccess = ({ target: { result } }) => {
          store.put({ ...result, ...${JSON.stringify(members)} }, "session").onsuccess = () => resolve();
        };
      };
    })`);
  }

  /** The element that has the focus, and its text. */
  focused(): Promise<readonly [string, string]> {
    return this.#say("[document.activeElement.tagName, document.activeElement.textContent]");
  }

  /** The groups of the navigation that are in sight. */
  groups(): Promise<string[]> {
    return this.#say(
      '[...document.querySelectorAll("nav h2")].filter((each) => each.checkVisibility()).map(({ innerText }) => innerText)',
    );
  }

  scrollToEnd(): Promise<void> {
    return this.#say("scrollTo(0, document.documentElement.scrollHeight)");
  }

  /** Clicks a button twice, as fast as a person cannot. */
  clickTwice(name: string): Promise<void> {
    return this.#say(`{
      const button = [...document.querySelectorAll("button")].find((each) => each.textContent === ${JSON.stringify(name)});
      button.click();
      button.click();
    }`);
  }

  /** Loses the answers of the service to such calls, although it has done them, until the result is disposed of. @param of pattern of their address */
  async losing(of: string): Promise<AsyncDisposable> {
    const network = await this.page.createCDPSession();
    network.on("Fetch.requestPaused", ({ requestId }) => {
      void network.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
    });
    await network.send("Fetch.enable", { patterns: [{ urlPattern: of, requestStage: "Response" }] });
    return { [Symbol.asyncDispose]: () => network.detach() };
  }

  /** Waits until a part of the page has a state. */
  async stateIs(state: string): Promise<void> {
    await this.finds(`main [data-state="${state}"]`);
  }

  barriers(what?: "colours"): Promise<string[]> {
    return barriers(this.page, what);
  }

  /** Pixels by which the page is wider than its window. */
  overflow(): Promise<number> {
    return this.#say("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closed.close();
  }
}
