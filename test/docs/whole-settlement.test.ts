// The guide for merchants adds up a settlement that has more payments and refunds than a page, or `paymentIds`, can hold.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { blocksOf, root } from "./page.ts";

const PAYMENTS = 450;
const REFUNDS = 230;
const PAGE = 200;

describe("the books of the guide for merchants", () => {
  it("agree for a settlement of any size", () => {
    using temporary = temporaryDirectory();
    const blocks = blocksOf("docs/guides/merchant.md");
    const helper = blocks[0]?.commands.split("\n").find((line) => line.startsWith("member()"));
    const books = blocks.find(({ commands }) => commands.startsWith("for settlement in"));
    const items: { kind: string; paymentId?: string; refundId?: string; amount: string }[] = [
      ...Array.from({ length: PAYMENTS }, (_, at) => ({
        kind: "payment",
        paymentId: `pay_${at}`,
        amount: "1.5",
      })),
      ...Array.from({ length: REFUNDS }, (_, at) => ({
        kind: "refund",
        refundId: `rfd_${at}`,
        amount: "0.25",
      })),
    ];
    // Each answer is a file with the path of its request as name, where the stand-in for curl finds it.
    const put = (path: string, data: object) =>
      writeFileSync(join(temporary.path, path.replaceAll("/", "_")), JSON.stringify({ data }));
    const paymentIds = items.slice(0, 100).flatMap(({ paymentId }) => paymentId ?? []);
    put("settlement/stl_1", { amount: "617.5", paymentIds });
    for (const { paymentId, amount } of items) if (paymentId) put(`payments/${paymentId}`, { amount });
    const refunds = items.filter(({ kind }) => kind === "refund");
    put("refunds?settlementId=stl_1&pageSize=200", {
      items: refunds.slice(0, PAGE).map(({ amount }) => ({ refundAmount: amount })),
    });
    for (let from = 0; from < items.length; from += PAGE)
      put(`settlement/stl_1/items?pageSize=200&pageToken=${from || ""}`, {
        items: items.slice(from, from + PAGE),
        nextPageToken: from + PAGE < items.length ? String(from + PAGE) : "",
      });
    const script = [
      "set -euo pipefail",
      `TRY=${temporary.path} BASE=https://localhost SETTLEMENT=stl_1 NETTED=`,
      'call() { path=${1#$BASE/}; cat "$TRY/${path//\\//_}"; }',
      helper,
      books?.commands,
    ].join("\n");
    const printed = execFileSync("bash", ["-c", script], { cwd: root, encoding: "utf8" });
    expect(printed).to.equal("675000000 - 57500000 = 617500000: agrees\n");
  });
});
