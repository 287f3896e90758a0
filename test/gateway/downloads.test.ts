import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect } from "chai";
import { Agent, request } from "undici";
import { parse } from "yaml";
import { operations } from "../../gen/rest/operations.ts";
import { release } from "../../src/config/release.ts";
import { contentCoding } from "../../src/gateway/negotiate.ts";
import { Rig } from "./support/rig.ts";

const root = join(import.meta.dirname, "../..");
const publicUrl = "https://pay.example:18443";
const paths = [
  "/openapi.json",
  "/openapi.yaml",
  "/asyncapi.json",
  "/asyncapi.yaml",
  "/protos.tar.gz",
  "/protos.binpb",
  "/docs/reference/errors.md",
];

describe("downloads: OpenAPI and AsyncAPI documents, protos and pages", function () {
  this.timeout(60_000);
  let rig: Rig;
  let agent: Agent;
  before(async () => {
    execFileSync("make", ["protos"], { cwd: root, stdio: "ignore" });
    rig = await Rig.start({ config: { publicUrl } });
    agent = new Agent({ connect: { ca: rig.ca } });
  });
  after(async () => {
    await agent.close();
    await rig[Symbol.asyncDispose]();
  });

  const get = async (path: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") => {
    const answer = await request(rig.gateway.url + path, { dispatcher: agent, headers, method });
    const body = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, body };
  };

  it("have the contract's OpenAPI document with this service's address, in YAML and the same in JSON", async () => {
    const yaml = await get("/openapi.yaml");
    expect(yaml.headers["content-type"]).to.equal("application/yaml; charset=utf-8");
    const committed = readFileSync(join(root, "openapi/pda.v1.yaml"), "utf8");
    expect(yaml.body.toString()).to.equal(committed.replaceAll("https://localhost:8443", publicUrl));
    const document = parse(yaml.body.toString(), { maxAliasCount: 10_000 });
    const [server] = document.servers;
    expect(server.variables?.base_url?.default ?? server.url).to.equal(publicUrl);
    const json = JSON.parse((await get("/openapi.json")).body.toString());
    expect(json).to.deep.equal(document);
    for (const { http } of operations) {
      if (!http) continue;
      const names = (_: string, name: string) =>
        `{${name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())}}`;
      const path = http.template.replace(/\{(\w+)\}/g, names);
      expect(json.paths[path]).to.have.property(http.verb.toLowerCase());
    }
  });

  it("have the AsyncAPI document of the events with this service's address, in YAML and the same in JSON", async () => {
    const yaml = await get("/asyncapi.yaml");
    expect(yaml.headers["content-type"]).to.equal("application/yaml; charset=utf-8");
    const document = parse(yaml.body.toString());
    expect(document.servers.api).to.include({ host: "pay.example:18443", protocol: "https" });
    expect(document.info.externalDocs.url).to.equal(`${publicUrl}/docs/guides/events.md`);
    expect(yaml.body.toString()).to.not.contain("localhost");
    expect(JSON.parse((await get("/asyncapi.json")).body.toString())).to.deep.equal(document);
  });

  it("name each major version's document", async () => {
    for (const kind of ["json", "yaml"])
      for (const name of ["openapi", "asyncapi"])
        expect((await get(`/${name}.v1.${kind}`)).body).to.deep.equal((await get(`/${name}.${kind}`)).body);
    expect((await get("/openapi.v0.json")).status).to.equal(404);
  });

  it("are the files that make protos packs", async () => {
    for (const kind of ["tar.gz", "binpb"]) {
      const packed = readFileSync(join(root, `build/protos/pda-protos-${release.version}.${kind}`));
      expect((await get(`/protos.${kind}`)).body.equals(packed), kind).to.equal(true);
    }
  });

  it("have every page that the documents link", async () => {
    const text = (await get("/openapi.json")).body.toString() + (await get("/asyncapi.json")).body.toString();
    const pages = new Set([...text.matchAll(/[("](\/docs\/[\w./-]+)/g)].map((match) => match[1] as string));
    expect([...pages]).to.include.members(["/docs/decisions.md", "/docs/reference/authentication.md"]);
    for (const page of pages) {
      const { status, headers, body } = await get(page);
      const kind = page.endsWith(".md") ? "markdown" : "html";
      expect([status, headers["content-type"]], page).to.deep.equal([200, `text/${kind}; charset=utf-8`]);
      if (kind === "markdown") expect(body.equals(readFileSync(join(root, page)))).to.equal(true);
    }
  });

  it("have every page, program and vector below docs that one of the pages links", async () => {
    const linked = new Set<string>();
    for (const page of globSync("docs/**/*.md", { cwd: root }))
      for (const [, to = ""] of readFileSync(join(root, page), "utf8").matchAll(/\]\(([^):#]+)/g))
        linked.add(new URL(to, `https://localhost/${page}`).pathname);
    const below = [...linked].filter((path) => path.startsWith("/docs/") && /\.\w+$/.test(path));
    expect(below).to.include.members(["/docs/vectors/sun.json", "/docs/examples/grpc/python/issue.py"]);
    for (const path of below) {
      const { status, body } = await get(path);
      expect(status, path).to.equal(200);
      expect(body.equals(readFileSync(join(root, path))), path).to.equal(true);
    }
  });

  for (const path of paths)
    it(`${path}: kept by caches, and asked for again by its entity tag in each coding`, async () => {
      const plain = await get(path);
      expect(plain.status).to.equal(200);
      expect(plain.headers["cache-control"]).to.equal("public, max-age=300");
      expect(plain.headers["x-content-type-options"]).to.equal("nosniff");
      const tags = new Set<unknown>();
      for (const coding of ["", "gzip", "br"]) {
        const headers = { "accept-encoding": coding };
        const answer = await get(path, headers);
        const tag = answer.headers.etag as string;
        expect(tag).to.match(/^"[\w-]+"$/);
        tags.add(tag);
        const again = await get(path, { ...headers, "if-none-match": `"other", W/${tag}` });
        expect([again.status, again.body.length, again.headers.etag]).to.deep.equal([304, 0, tag]);
        expect((await get(path, { ...headers, "if-none-match": '"other"' })).status).to.equal(200);
        const head = await get(path, headers, "HEAD");
        expect([head.status, head.body.length]).to.deep.equal([200, 0]);
        expect(head.headers["content-length"]).to.equal(String(answer.body.length));
      }
      // The archive is compressed already.
      expect(tags.size).to.equal(path.endsWith(".gz") ? 1 : 3);
    });

  it("are compressed for callers that take it", async () => {
    for (const path of paths.filter((each) => !each.endsWith(".gz"))) {
      const plain = await get(path);
      expect(plain.headers).to.not.have.property("content-encoding");
      for (const [coding, open] of [
        ["gzip", gunzipSync],
        ["br", brotliDecompressSync],
      ] as const) {
        const answer = await get(path, { "accept-encoding": coding });
        // Browsers get the page in place of its Markdown.
        const vary = path.endsWith(".md") ? "Accept, Accept-Encoding" : "Accept-Encoding";
        expect(answer.headers).to.include({ "content-encoding": coding, vary });
        expect(open(answer.body).equals(plain.body), `${path} ${coding}`).to.equal(true);
        expect(answer.body.length).to.be.lessThan(plain.body.length / 2);
      }
    }
    const archive = await get("/protos.tar.gz", { "accept-encoding": "br, gzip" });
    expect(archive.headers).to.not.have.property("content-encoding");
  });

  it("refuse other methods", async () => {
    const { status, headers } = await rig.ask("/protos.binpb", { method: "POST" });
    expect([status, headers.allow]).to.deep.equal([405, "GET, HEAD"]);
  });
});

describe("the choice of a content coding (RFC 9110 section 12.5.3)", () => {
  for (const [header, chosen] of [
    [undefined, undefined],
    ["", undefined],
    ["identity", undefined],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["GZIP;q=0.5", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0, gzip;q=0", undefined],
    ["*", "br"],
    ["*;q=0.1, br;q=0", "gzip"],
    ["identity, gzip;q=0.2", undefined],
    ["zstd", undefined],
  ] as const)
    it(`${header ?? "no header"}: ${chosen ?? "none"}`, () => {
      expect(contentCoding(header)).to.equal(chosen);
    });
});
