// The sandbox wallet in a real browser, on the running product: by the holder's own key, from its creation to a payment.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { buildUi } from "../support/built-ui.ts";
import { PaymentPages } from "./support/payment-pages.ts";
import { eventually } from "./support/scene.ts";
import { WalletBrowser } from "./support/wallet-browser.ts";

/** Pictures of the views, for people who look at the results of a run. */
const PICTURES = join(import.meta.dirname, "../../build/screenshots");
/** Bytes that the first view may load, compressed. */
const FIRST_LOAD_MAX = 300_000;

/** Runs in the page: tries to take the key as a script that should not be there would. */
const KEPT = `(async () => {
  const request = (made) => new Promise((resolve, reject) => {
    made.onsuccess = () => resolve(made.result);
    made.onerror = () => reject(made.error);
  });
  const database = await request(indexedDB.open("pda-wallet"));
  const { keys } = await request(database.transaction("wallet").objectStore("wallet").get("wallet"));
  const takings = ["jwk", "pkcs8"].map((format) => crypto.subtle.exportKey(format, keys.privateKey));
  return {
    extractable: keys.privateKey.extractable,
    taken: (await Promise.allSettled(takings)).map(({ status }) => status),
    stored: localStorage.length + sessionStorage.length,
    cookies: document.cookie,
  };
})()`;

describe("the sandbox wallet", function () {
  this.timeout(120_000);
  let pages: PaymentPages;
  let ann: WalletBrowser;
  before(async () => {
    mkdirSync(PICTURES, { recursive: true });
    buildUi();
    pages = await PaymentPages.start();
    ann = await WalletBrowser.withWallet(pages);
  });
  after(async () => {
    await ann?.[Symbol.asyncDispose]();
    await pages?.[Symbol.asyncDispose]();
  });

  const picture = (name: string) =>
    ann.page.screenshot({ path: join(PICTURES, `wallet-${name}.png`), fullPage: true });

  it("loads at most 300 kB, compressed, and nothing from elsewhere", async () => {
    await using reader = await WalletBrowser.open(pages);
    const session = await reader.page.createCDPSession();
    let [loaded, hosts] = [0, new Set<string>()];
    session.on("Network.loadingFinished", ({ encodedDataLength }) => void (loaded += encodedDataLength));
    session.on("Network.requestWillBeSent", ({ request }) => void hosts.add(new URL(request.url).origin));
    await session.send("Network.enable");
    await reader.go("/wallet");
    await reader.sees("A wallet of your own");
    expect(loaded).to.be.within(10_000, FIRST_LOAD_MAX);
    expect([...hosts].filter((host) => host !== "null")).to.deep.equal([pages.product.baseUrl]);
    expect(await reader.barriers()).to.deep.equal([]);
    expect(reader.complaints).to.deep.equal([]);
  });

  it("is made by one click, once for all tabs, and has a key that cannot be read", async () => {
    await using first = await WalletBrowser.open(pages);
    const second = await WalletBrowser.open(pages, first);
    for (const tab of [first, second]) {
      await tab.go("/wallet");
      await tab.sees("New wallet");
    }
    await Promise.all([first.press("New wallet"), second.press("New wallet")]);
    expect(await first.walletId())
      .to.match(/^wal_/)
      .and.to.equal(await second.walletId());
    const kept = await first.page.evaluate(KEPT);
    expect(kept).to.deep.equal({
      extractable: false,
      taken: ["rejected", "rejected"],
      stored: 0,
      cookies: "",
    });
    expect(first.complaints).to.deep.equal([]);
  });

  it("says what waits for who has no wallet yet", async () => {
    await using reader = await WalletBrowser.open(pages);
    const payment = await pages.requested({ amount: "1" });
    await reader.page.goto(payment.uri);
    await reader.page.click("summary");
    await reader.sees("Sandbox wallet makes a wallet in this browser");
    await reader.follow("Pay with Sandbox wallet");
    await reader.sees(`The payment ${payment.reference} waits for you.`);
    await reader.press("New wallet");
    await reader.sees("Payment to Test Shop");
  });

  it("gets sandbox money", async () => {
    await ann.press("Get sandbox money");
    const text = await ann.sees("You got 100.00 ");
    expect(text).to.include("Sandbox money");
    await picture("home");
    expect(await ann.barriers()).to.deep.equal([]);
  });

  it("pays from the payment page, with what the sandbox gives it, and leads to the receipt", async () => {
    const { assetType } = pages.issuer;
    const payment = await pages.requested({ description: "Two coffees", amount: "112.50" });
    await ann.page.goto(payment.uri);
    await ann.follow("Pay with Sandbox wallet");
    const asked = await ann.sees("Payment to Test Shop");
    for (const part of [`112.50 ${assetType}`, "Two coffees", payment.reference])
      expect(asked).to.include(part);
    expect(asked).to.match(/Time left\s+1[45]:\d\d/);
    expect(await ann.page.title()).to.equal("Payment to Test Shop – Sandbox wallet");
    await picture("pay");
    expect(await ann.barriers()).to.deep.equal([]);
    await ann.press("Get sandbox money");
    await ann.sees("You got 112.50 ");
    await ann.page.waitForFunction("document.activeElement.matches('h1')");
    // No box without words, and nothing to warn of any more.
    const boxes = await ann.page.$$eval(".notice", (found) =>
      found.map(({ className, innerText }) => [className, innerText.trim()]),
    );
    expect(boxes).to.deep.equal([["notice good", `You got 112.50 ${assetType}.`]]);
    // Twice, as an impatient holder does.
    const pay = `::-p-aria([name="Pay 112.50 ${assetType}"][role="button"])`;
    await ann.page.locator(pay).setWaitForEnabled(true).click({ count: 2 });
    expect(await ann.sees("You have paid Test Shop.")).to.include("Paid");
    // The button that had the focus is gone.
    expect(await ann.page.evaluate("document.activeElement.textContent")).to.equal("Paid");
    await picture("paid");
    expect(await ann.barriers()).to.deep.equal([]);
    await ann.page.reload();
    await ann.sees("You have paid Test Shop.");
    await ann.follow("Open the receipt");
    await ann.sees("Test Shop has received your payment.");
    const path = { paymentId: payment.paymentId };
    const { data } = await pages.shop.api.GET("/api/v1/payments/{paymentId}", { params: { path } });
    expect(data.status).to.equal("completed");
    await ann.go("/wallet");
    expect((await ann.sees("−112.50")).match(/−112\.50/g)).to.have.lengthOf(1);
  });

  it("declines, and shows every later reader why it was not paid", async () => {
    const payment = await pages.requested();
    await ann.go("/wallet");
    await ann.fill("Payment link or reference", payment.reference.replace(/(.{4})/g, "$1 ").toLowerCase());
    await ann.press("Open payment");
    await ann.sees("Payment to Test Shop");
    await ann.press("Decline");
    expect(await ann.sees("The payment was declined.")).to.include("Nothing was taken.");
    const path = { paymentId: payment.paymentId };
    const { data } = await pages.shop.api.GET("/api/v1/payments/{paymentId}", { params: { path } });
    expect(data.failureReason).to.equal("DECLINED");
  });

  it("says of a text that is no payment what to paste, and of a payment that is not there what was asked", async () => {
    await ann.go("/wallet");
    for (const [text, answer] of [
      ["two coffees", "This is no payment link"],
      ["https://shop.example/pay/RF18539007547034", "This link belongs to shop.example."],
    ] as const) {
      await ann.fill("Payment link or reference", text);
      await ann.press("Open payment");
      await ann.sees(answer);
    }
    await ann.fill("Payment link or reference", "RF18539007547034");
    await ann.press("Open payment");
    const text = await ann.sees("That did not work");
    expect(text).to.include("no payment with the reference RF18539007547034");
    expect(text).to.include("Compare the reference").and.to.include("Back to home");
    expect(text)
      .to.match(/Reason: [A-Z_]+/)
      .and.to.match(/Request: req_\w+/);
    expect(await ann.barriers()).to.deep.equal([]);
  });

  it("sends value to the wallet of another browser, whose code leads here", async () => {
    await using ben = await WalletBrowser.withWallet(pages);
    const to = await ben.walletId();
    await ben.follow("Receive");
    await ben.sees("The sender scans this code");
    expect(await ben.barriers()).to.deep.equal([]);
    await ann.go(`/wallet/send?to=${to}`);
    await ann.sees("Send value");
    expect(await ann.barriers()).to.deep.equal([]);
    await ann.fill("Amount", "1.000.000");
    await ann.press("Send");
    await ann.sees("Enter an amount above zero, such as 12.50.");
    await ann.fill("Amount", "100000");
    await ann.press("Send");
    await ann.sees(" only.");
    await ann.fill("Amount", "7.5");
    await ann.press("Send");
    await ann.sees(`To the wallet ${to}.`);
    expect(await ann.barriers()).to.deep.equal([]);
    await ann.press("Cancel");
    await ann.press("Send");
    await ann.press("Send now");
    await ann.sees(`was sent to ${to}`);
    await picture("send");
    const from = await walletOf(ann);
    await ben.go("/wallet");
    expect(await ben.sees(from)).to.include("+7.50 ");
    expect(ben.complaints).to.deep.equal([]);
  });

  it("moves value once when the answer is lost and the holder tries again, or clicks twice", async () => {
    await using cat = await WalletBrowser.withWallet(pages);
    await cat.press("Get sandbox money");
    await cat.sees("You got 100.00 ");
    await cat.go(`/wallet/send?to=${pages.payer.walletId}`);
    await cat.sees("The wallet has 100.00 ");
    const restore = await cat.cutAnswers("*/value-transfers");
    await cat.fill("Amount", "60");
    await cat.press("Send");
    await cat.press("Send now");
    await cat.sees("The service does not answer.");
    // What has moved is seen, although its answer was lost.
    await cat.sees("The wallet has 40.00 ");
    await restore();
    await cat.press("Send");
    await cat.sees("was sent to");
    expect(await cat.sees("The wallet has 40.00 ")).to.not.include("That did not work");
    await cat.fill("Amount", "7");
    expect(await cat.text()).to.not.include("was sent to");
    const release = await cat.holdAnswers("*/value-transfers");
    await cat.press("Send");
    await cat.pressTwice("Send now");
    // The page asks about no other transfer before this one is answered.
    await cat.pressTwice("Send");
    expect(await cat.text()).to.not.include("Only its holder can send the value back.");
    await release();
    await cat.sees("7.00 ");
    await cat.sees("was sent to");
    await cat.sees("The wallet has 33.00 ");
    await cat.go("/wallet");
    expect((await cat.sees("−60.00")).match(/−\d/g)).to.have.lengthOf(2);
    expect(cat.complaints).to.deep.equal([]);
  });

  it("shows whatever a merchant writes as text, and runs nothing of it", async () => {
    const probe = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>{merchant}`;
    const api = pages.product.client();
    const body = { name: `Shop ${probe}`.slice(0, 100) };
    const { merchantId } = (await api.POST("/api/v1/merchants", { body })).data;
    const asked = { amount: "1", assetType: pages.issuer.assetType, merchantId, description: probe };
    const { paymentId } = (await api.POST("/api/v1/payments", { body: asked })).data;
    const params = { path: { paymentId } };
    const { uri } = (await api.POST("/api/v1/payments/{paymentId}/reference", { params })).data;
    await ann.go(`/wallet/pay?uri=${encodeURIComponent(uri)}`);
    const text = await ann.sees(probe);
    expect(text).to.include('Payment to Shop "><img src=x');
    // Its direction ends with it.
    expect(await ann.page.$eval("h1 bdi", ({ textContent }) => textContent)).to.equal(body.name);
    expect(await ann.page.$$eval("main img, main script", (found) => found.length)).to.equal(0);
    expect(await ann.page.title()).to.match(/^Payment to Shop "><img/);
  });

  it("says that the service does not answer, and goes on when it does", async () => {
    await ann.go("/wallet");
    await ann.sees("Recent activity");
    await ann.page.setOfflineMode(true);
    await ann.press("Get sandbox money");
    expect(await ann.sees("The service does not answer.")).to.include("Nothing is lost");
    await ann.page.setOfflineMode(false);
    await ann.press("Get sandbox money");
    await ann.sees("You got 100.00 ");
    await eventually("the complaint is gone", async () => !(await ann.text()).includes("does not answer"));
  });

  it("moves the focus to the heading of the next view, and names it", async () => {
    await ann.follow("Settings");
    await ann.sees("Replace the key");
    const focused = await ann.page.evaluate("document.activeElement.textContent");
    expect(focused).to.equal("Settings");
    // A frame would say that the heading is a control.
    const outline = await ann.page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    expect(outline).to.equal("none");
    expect(await ann.page.title()).to.equal("Settings – Sandbox wallet");
    await ann.go("/wallet/nowhere");
    await ann.sees("Page not found");
    expect(await ann.barriers()).to.deep.equal([]);
  });

  it("had nothing to complain about, the policy of the page included", () => {
    expect(ann.complaints).to.deep.equal([]);
  });
});

const walletOf = async (holder: WalletBrowser): Promise<string> => {
  await holder.go("/wallet");
  return holder.walletId();
};
