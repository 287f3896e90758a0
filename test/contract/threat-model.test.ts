// The threat model speaks of every kind of threat at every boundary, and names tests that exist.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/threat-model.md"), "utf8");
const LETTERS = ["S", "T", "R", "I", "D", "E"];

/** A row of a boundary's table. */
interface Threat {
  readonly letter: string;
  readonly threat: string;
  readonly shownBy: string;
}

const threatsOf = (section: string): Threat[] =>
  [...section.matchAll(/^\| ([A-Z]) \|(.*)\|$/gm)].map(([, letter = "", rest = ""]) => {
    const cells = rest.split("|").map((cell) => cell.trim());
    expect(cells, rest).to.have.length(5);
    for (const cell of cells) expect(cell, rest).to.not.equal("");
    return { letter, threat: cells[0] as string, shownBy: cells[3] as string };
  });

const boundaries = page
  .split(/^## /m)
  .filter((section) => /^\d+\. /.test(section))
  .map((section) => ({ name: section.split("\n")[0] as string, threats: threatsOf(section) }));

describe("the threat model", () => {
  it("has a table for each boundary of its picture", () => {
    const picture = /^```mermaid\n(.*?)^```/ms.exec(page)?.[1] ?? "";
    const numbers = [...picture.matchAll(/"(\d+)\b[^"]*"/g)].map(([, number]) => Number(number));
    expect(numbers).to.not.deep.equal([]);
    expect(boundaries.map(({ name }) => Number.parseInt(name, 10))).to.deep.equal(
      [...new Set(numbers)].sort((a, b) => a - b),
    );
  });

  for (const { name, threats } of boundaries) {
    it(`names threats of each kind for ${name}`, () => {
      expect(LETTERS.filter((letter) => !threats.some((each) => each.letter === letter))).to.deep.equal([]);
    });

    it(`names a test that exists for each threat of ${name}, or says that none does`, () => {
      for (const { threat, shownBy } of threats) {
        const named = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, span]) => span as string);
        expect(named, threat).to.not.deep.equal([]);
        if (shownBy === "`no test`") continue;
        for (const file of named) {
          expect(file, threat).to.match(/^test\/.*\.test\.ts$/);
          expect(existsSync(join(root, file)), file).to.equal(true);
        }
      }
    });
  }
});
