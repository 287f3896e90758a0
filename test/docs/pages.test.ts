// Every shell block of every page, in order, each page on a fresh service, with the output that the page shows.
import { globSync } from "node:fs";
import { expect } from "chai";
import { Product } from "../support/product.ts";
import { blocksOf, difference, follow, root } from "./page.ts";

/** Blocks that cannot run here, by how they begin, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  "make run ": "the test has started the service, and is itself a part of `make test-all`",
  "make vectors ": "test/vectors runs each suite as a test",
  "pda settlement resolve ":
    "needs a database that has lost payouts; test/e2e/settlement-recovery.test.ts has one",
};
const reasonFor = (commands: string): string | undefined =>
  Object.entries(leftOut).find(([begin]) => commands.startsWith(begin))?.[1];

const pages = globSync(["README.md", "CONTRIBUTING.md", "docs/**/*.md"], { cwd: root }).sort();
const followed = pages.filter((page) => blocksOf(page).length > 0);
/** Files of the checkout that git does not know. */
const strangers = () =>
  globSync("**/*", { cwd: root, exclude: ["node_modules/**", "build/**", ".git/**", ".pda/**"] }).sort();

describe("the pages of the documents", () => {
  it("are followed with all of their blocks but a few", () => {
    const all = pages.flatMap((page) => blocksOf(page));
    expect(all.filter(({ commands }) => reasonFor(commands))).to.have.length(Object.keys(leftOut).length);
  });

  for (const page of followed)
    describe(page, function () {
      this.timeout(480_000);
      const blocks = blocksOf(page).filter(({ commands }) => reasonFor(commands) === undefined);
      let printed: string[] = [];
      let before_: string[] = [];
      let product: Product;

      before(async () => {
        before_ = strangers();
        product = await Product.start();
      });
      after(() => product.stop());

      it("runs to its end and leaves nothing in the checkout", async () => {
        printed = await follow(product, blocks);
        expect(strangers()).to.deep.equal(before_);
      });

      for (const [index, { commands, shown }] of blocks.entries())
        if (shown !== undefined)
          it(`prints what it shows after: ${commands.trim().split("\n").at(-1)?.trim()}`, () => {
            expect(difference(shown, printed[index] ?? "")).to.equal(undefined);
          });
    });
});
