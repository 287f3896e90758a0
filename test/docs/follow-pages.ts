import { globSync } from "node:fs";
import { expect } from "chai";
import { secretsIn } from "../e2e/support/secrets.ts";
import { Product } from "../support/product.ts";
import { blocksOf, difference, follow, root } from "./page.ts";

/** Blocks that no test runs, by how they begin, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  "make run ": "the test has started the service, and is itself a part of `make test-all`",
  "npm install -g ": "needs a release; test/release builds one, installs it and starts it",
  "make vectors ": "test/vectors runs each suite as a test",
  "pda settlement resolve ":
    "needs a database that has lost payouts; test/e2e/settlement-recovery.test.ts has one",
};

/** Pages that need a service of their own, with the arguments of its `pda up`. */
const ofItsOwn: Readonly<Record<string, readonly string[]>> = {
  // Only processes with a supervisor are replaced at SIGHUP.
  "docs/compromise.md": ["--processes", "1"],
};

/** Tells whether a block is left out. */
export const isLeftOut = (commands: string): boolean =>
  Object.keys(leftOut).some((begin) => commands.startsWith(begin));

/** Files of the checkout that are neither installed nor built. */
const filesOfCheckout = (): string[] =>
  globSync("**/*", { cwd: root, exclude: ["node_modules/**", "build/**", ".git/**"] }).sort();

/**
 * Defines the tests of pages. Each is followed in a shell of its own, on a service that others were followed on before: readers do not start
 * a new one for each page.
 */
export function followPages(pages: readonly string[]): void {
  const others = pages.filter((page) => ofItsOwn[page] === undefined);
  describe("followed on one service", () => followOn(others, []));
  for (const page of pages)
    if (ofItsOwn[page] !== undefined)
      describe("followed on a service of its own", () => followOn([page], ofItsOwn[page] ?? []));
}

/** Defines the tests of pages that one service is started for. */
function followOn(pages: readonly string[], upArguments: readonly string[]): void {
  let product: Product;
  before(async function () {
    this.timeout(480_000);
    product = await Product.start({}, upArguments);
  });
  after(async function () {
    this.timeout(480_000);
    await product?.stop();
  });

  for (const page of pages)
    describe(page, function () {
      this.timeout(480_000);
      const blocks = blocksOf(page).filter(({ commands }) => !isLeftOut(commands));
      let printed: string[] = [];

      it("runs to its end, leaves nothing in the checkout, and shows no secret in the log", async () => {
        const earlier = filesOfCheckout();
        printed = await follow(product, blocks);
        expect(filesOfCheckout()).to.deep.equal(earlier);
        expect(secretsIn(product)).to.deep.equal([]);
      });

      for (const [index, { commands, shown }] of blocks.entries())
        if (shown !== undefined)
          it(`prints what it shows after: ${commands.trim().split("\n").at(-1)?.trim()}`, () => {
            expect(difference(shown, printed[index] ?? "")).to.equal(undefined);
          });
    });
}
