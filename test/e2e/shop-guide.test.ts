// docs/guides/shop.md to the letter, as a merchant types it: one shell.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { sharedProduct } from "../support/product.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

describe("the page on running a shop", function () {
  this.timeout(120_000);
  /** What each block printed. */
  let printed: string[];

  before(async () => {
    const product = await sharedProduct();
    const page = readFileSync(join(root, "docs/guides/shop.md"), "utf8");
    const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block as string);
    const script = ["trap 'rm -rf \"$TRY\"' EXIT", ...blocks]
      .join("\nprintf '\\036'\n")
      .replaceAll("https://localhost:8443", product.baseUrl)
      .replaceAll(".pda/", `${product.dataDir}/`);
    const { stdout } = await run("sh", ["-euc", script], { cwd: root });
    printed = stdout.split("\u001e").slice(1);
  });

  it("suspends and resumes a terminal", () => expect(printed[2]).to.equal("suspended\nactive\n"));

  it("has openssl verify the terminal's certificate with the list that it names", () =>
    expect(printed[3]).to.match(/^OK\nof terminal dev_\n$/));

  it("replaces the terminal's key", () => expect(printed[4]).to.equal("key_\n"));

  it("requests another settlement account and cancels that", () =>
    expect(printed[5]).to.equal("pending\ncancelled\n"));
});
