// Money on the network is money in the ledger.
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { balanceOnNetwork, balancesInLedger, expectReconciled } from "./support/reconcile.ts";
import { authorise, eventually, holder, merchant, paid, publisher, requestOf } from "./support/scene.ts";

describe("reconciliation", function () {
  this.timeout(120_000);
  let product: Product;
  before(async () => {
    product = await sharedProduct();
  });

  it("the merchant's account on the network holds the ledger's settled balance, a refund after payout included", async () => {
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const customer = await holder(product, issuer, "100");
    const refund = (originalTransaction: string | undefined, refundAmount: string) =>
      shop.api.POST("/api/v1/refunds", {
        body: { originalTransaction: originalTransaction ?? "", refundAmount, reason: "Returned" },
      });

    const payments = await Promise.all(
      ["10", "0.000001", "5.5"].map((amount) => paid(product, issuer, shop, customer, amount)),
    );
    await expectReconciled(product, issuer, shop, 15_500_001n);

    // Given back out of what was paid out already: the ledger knows at once, the network after the next payment.
    await refund(payments[0]?.transactionId, "3");
    expect((await balancesInLedger(product, issuer, shop)).settled).to.equal(12_500_001n);
    expect(await balanceOnNetwork(product, issuer, shop)).to.equal(15_500_001n);

    await paid(product, issuer, shop, customer, "5");
    await expectReconciled(product, issuer, shop, 17_500_001n);
  });

  it("a settlement is taken back by the network on request, seen so by its merchant, and then final, paid once", async () => {
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const customer = await holder(product, issuer, "100");
    const { assetType } = issuer;
    const { merchantId } = shop;
    const { paymentId } = (
      await shop.api.POST("/api/v1/payments", {
        body: { amount: "7", assetType, merchantId, metadata: { "pda:simulate": "reverted" } },
      })
    ).data;
    await authorise(product, customer, await requestOf(product, shop, customer, paymentId));
    const seen: string[] = [];
    await eventually("its finality", async () => {
      const { data } = await shop.api.GET("/api/v1/settlement", { params: { query: { paymentId } } });
      const status = data.items[0]?.settlementStatus;
      if (status && seen.at(-1) !== status) seen.push(status);
      return status === "finalized";
    });
    expect(seen.filter((status) => status === "reverted")).to.have.length(1);
    expect(seen.indexOf("confirmed") < seen.indexOf("reverted")).to.equal(true);
    await expectReconciled(product, issuer, shop, 7_000_000n);
  });
});
