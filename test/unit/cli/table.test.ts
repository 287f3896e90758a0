// Tables on a terminal: columns that fit into its line.
import { expect } from "chai";
import { fittedWidths } from "../../../src/cli/output/columns.ts";
import { Table } from "../../../src/cli/output/table.ts";

const head = ["payment", "status", "amount", "asset type", "refunded", "merchant", "created"];
const payment = "pay_01m7xz42wmfk4a0a753cy92p9w";
const row = [payment, "completed", "12.5", "USDX", "0", "mer_01m7xz42v5fk4a0a6n5ttwrwg3", "2026-11-21T02:31"];

describe("tables", () => {
  it("have whole cells where nothing limits them", () => {
    for (const screen of [{}, { columns: 20 }, { isTTY: true }]) {
      const [first, second] = new Table(head, screen).lines([row]);
      expect(first?.split(/ {2,}/)).to.deep.equal(head);
      expect(second?.split(/ {2,}/)).to.deep.equal(row);
    }
  });

  it("fit into the line of a terminal of any width, with the first cell whole where it has room", () => {
    for (let columns = 1; columns <= 140; columns += 1) {
      const lines = new Table(head, { isTTY: true, columns }).lines([row]);
      for (const line of lines) expect(line.length, `${columns}: ${line}`).to.be.at.most(columns);
      if (columns >= payment.length) expect(lines[1]).to.match(new RegExp(`^${payment}`));
    }
  });

  it("cut the widest column first, mark the cut, and leave out the last columns only then", () => {
    const [first, second] = new Table(head, { isTTY: true, columns: 105 }).lines([row]);
    expect(first?.split(/ {2,}/)).to.deep.equal(head);
    expect(second?.split(/ {2,}/)).to.deep.equal([
      payment,
      "completed",
      "12.5",
      "USDX",
      "0",
      "mer_01m7xz42v5…",
      "2026-11-21T02:…",
    ]);
    const narrow = new Table(head, { isTTY: true, columns: 75 }).lines([row])[0]?.split(/ {2,}/);
    expect(narrow).to.deep.equal(head.slice(0, 5));
  });

  it("give back the room of columns that are left out", () => {
    expect(fittedWidths([30, 20, 20], 40)).to.deep.equal([30, 8]);
    expect(fittedWidths([30, 20, 20], 52)).to.deep.equal([30, 9, 9]);
    expect(fittedWidths([30, 20, 20], 49)).to.deep.equal([30, 17]);
    expect(fittedWidths([30, 20], 10)).to.deep.equal([10]);
  });
});
