// Every shell block of every page but the guides, in order, with the output that the page shows.
import { globSync } from "node:fs";
import { expect } from "chai";
import { followPages, isLeftOut, leftOut } from "./follow-pages.ts";
import { blocksOf, difference, root } from "./page.ts";

const pages = globSync(["README.md", "CONTRIBUTING.md", "docs/**/*.md"], { cwd: root }).sort();
/** Its blocks need the tools of other languages: test/interop follows it. */
const elsewhere = "docs/quickstart-grpc.md";

describe("the pages", () => {
  it("leave out no more blocks than the list says", () => {
    const all = pages.flatMap((page) => blocksOf(page));
    expect(all.filter(({ commands }) => isLeftOut(commands))).to.have.length(Object.keys(leftOut).length);
  });

  it("are compared with what is printed: identifiers and times apart", () => {
    expect(
      difference('{"a":"pay_01m7xz42wmfk4a0a753cy92p9w"}', '{ "a": "pay_01m8374tv4fzv8q23qmjem1yr6" }'),
    ).to.equal(undefined);
    expect(difference("first\n…\nlast 1 of …\n", "first\nany\nthing\nlast 1 of 7\n")).to.equal(undefined);
    expect(difference("completed\n", "failed\n")).to.include("completed").and.include("failed");
    expect(difference("completed\n", "completed\nand more\n")).to.be.a("string");
    expect(difference("completed\n", "")).to.be.a("string");
  });

  followPages(
    pages.filter(
      (page) => !page.startsWith("docs/guides/") && page !== elsewhere && blocksOf(page).length > 0,
    ),
  );
});
