import { expect } from "chai";
import fc from "fast-check";
import { AccountKind, EntryDirection } from "../../gen/ts/pda/payment/v1/ledger.ts";
import type {
  GetStatementResponse,
  ListMerchantBalancesResponse,
} from "../../gen/ts/pda/payment/v1/ledger_service.ts";
import type { Statement } from "../../gen/ts/pda/payment/v1/statement.ts";
import type { ListTransactionsResponse } from "../../gen/ts/pda/payment/v1/transaction_service.ts";
import { parseAmount } from "../../src/domain/amount/amount.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { Payment } from "../../src/domain/payment/payment.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { Books } from "./support/books.ts";

const { ACCOUNT_KIND_MERCHANT, ACCOUNT_KIND_SETTLED, ACCOUNT_KIND_WALLET } = AccountKind;
const beginning = timestamp(new Date("2020-01-01T00:00:00Z"));

/** Minor units of an amount that may be zero or below. */
function minor(amount: string): bigint {
  if (amount.startsWith("-")) return -minor(amount.slice(1));
  return /^0(\.0+)?$/.test(amount) ? 0n : parseAmount(amount, 6);
}

const signed = ({ direction, amount }: Statement["items"][number]): bigint =>
  direction === EntryDirection.ENTRY_DIRECTION_DEBIT ? -minor(amount) : minor(amount);

describe("statements", function () {
  this.timeout(120_000);
  let books: Books;

  before(async () => {
    books = await Books.open();
  });
  beforeEach(() => books.turnPage());
  after(() => books[Symbol.asyncDispose]());

  const read = async (over: object = {}, merchantId = books.merchantId): Promise<Statement> => {
    const request = { merchantId, assetType: "USDX", fromTime: beginning, ...over };
    return (await books.harness.call<GetStatementResponse>("GetStatement", request)).statement as Statement;
  };
  const refusal = async (over: object): Promise<string[]> => {
    const request = { merchantId: books.merchantId, assetType: "USDX", fromTime: beginning, ...over };
    const { entry, reason, violations } = await books.harness.failure("GetStatement", request);
    return [entry, violations[0]?.reason ?? reason];
  };

  /** What has to hold of any page. */
  function expectToSum(page: Statement): void {
    const opening = minor(page.pageOpeningBalance);
    let balance = opening;
    for (const item of page.items) {
      balance += signed(item);
      expect(minor(item.balance)).to.equal(balance);
    }
    expect(minor(page.pageClosingBalance)).to.equal(balance);
    expect(minor(page.closingBalance)).to.equal(
      minor(page.openingBalance) + minor(page.credits) - minor(page.debits),
    );
    if (page.nextPageToken === "") expect(page.pageClosingBalance).to.equal(page.closingBalance);
  }

  it("say what came and went, with the balance after each, and what of: payment, refund, settlement", async () => {
    const paid = await books.pay(10_000_000n);
    await books.pay(500_000n);
    const { refundId, transactionId } = await books.refund(paid, "4");
    const settlement = await books.settle();
    const to = timestamp(await books.closed());
    const statement = await read({ toTime: to });
    expect(statement).to.deep.include({
      merchantId: books.merchantId,
      account: ACCOUNT_KIND_MERCHANT,
      assetType: "USDX",
      fromTime: beginning,
      toTime: to,
      openingBalance: "0",
      credits: "10.5",
      debits: "10.5",
      entryCount: 4n,
      closingBalance: "0",
      nextPageToken: "",
    });
    expect(statement.accountId).to.match(/^acc_[0-7][0-9a-z]{25}$/);
    expect(statement.items.map(({ amount, balance }) => [amount, balance])).to.deep.equal([
      ["10", "10"],
      ["0.5", "10.5"],
      ["4", "6.5"],
      ["6.5", "0"],
    ]);
    expect(statement.items[0]).to.deep.include({
      transactionId: paid.transactionId,
      paymentId: paid.paymentId,
      counterAccount: ACCOUNT_KIND_WALLET,
    });
    expect(statement.items[2]).to.deep.include({ refundId, transactionId, paymentId: paid.paymentId });
    expect(statement.items[3]).to.include({ settlementId: settlement?.settlementId });
    expectToSum(statement);
  });

  it("show the payment reference and the order reference of payments that have them", async () => {
    const paid = await books.pay(1_000_000n);
    const reference = "RF18539007547034";
    await books.name(paid, reference, "order 4711");
    await books.pay(1n);
    const { items } = await read({ toTime: timestamp(await books.closed()) });
    expect(
      items.map(({ paymentReference, orderReference }) => [paymentReference, orderReference]),
    ).to.deep.equal([
      [reference, "order 4711"],
      [undefined, undefined],
    ]);
  });

  it("go on where the one before ended, whatever moment parts them", async () => {
    for (const amount of [7n, 8n, 9n]) await books.pay(amount);
    const to = await books.closed();
    const whole = await read({ toTime: timestamp(to) });
    for (const { createTime } of whole.items) {
      const before = await read({ toTime: createTime });
      const after = await read({ fromTime: createTime, toTime: timestamp(to) });
      expect(after.openingBalance).to.equal(before.closingBalance);
      expect([...before.items, ...after.items]).to.deep.equal(whole.items);
      for (const page of [before, after]) expectToSum(page);
    }
  });

  it("take bounds between two milliseconds as lists do", async () => {
    await books.pay(1_000_000n);
    await books.closed();
    const list = async (over: object) =>
      (
        await books.harness.call<ListTransactionsResponse>("ListTransactions", {
          merchantId: books.merchantId,
          ...over,
        })
      ).items;
    const [paid] = await list({});
    const { seconds, nanos } = paid?.createTime ?? beginning;
    const later = { seconds, nanos: nanos + 500_000 };
    for (const [over, entries, opening] of [
      [{ fromTime: later }, 0, "1"],
      [{ toTime: later }, 1, "0"],
    ] as const) {
      const statement = await read(over);
      expect(statement.items).to.have.length(entries);
      expect(statement.openingBalance).to.equal(opening);
      expect(await list(over)).to.have.length(entries);
    }
  });

  it("of an account that nothing has moved on are empty, and sum", async () => {
    const statement = await read({ account: ACCOUNT_KIND_SETTLED });
    expect(statement.items).to.deep.equal([]);
    expect(statement).to.include({ openingBalance: "0", closingBalance: "0", entryCount: 0n });
    expectToSum(statement);
  });

  it("sum for random histories, periods and pages, and end with the balance", async () => {
    interface History {
      readonly merchantId: string;
      readonly entries: number;
    }
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ do: fc.constant("pay" as const), amount: fc.bigInt(1n, 10n ** 12n) }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("refund" as const), part: fc.bigInt(1n, 4n) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("settle" as const) }) },
    );
    const histories: History[] = [];
    const samples = fc.sample(fc.array(step, { maxLength: 14 }), 25);
    for (const steps of samples) {
      await books.turnPage();
      const open: Payment[] = [];
      let entries = 0;
      for (const one of steps) {
        if (one.do === "pay") open.push(await books.pay(one.amount));
        else if (one.do === "settle") {
          if (!(await books.settle())) continue;
          open.length = 0;
        } else {
          const payment = open.shift();
          if (!payment) continue;
          const part = payment.amount / one.part || 1n;
          await books.refund(payment, `${part / 1_000_000n}.${String(part % 1_000_000n).padStart(6, "0")}`);
        }
        entries += 1;
      }
      histories.push({ merchantId: books.merchantId, entries });
    }
    const to = timestamp(await books.closed());
    for (const { merchantId, entries } of histories) {
      const whole = await read({ toTime: to, pageSize: 200 }, merchantId);
      expectToSum(whole);
      expect(whole.items).to.have.length(entries);
      const request = { merchantId };
      const { items } = await books.harness.call<ListMerchantBalancesResponse>(
        "ListMerchantBalances",
        request,
      );
      expect(whole.closingBalance).to.equal(items[0]?.available ?? "0");
      const [at] = fc.sample(fc.nat({ max: Math.max(0, entries - 1) }), 1);
      const from = whole.items[at as number]?.createTime ?? beginning;
      const paged: Statement["items"] = [];
      let page: Statement | undefined;
      let opening = "";
      do {
        const pageToken: string = page?.nextPageToken ?? "";
        page = await read(
          { fromTime: from, toTime: to, pageSize: 1 + ((at as number) % 3), pageToken },
          merchantId,
        );
        expectToSum(page);
        if (paged.length > 0) expect(page.pageOpeningBalance).to.equal(opening);
        opening = page.pageClosingBalance;
        paged.push(...page.items);
      } while (page.nextPageToken !== "");
      // Several entries can share a millisecond: a period takes in all of them.
      const first = whole.items.findIndex(
        ({ createTime }) => createTime?.seconds === from.seconds && createTime.nanos === from.nanos,
      );
      const inside = whole.items.slice(Math.max(0, first));
      expect(paged).to.deep.equal(entries === 0 ? [] : inside);
    }
  });

  it("stay as they are while pages are read and payments go on, the end of the period included", async () => {
    for (let i = 0; i < 5; i++) await books.pay(1_000_000n);
    await books.closed();
    const first = await read({ pageSize: 2 });
    await books.pay(77n);
    await books.closed();
    const second = await read({ pageSize: 2, pageToken: first.nextPageToken });
    expect(second.toTime).to.deep.equal(first.toTime);
    expect(second.closingBalance).to.equal("5").and.to.equal(first.closingBalance);
    const third = await read({ pageSize: 2, pageToken: second.nextPageToken });
    expect([third.items.length, third.nextPageToken, third.pageClosingBalance]).to.deep.equal([1, "", "5"]);
  });

  it("tell a period that is not over when to come back", async () => {
    const soon = timestamp(new Date(Date.now() + 60_000));
    const request = { merchantId: books.merchantId, assetType: "USDX", fromTime: beginning, toTime: soon };
    const failure = await books.harness.failure("GetStatement", request);
    expect([failure.entry, failure.reason]).to.deep.equal(["NOT_YET", "PERIOD_OPEN"]);
    expect(failure.retryAfterSeconds).to.be.within(30, 62);
    expect(await refusal({ fromTime: soon })).to.deep.equal(["NOT_YET", "PERIOD_OPEN"]);
  });

  it("refuse what is no period, no account of a merchant, nobody's and unknown", async () => {
    const from = timestamp(new Date("2024-01-01T00:00:00Z"));
    expect(await refusal({ fromTime: from, toTime: from })).to.deep.equal([
      "INVALID_ARGUMENT",
      "PERIOD_EMPTY",
    ]);
    expect(await refusal({ fromTime: from, toTime: beginning })).to.deep.equal([
      "INVALID_ARGUMENT",
      "PERIOD_EMPTY",
    ]);
    expect((await refusal({ fromTime: undefined }))[0]).to.equal("INVALID_ARGUMENT");
    const seconds = 10n ** 15n;
    expect(await refusal({ fromTime: { seconds, nanos: 0 } })).to.deep.equal([
      "INVALID_ARGUMENT",
      "TIME_OUT_OF_RANGE",
    ]);
    expect(await refusal({ account: ACCOUNT_KIND_WALLET })).to.deep.equal([
      "INVALID_ARGUMENT",
      "UNKNOWN_VALUE",
    ]);
    expect((await refusal({ assetType: "NONE" }))[0]).to.equal("UNKNOWN_REFERENCE");
    expect((await refusal({ merchantId: newId("merchant") }))[0]).to.equal("NOT_FOUND");
    expect((await refusal({ pageToken: "eA" }))[0]).to.equal("INVALID_PAGE_TOKEN");
    await books.pay(1n);
    await books.pay(1n);
    await books.closed();
    const { nextPageToken } = await read({ pageSize: 1 });
    expect((await refusal({ pageToken: nextPageToken, account: ACCOUNT_KIND_SETTLED }))[0]).to.equal(
      "INVALID_PAGE_TOKEN",
    );
    const foreign = { merchantId: newId("merchant"), assetType: "USDX", fromTime: beginning };
    const { entry } = await books.harness.failure("GetStatement", foreign, { as: books.merchant });
    expect(entry).to.be.oneOf(["NOT_FOUND", "PERMISSION_DENIED"]);
  });

  it("do not go with the pages of a token that somebody made himself", async () => {
    const { createHash } = await import("node:crypto");
    const binding = {
      list: "statement",
      merchantId: books.merchantId,
      kind: "merchant",
      assetType: "USDX",
      from: Number(beginning.seconds) * 1000,
      to: undefined,
    };
    const tokenOf = (position: string): string => {
      const text = JSON.stringify([
        position,
        ...Object.entries(binding).sort(([a], [b]) => (a < b ? -1 : 1)),
      ]);
      const check = createHash("sha256").update(text).digest("base64url").slice(0, 22);
      return Buffer.from(`${position}|${check}`).toString("base64url");
    };
    expect((await refusal({ pageToken: tokenOf("1/2/x/0/1") }))[0]).to.equal("INVALID_PAGE_TOKEN");
    // An end of the period that is not closed is refused here too.
    const open = `${Date.now() + 60_000}/0/${newId("transaction")}/0/2`;
    expect(await refusal({ pageToken: tokenOf(open) })).to.deep.equal(["NOT_YET", "PERIOD_OPEN"]);
    const far = `${8.64e15}/0/${newId("transaction")}/0/2`;
    expect((await refusal({ pageToken: tokenOf(far) }))[0]).to.equal("INVALID_PAGE_TOKEN");
  });
});
