// The list of releases, release/releases.yaml: what is wrong with it is named, and nothing is built or tested from a wrong list.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse, stringify } from "yaml";
import { type ListedRelease, readReleases } from "../../src/codegen/release/list.ts";

const file = join(import.meta.dirname, "../../release/releases.yaml");
const committed = parse(readFileSync(file, "utf8")) as ListedRelease[];

describe("the list of releases", () => {
  it("is right, and names a version that upgrades start from", () => {
    const releases = readReleases();
    expect(releases).to.deep.equal(committed);
    expect(releases.filter(({ upgrade }) => upgrade)).to.not.be.empty;
  });

  /** The committed list with a changed first entry, or with other entries. */
  const [first] = committed as [ListedRelease];
  const refused: readonly (readonly [what: string, entries: readonly object[], fault: RegExp])[] = [
    ["an empty list", [], /Too small/],
    ["a short commit", [{ ...first, commit: first.commit.slice(0, 7) }], /0\.commit: must be a whole commit/],
    ["an unknown member", [{ ...first, comit: first.commit }], /Unrecognized key/],
    [
      "a commit that is not there",
      [{ ...first, commit: "0".repeat(40) }],
      /has no commit 0{40}; fetch its history/,
    ],
    [
      "another version than the commit's",
      [{ ...first, version: "9.9.9" }],
      /the version of commit \w+ is .*, not 9\.9\.9/,
    ],
    ["another day than the commit's", [{ ...first, date: "2020-02-29" }], /is of .*, not of 2020-02-29/],
    ["a version twice", [first, first], /stands twice/],
    [
      "an order that is not newest first",
      [{ ...first, date: "2020-02-29" }, first],
      /is older than .* below it/,
    ],
    [
      "no version to upgrade from",
      committed.map((each) => ({ ...each, upgrade: false })),
      /tested from none/,
    ],
    ["no release, and no word what it is", [{ ...first, released: false, note: undefined }], /has no note/],
  ];
  for (const [what, entries, fault] of refused)
    it(`is refused with ${what}`, () => {
      expect(() => readReleases(stringify(entries))).to.throw(fault);
    });
});
