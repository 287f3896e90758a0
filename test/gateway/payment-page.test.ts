// The payment page as the gateway serves it, in front of a core that answers as a test says. In a browser: test/e2e/payment-page.test.ts.
import { expect } from "chai";
import { PaymentPage, PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import {
  GetPaymentPageRequest,
  GetPaymentPageResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { walletLinks } from "../../src/gateway/payment-page/wallet-links.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { Rig } from "./support/rig.ts";

const REFERENCE = "RF18539007547034";
const PATH = `/pay/${REFERENCE}`;

describe("the payment page at the gateway", () => {
  let rig: Rig;
  before(async () => {
    const wallets = [
      { name: "Purse & Co", link: "https://purse.example/pay?uri={uri}" },
      { name: "Fob", link: "fob:{uri}" },
    ];
    rig = await Rig.start({ config: { publicUrl: "https://localhost", paymentPage: { wallets } } });
  });
  after(() => rig[Symbol.asyncDispose]());

  const pending = PaymentPage.fromPartial({
    reference: REFERENCE,
    paymentId: "pay_01h455vb4pex5vsknk084sn02q",
    merchantName: "Corner shop",
    amount: "12.5",
    assetType: "USDX",
    status: PaymentStatus.PAYMENT_STATUS_PENDING,
    refundedAmount: "0",
    expireTime: timestamp(new Date(Date.now() + 600_000)),
    version: 2,
  });
  const answers = (page: Partial<PaymentPage> = {}): void =>
    rig.core.on("GetPaymentPage", ({ request }) => {
      expect(GetPaymentPageRequest.decode(request).reference).to.equal(REFERENCE);
      return GetPaymentPageResponse.encode({ paymentPage: { ...pending, ...page } }).finish();
    });
  const fails = (...how: ConstructorParameters<typeof Failure>): void =>
    rig.core.on("GetPaymentPage", () => Promise.reject(new Failure(...how)));

  it("is there for the link of a reference, to read only", async () => {
    answers();
    const page = await rig.ask(PATH);
    expect([page.status, page.headers["content-type"]]).to.deep.equal([200, "text/html; charset=utf-8"]);
    expect(page.text).to.contain("Corner shop").and.to.contain(REFERENCE);
    expect((await rig.ask(PATH.toLowerCase().replace("/PAY", "/pay"))).status).to.equal(200);
    const head = await rig.ask(PATH, { method: "HEAD" });
    expect([head.status, head.text, head.headers["content-length"]]).to.deep.equal([
      200,
      "",
      page.headers["content-length"],
    ]);
    expect((await rig.ask(PATH, { method: "POST", body: {} })).status).to.equal(405);
    for (const path of ["/pay/", "/pay/RF18", "/pay/RF18<script>", `${PATH}/`])
      expect((await rig.ask(path)).status, path).to.equal(404);
  });

  it("says to people in a browser that a link with a wrong reference leads to no payment", async () => {
    const { status, text } = await rig.ask("/pay/x", { headers: { accept: "text/html,*/*;q=0.8" } });
    expect([status, text.includes("No payment has this link")]).to.deep.equal([404, true]);
    expect((await rig.ask("/pay/x", { headers: { accept: "application/json" } })).text).to.contain(
      "SVC-4041",
    );
  });

  it("leads to the wallets that the deployment names", async () => {
    answers();
    const { text } = await rig.ask(PATH);
    const uri = encodeURIComponent(`https://localhost${PATH}`);
    expect(text).to.contain(`href="https://purse.example/pay?uri=${uri}">Pay with <bdi>Purse &amp; Co</bdi>`);
    expect(text).to.contain(`href="fob:${uri}">`);
    answers({ status: PaymentStatus.PAYMENT_STATUS_COMPLETED });
    expect((await rig.ask(PATH)).text).to.not.contain("purse.example");
  });

  it("leads to the sandbox's own wallet when a sandbox names none, and to none in production", () => {
    const publicUrl = "https://pda.example";
    const link = "https://pda.example/wallet/pay?uri={uri}";
    const own = [{ name: "Sandbox wallet", link, inBrowser: true }];
    const purse = [{ name: "Purse", link: "purse:{uri}" }];
    const linksOf = (mode: "sandbox" | "production", wallets?: typeof purse) =>
      walletLinks({ mode, publicUrl, paymentPage: { wallets } });
    expect(linksOf("sandbox")).to.deep.equal(own);
    expect(linksOf("sandbox", [])).to.deep.equal([]);
    expect(linksOf("sandbox", purse)).to.deep.equal(purse);
    expect(linksOf("production")).to.deep.equal([]);
    expect(linksOf("production", purse)).to.deep.equal(purse);
  });

  it("is never stored, and shows what time alone has changed", async () => {
    answers();
    const first = await rig.ask(PATH);
    expect(first.headers["cache-control"]).to.equal("no-store");
    expect(first.headers).to.not.have.property("etag");
    const left = Number(/data-left="(\d+)"/.exec(first.text)?.[1]);
    expect(left).to.be.within(540_000, 600_000);
    answers({ expireTime: timestamp(new Date(Date.now() - 1000)) });
    expect((await rig.ask(PATH)).text).to.include("The time to pay is over");
  });

  it("says when the whole amount was given back", async () => {
    const completed = { status: PaymentStatus.PAYMENT_STATUS_COMPLETED, endTime: timestamp(new Date()) };
    answers({ ...completed, refundedAmount: "2.5" });
    expect((await rig.ask(PATH)).text)
      .to.include(">Paid<")
      .and.to.include("2.50 USDX");
    answers({ ...completed, refundedAmount: "12.5" });
    const { text } = await rig.ask(PATH);
    expect(text).to.include("has given the whole amount back").and.to.not.include(">Paid<");
  });

  it("may be framed by a site that isolates itself", async () => {
    answers();
    const { headers } = await rig.ask(PATH);
    expect(headers["cross-origin-resource-policy"]).to.equal("cross-origin");
    expect(headers["cross-origin-embedder-policy"]).to.equal("require-corp");
  });

  it("shows the reference alone where the deployment keeps payments from callers without a credential", async () => {
    fails("CREDENTIAL_MISSING");
    const page = await rig.ask(PATH);
    expect(page.status).to.equal(200);
    expect(page.text).to.contain("with your wallet").and.to.not.contain("Corner shop");
    expect(page.text).to.contain("<svg").and.to.contain(`<code>${REFERENCE}</code>`);
  });

  it("says to people that nothing is there, and tries again by itself while the service is away", async () => {
    fails("NOT_FOUND");
    const none = await rig.ask(PATH);
    expect([none.status, none.text.includes("No payment has this link")]).to.deep.equal([404, true]);
    fails("UNAVAILABLE");
    const away = await rig.ask(PATH);
    expect([away.status, away.text.includes('http-equiv="refresh"')]).to.deep.equal([503, true]);
  });

  it("counts against the address that asks, as every call without a credential", async () => {
    await using slow = await Rig.start({ config: { gateway: { rate: { anonymousRequestsPerSecond: 1 } } } });
    slow.core.on("GetPaymentPage", () => GetPaymentPageResponse.encode({ paymentPage: pending }).finish());
    const statuses = [];
    for (let turn = 0; turn < 20; turn++) statuses.push((await slow.ask(PATH)).status);
    expect(statuses).to.include(429);
  });
});
