// Each invariant of the ledger, broken on purpose in a database whose constraints are gone: its check says so.
import { expect } from "chai";
import pg from "pg";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { checks } from "../../src/store/ledger/check-scans.ts";
import type { CheckResult } from "../../src/store/ledger/checks.ts";
import { Books } from "../services/support/books.ts";

describe("the checks of the ledger", function () {
  this.timeout(120_000);
  let books: Books;
  let client: pg.Client;

  const verified = (rows?: number): Promise<CheckResult[]> =>
    books.harness.store.snapshot(async (read) => {
      const results: CheckResult[] = [];
      for await (const result of read.ledgerChecks.run(rows ? { rows } : {})) results.push(result);
      return results;
    });
  const violated = async (): Promise<string[]> =>
    (await verified()).filter(({ violations }) => violations > 0).map(({ name }) => name);

  before(async () => {
    books = await Books.open();
    // Everything that there can be: settled, refunded before and after it, unsettled.
    const settled = await books.pay(10_000_000n);
    const partly = await books.pay(3_000_000n);
    await books.refund(partly, "1");
    await books.settle();
    await books.refund(settled, "2");
    await books.pay(5_000_000n);
    await books.refund(await books.pay(700_000n), "0.7");
    client = new pg.Client({ connectionString: books.harness.url });
    await client.connect();
    const { rows } = await client.query(
      `select conrelid::regclass as of, conname as name, contype from pg_constraint
        where contype in ('c', 'f') and conparentid = 0 and connamespace = 'public'::regnamespace
          and conrelid::regclass::text in ('account', 'account_delta', 'ledger_transaction', 'ledger_transfer', 'payment', 'refund', 'settlement')`,
    );
    for (const row of rows)
      await client.query(`alter table ${row.of} drop constraint if exists "${row.name}" cascade`);
    for (const table of ["ledger_transaction", "ledger_transfer"])
      await client.query(`alter table ${table} disable trigger append_only`);
  });
  after(async () => {
    await client.end();
    await books[Symbol.asyncDispose]();
  });

  it("find nothing in a ledger that is as it should be, whatever the size of the chunks", async () => {
    const whole = await verified();
    expect(whole.map(({ name }) => name)).to.deep.equal(checks.map(({ name }) => name));
    for (const { name, violations, told, examined } of whole) {
      expect([violations, told], name).to.deep.equal([0, []]);
      expect(examined, name).to.be.above(0);
    }
    expect(await verified(1)).to.deep.equal(whole);
    expect(await verified(2)).to.deep.equal(whole);
  });

  const one = (kind: string): string =>
    `(select transaction_id from ledger_transaction where kind = '${kind}' order by transaction_id limit 1)`;
  const breaks: readonly (readonly [name: string, how: string, statement: string])[] = [
    [
      "debits-equal-credits",
      "an account has more than it got",
      "update account set balance = balance + 1 where kind = 'wallet'",
    ],
    ["balances", "an entry is not in the balance", "delete from account_delta"],
    ["balances", "a balance was changed", "update account set balance = balance + 1 where kind = 'settled'"],
    [
      "no-negative-balance",
      "a wallet is below zero",
      "update account set balance = -1 where kind = 'wallet'",
    ],
    [
      "no-negative-balance",
      "a publisher has value of its own",
      "update account_delta set amount = -amount where kind = 'issuance'",
    ],
    [
      "legs",
      "a leg has no transaction",
      `delete from ledger_transaction where transaction_id = ${one("issue")}`,
    ],
    [
      "legs",
      "a leg goes to an account that is not there",
      `update ledger_transfer set credit_account_id = gen_random_uuid() where transaction_id = ${one("payment")}`,
    ],
    [
      "postings",
      "a transaction has no legs",
      `delete from ledger_transfer where transaction_id = ${one("payment")}`,
    ],
    [
      "postings",
      "the legs are over another amount",
      `update ledger_transaction set amount = amount + 1 where transaction_id = ${one("issue")}`,
    ],
    [
      "postings",
      "a transaction is there twice",
      `insert into ledger_transaction select asset_type_id, transaction_id, kind, amount, publisher_id, merchant_id, wallet_id,
        payment_id, refund_id, settlement_id, created_at + interval '1 ms' from ledger_transaction where transaction_id = ${one("issue")}`,
    ],
    [
      "payments",
      "a completed payment has no transaction",
      "update payment set transaction_id = gen_random_uuid() where settlement_id is null",
    ],
    [
      "payments",
      "a pending payment has one",
      "update payment set status = 'pending' where settlement_id is null",
    ],
    [
      "payments",
      "a payment is over another amount than was paid",
      "update payment set amount = amount + 1 where settlement_id is not null",
    ],
    [
      "payments",
      "a payment was paid twice",
      `insert into ledger_transaction select asset_type_id, '${uuidOf("transaction", newId("transaction"))}', kind, amount, publisher_id,
        merchant_id, wallet_id, payment_id, refund_id, settlement_id, created_at from ledger_transaction where transaction_id = ${one("payment")}`,
    ],
    [
      "refunds-within-paid",
      "more was refunded than was paid",
      "update payment set amount = 1, refunded_amount = 700000 where refunded_amount = 700000",
    ],
    [
      "refunds-within-paid",
      "the payment says another sum",
      "update payment set refunded_amount = refunded_amount - 1 where refunded_amount > 0",
    ],
    [
      "refunds",
      "a refund is over another amount than was given back",
      "update refund set amount = amount - 1 where settlement_id is not null",
    ],
    [
      "refunds",
      "a refund was given back twice",
      `insert into ledger_transaction select asset_type_id, '${uuidOf("transaction", newId("transaction"))}', kind, amount, publisher_id,
        merchant_id, wallet_id, payment_id, refund_id, settlement_id, created_at from ledger_transaction where transaction_id = ${one("refund")}`,
    ],
    ["settlements", "a settlement pays out something else", "update settlement set amount = amount + 1"],
    [
      "settlements",
      "a settlement has a payment too many",
      "update payment set settlement_id = (select settlement_id from settlement limit 1) where settlement_id is null",
    ],
    [
      "settlements",
      "its transaction is of something else",
      `update settlement set transaction_id = ${one("issue")}`,
    ],
    [
      "merchant-balances",
      "a payment is settled and its money was not",
      "update payment set settlement_id = (select settlement_id from settlement limit 1) where settlement_id is null",
    ],
    ["merchant-balances", "a settlement is gone", "delete from settlement"],
  ];
  for (const [name, how, statement] of breaks) {
    it(`name it when ${how}: ${name}`, async () => {
      // The checks are made by another connection, so the damage is committed, and undone from a copy.
      const tables = [
        "account",
        "account_delta",
        "ledger_transaction",
        "ledger_transfer",
        "payment",
        "refund",
        "settlement",
      ];
      for (const table of tables)
        await client.query(`create temporary table kept_${table} as table ${table}`);
      try {
        const { rowCount } = await client.query(statement);
        expect(rowCount, "something was broken").to.be.above(0);
        const found = (await verified()).filter(({ violations }) => violations > 0);
        expect(found.map((result) => result.name)).to.include(name);
        for (const { told } of found) expect(told[0]).to.match(/^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25} /);
      } finally {
        for (const table of tables) {
          await client.query(`delete from ${table}`);
          await client.query(`insert into ${table} select * from kept_${table}`);
          await client.query(`drop table kept_${table}`);
        }
      }
      expect(await violated()).to.deep.equal([]);
    });
  }

  it("are made by one at a time", async () => {
    const { store } = books.harness;
    await store.snapshot(async (read) => {
      expect(await read.ledgerChecks.claim()).to.equal(true);
      expect(await store.snapshot((other) => other.ledgerChecks.claim())).to.equal(false);
    });
    expect(await store.snapshot((read) => read.ledgerChecks.claim())).to.equal(true);
  });

  it("see one state of a ledger that goes on", async () => {
    const results = await books.harness.store.snapshot(async (read) => {
      const all: CheckResult[] = [];
      for await (const result of read.ledgerChecks.run({ rows: 1 })) {
        all.push(result);
        await books.pay(1n);
      }
      return all;
    });
    expect(results.every(({ violations }) => violations === 0)).to.equal(true);
    expect(await violated()).to.deep.equal([]);
  });
});
