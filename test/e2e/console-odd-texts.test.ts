// Texts that are long, turned round or no amount, in the views of the console.
import { expect } from "chai";
import { buildUi } from "../support/built-ui.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { ConsolePerson } from "./support/console.ts";
import { newLink } from "./support/person.ts";
import {
  authorise,
  eventually,
  type Holder,
  holder,
  merchant,
  paid,
  type Publisher,
  publisher,
  requestOf,
} from "./support/scene.ts";

const LONG = "x".repeat(400);

describe("the console and odd texts", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let ann: Holder;
  let person: ConsolePerson;
  before(async () => {
    buildUi();
    product = await sharedProduct();
    issuer = await publisher(product);
    ann = await holder(product, issuer, "100");
    person = await ConsolePerson.at(product);
    await person.signIn((await newLink(product, `key_${product.operatorKey.split("_")[1]}`)).link);
  });
  after(async () => {
    expect(person?.complaints).to.deep.equal([]);
    await person?.[Symbol.asyncDispose]();
  });

  it("finds a payment by an order reference of the form of a payment reference", async () => {
    const shop = await merchant(product, issuer);
    // The second is a reference of ISO 11649 with right check digits, as invoices have it.
    for (const orderReference of ["RF12345", "RF18 5390 0754 7034"]) {
      const body = { merchantId: shop.merchantId, amount: "4", assetType: issuer.assetType, orderReference };
      const { paymentId } = (await product.client().POST("/api/v1/payments", { body })).data;
      const params = { path: { paymentId } };
      const { reference } = (
        await product.client().POST("/api/v1/payments/{paymentId}/reference", { params })
      ).data;
      for (const text of [orderReference, reference.toLowerCase()]) {
        await person.open(`/console/payments?merchant=${shop.merchantId}&q=${encodeURIComponent(text)}`);
        await person.sees("1 shown");
        expect(await person.text()).to.include(orderReference);
      }
    }
  });

  it("says why an amount to refund cannot be read, and keeps a long reason within the page", async () => {
    const shop = await merchant(product, issuer);
    const { paymentId, transactionId = "" } = await paid(product, issuer, shop, ann, "10");
    await person.open(`/console/payments/${paymentId}?merchant=${shop.merchantId}`);
    await person.press("Refund");
    await person.sees("At most 10.00");
    for (const text of ["0", "1,0", "ten", "1".repeat(20)]) {
      await person.write("Amount to refund", text);
      await person.page.click(".dialog button[type=submit]:not([disabled])");
      await person.finds("[inputmode][aria-invalid='true']");
      expect(await person.text()).to.match(/Write an amount|at most 18 digits/);
      await person.write("Amount to refund", "1");
      await person.finds("[inputmode][aria-invalid='false']");
    }
    const body = { originalTransaction: transactionId, refundAmount: "1", reason: LONG };
    await shop.api.POST("/api/v1/refunds", { body });
    await person.open(`/console/payments/${paymentId}?merchant=${shop.merchantId}`);
    await person.sees(LONG);
    for (const width of [320, 1_280]) {
      await person.page.setViewport({ width, height: 800 });
      expect(await person.overflow()).to.equal(0);
    }
  });

  it("shows the statement of a day that is not over, with the order of a payment", async () => {
    const shop = await merchant(product, issuer);
    const { assetType } = issuer;
    const order = { amount: "2", assetType, merchantId: shop.merchantId, orderReference: "ORDER-7" };
    const { paymentId } = (await shop.api.POST("/api/v1/payments", { body: order })).data;
    await authorise(product, ann, await requestOf(product, shop, ann, paymentId));
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await person.page.setViewport({ width: 1_280, height: 800 });
    await eventually("the ledger is closed beyond the payment", async () => {
      await person.open(`/console/balances/${assetType}?merchant=${shop.merchantId}&to=${tomorrow}`);
      await person.sees("Closing balance");
      return (await person.text()).includes("ORDER-7");
    });
  });

  it("does not let the name of an asset turn round the words beside it", async () => {
    const assetProfile = { kind: "good" as const, name: "\u202Ellib\u2069 sdrawkcab" };
    const { assetIdentifier } = (
      await product.client().POST("/api/v1/publishers/{publisherId}/assets", {
        params: { path: { publisherId: issuer.publisherId } },
        body: { assetProfile, supportedNetworks: [issuer.network], metadata: { [LONG.slice(0, 40)]: "1" } },
      })
    ).data;
    const { publisherId } = issuer;
    await person.page.setViewport({ width: 320, height: 800 });
    await person.open(`/console/publishers/${publisherId}/assets/${assetIdentifier}`);
    await person.sees("llib sdrawkcab");
    expect(await person.page.title())
      .to.match(/^[^\u202E]+$/)
      .and.include("llib sdrawkcab");
    expect(await person.overflow()).to.equal(0);
    await person.press("Make a claim code");
    const title = await person.page.$eval(".dialog h2", ({ textContent }) => textContent);
    expect(title).to.include("llib sdrawkcab").and.not.include("\u202E");
  });

  it("names the field that an error is about", async () => {
    await person.open("/console/audit");
    await person.fill("Resource", "not an id ü");
    await person.press("Search");
    await person.sees("resourceId: It must be");
  });
});
