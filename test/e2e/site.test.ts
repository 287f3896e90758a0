// The documentation at /docs: what the service serves.
import { brotliDecompressSync } from "node:zlib";
import { expect } from "chai";
import { Agent, request } from "undici";
import { catalogue } from "../../gen/errors/catalogue.ts";
import { anchorsOf, builtPages, type BuiltPage, bytesOf, filesOf, linksOf } from "../support/built-site.ts";
import { Product } from "../support/product.ts";
import { exchange } from "./support/http.ts";

const PAGE_BYTES_MAX = 500_000;
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
});
