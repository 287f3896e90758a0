// docs/asvs.md and docs/fapi.md: each requirement is there once, with its level; counts are right; files exist.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Sections of ASVS 5.0.0, with the level of each of their requirements as a digit. */
const asvsLevels: Record<string, string> = JSON.parse(read("test/contract/asvs-levels.json"));
const levelOf = new Map<string, string>(
  Object.entries(asvsLevels).flatMap(([section, levels]) =>
    [...levels].map((level, at) => [`${section}.${at + 1}`, level] as const),
  ),
);

/** Sections of the FAPI 2.0 Security Profile, with the numbers in their lists. */
const fapiNumbers = Object.entries({
  "5.2.1": 5,
  "5.2.2": 2,
  "5.2.2.1": 1,
  "5.2.3": 3,
  "5.3.2.1": 14,
  "5.3.2.2": 14,
  "5.3.2.3": 1,
  "5.3.3.1": 13,
  "5.3.3.2": 7,
  "5.3.4": 5,
  "5.4.1": ["1a", "1b", "1c", "2", "3", "4"],
  "5.4.2": 3,
  "5.4.3": 1,
}).flatMap(([section, list]) =>
  (typeof list === "number" ? Array.from({ length: list }, (_, at) => at + 1) : list).map(
    (number) => `${section}-${number}`,
  ),
);

const VERDICTS = ["met", "operator", "n/a", "**open**"];

/** What the first table of a page counts. */
const COUNTED = ["met, with a test", "met, by review of the code", "operator", "n/a", "open", "all"];

/** One row of a table: a requirement, or several that follow one another. */
interface Row {
  readonly numbers: readonly string[];
  readonly cells: Readonly<Record<string, string>>;
}

/** Returns the cells of the tables of a page, by the heads of their columns. */
function tablesOf(page: string): Record<string, string>[] {
  const cellsOf = (line: string): string[] =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
  const lines = page.split("\n");
  return lines.flatMap((line, at) => {
    if (!/^\|(-+\|)+$/.test(line)) return [];
    const head = cellsOf(lines[at - 1] as string);
    const end = lines.findIndex((next, index) => index > at && !next.startsWith("|"));
    return lines
      .slice(at + 1, end === -1 ? undefined : end)
      .map((row) => Object.fromEntries(cellsOf(row).map((cell, column) => [head[column] as string, cell])));
  });
}

/** Returns the rows of the requirements on a page. A number that does not exist stands for itself. */
function rowsOf(page: string, all: readonly string[]): Row[] {
  return tablesOf(page)
    .filter((cells) => cells["no."] !== undefined)
    .map((cells) => {
      const [first = "", last = first] = (cells["no."] as string).split(" to ");
      const [from, to] = [all.indexOf(first), all.indexOf(last)];
      return { cells, numbers: from === -1 || to < from ? [`${first}?`] : all.slice(from, to + 1) };
    });
}

/** Returns the name under which the counts of a page have a row. */
function countedAs({ verdict, "tested by": tested }: Row["cells"]): string {
  if (verdict === "met") return tested === "review" ? "met, by review of the code" : "met, with a test";
  return (verdict as string).replaceAll("*", "");
}

for (const { path, all } of [
  { path: "docs/asvs.md", all: [...levelOf.keys()] },
  { path: "docs/fapi.md", all: fapiNumbers },
]) {
  describe(path, () => {
    const page = read(path);
    const rows = rowsOf(page, all);
    const wrong = (isRight: (cells: Row["cells"], numbers: readonly string[]) => boolean): string[] =>
      rows
        .filter(({ cells, numbers }) => !isRight(cells, numbers))
        .map(({ cells }) => cells["no."] as string);

    it("has each requirement once, in order", () => {
      expect(rows.flatMap(({ numbers }) => numbers)).to.deep.equal(all);
    });

    it("has a verdict for each, and says how or why", () => {
      expect(
        wrong(({ verdict = "", "how, or why": how = "" }) => VERDICTS.includes(verdict) && /\w{2}/.test(how)),
      ).to.deep.equal([]);
    });

    it("names a file or a page for what is met, and its tests; no tests for anything else", () => {
      const isTested = (tested: string): boolean =>
        tested === "review" || /^(`test\/[\w/.-]+\.test\.ts`)(, `test\/[\w/.-]+\.test\.ts`)*$/.test(tested);
      expect(
        wrong(({ verdict, "how, or why": how = "", "tested by": tested = "" }) =>
          verdict === "met" ? /`|\]\(/.test(how) && isTested(tested) : tested === "",
        ),
      ).to.deep.equal([]);
    });

    it("names files that exist", () => {
      const spans = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w-]+\.json)`/g)].map(
        (match) => match[1] as string,
      );
      const links = [...page.matchAll(/\]\(([^)#]+)/g)].map((match) =>
        join(dirname(path), match[1] as string),
      );
      const files = [...spans.filter((span) => /^(src|test|openapi|[\w-]+\.json$)/.test(span)), ...links];
      expect(files).to.have.length.above(10);
      expect(files.filter((file) => !existsSync(join(root, file)))).to.deep.equal([]);
    });

    it("begins with the right counts", () => {
      const counts = tablesOf(page).filter((cells) => cells.requirements !== undefined);
      expect(counts.map(({ verdict }) => verdict)).to.deep.equal(COUNTED);
      for (const { verdict, ...shown } of counts) {
        const counted = rows
          .filter(({ cells }) => verdict === "all" || countedAs(cells) === verdict)
          .flatMap(({ numbers }) => numbers);
        const ofLevel = (level: string): number =>
          counted.filter((number) => levelOf.get(number) === level).length;
        const right = Object.keys(shown).map((column) =>
          column === "requirements" ? counted.length : ofLevel(column.slice("level ".length)),
        );
        expect(Object.values(shown).map(Number), verdict).to.deep.equal(right);
      }
    });
  });
}

describe("what weighs most in docs/asvs.md", () => {
  it("is open", () => {
    const page = read("docs/asvs.md");
    const weighty = tablesOf(page).flatMap(({ rows }) => rows?.split(", ") ?? []);
    const open = rowsOf(page, [...levelOf.keys()])
      .filter(({ cells }) => cells.verdict === "**open**")
      .flatMap(({ numbers }) => numbers);
    expect(weighty).to.have.length.above(3);
    expect(weighty.filter((number) => !open.includes(number))).to.deep.equal([]);
  });
});

describe("the levels in docs/asvs.md", () => {
  it("are the standard's", () => {
    const wrong = rowsOf(read("docs/asvs.md"), [...levelOf.keys()]).filter(({ cells, numbers }) => {
      const levels = numbers.map((number) => levelOf.get(number)).sort();
      const [lowest, highest] = [levels[0], levels.at(-1)];
      return cells.level !== (lowest === highest ? lowest : `${lowest} to ${highest}`);
    });
    expect(wrong.map(({ cells }) => cells["no."])).to.deep.equal([]);
    expect(levelOf.size).to.equal(345);
  });
});
