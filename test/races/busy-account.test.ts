import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { Books } from "../services/support/books.ts";

describe("an account that somebody else is changing", function () {
  this.timeout(60_000);
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

  it("is paid to meanwhile: nothing waits for the worker that folds a merchant's balance", async () => {
    await books.pay(1_000_000n);
    await client.query("begin");
    const { rowCount } = await client.query("update account set balance = balance where kind = 'merchant'");
    expect(rowCount).to.be.above(0);
    const paid = books.pay(2_000_000n);
    const first = await Promise.race([paid.then(() => "paid"), sleep(10_000, "waits", { ref: false })]);
    await client.query("rollback");
    await paid;
    expect(first).to.equal("paid");
  });
});
