import { expect } from "chai";
import type {
  ListMerchantBalancesResponse,
  ListPublisherBalancesResponse,
} from "../../gen/ts/pda/payment/v1/ledger_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Books } from "./support/books.ts";

describe("balances", function () {
  this.timeout(60_000);
  let books: Books;
  before(async () => {
    books = await Books.open();
  });
  after(() => books[Symbol.asyncDispose]());

  it("of a merchant: what can be refunded, what is being settled, what is settled", async () => {
    const of = async (): Promise<ListMerchantBalancesResponse> =>
      books.harness.call("ListMerchantBalances", { merchantId: books.merchantId }, { as: books.merchant });
    expect((await of()).items).to.deep.equal([]);
    await books.pay(10_000_000n);
    expect((await of()).items).to.deep.equal([
      { assetType: "USDX", available: "10", pending: "0", settled: "0" },
    ]);
    await books.settle();
    const [after] = (await of()).items;
    expect(after?.available).to.equal("0");
    expect(Number(after?.pending) + Number(after?.settled)).to.equal(10);
  });

  it("of a publisher: what it owes", async () => {
    const { items } = await books.harness.call<ListPublisherBalancesResponse>(
      "ListPublisherBalances",
      { publisherId: books.publisherId },
      { as: books.publisher },
    );
    expect(items).to.deep.equal([{ assetType: "USDX", outstanding: `1${"0".repeat(24)}` }]);
  });

  it("of somebody else are nobody's", async () => {
    for (const [method, request] of [
      ["ListMerchantBalances", { merchantId: newId("merchant") }],
      ["ListPublisherBalances", { publisherId: newId("publisher") }],
    ] as const)
      expect((await books.harness.failure(method, request)).entry).to.equal("NOT_FOUND");
    const foreign = { merchantId: newId("merchant") };
    const { entry } = await books.harness.failure("ListMerchantBalances", foreign, { as: books.merchant });
    expect(entry).to.be.oneOf(["NOT_FOUND", "PERMISSION_DENIED"]);
  });
});
