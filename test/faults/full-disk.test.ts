// PostgreSQL lacks disk, memory or a working disk: with the errors that it raises then, raised by triggers.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { ask, type Received } from "../e2e/support/http.ts";
import { type Merchant, merchant, type Publisher, publisher } from "../e2e/support/scene.ts";
import { Product } from "../support/product.ts";

const requests = 60;

type Line = Record<string, unknown> & { level: string; msg: string };

const shortages: Record<string, string> = {
  "53100": 'could not extend file "base/16385/16500": No space left on device',
  "53200": "out of memory",
  "58030": 'could not write block 7 in file "base/16385/16500": Input/output error',
};

describe("a database without disk or memory left", function () {
  this.timeout(180_000);
  let product: Product;
  let database: pg.Client;
  let issuer: Publisher;
  let shop: Merchant;
  before(async () => {
    product = await Product.start({}, ["--json"]);
    database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
  });
  after(async () => {
    await database?.end();
    await product.stop();
  });

  const create = (): Promise<Received> => {
    const body = { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId };
    return ask(product, "/api/v1/payments", { key: shop.key, body });
  };
  const linesSince = (from: number): Line[] =>
    product.output
      .slice(from)
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Line);

  for (const [code, message] of Object.entries(shortages)) {
    it(`answers 503 with Retry-After, without a line of its own for each in the log, at SQLSTATE ${code}`, async () => {
      const from = product.output.length;
      await database.query(`
        create or replace function no_space() returns trigger language plpgsql as
          $$ begin raise exception '${message}' using errcode = '${code}'; end $$;
        create trigger no_space before insert on payment execute function no_space();
      `);
      const answers = await Promise.all(Array.from({ length: requests }, create));
      await database.query("drop trigger no_space on payment");
      for (const { status, headers, json } of answers) {
        expect(status, JSON.stringify(json)).to.equal(503);
        expect(headers["retry-after"]).to.match(/^[1-9]\d*$/);
      }
      expect((await create()).status).to.equal(201);

      await sleep(500);
      const lines = linesSince(from).filter(({ tier }) => tier !== "database");
      expect(lines.filter(({ level }) => level === "error")).to.deep.equal([]);
      expect(lines.filter((line) => JSON.stringify(line).includes('"stack"'))).to.deep.equal([]);
      expect(lines.filter(({ level }) => level === "warn").length).to.be.below(5);
    });
  }

  it("is told at all, with the reason in the line of a call", () => {
    const lines = linesSince(0);
    expect(lines.map(({ msg }) => msg)).to.include("the core is unavailable");
    const causes = new Set(lines.filter(({ msg }) => msg === "call").map(({ cause }) => cause));
    expect([...causes]).to.include.members(Object.values(shortages));
  });
});
