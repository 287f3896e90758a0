// Tables on a terminal: columns that fit into its line.
import { expect } from "chai";
import { jsonText, plain } from "../../../src/cli/output/plain.ts";
import { Table } from "../../../src/cli/output/table.ts";
import { widthOf } from "../../../src/cli/output/width.ts";

const head = ["payment", "status", "amount", "asset type", "refunded", "merchant", "created"];
const payment = "pay_01m7xz42wmfk4a0a753cy92p9w";
const created = "2026-11-21T02:31:00.000Z";
const row = [payment, "completed", "12.5", "USDX", "0", "mer_01m7xz42v5fk4a0a6n5ttwrwg3", created];
const at = (columns: number) => ({ screen: { isTTY: true, columns } });
const cellsOf = (line = ""): string[] => line.split(/ {2,}/);

describe("tables", () => {
  it("have whole cells where nothing limits them", () => {
    for (const screen of [{}, { columns: 20 }, { isTTY: true }]) {
      const [first, second] = new Table(head, { screen }).lines([row]);
      expect(cellsOf(first)).to.deep.equal(head);
      expect(cellsOf(second)).to.deep.equal(row);
    }
  });

  it("fit into the line of a terminal of any width, with times, statuses and amounts whole or not at all", () => {
    const failed = [payment, "failed EXPIRED", "7 USDX", "", "0", "mer_01m7xz42v5fk4a0a6n5ttwrwg3", created];
    for (let columns = 1; columns <= 140; columns += 1) {
      const lines = new Table(head, at(columns)).lines([row, failed]);
      for (const line of lines) expect(line.length, `${columns}: ${line}`).to.be.at.most(columns);
      if (columns < 35) continue;
      expect(lines[1]).to.match(/^pay_\w+…? +completed +12\.5( |$)/);
      expect(lines[2]).to.match(/ failed(…| E\w*…?) +7 USDX( |$)/);
      expect(lines[1]?.match(/2026-.*/)?.[0] ?? created).to.equal(created);
    }
  });

  it("leave out less important columns, and cut only long identifiers and texts", () => {
    const shown = (columns: number) => new Table(head, at(columns)).lines([row]).map(cellsOf);
    expect(shown(120)[1]).to.deep.equal(row.with(5, "mer_01m7xz42v5fk4a0a…"));
    expect(shown(100)[0]).to.deep.equal(head.toSpliced(5, 1));
    expect(shown(80)[1]).to.deep.equal(row.slice(0, 5));
    expect(shown(40)[1]).to.deep.equal(["pay_01m7xz42wmfk4a0a…", "completed", "12.5"]);
  });

  it("keep later rows under the head, and repeat the head when other columns fit", () => {
    const table = new Table(head, { ...at(60), longest: { status: "completed" } });
    const [first = "", pending = ""] = table.lines([row.with(1, "pending")]);
    const [later = "", ...more] = table.lines([row]);
    expect(more).to.deep.equal([]);
    for (const line of [pending, later]) expect(line.indexOf("12.5")).to.equal(first.indexOf("amount"));
    const narrow = table.lines([row.with(2, "1234567890123456789")]);
    expect(narrow[0]).to.match(/^payment +status +amount$/);
  });

  it("show the letters of every script, and keep columns aligned that have wide characters", () => {
    const texts = [
      "Zwei Kaffee für Jörg – 2 €",
      "珈琲 · コーヒー",
      "커피 ☕",
      "Cafe\u0301 👍🏽",
      "กาแฟ",
      "น้ำ",
      "क्षत्रिय",
      "தமிழ்",
      "👨‍👩‍👧",
      "می\u200cخواهم",
    ];
    expect(texts.map(plain)).to.deep.equal(texts);
    expect(texts.map(widthOf)).to.deep.equal([26, 15, 7, 7, 4, 2, 5, 4, 2, 7]);
    const lines = new Table(["name", "end"]).lines(texts.map((text) => [text, "|"])).slice(1);
    for (const line of lines) expect(widthOf(line)).to.equal(29);
    const [, cut = ""] = new Table(["id", "name"], at(21)).lines([["1", "珈琲とお茶とケーキとパン"]]);
    expect(cut).to.match(/^1 {3}珈琲とお.*…$/);
    expect(widthOf(cut)).to.be.within(20, 21);
  });

  it("show nothing that controls the terminal or hides how a text reads", () => {
    for (const character of [
      "\n",
      "\u001b",
      "\u007f",
      "\u009b",
      "\u202e",
      "\u2066",
      "\u200b",
      "\u2028",
      "\ue000",
      "\ud800",
    ])
      expect(plain(`a${character}b`), JSON.stringify(character)).to.equal("a?b");
    expect(plain("a\u200d 1\u200c2")).to.equal("a? 1?2");
  });
});

describe("JSON", () => {
  it("has the same value, and shows nothing that controls the terminal or hides how it reads", () => {
    const value = { text: "a\u009b\u202e\u200b\ue000\u{e0001}\ud800\n", word: "珈琲" };
    const text = jsonText(value);
    expect(JSON.parse(text)).to.deep.equal(value);
    expect(text).to.include("\\u202e").and.to.include("\\udb40\\udc01").and.to.include("珈琲");
    expect(plain(text.replaceAll("\n", ""))).to.equal(text.replaceAll("\n", ""));
    expect(jsonText(value, 0)).to.equal(text.replace(/\n */g, "").replaceAll('": "', '":"'));
  });
});
