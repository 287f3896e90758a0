import { expect } from "chai";
import type {
  ExportStatementCsvResponse,
  ExportStatementResponse,
  GetStatementResponse,
} from "../../gen/ts/pda/payment/v1/ledger_service.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { Books } from "./support/books.ts";

const from = timestamp(new Date("2020-01-01T00:00:00Z"));

/** Reads CSV (RFC 4180) whose cells hold no line breaks. */
function rows(csv: string): Record<string, string>[] {
  expect(csv.endsWith("\r\n")).to.equal(true);
  const [head = [], ...lines] = csv
    .slice(0, -2)
    .split("\r\n")
    .map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ""])));
}

describe("statements as files", function () {
  this.timeout(60_000);
  let books: Books;
  before(async () => {
    books = await Books.open();
  });
  after(() => books[Symbol.asyncDispose]());

  const request = (over: object = {}) => ({
    merchantId: books.merchantId,
    assetType: "USDX",
    fromTime: from,
    ...over,
  });
  const camt = async (over: object = {}) =>
    (await books.harness.call<ExportStatementResponse>("ExportStatement", request(over))).statementDocument;
  const csv = async (over: object = {}) =>
    (await books.harness.call<ExportStatementCsvResponse>("ExportStatementCsv", request(over)))
      .statementDocument;

  it("say in CSV what the statement says, with the balances around it", async () => {
    const paid = await books.pay(10_000_000n);
    await books.refund(paid, "2.5");
    const to = timestamp(await books.closed());
    const { statement } = await books.harness.call<GetStatementResponse>(
      "GetStatement",
      request({ toTime: to }),
    );
    const lines = rows((await csv({ toTime: to }))?.document ?? "");
    expect(lines.map(({ kind, debit, credit, balance }) => [kind, debit, credit, balance])).to.deep.equal([
      ["opening", "", "", "0"],
      ["payment", "", "10", "10"],
      ["refund", "2.5", "", "7.5"],
      ["closing", "", "", "7.5"],
    ]);
    expect(lines.slice(1, -1).map(({ transactionId }) => transactionId)).to.deep.equal(
      statement?.items.map(({ transactionId }) => transactionId),
    );
    expect(lines[1]).to.include({ paymentId: paid.paymentId, assetType: "USDX", counterAccount: "wallet" });
  });

  it("go on from page to page in both forms, each with its own balances", async () => {
    await books.turnPage();
    for (const amount of [1_000_000n, 2_000_000n, 3_000_000n]) await books.pay(amount);
    const to = timestamp(await books.closed());
    let pageToken = "";
    const balances: string[][] = [];
    do {
      const page = await csv({ toTime: to, pageSize: 2, pageToken });
      const lines = rows(page?.document ?? "");
      balances.push([lines[0]?.balance ?? "", lines.at(-1)?.balance ?? ""]);
      pageToken = page?.nextPageToken ?? "";
    } while (pageToken !== "");
    expect(balances).to.deep.equal([
      ["0", "3"],
      ["3", "6"],
    ]);
    const first = await camt({ toTime: to, pageSize: 2 });
    const again = await camt({ toTime: to, pageSize: 2 });
    const idOf = (document = ""): string | undefined => /<MsgId>([0-9a-f]{32})<\/MsgId>/.exec(document)?.[1];
    expect(idOf(first?.document)).to.equal(idOf(again?.document)).and.not.to.equal(undefined);
    const second = await camt({ toTime: to, pageSize: 2, pageToken: first?.nextPageToken });
    expect(idOf(second?.document)).not.to.equal(idOf(first?.document));
    // The first file of a reader who takes another size has other entries.
    const longer = await camt({ toTime: to, pageSize: 3 });
    expect(idOf(longer?.document)).not.to.equal(idOf(first?.document));
    expect(second?.document).to.contain("<LastPgInd>true</LastPgInd>");
    expect(first?.document).to.contain("<LastPgInd>false</LastPgInd>");
  });

  it("are never rounded: what camt.053 cannot hold is refused by name, and CSV has it", async () => {
    await books.turnPage();
    const paid = await books.pay(1_000_001n);
    await books.closed();
    const failure = await books.harness.failure("ExportStatement", request());
    expect([failure.entry, failure.reason]).to.deep.equal(["AMOUNT_NOT_ALLOWED", "AMOUNT_NOT_EXPRESSIBLE"]);
    expect(failure.message).to.contain("1.000001");
    expect(rows((await csv())?.document ?? "")[1]?.credit).to.equal("1.000001");
    // An amount that fits is not enough: the balance after it has to fit too.
    await books.refund(paid, "0.000001");
    await books.closed();
    expect((await books.harness.failure("ExportStatement", request())).reason).to.equal(
      "AMOUNT_NOT_EXPRESSIBLE",
    );
  });

  it("hold 18 digits and no more", async () => {
    await books.turnPage();
    await books.pay(9_999_999_999_999_999_990n);
    await books.closed();
    expect((await camt())?.document).to.contain(">9999999999999.99999<");
    await books.turnPage();
    await books.pay(10n ** 19n + 10n);
    await books.closed();
    expect((await books.harness.failure("ExportStatement", request())).reason).to.equal(
      "AMOUNT_NOT_EXPRESSIBLE",
    );
  });
});
