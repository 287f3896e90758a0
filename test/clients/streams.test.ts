// The client libraries follow a stream whose connections a proxy breaks: nothing is lost, and nothing comes twice.
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect } from "chai";
import { createPdaClient } from "../../clients/typescript/src/index.ts";
import { layout } from "../../src/pki/names.ts";
import { type Holder, holder, merchant, paid, type Publisher, publisher } from "../e2e/support/scene.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";
import { boundToken } from "../support/dpop-proofs.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { alone } from "./support/alone.ts";
import { CuttingProxy } from "./support/cutting-proxy.ts";
import type { Report } from "./support/judge.ts";
import { runProgram } from "./support/run-program.ts";

const run = promisify(execFile);
const clients = join(import.meta.dirname, "../../clients");
const earlier = 6;
const later = 6;

describe("streams that the client libraries follow", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let customer: Holder;
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    customer = await holder(product, issuer, "100");
  });

  /** Lets events happen before and while a client follows them through the proxy, and compares. */
  const follow = async (
    client: (proxy: CuttingProxy, key: string, count: number) => Promise<string[][]>,
  ): Promise<void> => {
    await using proxy = await CuttingProxy.start(product);
    const shop = await merchant(product, issuer);
    for (let number = 0; number < earlier; number++) await paid(product, issuer, shop, customer, "1");
    const followed = client(proxy, shop.key, earlier + later);
    while (proxy.asked.length === 0) await Promise.race([sleep(20), followed]);
    for (let number = 0; number < later; number++) {
      await paid(product, issuer, shop, customer, "1");
      await sleep(50);
    }
    const all = await followed;
    const { data } = await shop.api.GET("/api/v1/events", {
      params: { query: { type: "payment.completed", pageSize: 200 } },
    });
    const ids = data.items.map(({ id }) => id);
    expect(ids).to.have.length(earlier + later);
    for (const each of all) expect(each).to.deep.equal(ids);
    expect(proxy.broken).to.be.above(2);
    expect(proxy.asked.filter(Boolean)).to.have.length.above(2);
  };
  const isHere = (...programs: string[]): boolean =>
    programs.every((name) => spawnSync("sh", ["-c", 'command -v "$1"', "sh", name]).status === 0);

  it("in TypeScript", () =>
    follow(async ({ url }, apiKey, count) => {
      await using api = createPdaClient({ baseUrl: url, ca: product.ca, apiKey });
      const ids: string[] = [];
      for await (const { id } of api.streamEvents({ type: "payment.completed" }))
        if (ids.push(id) === count) break;
      return [ids];
    }));

  it("in TypeScript with a proof for each connection", async () => {
    const shop = await merchant(product, issuer);
    const key = callerKey();
    const { data } = await product.client().POST("/api/v1/merchants/{merchantId}/public-keys", {
      params: { path: { merchantId: shop.merchantId } },
      body: {
        name: "office",
        scopes: ["events.read"],
        publicKey: key.publicKey,
        proof: await proofOf(key, product.baseUrl, shop.merchantId),
      },
    });
    const { publicKeyId } = data;
    const privateKey = key.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    const token = await boundToken(key, product.baseUrl, { kid: publicKeyId });
    await paid(product, issuer, shop, customer, "1");
    for (const credential of [
      { publicKey: { publicKeyId, privateKey } },
      { dpop: { accessToken: () => token, privateKey } },
      { signature: { keyId: publicKeyId, privateKey } },
    ]) {
      await using api = createPdaClient({ baseUrl: product.baseUrl, ca: product.ca, ...credential });
      const events = api.streamEvents();
      // Each loop is a connection of its own.
      for (let connection = 0; connection < 2; connection++)
        for await (const { type } of events) {
          expect(type).to.equal("payment.completed");
          break;
        }
    }
  });

  it("in Python, by threads and by asyncio", async function () {
    // With installing the generator.
    this.timeout(600_000);
    if (!isHere("python3")) this.skip();
    await alone("python", async () => {
      await run(join(clients, "python/generate"));
      await follow(async ({ url }, key, count) => {
        const { stdout } = await run(
          join(clients, "python/.venv/bin/python"),
          [join(import.meta.dirname, "streams/stream.py")],
          {
            env: {
              PATH: process.env.PATH,
              PYTHONPATH: join(clients, "python/src"),
              PDA_URL: url,
              PDA_API_KEY: key,
              PDA_CA_FILE: layout(product.pkiDir).root.cert,
              PDA_TRY_EVENTS: String(count),
            },
          },
        );
        return JSON.parse(stdout) as string[][];
      });
    });
  });

  for (const [language, programs] of Object.entries({ go: ["go"], java: ["java", "mvn"] }))
    it(`in ${language}`, async function () {
      // With building the client.
      this.timeout(900_000);
      if (!isHere(...programs)) this.skip();
      await follow(async ({ url }, key, count) => {
        const reports: Report[] = [];
        const settings = {
          PDA_URL: url,
          PDA_API_KEY: key,
          PDA_CA_FILE: layout(product.pkiDir).root.cert,
          PDA_TRY_EVENTS: String(count),
        };
        const { problems, said } = await runProgram(
          language,
          settings,
          (each) => reports.push(each),
          "stream",
        );
        expect(problems, said).to.deep.equal([]);
        // Java says before it of which type the error is.
        return [JSON.parse(reports[0]?.detail?.replace(/^[\w.]+: /, "") ?? "[]") as string[]];
      });
    });
});
