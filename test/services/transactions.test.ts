import { expect } from "chai";
import { AccountKind, EntryDirection } from "../../gen/ts/pda/payment/v1/ledger.ts";
import type { GetStatementResponse } from "../../gen/ts/pda/payment/v1/ledger_service.ts";
import { type Transaction, TransactionKind } from "../../gen/ts/pda/payment/v1/transaction.ts";
import type {
  GetTransactionResponse,
  ListTransactionsResponse,
} from "../../gen/ts/pda/payment/v1/transaction_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { Payment } from "../../src/domain/payment/payment.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { assetType, issue } from "../support/fixtures.ts";
import { asMerchant, operator } from "../support/service.ts";
import { Books } from "./support/books.ts";

const { ACCOUNT_KIND_ISSUANCE, ACCOUNT_KIND_MERCHANT, ACCOUNT_KIND_WALLET } = AccountKind;
const { ENTRY_DIRECTION_CREDIT, ENTRY_DIRECTION_DEBIT } = EntryDirection;

const words = new Map(
  Object.entries(TransactionKind).map(([name, value]) => [value, name.replace("TRANSACTION_KIND_", "")]),
);

describe("transactions", function () {
  this.timeout(60_000);
  let books: Books;
  let first: Payment;
  let second: Payment;
  let refund: { refundId: string; transactionId: string };
  let settlementId: string;

  before(async () => {
    books = await Books.open();
    first = await books.pay(10_000_000n);
    second = await books.pay(2_500_000n);
    refund = await books.refund(first, "4");
    settlementId = (await books.settle())?.settlementId ?? "";
  });
  after(() => books[Symbol.asyncDispose]());

  const list = async (request: object = {}, as = books.merchant): Promise<ListTransactionsResponse> =>
    books.harness.call<ListTransactionsResponse>("ListTransactions", request, { as });
  const kinds = ({ items }: ListTransactionsResponse): string[] =>
    items.map(({ kind }) => words.get(kind) ?? "");
  const get = async (transactionId: string, as = books.merchant): Promise<Transaction> =>
    (await books.harness.call<GetTransactionResponse>("GetTransaction", { transactionId }, { as }))
      .transaction as Transaction;

  it("are all that moved on the merchant's accounts, newest first", async () => {
    const all = await list();
    expect(kinds(all)).to.deep.equal(["SETTLEMENT", "REFUND", "PAYMENT", "PAYMENT"]);
    expect(all.items.map(({ amount }) => amount)).to.deep.equal(["8.5", "4", "2.5", "10"]);
    expect(all.nextPageToken).to.equal("");
  });

  it("show a party the entries on its own accounts, and of the other side only the kind", async () => {
    const paid = await get(first.transactionId as string);
    expect(paid.entries).to.deep.equal([
      {
        account: ACCOUNT_KIND_MERCHANT,
        direction: ENTRY_DIRECTION_CREDIT,
        amount: "10",
        counterAccount: ACCOUNT_KIND_WALLET,
      },
    ]);
    expect(
      JSON.stringify(paid, (_key, value) => (typeof value === "bigint" ? `${value}` : value)),
    ).not.to.contain("wal_");
    const back = await get(refund.transactionId);
    expect(back.entries.map(({ direction }) => direction)).to.deep.equal([ENTRY_DIRECTION_DEBIT]);
    expect(back).to.include({ refundId: refund.refundId, paymentId: first.paymentId });
  });

  it("show the operator both sides, whose debits equal their credits", async () => {
    for (const { transactionId } of (await list()).items) {
      const { entries } = await get(transactionId, operator);
      const sum = (direction: EntryDirection): number =>
        entries.filter((e) => e.direction === direction).reduce((total, e) => total + Number(e.amount), 0);
      expect(sum(ENTRY_DIRECTION_CREDIT)).to.be.above(0);
      expect(sum(ENTRY_DIRECTION_DEBIT)).to.equal(sum(ENTRY_DIRECTION_CREDIT));
    }
  });

  it("show a publisher what it issued, and nothing of what was paid with it", async () => {
    const { harness, type, walletId } = books;
    await issue(harness.store, type, walletId, 5_000_000n);
    const mine = await list({}, books.publisher);
    expect([...new Set(kinds(mine))]).to.deep.equal(["ISSUE"]);
    expect(mine.items[0]).to.deep.include({
      publisherId: books.publisherId,
      amount: "5",
      merchantId: undefined,
    });
    expect(mine.items[0]?.entries).to.deep.equal([
      {
        account: ACCOUNT_KIND_ISSUANCE,
        direction: ENTRY_DIRECTION_DEBIT,
        amount: "5",
        counterAccount: ACCOUNT_KIND_WALLET,
      },
    ]);
    const { transactionId = "" } = mine.items[0] ?? {};
    expect((await get(transactionId, books.publisher)).transactionId).to.equal(transactionId);
    const asMerchantOfNone = await harness.failure(
      "GetTransaction",
      { transactionId },
      { as: books.merchant },
    );
    expect(asMerchantOfNone.entry).to.equal("NOT_FOUND");
    const asked = { transactionId: first.transactionId };
    expect((await harness.failure("GetTransaction", asked, { as: books.publisher })).entry).to.equal(
      "NOT_FOUND",
    );
  });

  it("are none of another merchant's business", async () => {
    const { merchantId } = books;
    const foreign = asMerchant("mer_01h2xcejqtf2nbrexx3vqjhp41");
    const named = await books.harness.failure("ListTransactions", { merchantId }, { as: foreign });
    expect([named.entry, named.reason]).to.deep.equal(["PERMISSION_DENIED", "OTHER_TENANT"]);
    for (const request of [
      {},
      { paymentId: first.paymentId },
      { refundId: refund.refundId },
      { settlementId },
    ])
      expect((await list(request, foreign)).items, JSON.stringify(request)).to.deep.equal([]);
  });

  it("are found by kind, payment, refund, settlement, asset type, merchant and time", async () => {
    expect(kinds(await list({ kind: TransactionKind.TRANSACTION_KIND_PAYMENT }))).to.deep.equal([
      "PAYMENT",
      "PAYMENT",
    ]);
    expect(kinds(await list({ kind: TransactionKind.TRANSACTION_KIND_REFUND }))).to.deep.equal(["REFUND"]);
    expect(kinds(await list({ kind: TransactionKind.TRANSACTION_KIND_SETTLEMENT }))).to.deep.equal([
      "SETTLEMENT",
    ]);
    expect(kinds(await list({ kind: TransactionKind.TRANSACTION_KIND_ISSUE }))).to.deep.equal([]);
    expect(kinds(await list({ paymentId: first.paymentId }))).to.deep.equal(["REFUND", "PAYMENT"]);
    expect(kinds(await list({ paymentId: second.paymentId }))).to.deep.equal(["PAYMENT"]);
    expect(kinds(await list({ refundId: refund.refundId }))).to.deep.equal(["REFUND"]);
    expect(kinds(await list({ settlementId }))).to.deep.equal(["SETTLEMENT"]);
    expect(kinds(await list({ settlementId, refundId: refund.refundId }))).to.deep.equal([]);
    expect(kinds(await list({ assetType: "USDX" }))).to.have.length(4);
    await assetType(books.harness.store, books.publisherId, { code: "EURX" });
    expect(kinds(await list({ assetType: "EURX" }))).to.deep.equal([]);
    expect(kinds(await list({ merchantId: books.merchantId }, operator))).to.have.length(4);
    const { createTime } = await get(second.transactionId as string);
    const next = new Date(Number(createTime!.seconds) * 1000 + createTime!.nanos / 1e6 + 1);
    expect(kinds(await list({ fromTime: timestamp(next) }))).not.to.include("PAYMENT");
    expect(kinds(await list({ toTime: createTime })).every((kind) => kind === "PAYMENT")).to.equal(true);
    expect(kinds(await list({ toTime: timestamp(next) }))).to.include("PAYMENT");
  });

  it("show a payout on both accounts that it moves between", async () => {
    const settlement = await books.settle().then((opened) => opened ?? { settlementId, amount: 8_500_000n });
    await books.payOut(settlement);
    const { items } = await list({ kind: TransactionKind.TRANSACTION_KIND_PAYOUT });
    expect(items).to.have.length(1);
    expect(items[0]?.entries.map(({ account, direction }) => [account, direction])).to.deep.equal([
      [AccountKind.ACCOUNT_KIND_CLEARING, ENTRY_DIRECTION_DEBIT],
      [AccountKind.ACCOUNT_KIND_SETTLED, ENTRY_DIRECTION_CREDIT],
    ]);
    expect(kinds(await list({ settlementId }))).to.deep.equal(["PAYOUT", "SETTLEMENT"]);
    const own = { merchantId: books.merchantId, assetType: "USDX", fromTime: timestamp(new Date(0)) };
    await books.closed();
    const account = AccountKind.ACCOUNT_KIND_SETTLED;
    const { statement } = await books.harness.call<GetStatementResponse>("GetStatement", { ...own, account });
    expect([statement?.closingBalance, statement?.items.length]).to.deep.equal(["8.5", 1]);
  });

  it("refuse an asset type that there is not, and a page token of another list", async () => {
    const { harness, merchant } = books;
    const unknown = await harness.failure("ListTransactions", { assetType: "NONE" }, { as: merchant });
    expect(unknown.entry).to.equal("UNKNOWN_REFERENCE");
    const { nextPageToken } = await list({ pageSize: 1 });
    const kind = TransactionKind.TRANSACTION_KIND_PAYMENT;
    for (const [request, as] of [
      [{ pageToken: nextPageToken, kind }, merchant],
      [{ pageToken: nextPageToken }, operator],
      [{ pageToken: "x" }, merchant],
    ] as const)
      expect((await harness.failure("ListTransactions", request, { as })).entry).to.equal(
        "INVALID_PAGE_TOKEN",
      );
  });

  for (const who of ["merchant", "operator"] as const) {
    it(`come page by page to the ${who}, each once, also those of one moment`, async () => {
      const as = who === "operator" ? operator : books.merchant;
      await books.harness.store.transact(async (tx) => {
        const createdAt = await tx.clock.now();
        const { assetTypeId } = books.type;
        for (let i = 0; i < 12; i++)
          await tx.ledger.post(
            {
              transactionId: newId("transaction"),
              kind: "payment",
              assetTypeId,
              amount: 1n,
              merchantId: books.merchantId,
              walletId: books.walletId,
              createdAt,
            },
            [
              {
                debit: { kind: "wallet", ownerId: books.walletId, assetTypeId },
                credit: { kind: "merchant", ownerId: books.merchantId, assetTypeId },
                amount: 1n,
              },
            ],
          );
      });
      const whole = (await list({ pageSize: 200 }, as)).items.map(({ transactionId }) => transactionId);
      const seen: string[] = [];
      let pageToken = "";
      do {
        const page = await list({ pageSize: 5, pageToken }, as);
        seen.push(...page.items.map(({ transactionId }) => transactionId));
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
      expect(seen).to.deep.equal(whole);
      expect(new Set(seen).size).to.equal(seen.length).and.to.be.above(12);
    });
  }
});
