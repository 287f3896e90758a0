// docs/quickstart-publisher.md and docs/guides/offline-verification.md to the letter, as a newcomer types them: one shell, both pages.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** The shell blocks of a page, in order. */
const shell = (page: string): string[] =>
  [...readFileSync(join(root, "docs", page), "utf8").matchAll(/^```sh\n(.*?)^```/gms)].map(
    ([, block]) => block as string,
  );

describe("the pages that a new publisher follows", function () {
  this.timeout(240_000);
  let product: Product;
  /** What each block printed, by page. */
  const printed: { quickstart: string[]; guide: string[]; afterwards: string } = {
    quickstart: [],
    guide: [],
    afterwards: "",
  };

  before(async () => {
    product = await sharedProduct();
    const quickstart = shell("quickstart-publisher.md");
    const guide = shell("guides/offline-verification.md");
    // The guide is to be followed after step 5: before the publisher asks for more.
    const split = quickstart.findIndex((block) => block.includes("-X PATCH"));
    const [, sync = "", , decide = ""] = guide;
    const again = `${sync.slice(sync.indexOf("sleep"))}\n${decide.trim()} || true`;
    const blocks = [...quickstart.slice(0, split), ...guide, ...quickstart.slice(split), again];
    const script = ["trap 'rm -rf \"$TRY\"' EXIT", ...blocks]
      .join("\nprintf '\\036'\n")
      .replaceAll("https://localhost:8443", product.baseUrl)
      .replaceAll(".pda/", `${product.dataDir}/`);
    const { stdout } = await run("sh", ["-euc", script], {
      cwd: root,
      env: { ...process.env, ...product.settings },
    });
    const parts = stdout.split("\u001e").slice(1);
    printed.quickstart = [...parts.slice(0, split), ...parts.slice(split + guide.length, -1)];
    printed.guide = parts.slice(split, split + guide.length);
    printed.afterwards = parts.at(-1) ?? "";
  });

  it("lead from a name to a trusted asset, with the output that they show", () => {
    const page = readFileSync(join(root, "docs/quickstart-publisher.md"), "utf8");
    const [, shown = ""] = /^```text\n(.*?)^```/ms.exec(page) ?? [];
    const [, , , active, verified, proven] = printed.quickstart;
    expect(active).to.equal("active\n");
    expect(verified?.startsWith(shown), verified).to.equal(true);
    expect(proven).to.equal("proof_of_possession\n");
  });

  it("lead to an asset that is trusted no more: for want of a proof, and revoked", () => {
    const [stricter, revoked] = printed.quickstart.slice(-2);
    expect(stricter).to.include("ASSURANCE_TOO_LOW").and.include("NOT TRUSTED (indeterminate)");
    expect(revoked).to.include("ASSET_REVOKED").and.include("NOT TRUSTED (failed)");
    for (const text of [stricter, revoked]) expect(text).to.include("not trusted any more: 1");
  });

  it("let a gate decide offline, before and after the end of the asset", () => {
    expect(printed.guide[1]).to.match(/^\d+ status lists, good until /m);
    expect(JSON.parse(printed.guide[3] ?? "")).to.include({ admitted: true });
    const [decision = ""] = printed.afterwards.trim().split("\n").slice(-1);
    expect(JSON.parse(decision)).to.deep.equal({ admitted: false, reason: "ASSET_REVOKED" });
  });
});
