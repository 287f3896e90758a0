import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { rowsOf } from "../../../src/cli/issue/rows.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const columns =
  "kind,name,ticket.notBeforeTime,ticket.notAfterTime,ticket.gateGroups,ticket.useCount,ticket.redeemers";
const [evening, midnight] = ["2026-12-31T18:00:00Z", "2027-01-01T00:00:00Z"];

/** The terms of each row. */
async function termsIn(rows: string): Promise<unknown[]> {
  using folder = temporaryDirectory();
  const file = join(folder.path, "tickets.csv");
  writeFileSync(file, `${columns}\n${rows}\n`);
  const terms: unknown[] = [];
  for await (const { item } of rowsOf(file, "csv")) terms.push("ticket" in item ? item.ticket : undefined);
  return terms;
}

describe("tickets in a CSV file", () => {
  it("have the terms of their row, and none where all cells are empty", async () => {
    const rows = [
      `ticket,A,${evening},${midnight},north vip.1,3,mer_01h2xcejqtf2nbrexx3vqjhp41`,
      "ticket,B,,,north;south,,",
      "ticket,C,,,,,",
    ];
    expect(await termsIn(rows.join("\n"))).to.deep.equal([
      {
        notBeforeTime: evening,
        notAfterTime: midnight,
        gateGroups: ["north", "vip.1"],
        useCount: 3,
        redeemers: ["mer_01h2xcejqtf2nbrexx3vqjhp41"],
      },
      { gateGroups: ["north", "south"] },
      undefined,
    ]);
  });

  it("have numbers that are none of uses as they are, and words as words, for the service to say what is wrong", async () => {
    expect(await termsIn("ticket,A,,,,many,\nticket,B,,,,-1,\nticket,C,,,,1.5,")).to.deep.equal([
      { useCount: "many" },
      { useCount: -1 },
      { useCount: 1.5 },
    ]);
  });
});
