// Every shell block of every guide, in order, with the output that the guide shows.
import { globSync } from "node:fs";
import { root } from "./page.ts";
import { followPages } from "./follow-pages.ts";

describe("the guides", () => {
  followPages(globSync("docs/guides/*.md", { cwd: root }).sort());
});
