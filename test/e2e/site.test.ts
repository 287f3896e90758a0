// The documentation at /docs: what the service serves, and what a person sees in a browser.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect } from "chai";
import type { Browser, Page } from "puppeteer-core";
import { Agent, request } from "undici";
import { catalogue } from "../../gen/errors/catalogue.ts";
import { anchorsOf, builtPages, type BuiltPage, bytesOf, filesOf, linksOf } from "../support/built-site.ts";
import { chromium } from "../support/chromium.ts";
import { Product } from "../support/product.ts";
import { exchange } from "./support/http.ts";

const PAGE_BYTES_MAX = 500_000;
const PICTURES = join(import.meta.dirname, "../../build/pictures-of-pages");
const asBrowser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

describe("the documentation", function () {
  this.timeout(240_000);
  let pages: BuiltPage[];
  let product: Product;
  before(async () => {
    pages = builtPages();
    product = await Product.start({ PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "10000" });
  });
  after(() => product?.stop());

  const get = (path: string, headers: Record<string, string> = {}) => exchange(product, path, { headers });
  const pageAt = (path: string): BuiltPage => {
    const page = pages.find((each) => each.path === path);
    if (page === undefined) throw new Error(`no page ${path}`);
    return page;
  };

  it("leads browsers from / to its first page, and says 404 there to programs", async () => {
    const led = await get("/", asBrowser);
    expect([led.status, led.headers.location, led.headers.vary]).to.deep.equal([302, "/docs/", "Accept"]);
    expect((await get("/docs")).headers.location).to.equal("/docs/");
    for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }]) {
      const { status, json } = await get("/", headers as Record<string, string>);
      expect([status, json.errorCode]).to.deep.equal([404, "SVC-4041"]);
    }
  });

  it("says with a page of its own that an address has no page, and to programs in JSON", async () => {
    for (const path of ["/docs/nonsense", "/docs/guides/nonsense/deep", "/docs/nonsense.md"]) {
      const { status, headers, text } = await get(path, asBrowser);
      expect([status, headers["content-type"]], path).to.deep.equal([404, "text/html; charset=utf-8"]);
      expect(text).to.include("<html").and.to.include("Page not found");
      expect(headers["content-security-policy"]).to.equal(
        (await get("/docs/", asBrowser)).headers["content-security-policy"],
      );
      for (const sent of [{}, { accept: "application/json" }]) {
        const { status: code, json } = await get(path, sent as Record<string, string>);
        expect([code, json.errorCode], path).to.deep.equal([404, "SVC-4041"]);
      }
    }
  });

  it("has a policy without unsafe exceptions, and no style or script that the policy forbids", async () => {
    const { status, headers } = await get("/docs/", asBrowser);
    const policy = String(headers["content-security-policy"]);
    expect([status, headers["content-type"]]).to.deep.equal([200, "text/html; charset=utf-8"]);
    expect(policy).to.not.match(/unsafe|https?:|\*/);
    expect(policy).to.contain("default-src 'none'").and.to.contain("style-src 'self'");
    const wrong = pages.filter(({ html }) =>
      /<[a-z][^<>]*\s(?:style|on[a-z]+)="|<style|javascript:/.test(html),
    );
    expect(wrong.map(({ path }) => path)).to.deep.equal([]);
    const elsewhere = pages.flatMap((page) => filesOf(page).filter((file) => !file.startsWith("/docs/")));
    expect(elsewhere).to.deep.equal([]);
  });

  it("serves every page and file, compressed beforehand, by its entity tag; hashed files for ever", async () => {
    const files = new Set(pages.flatMap((page) => [page.path, ...filesOf(page)]));
    for (const path of files) {
      const { status, headers } = await get(path, { "accept-encoding": "br" });
      expect(status, path).to.equal(200);
      const cached = path.startsWith("/docs/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
      expect(headers["cache-control"], path).to.equal(cached);
      // Smaller files are not compressed beforehand.
      if (bytesOf(path) > 1_024) expect(Number(headers["content-length"]), path).to.equal(bytesOf(path));
      const again = await get(path, { "accept-encoding": "br", "if-none-match": String(headers.etag) });
      expect(again.status, path).to.equal(304);
    }
  });

  it("has pages of at most 500 kB with all that they load, and no dead link", async () => {
    const heavy = pages
      .map(
        (page) =>
          [page.path, [page.path, ...filesOf(page)].reduce((sum, file) => sum + bytesOf(file), 0)] as const,
      )
      .filter(([, bytes]) => bytes > PAGE_BYTES_MAX);
    expect(heavy).to.deep.equal([]);
    expect(
      pages.filter(({ html }) => Buffer.byteLength(html) > PAGE_BYTES_MAX).map(({ path }) => path),
    ).to.deep.equal([]);
    const anchors = new Map(pages.map((page) => [page.path, anchorsOf(page)]));
    const others = new Set<string>();
    const dead = pages.flatMap((page) =>
      linksOf(page)
        .filter(({ host }) => host === "localhost")
        .filter(({ pathname, hash }) => {
          const found = anchors.get(pathname);
          if (found === undefined) others.add(pathname);
          return found !== undefined && hash !== "" && !found.has(decodeURIComponent(hash.slice(1)));
        })
        .map(({ pathname, hash }) => `${page.path}: ${pathname}${hash}`),
    );
    expect(dead).to.deep.equal([]);
    for (const path of others) expect((await get(path)).status, path).to.equal(200);
  });

  it("explains each error code where the service's answers say, to people as a page, to programs as Markdown", async () => {
    const refused = await get("/api/v1/payments");
    const [, link = ""] = /<([^>]+)>; rel="help"/.exec(String(refused.headers.link)) ?? [];
    const [path = ""] = link.split("#");
    const led = await get(path, asBrowser);
    expect([led.status, led.headers.location, led.headers.vary]).to.deep.equal([
      302,
      "/docs/reference/errors",
      "Accept",
    ]);
    const markdown = await get(path);
    expect(markdown.headers["content-type"]).to.equal("text/markdown; charset=utf-8");
    expect(markdown.headers.vary).to.equal("Accept, Accept-Encoding");
    const codes = Object.values(catalogue).map(({ code }) => code.toLowerCase());
    expect([...anchorsOf(pageAt("/docs/reference/errors"))]).to.include.members(codes);
  });

  it("has a page for each operation of the contract, with samples, and its first heading names it", async () => {
    const document = JSON.parse((await get("/openapi.json")).text);
    const verbs = Object.values(document.paths as Record<string, Record<string, { operationId?: string }>>);
    const names = verbs.flatMap((path) =>
      Object.values(path).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(names.length).to.be.above(150);
    const headings = new Map(
      pages.map(({ path, html }) => [/<h1 id="([^"]+)"/.exec(html)?.[1], { path, html }]),
    );
    for (const name of names) {
      const found = headings.get(name.toLowerCase());
      expect(found?.path, name).to.match(/^\/docs\/api\/[a-z0-9-]+$/);
      const tabs = [...(found?.html ?? "").matchAll(/<label data-title="([^"]+)"/g)].map(
        ([, label]) => label,
      );
      expect(tabs, name).to.deep.equal(["curl", "TypeScript", "Go", "Python", "Java"]);
    }
  });

  it("says before the first sample what all samples need, and each limit once", async () => {
    const { text } = await get("/docs/api/index.md");
    const [, beginning] = /^## How a sample begins\n([\s\S]*?)^## /m.exec(text) ?? [];
    expect(beginning).to.contain("export PDA_URL=").and.to.contain("export CURL_CA_BUNDLE=");
    const twice = pages.filter(({ html }) => /(\d+ to [\d,]+ characters)[^<]*\(\1/.test(html));
    expect(twice.map(({ path }) => path)).to.deep.equal([]);
  });

  it("explains each reason of an error under an address of its own", () => {
    const anchors = [...anchorsOf(pageAt("/docs/reference/errors"))];
    expect(anchors).to.include.members(["host_repeated", "scope_missing", "proof_invalid"]);
  });

  it("has a page for each message of the events, with its example", async () => {
    const document = JSON.parse((await get("/asyncapi.json")).text);
    const messages = Object.values(document.components.messages as Record<string, { name: string }>);
    const headings = pages.filter(({ path }) => path.startsWith("/docs/events/")).map(({ html }) => html);
    for (const { name } of messages) {
      const page = headings.find((html) => new RegExp(`<h1[^>]*>${name}\\b`).test(html));
      expect(page, name).to.contain("Example");
    }
  });

  it("has the operations as a collection for Postman, with address and key as variables", async () => {
    const { status, headers, json } = await get("/docs/pda.postman_collection.json");
    expect([status, headers["content-type"]]).to.deep.equal([200, "application/json; charset=utf-8"]);
    expect(json.info.schema).to.equal("https://schema.getpostman.com/json/collection/v2.1.0/collection.json");
    expect(json.variable.map(({ key }: { key: string }) => key)).to.deep.equal(["baseUrl", "apiKey"]);
    interface Item {
      name: string;
      item?: Item[];
      request?: {
        method: string;
        body?: { raw: string };
        url: { host: string[]; path: string[]; variable: { key: string; value: string }[] };
      };
    }
    const leaves = (items: Item[]): Item[] =>
      items.flatMap((each) => (each.item ? leaves(each.item) : [each]));
    const { paths } = JSON.parse((await get("/openapi.json")).text);
    const all = leaves(json.item);
    for (const { name, request: { method, url, body } = expect.fail() } of all) {
      expect(url.host).to.deep.equal(["{{baseUrl}}"]);
      const template = `/${url.path.map((part) => (part.startsWith(":") ? `{${part.slice(1)}}` : part)).join("/")}`;
      const described = paths[template]?.[method.toLowerCase()];
      expect(described?.operationId, template).to.equal(name);
      const open = url.path.filter((part) => part.startsWith(":")).map((part) => part.slice(1));
      expect(url.variable.map(({ key }) => key)).to.have.members(open);
      expect(body === undefined, name).to.equal(described.requestBody === undefined);
      if (body) JSON.parse(body.raw);
    }
    expect(all.length).to.equal(Object.values(paths).flatMap((path) => Object.keys(path as object)).length);
  });

  it("has contents for programs, whose links lead to Markdown", async () => {
    expect((await get("/llms.txt")).headers.location).to.equal("/docs/llms.txt");
    const { status, headers, text } = await get("/docs/llms.txt");
    expect([status, headers["content-type"]]).to.deep.equal([200, "text/plain; charset=utf-8"]);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    expect(links.length).to.be.above(200);
    const dead = new Set<string>();
    const known = new Set<string>();
    for (const link of links) {
      const page = await get(link);
      if (page.status !== 200) dead.add(link);
      if (!link.endsWith(".md")) continue;
      for (const [, further = ""] of page.text.matchAll(/\]\((\/docs\/[^)#\s]+)/g)) {
        if (known.has(further)) continue;
        if ((await get(further)).status === 200) known.add(further);
        else dead.add(`${link}: ${further}`);
      }
    }
    expect([...dead]).to.deep.equal([]);
  });

  it("has every page as Markdown under its name", async () => {
    for (const { path } of pages) {
      const { status, headers, text } = await get(`${path.replace(/\/$/, "/index")}.md`);
      expect([status, headers["content-type"]], path).to.deep.equal([200, "text/markdown; charset=utf-8"]);
      expect(text, path).to.match(/^# /m);
    }
  });

  it("is served compressed to browsers that take it", async () => {
    const agent = new Agent({ connect: { ca: product.ca } });
    const answer = await request(`${product.baseUrl}/docs/trust`, {
      dispatcher: agent,
      headers: { "accept-encoding": "br" },
    });
    const body = brotliDecompressSync(Buffer.from(await answer.body.arrayBuffer()));
    await agent.close();
    expect(body.toString()).to.equal(pageAt("/docs/trust").html);
  });

  describe("in a browser", () => {
    let browser: Browser;
    before(async () => {
      browser = await chromium();
    });
    after(() => browser?.close());

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
      expect(await page.$$eval(".try-it input", (all) => all.map(({ value }) => value).join(""))).to.equal(
        "",
      );
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
      const focused =
        "getComputedStyle(document.querySelector('.vp-code-group input:focus-visible + label'))";
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
});
