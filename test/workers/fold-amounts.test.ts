// Amounts that were appended to an account are folded into its balance piece by piece, beside those who append, refund and settle.
import { expect } from "chai";
import pg from "pg";
import { foldAmounts } from "../../src/workers/fold-amounts.ts";
import { Books } from "../services/support/books.ts";

describe("the amounts that the worker folds", function () {
  this.timeout(120_000);
  let books: Books;
  let client: pg.Client;
  before(async () => {
    books = await Books.open();
    client = new pg.Client({ connectionString: books.harness.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await books[Symbol.asyncDispose]();
  });

  const appended = async (): Promise<Record<string, number>> => {
    const { rows } = await client.query("select kind, count(*)::int as n from account_delta group by 1");
    return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
  };
  const balances = async (): Promise<unknown[]> =>
    (await client.query("select account_id, balance from account_balance order by 1")).rows;
  const foldAll = async (rows: number): Promise<number> => {
    const round = foldAmounts(books.harness.store, rows);
    let rounds = 1;
    while (await round()) rounds += 1;
    return rounds;
  };

  it("are those of long accounts, in pieces, and change no balance", async () => {
    for (let at = 0; at < 11; at += 1) await books.pay(1_000_000n);
    const before = await balances();
    const { merchant = 0, issuance = 0 } = await appended();
    expect(merchant).to.equal(11);
    expect(issuance).to.be.above(0);
    await foldAll(20);
    expect(await appended()).to.deep.equal({ merchant, issuance });
    expect(await foldAll(3)).to.be.above(1);
    const left = await appended();
    expect(left.merchant).to.equal(11 % 3);
    expect(left.issuance ?? 0).to.be.below(3);
    expect(await balances()).to.deep.equal(before);
  });

  it("are folded once, whoever folds them, beside payments, refunds and a settlement", async () => {
    const paid = await books.pay(2_000_000n);
    const payments = async (): Promise<void> => {
      for (let at = 0; at < 12; at += 1) await books.pay(1_000_000n);
    };
    await Promise.all([foldAll(1), foldAll(2), payments(), books.refund(paid, "0.5"), foldAll(1)]);
    await books.settle();
    await foldAll(1);
    expect((await appended()).merchant ?? 0).to.equal(0);
    const { rows } = await client.query(
      `select a.account_id from account_balance a
       where a.balance <> (select coalesce(sum(e.amount), 0) from ledger_entry e where e.account_id = a.account_id)`,
    );
    expect(rows).to.deep.equal([]);
  });

  it("leave an account alone that another transaction holds", async () => {
    for (let at = 0; at < 3; at += 1) await books.pay(1_000_000n);
    await client.query("begin");
    await client.query("select from account where kind = 'merchant' for update");
    await foldAll(1);
    await client.query("rollback");
    expect((await appended()).merchant).to.equal(3);
    await foldAll(1);
    expect((await appended()).merchant ?? 0).to.equal(0);
  });
});
