import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { readDecisions, readMarks, renderDecisions } from "../../src/codegen/decisions.ts";
import { settingsOf } from "../../src/config/names.ts";
import { configSchema } from "../../src/config/schema.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

describe("decisions on what the published interface leaves open", () => {
  const decisions = readDecisions();
  const ids = decisions.map((decision) => decision.id);
  const marks = readMarks();
  const published = oneLine(read("docs/interface.md"));

  it("are numbered without gaps, each once", () => {
    expect(ids).to.deep.equal(ids.map((_id, index) => `D-${String(index + 1).padStart(3, "0")}`));
  });

  it("quote sentences of the interface word for word", () => {
    const unknown = decisions.flatMap(({ id, open }) =>
      open.filter((s) => !published.includes(oneLine(s))).map((s) => `${id}: ${s}`),
    );
    expect(unknown).to.deep.equal([]);
  });

  it('cover every statement that the interface marks "not shown" or "not detailed"', () => {
    const lines = read("docs/interface.md").split("\n").slice(6);
    const statements = lines
      .flatMap((line) => line.split(/(?<=\.)\s+|\|/))
      .map(oneLine)
      .filter((statement) => /not shown|not detailed/.test(statement));
    expect(statements).to.have.length.above(20);
    const quoted = decisions.flatMap(({ open }) => open.map(oneLine));
    expect(statements.filter((statement) => !quoted.includes(statement))).to.deep.equal([]);
  });

  it("are marked in the contract, and nothing else is", () => {
    expect(
      [...marks.keys()].filter((id) => !ids.includes(id)),
      "unknown ids",
    ).to.deep.equal([]);
    expect(
      ids.filter((id) => !marks.has(id)),
      "decisions without a mark",
    ).to.deep.equal([]);
  });

  it("are the only ids that the protos use", () => {
    const files = readdirSync(join(root, "proto"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".proto"),
    );
    const used = files.flatMap((name) =>
      [...read(`proto/${name}`).matchAll(/"(D-\d+)"/g)].map((match) => match[1] as string),
    );
    expect(used).to.have.length.above(100);
    expect([...new Set(used)].filter((id) => !ids.includes(id))).to.deep.equal([]);
  });

  it("name settings that exist", () => {
    const known = settingsOf(configSchema).map((setting) => setting.path.join("."));
    expect(
      decisions.flatMap(({ id, setting }) =>
        setting.filter((s) => !known.includes(s)).map((s) => `${id}: ${s}`),
      ),
    ).to.deep.equal([]);
  });

  it("name files that exist, and each has a test that proves it", () => {
    const files = decisions.flatMap(({ id, where, tests }) =>
      [...where, ...tests].map((path) => ({ id, path })),
    );
    expect(
      files.filter(({ path }) => !existsSync(join(root, path))).map(({ id, path }) => `${id}: ${path}`),
    ).to.deep.equal([]);
    expect(
      decisions.filter(({ tests }) => tests.length === 0).map(({ id }) => id),
      "without a test",
    ).to.deep.equal([]);
    expect(
      decisions.flatMap(({ tests }) => tests).filter((path) => !/^test\/.*\.test\.ts$/.test(path)),
    ).to.deep.equal([]);
  });

  it("are printed in docs/decisions.md", () => {
    expect(read("docs/decisions.md")).to.equal(renderDecisions(decisions, marks));
  });
});
