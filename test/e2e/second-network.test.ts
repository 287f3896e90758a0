// Two network families side by side: the same asset type is settled on either, and nothing a merchant sees names the difference.
import { expect } from "chai";
import { Product } from "../support/product.ts";
import { askNode, expectReconciled, secondNode } from "./support/reconcile.ts";
import {
  eventually,
  holder,
  type Merchant,
  merchant,
  onNetwork,
  paid,
  type Publisher,
  publisher,
} from "./support/scene.ts";

describe("a second network family", function () {
  this.timeout(240_000);
  let product: Product;
  let issuer: Publisher;
  let second: Publisher;

  before(async () => {
    // Blocks are final late enough for a test to give them up before.
    product = await Product.start({ PDA_CHAIN_ADAPTER_SECOND_NETWORK_CONFIRMATIONS: "12" });
    issuer = await publisher(product, true, "all");
    second = onNetwork(issuer, 1);
  });
  after(() => product?.stop());

  const settlementOf = async (shop: Merchant, paymentId: string) =>
    (await shop.api.GET("/api/v1/settlement", { params: { query: { paymentId } } })).data.items[0];
  const reached = (shop: Merchant, paymentId: string, status: string) =>
    eventually(`settlement ${status}`, async () => {
      const settlement = await settlementOf(shop, paymentId);
      return settlement?.settlementStatus === status && settlement;
    });

  it("is offered beside the first, for the same asset type", () => {
    expect(issuer.networkAssets.map((asset) => asset.split(":")[0])).to.deep.equal(["eip155", "solana"]);
  });

  it("settles each merchant on the network of its account, until the ledger and both networks agree", async () => {
    const customer = await holder(product, issuer, "100");
    const shops = [await merchant(product, issuer), await merchant(product, second)] as const;
    const amounts = ["10", "0.000001", "5.5"];
    for (const shop of shops) {
      await Promise.all(amounts.map((amount) => paid(product, issuer, shop, customer, amount)));
    }
    await expectReconciled(product, issuer, shops[0], 15_500_001n);
    await expectReconciled(product, second, shops[1], 15_500_001n);

    for (const [at, shop] of shops.entries()) {
      const { items } = (await shop.api.GET("/api/v1/settlement", {})).data;
      for (const { settlementId, network, settlementStatus, blockchainReference } of items) {
        expect({ network, settlementStatus }).to.deep.equal({
          network: onNetwork(issuer, at).network,
          settlementStatus: "finalized",
        });
        expect(blockchainReference).to.match(at === 0 ? /^0x[0-9a-f]{64}$/ : /^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
        const params = { path: { settlementId } };
        const { data } = await shop.api.GET("/api/v1/settlement/{settlementId}/confirmations", { params });
        expect(data.confirmationCount).to.be.at.least(at === 0 ? 2 : 12);
      }
    }
  });

  it("brings a transfer back that a reorganisation took, and pays once", async () => {
    const customer = await holder(product, issuer, "50");
    const shop = await merchant(product, second);
    const { paymentId } = await paid(product, second, shop, customer, "7.25");
    const before = await reached(shop, paymentId, "confirmed");
    await askNode(product, secondNode, "pdaFork", []);
    const after = await reached(shop, paymentId, "finalized");
    expect(product.output).to.match(
      new RegExp(`a reorganisation took a transfer back.*${before.settlementId}.*to=reverted`),
    );
    expect(after.blockchainReference).to.equal(before.blockchainReference);
    await expectReconciled(product, second, shop, 7_250_000n);
  });

  it("goes on after every process was killed, with the network's blocks as they were", async () => {
    const customer = await holder(product, issuer, "50");
    const shop = await merchant(product, second);
    const payments = await Promise.all([1, 2, 3].map(() => paid(product, second, shop, customer, "2")));
    await product.kill9();
    await product.up();
    await Promise.all(payments.map(({ paymentId }) => reached(shop, paymentId, "finalized")));
    await expectReconciled(product, second, shop, 6_000_000n);
  });

  it("refuses a merchant's account that nobody has the key of, or of a network that is not served", async () => {
    const accounts = [
      `${second.network}:11111111111111111111111111111111`,
      "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9aE476sH92Vz7DMPyq5WLPkrKWivxeuTKEFKd2sZZcde",
    ];
    for (const account of accounts) {
      const refused = await product
        .client()
        .POST("/api/v1/merchants", { body: { name: "Shop", settlementAccounts: [account] } })
        .then(
          () => undefined,
          (error: { status?: number }) => error,
        );
      expect(refused, account).to.not.equal(undefined);
    }
  });
});
