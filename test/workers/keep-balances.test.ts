import { expect } from "chai";
import pg from "pg";
import type { GetStatementResponse } from "../../gen/ts/pda/payment/v1/ledger_service.ts";
import type { Statement } from "../../gen/ts/pda/payment/v1/statement.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { keepBalances } from "../../src/workers/keep-balances.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { assetType, issue, publisher } from "../support/fixtures.ts";
import { Books } from "../services/support/books.ts";

describe("the balances that the worker keeps", function () {
  this.timeout(120_000);
  let books: Books;
  let client: pg.Client;

  before(async () => {
    books = await Books.open();
    client = new pg.Client({ connectionString: books.harness.url });
    await client.connect();
    for (let day = 0; day < 5; day++) {
      const paid = await books.pay(BigInt(day + 1) * 1_000_000n);
      if (day === 2) await books.settle();
      if (day === 3) await books.refund(paid, "1.5");
      // A day without movements, too.
      const days = day === 1 ? 2n : 1n;
      await books.harness.store.transact((tx) => tx.clock.advance(days * 86_400n));
    }
    await books.pay(7n);
    await books.closed();
  });
  after(async () => {
    await client.end();
    await books[Symbol.asyncDispose]();
  });

  const read = async (from: Date, to: Date): Promise<Statement> => {
    const request = {
      merchantId: books.merchantId,
      assetType: "USDX",
      fromTime: timestamp(from),
      toTime: timestamp(to),
    };
    return (await books.harness.call<GetStatementResponse>("GetStatement", request)).statement as Statement;
  };
  const keptCount = async (): Promise<number> =>
    (await client.query("select count(*)::int as n from account_checkpoint")).rows[0].n;
  const keepAll = async (): Promise<void> => {
    const round = keepBalances(books.harness.store);
    while (await round());
  };

  it("are of days that had entries and are closed, and change no statement", async () => {
    const now = await books.harness.store.read.statements.closedBefore();
    const starts = Array.from(
      { length: 8 },
      (_none, day) => new Date(now.getTime() - day * 86_400_000 - 1000),
    );
    const before = await Promise.all(starts.map((from) => read(from, now)));
    expect(before.some(({ openingBalance }) => openingBalance !== "0")).to.equal(true);
    await keepAll();
    const { rows } = await client.query(
      `select a.kind, count(*)::int as days, max(closed_at) <= $1 as closed from account_checkpoint join account a using (account_id) group by 1`,
      [now],
    );
    const merchant = rows.find(({ kind }) => kind === "merchant");
    // Five days with entries; of the last one only what is over.
    expect(merchant).to.deep.equal({ kind: "merchant", days: 5, closed: true });
    expect(rows.map(({ kind }) => kind)).to.not.include("wallet");
    expect(await Promise.all(starts.map((from) => read(from, now)))).to.deep.equal(before);
  });

  it("are kept once, whoever keeps them", async () => {
    const count = await keptCount();
    expect(count).to.be.above(0);
    await Promise.all([keepAll(), keepAll(), keepAll()]);
    expect(await keptCount()).to.equal(count);
  });

  it("are what a statement opens with, and what the check of the ledger looks at", async () => {
    const now = await books.harness.store.read.statements.closedBefore();
    const from = new Date(now.getTime() - 1000);
    const { openingBalance } = await read(from, now);
    await client.query("alter table account_checkpoint disable trigger append_only");
    const add = (minor: number): Promise<unknown> =>
      client.query("update account_checkpoint set balance = balance + $1", [minor]);
    await add(1_000_000);
    try {
      expect(Number((await read(from, now)).openingBalance)).to.equal(Number(openingBalance) + 1);
      const violated = await books.harness.store.snapshot(async ({ ledgerChecks }) => {
        const names: string[] = [];
        for await (const { name, violations } of ledgerChecks.run({ rows: 2 }))
          if (violations > 0) names.push(name);
        return names;
      });
      expect(violated).to.deep.equal(["checkpoints"]);
    } finally {
      await add(-1_000_000);
      await client.query("alter table account_checkpoint enable trigger append_only");
    }
  });

  it("are kept of all accounts but one whose balance cannot be stored", async () => {
    const { store } = books.harness;
    const count = await keptCount();
    const broken = await assetType(store, await publisher(books.harness.url, "Broken"), { code: "BROKEN" });
    await issue(store, broken, books.walletId, 1n);
    await client.query("alter table ledger_transfer disable trigger append_only");
    await client.query(
      "update ledger_transfer set amount = repeat('9', 38)::numeric where asset_type_id = $1",
      [uuidOf("assetType", broken.assetTypeId)],
    );
    await client.query("alter table ledger_transfer enable trigger append_only");
    await issue(store, broken, books.walletId, 1n);
    await books.pay(5n);
    await store.transact((tx) => tx.clock.advance(86_400n));
    await books.closed();
    const round = keepBalances(store);
    const failure = await round().then(String, String);
    expect(failure).to.include("too large");
    const kept = await keptCount();
    expect(kept).to.be.above(count);
    await round().then(String, String);
    expect(await keptCount()).to.equal(kept);
  });

  it("are never changed", async () => {
    for (const statement of ["update account_checkpoint set balance = 0", "delete from account_checkpoint"]) {
      const refused = await client.query(statement).catch((error: Error) => error.message);
      expect(refused).to.equal("account_checkpoint is append-only");
    }
  });
});
