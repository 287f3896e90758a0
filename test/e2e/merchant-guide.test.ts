// docs/guides/merchant.md to the letter, as a newcomer types it: one shell, and the output that the page shows.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { secretsIn } from "./support/secrets.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/guides/merchant.md"), "utf8");

/** The shell blocks of the page in order, each with the output that it shows, where it shows one. */
const blocks = [...page.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```)?/gms)].map(
  ([, commands = "", shown]) => ({ commands, shown }),
);

describe("the guide that a merchant follows", function () {
  this.timeout(240_000);
  let product: Product;
  let printed: string[];

  before(async () => {
    product = await sharedProduct();
    const script = blocks
      .map(({ commands }) => commands)
      .join("\nprintf '\\036'\n")
      .replaceAll("https://localhost:8443", product.baseUrl)
      .replaceAll(".pda/", `${product.dataDir}/`);
    const { stdout } = await run("sh", ["-euc", script], {
      cwd: root,
      env: { ...process.env, ...product.settings },
    });
    printed = stdout.replaceAll("\r\n", "\n").split("\u001e");
  });
  after(() => expect(secretsIn(product)).to.deep.equal([]));

  for (const [index, { commands, shown }] of blocks.entries())
    if (shown !== undefined)
      it(`prints what the page shows after ${commands.trim().split("\n").at(-1)?.trim()}`, () => {
        expect(printed[index]?.toLowerCase()).to.equal(shown.toLowerCase());
      });

  it("finds the payment by its key", () => {
    const asked = blocks.findIndex(({ commands }) => /idempotency\/\$ORDER \|/.test(commands));
    expect(printed[asked]).to.include("CreatePayment").and.include("completed").and.match(/pay_/);
  });

  it("ends with tables of both payments and of the settlement of the second", () => {
    const tables = printed.at(-1) ?? "";
    expect(tables.match(/^pay_\S+ +completed +24\.9 /gm)).to.have.length(2);
    expect(tables.match(/^stl_\S+ +finalized +15 /gm)).to.have.length(1);
  });
});
