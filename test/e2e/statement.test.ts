// Transactions, balances and statements as an accounting system sees them: over REST, of the whole product.
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask, type Received } from "./support/http.ts";
import {
  eventually,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
} from "./support/scene.ts";

describe("the books of a merchant over REST", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let from: string;
  let to: string;
  let transactionIds: string[];

  const clock = async (): Promise<number> =>
    Date.parse((await product.client().GET("/api/v1/sandbox")).data.clockTime ?? "");
  const path = (rest: string): string => `/api/v1/merchants/${shop.merchantId}/${rest}`;
  const period = (): string => `assetType=${issuer.assetType}&fromTime=${from}&toTime=${to}`;
  const get = (what: string, headers: Record<string, string> = {}, key = shop.key): Promise<Received> =>
    ask(product, what, { key, headers });

  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    const customer = await holder(product, issuer, "1000");
    from = new Date((await clock()) - 1000).toISOString();
    const first = await paid(product, issuer, shop, customer, "12.5");
    const second = await paid(product, issuer, shop, customer, "0.25");
    transactionIds = [first.transactionId ?? "", second.transactionId ?? ""];
    // Everything is settled before the refund, so that what follows is not a matter of timing.
    await eventually("both payments are settled", async () => {
      const { json } = await get(`/api/v1/settlement`);
      const settled = json.data.items.filter(
        (s: { settlementStatus: string }) => s.settlementStatus === "finalized",
      );
      return settled.flatMap((s: { paymentIds: string[] }) => s.paymentIds).length === 2;
    });
    to = new Date((await clock()) + 1).toISOString();
    await eventually(
      "the period is closed",
      async () => (await get(path(`statement?${period()}`))).status === 200,
    );
  });

  it("lists every movement with its own entries, by query parameters as in JSON", async () => {
    const { json } = await get(`/api/v1/transactions?kind=payment&fromTime=${from}&toTime=${to}`);
    expect(json.data.items.map((t: { transactionId: string }) => t.transactionId)).to.deep.equal(
      transactionIds.toReversed(),
    );
    expect(json.data.items[0].entries).to.deep.equal([
      { account: "merchant", direction: "credit", amount: "0.25", counterAccount: "wallet" },
    ]);
    const settlements = (await get("/api/v1/transactions?kind=settlement")).json.data.items;
    expect(settlements.length).to.be.above(0);
    const wrong = await get("/api/v1/transactions?fromTime=yesterday");
    expect([wrong.status, wrong.json.errors[0].field]).to.deep.equal([400, "fromTime"]);
  });

  it("shows balances: nothing left, all settled", async () => {
    const { json } = await get(path("balances"));
    expect(json.data.items).to.deep.equal([
      { assetType: issuer.assetType, available: "0", pending: "0", settled: "12.75" },
    ]);
    const operator = product.client();
    const { publisherId } = issuer;
    const issued = await operator.GET("/api/v1/publishers/{publisherId}/balances", {
      params: { path: { publisherId } },
    });
    expect(issued.data.items).to.deep.equal([{ assetType: issuer.assetType, outstanding: "1000" }]);
  });

  it("gives a statement that sums, whose pages go on, and that stays what it is", async () => {
    const { data } = (await get(path(`statement?${period()}`))).json;
    expect(data).to.include({
      account: "merchant",
      fromTime: from,
      toTime: to,
      openingBalance: "0",
      credits: "12.75",
      debits: "12.75",
      closingBalance: "0",
    });
    const first = (await get(path(`statement?${period()}&pageSize=1`))).json.data;
    const second = (await get(path(`statement?${period()}&pageSize=200&pageToken=${first.nextPageToken}`)))
      .json.data;
    expect([...first.items, ...second.items]).to.deep.equal(data.items);
    expect(second.pageOpeningBalance).to.equal(first.pageClosingBalance).and.to.equal("12.5");
    expect((await get(path(`statement?${period()}`))).json.data).to.deep.equal(data);
  });

  it("gives it as files, with the next page in Link, and in the envelope to those who ask for JSON", async () => {
    const file = await get(path(`statement/camt.053?${period()}&pageSize=1`), { Accept: "application/xml" });
    expect(file.status).to.equal(200);
    expect(file.headers["content-type"]).to.equal("application/xml; charset=utf-8");
    expect(file.headers["content-disposition"]).to.equal('attachment; filename="statement.xml"');
    expect(file.headers["cache-control"]).to.equal("no-store");
    expect(file.text).to.match(/^<\?xml version="1\.0" encoding="UTF-8"\?><Document /);
    expect(file.text).to.contain(transactionIds[0]).and.not.to.contain(transactionIds[1]);
    const texts = [file.text];
    for (let last = file; last.headers.link !== undefined; ) {
      const [, next = ""] = /^<(\?[^>]+)>; rel="next"$/.exec(String(last.headers.link)) ?? [];
      last = await get(path(`statement/camt.053${next}`), { Accept: "application/xml" });
      texts.push(last.text);
    }
    // A payment may have been settled before the next one was made.
    expect(texts.filter((text) => text.includes(transactionIds[1] ?? "none"))).to.have.length(1);
    expect(texts.map((text) => /<PgNb>(\d+)</.exec(text)?.[1])).to.deep.equal(
      texts.map((_text, at) => `${at + 1}`),
    );
    expect(texts.map((text) => text.includes("<LastPgInd>true"))).to.deep.equal(
      texts.map((_text, at) => at === texts.length - 1),
    );
    const csv = await get(path(`statement/csv?${period()}`));
    expect(csv.headers["content-disposition"]).to.equal('attachment; filename="statement.csv"');
    expect([csv.headers["content-type"], csv.headers.link]).to.deep.equal([
      "text/csv; charset=utf-8",
      undefined,
    ]);
    expect(csv.text.split("\r\n")[1]).to.match(/,opening,/);
    const { json } = await get(path(`statement/csv?${period()}`), { Accept: "application/json" });
    expect(json.data.document).to.equal(csv.text);
  });

  it("refuses a period that is not over, with the time to wait, and a file that would round", async () => {
    const later = new Date(Date.parse(to) + 3_600_000).toISOString();
    const open = await get(path(`statement?assetType=${issuer.assetType}&fromTime=${from}&toTime=${later}`));
    expect([open.status, open.json.errorCode, open.json.errors[0].reason]).to.deep.equal([
      409,
      "SVC-4096",
      "PERIOD_OPEN",
    ]);
    expect(Number(open.headers["retry-after"])).to.be.within(1, 3601);
    const asXml = await get(
      path(`statement/csv?assetType=${issuer.assetType}&fromTime=${from}&toTime=${later}`),
      {
        Accept: "text/csv",
      },
    );
    expect([asXml.status, asXml.json.errorCode]).to.deep.equal([409, "SVC-4096"]);
    const noStart = await get(path(`statement?assetType=${issuer.assetType}`));
    expect([noStart.status, noStart.json.errors[0].field]).to.deep.equal([400, "fromTime"]);
  });

  it("shows them to nobody else", async () => {
    const other = await merchant(product, issuer);
    const weak = await merchant(product, issuer, ["payments.read"]);
    for (const rest of [
      "balances",
      `statement?${period()}`,
      `statement/camt.053?${period()}`,
      `statement/csv?${period()}`,
    ]) {
      const foreign = await get(path(rest), {}, other.key);
      expect(foreign.status, rest).to.equal(403);
      const scopeless = await get(`/api/v1/merchants/${weak.merchantId}/${rest}`, {}, weak.key);
      expect(scopeless.status, rest).to.equal(403);
    }
    const [transactionId = ""] = transactionIds;
    expect((await get(`/api/v1/transactions/${transactionId}`, {}, other.key)).status).to.equal(404);
    expect((await get("/api/v1/transactions", {}, other.key)).json.data.items).to.deep.equal([]);
  });
});
