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

  it("is refunded from in its turn, and does not hold up what else its merchant asks for", async () => {
    const paid = await Promise.all(Array.from({ length: 40 }, () => books.pay(1_000_000n)));
    const pending = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const asked = { merchantId: books.merchantId, assetType: books.type.code, amount: "1" };
        const { payment } = await books.harness.call<{ payment: { paymentId: string } }>(
          "CreatePayment",
          asked,
          { as: books.merchant },
        );
        return payment;
      }),
    );
    await client.query("begin");
    await client.query("select 1 from account where kind = 'merchant' for no key update");
    const refunds = Promise.all(
      paid.map(({ transactionId }) =>
        books.harness.call(
          "CreateRefund",
          { originalTransaction: transactionId, refundAmount: "1", reason: "Returned" },
          { as: books.merchant },
        ),
      ),
    );
    // More than a caller may have connections (half of the pool). All of them have come to the lock or wait behind those that have.
    await sleep(1_500);
    const references = Promise.all(
      pending.map(({ paymentId }) =>
        books.harness.call("GeneratePaymentReference", { paymentId }, { as: books.merchant }),
      ),
    );
    const answered = references.then(
      () => "answered",
      (error: unknown) => error,
    );
    const first = await Promise.race([answered, sleep(2_500, "waits", { ref: false })]);
    await client.query("rollback");
    expect(first).to.equal("answered");
    expect(await refunds).to.have.length(40);
  });
});
