// What the log says while PostgreSQL, or the core, is away and callers go on asking.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { ask } from "../e2e/support/http.ts";
import { commandOf, descendants } from "../e2e/support/process-tree.ts";
import { type Merchant, merchant, type Publisher, publisher } from "../e2e/support/scene.ts";
import { Product } from "../support/product.ts";

const callers = 8;
/** Of an outage that each caller has to meet. */
const refusedMin = 50;

type Line = Record<string, unknown> & { level: string; msg: string };

const kinds = {
  PostgreSQL: /postgres .*-D /,
  "the core": / core$/,
};

describe("the log of an outage", function () {
  this.timeout(180_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  before(async () => {
    const unlimited = {
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000000",
      PDA_GATEWAY_RATE_BURST: "1000000",
    };
    product = await Product.start(unlimited, ["--json"]);
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
  });
  after(() => product.stop());

  const create = () => {
    const body = { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId };
    return ask(product, "/api/v1/payments", { key: shop.key, body });
  };

  /** JSON lines that were printed since. */
  const linesSince = (from: number): Line[] =>
    product.output
      .slice(from)
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Line);

  for (const [what, command] of Object.entries(kinds)) {
    it(`has no stack trace while ${what} is away, but says once that and how often it was met`, async () => {
      const from = product.output.length;
      const refused: string[] = [];
      let busy = true;
      const callersDone = Promise.all(
        Array.from({ length: callers }, async () => {
          while (busy) {
            const { status, json } = await create();
            if (status === 503) refused.push(json.requestId);
            else expect(status).to.equal(201);
            await sleep(5);
          }
        }),
      );
      while (refused.length < refusedMin * callers) {
        const victim = descendants(product.pid).find((pid) => command.test(commandOf(pid)));
        if (victim !== undefined) process.kill(victim, "SIGKILL");
        await sleep(50);
      }
      while ((await create()).status !== 201) await sleep(100);
      busy = false;
      await callersDone;

      const lines = linesSince(from);
      expect(lines.filter((line) => JSON.stringify(line).includes('"stack"'))).to.deep.equal([]);
      expect(lines.filter(({ level, tier }) => level === "error" && tier !== "database")).to.deep.equal([]);
      const said = lines.filter(({ msg }) => msg === "the core is unavailable");
      // How often an earlier outage was met may be said in this one.
      const first = said.find(({ more }) => more === undefined);
      expect(first).to.include.keys("code", "cause", "requestId", "route");
      expect(refused).to.include(first?.requestId);
      expect(said.length).to.be.within(1, 20);
    });
  }
});
