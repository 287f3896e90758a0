// Pages that stay open: they follow what others do, and outlast a service that is away. In a real browser.
import { expect } from "chai";
import { buildUi } from "../support/built-ui.ts";
import { Product } from "../support/product.ts";
import { ConsolePerson } from "./support/console.ts";
import { merchant, publisher } from "./support/scene.ts";
import { WalletBrowser } from "./support/wallet-browser.ts";

describe("pages that stay open", function () {
  this.timeout(150_000);
  // Each step goes on where the one before has ended.
  this.bail(true);
  let product: Product;
  let operator: ConsolePerson;
  let ann: WalletBrowser;
  let merchantId = "";
  let assetType = "";
  before(async () => {
    buildUi();
    product = await Product.start();
    const issuer = await publisher(product);
    ({ assetType } = issuer);
    ({ merchantId } = await merchant(product, issuer));
    operator = await ConsolePerson.at(product);
    const [link = ""] = /https:\S+\/oauth\/sign-in\/\S+/.exec(product.output) ?? [];
    await operator.signIn(link);
    ann = await WalletBrowser.open({ product });
    await ann.go("/wallet");
    await ann.press("New wallet");
    await ann.sees("Your wallet");
  });
  after(async () => {
    await ann?.[Symbol.asyncDispose]();
    await operator?.[Symbol.asyncDispose]();
    await product?.stop();
  });

  it("show a payment that somebody else has made or cancelled", async () => {
    await operator.open(`/console/?merchant=${merchantId}`);
    await operator.sees("No payments yet.");
    const body = { merchantId, amount: "3", assetType, orderReference: "TABLE-9" };
    const { paymentId } = (await product.client().POST("/api/v1/payments", { body })).data;
    await operator.sees("TABLE-9");
    await product.client().POST("/api/v1/payments/{paymentId}/cancel", { params: { path: { paymentId } } });
    await operator.stateIs("cancelled");
  });

  it("show in a wallet what has come in, beside the balance that it has changed", async () => {
    await ann.sees("Nothing has happened yet.");
    const path = { walletId: await ann.walletId() };
    await product.client().POST("/api/v1/sandbox/wallets/{walletId}/fund", {
      params: { path },
      body: { amount: "7.25", assetType },
    });
    await ann.sees("+7.25");
  });

  it("say that the service is away, and keep what the reader has open", async () => {
    await operator.sees("Connected: changes come by themselves");
    await product.kill9();
    await operator.sees("Not connected: asks every few seconds");
    await operator.follow("Settlements");
    await operator.sees("The service did not answer.");
    await ann.follow("Identities");
    await ann.sees("The service does not answer.");
    // A reload would show the browser's own error page.
    await operator.press("Try again");
    await ann.press("Try again");
    await operator.follow("Home");
    await operator.sees("TABLE-9");
    await ann.sees("The service does not answer.");

    await product.up();
    await operator.sees("Connected: changes come by themselves");
    await operator.follow("Settlements");
    await operator.sees("Nothing here yet.");
    await ann.press("Try again");
    await ann.page.waitForFunction("document.querySelector('h1')?.textContent === 'Identities'");
    expect(await operator.page.title()).to.include("Settlements");
  });
});
