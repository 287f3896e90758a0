// What the sandbox wallet does with its key and with assets, in a real browser: a new key, interrupted at each moment; a lost key; owners.
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { HTTPRequest } from "puppeteer-core";
import { buildUi } from "../support/built-ui.ts";
import { exchange } from "./support/http.ts";
import { PaymentPages } from "./support/payment-pages.ts";
import { eventually } from "./support/scene.ts";
import { WalletBrowser } from "./support/wallet-browser.ts";

/** 72 hours, the delay of a recovery, and a second. */
const DELAY_SECONDS = 259_201;

describe("the keys and assets of the sandbox wallet", function () {
  this.timeout(120_000);
  let pages: PaymentPages;
  let ann: WalletBrowser;
  before(async () => {
    buildUi();
    pages = await PaymentPages.start();
    ann = await WalletBrowser.withWallet(pages);
    const { publisherId, assetType } = pages.issuer;
    const body = { walletId: await ann.walletId(), assetType, amount: "100" };
    const params = { path: { publisherId } };
    await pages.product.client().POST("/api/v1/publishers/{publisherId}/issuances", { params, body });
  });
  after(async () => {
    await ann?.[Symbol.asyncDispose]();
    await pages?.[Symbol.asyncDispose]();
  });

  const idOf = async (holder: WalletBrowser): Promise<string> => {
    await holder.go("/wallet");
    return holder.walletId();
  };
  /** Returns the thumbprints of the keys that the service knows of a wallet, newest first. */
  const keysOf = async (walletId: string): Promise<string[]> => {
    const params = { path: { walletId } };
    const { data } = await pages.product.client().GET("/api/v1/wallets/{walletId}/keys", { params });
    return data.items.map(({ keyThumbprint }) => keyThumbprint);
  };
  const pays = async (holder: WalletBrowser): Promise<void> => {
    const { reference } = await pages.requested({ amount: "2" });
    await holder.go(`/wallet/pay?uri=${reference}`);
    await holder.page
      .locator(`::-p-aria([name="Pay 2.00 ${pages.issuer.assetType}"][role="button"])`)
      .setWaitForEnabled(true)
      .click();
    await holder.sees("You have paid Test Shop.");
  };
  /** Handles what the page sends to an address, and lets everything else pass. */
  const intercept = async (
    holder: WalletBrowser,
    path: RegExp,
    handle: (request: HTTPRequest) => Promise<void>,
  ): Promise<() => Promise<void>> => {
    await holder.page.setRequestInterception(true);
    const onRequest = (request: HTTPRequest): void => {
      void (path.test(request.url()) ? handle(request) : request.continue());
    };
    holder.page.on("request", onRequest);
    return async () => {
      holder.page.off("request", onRequest);
      await holder.page.setRequestInterception(false);
    };
  };

  it("replaces the key, and pays with the new one", async () => {
    const walletId = await idOf(ann);
    await ann.follow("Settings");
    await ann.sees("Thumbprint");
    expect(await ann.barriers()).to.deep.equal([]);
    // Asked twice.
    await ann.press("Replace the key");
    await ann.sees("Replace the key of this wallet?");
    expect(await ann.barriers()).to.deep.equal([]);
    await ann.press("Cancel");
    expect(await keysOf(walletId)).to.have.lengthOf(1);
    await ann.press("Replace the key");
    await ann.press("Replace");
    await ann.sees("The wallet has a new key.");
    const [present = ""] = await keysOf(walletId);
    expect(await keysOf(walletId)).to.have.lengthOf(2);
    await ann.sees(present);
    await pays(ann);
  });

  it("keeps both keys when the service was not reached, and goes on with the same new one", async () => {
    const walletId = await idOf(ann);
    const before = await keysOf(walletId);
    await ann.follow("Settings");
    await ann.sees("Thumbprint");
    const restore = await intercept(ann, /keys\/rotate$/, (request) => request.abort("failed"));
    await ann.press("Replace the key");
    await ann.press("Replace");
    await ann.sees("The service does not answer.");
    await restore();
    expect(await keysOf(walletId)).to.deep.equal(before);
    await pays(ann);
    await ann.go("/wallet/settings");
    await ann.sees("A replacement of the key was interrupted.");
    await ann.press("Finish replacing the key");
    await ann.sees("The wallet has a new key.");
    expect(await keysOf(walletId)).to.have.lengthOf(before.length + 1);
    await pays(ann);
  });

  it("finds out that the key was replaced when the page ended before the answer came", async () => {
    const walletId = await idOf(ann);
    const before = await keysOf(walletId);
    await ann.follow("Settings");
    await ann.sees("Thumbprint");
    let sent: { url: string; headers: Record<string, string>; body: string } | undefined;
    const restore = await intercept(ann, /keys\/rotate$/, async (request) => {
      // Nobody answers the page: it is gone before.
      sent ??= { url: request.url(), headers: request.headers(), body: request.postData() ?? "" };
    });
    await ann.press("Replace the key");
    await ann.press("Replace");
    const { url, headers, body } = await eventually("the page sends", async () => sent);
    const own = Object.entries(headers).filter(([name]) =>
      /^(?:content|signature|idempotency|x-)/.test(name),
    );
    const { status } = await exchange(pages.product, new URL(url).pathname, {
      method: "POST",
      headers: Object.fromEntries(own),
      body,
    });
    expect(status).to.equal(200);
    await restore();
    await pays(ann);
    expect(await keysOf(walletId)).to.have.lengthOf(before.length + 1);
    await ann.go("/wallet/settings");
    expect(await ann.sees("Replace the key")).to.not.include("was interrupted");
  });

  /** Makes a ticket that waits for whoever has its claim. */
  const offered = async (name = "Matinee"): Promise<string> => {
    const api = pages.product.client();
    const path = { publisherId: pages.issuer.publisherId };
    const profile = { kind: "ticket" as const, name, description: "Row 7" };
    const { assetIdentifier: assetId } = (
      await api.POST("/api/v1/publishers/{publisherId}/assets", {
        params: { path },
        body: { assetProfile: profile },
      })
    ).data;
    const ofAsset = { params: { path: { ...path, assetId } } };
    await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", ofAsset);
    const { transferId, claimCode } = (
      await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/claim-codes", {
        ...ofAsset,
        body: {},
      })
    ).data as { transferId: string; claimCode: string };
    return `${transferId} ${claimCode}`;
  };

  it("gives an asset away by a link, once", async () => {
    await using ben = await WalletBrowser.withWallet(pages);
    const claim = await offered("<b>Evening</b>");
    await ann.go("/wallet/claim");
    await ann.fill("Claim link, or transfer ID and claim code", claim);
    expect(await ann.barriers()).to.deep.equal([]);
    await ann.press("Claim");
    await ann.sees("The asset is yours.");
    await ann.follow("Assets and tickets");
    await ann.sees("<b>Evening</b>");
    expect(await ann.barriers()).to.deep.equal([]);
    await ann.follow("<b>Evening</b>");
    await ann.sees("Row 7");
    expect(await ann.barriers()).to.deep.equal([]);
    await ann.press("Give away");
    const [link = ""] = /https:\S+\/wallet\/claim#\S+/.exec(await ann.sees("/wallet/claim#")) ?? [];
    await ann.go("/wallet/assets");
    await ann.sees("You offer this asset");
    expect(await ann.barriers()).to.deep.equal([]);
    await ben.page.goto(link);
    await ben.sees("Claim an asset");
    await ben.press("Claim");
    await ben.sees("The asset is yours.");
    await ann.go("/wallet/assets");
    await ann.sees("The wallet owns no assets.");
    await ben.go("/wallet/assets");
    await ben.sees("<b>Evening</b>");
    expect(ben.complaints).to.deep.equal([]);
  });

  it("claims what the newest link in the tab says, and forgets what was said of another one", async () => {
    const field = "Claim link, or transfer ID and claim code";
    const [one, other] = ["0", "1"].map((digit) => `trf_${digit.repeat(26)}.${digit.repeat(21)}A`);
    const shown = () => ann.page.evaluate("document.querySelector('main input').value");
    await ann.go(`/wallet/claim#${one}`);
    await ann.press("Claim");
    await ann.sees("Check the link.");
    await ann.page.evaluate(`location.hash = "${other}"`);
    await eventually("the field has the other link", async () => (await shown()) === other);
    expect(await ann.text()).to.not.include("That did not work");
    await ann.press("Claim");
    await ann.sees("Check the link.");
    await ann.fill(field, "nothing");
    expect(await ann.text()).to.not.include("That did not work");
  });

  it("offers an asset by the same link when the answer is lost and the holder tries again", async () => {
    const claim = await offered();
    await ann.go("/wallet/claim");
    await ann.fill("Claim link, or transfer ID and claim code", claim);
    await ann.press("Claim");
    await ann.sees("The asset is yours.");
    await ann.follow("Assets and tickets");
    await ann.follow("Matinee");
    await ann.sees("Row 7");
    const restore = await ann.cutAnswers("*/transfers");
    await ann.press("Give away");
    await ann.sees("The service does not answer.");
    await restore();
    await ann.press("Give away");
    const link = /#(\S+)/.exec(await ann.sees("/wallet/claim#"))?.[1] ?? "";
    await using ben = await WalletBrowser.withWallet(pages);
    await ben.go(`/wallet/claim#${link}`);
    await ben.press("Claim");
    await ben.sees("The asset is yours.");
  });

  it("is recovered by its file in another browser, after the delay in which the present key can say no", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pda-wallet-page-"));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const walletId = await idOf(ann);
    const session = await ann.page.createCDPSession();
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await ann.go("/wallet/settings");
    expect(await ann.sees("The wallet has no recovery key.")).to.include("a waiting period of 72 hours");
    await ann.press("Make a recovery file");
    await ann.sees("The wallet uses it once you register it.");
    await ann.press("I have the file: register it");
    await ann.sees("The recovery key is registered.");
    const name = await eventually("the file is there", async () =>
      readdirSync(folder).find((file) => file.endsWith(".json")),
    );

    await using other = await WalletBrowser.open(pages);
    const start = async (press = () => other.press("Start the recovery")): Promise<void> => {
      await other.go("/wallet/recover");
      await other.sees("Recovery file");
      const input = await other.page.$("input[type=file]");
      await input?.uploadFile(join(folder, name));
      await other.page.locator("input[type=password]").fill(pages.product.operatorKey);
      await press();
      const waits = await other.sees(`The wallet ${walletId} gets the key of this browser.`);
      expect(waits).to.include("The recovery can be completed after").and.to.include("72 hours");
      expect(waits).to.include("In a sandbox you need not wait").and.not.include("Complete the recovery now");
      const sandbox = await other.page.$eval("a[href='/console/sandbox']", (link) => link.textContent);
      expect(sandbox).to.equal("Open Sandbox in the console");
    };
    await other.go("/wallet/recover");
    await other.sees("Recovery file");
    expect(await other.barriers()).to.deep.equal([]);
    // A repeat after a lost answer must return the same recovery.
    await start(async () => {
      const restore = await other.cutAnswers("*/recoveries");
      await other.press("Start the recovery");
      await other.sees("The service does not answer.");
      await restore();
      await other.press("Start the recovery");
    });
    const { data } = await pages.product.client().GET("/api/v1/wallets/{walletId}/recoveries", {
      params: { path: { walletId } },
    });
    expect(data.items).to.have.length(1);
    expect(await other.barriers()).to.deep.equal([]);
    // Whatever the present holder looks at.
    for (const view of ["", "/send", "/assets", "/identities"]) {
      await ann.go(`/wallet${view}`);
      expect(await ann.sees("Somebody with the recovery file asks")).to.match(/You have until .+ to stop it/);
      expect(await ann.page.$$eval("[role=alert]", (found) => found.length), view).to.equal(1);
      expect(await ann.barriers()).to.deep.equal([]);
    }
    await ann.follow("Stop it in Settings");
    await ann.sees("The wallet can get the other key after");
    expect(await ann.page.$$eval("[role=alert]", (found) => found.length)).to.equal(1);
    await ann.press("Stop the recovery");
    await ann.sees("The recovery was stopped.");
    await ann.follow("Home");
    expect(await ann.sees("Recent activity")).to.not.include("Somebody with the recovery file");
    // A page that is open notices the next one by itself when its reader comes back to it.
    const looksAgain = () => ann.page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await other.press("Give up this recovery");
    await other.sees("Remove the new key from this browser?");
    await other.press("Give up");
    await start();
    await looksAgain();
    await ann.sees("Somebody with the recovery file asks");
    await other.page.locator("input[type=password]").fill(pages.product.operatorKey);
    await other.press("Complete the recovery");
    await other.sees("Wait until the waiting period is over.");
    await pages.product
      .client()
      .POST("/api/v1/sandbox/clock/advance", { body: { seconds: String(DELAY_SECONDS) } });
    await other.sees("The waiting period is over. Complete the recovery now.");
    expect(await other.barriers()).to.deep.equal([]);
    await other.press("Complete the recovery");
    await other.sees("Your wallet");
    expect(await other.walletId()).to.equal(walletId);
    await pays(other);
    // The first browser has a key that counts no more.
    await ann.go("/wallet");
    await ann.sees("The service does not accept this wallet's key");
    expect(await ann.barriers()).to.deep.equal([]);
    await ann.press("Forget this wallet and begin anew");
    await ann.press("Remove the key");
    await ann.sees("New wallet");
    expect(other.complaints).to.deep.equal([]);
  });

  it("has no wallet after a recovery that the service has refused", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pda-wallet-page-"));
    after(() => rmSync(folder, { recursive: true, force: true }));
    await using owner = await WalletBrowser.withWallet(pages);
    const walletId = await owner.walletId();
    // Not the recovery key of the wallet, such as one that a newer file has replaced.
    const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
    const file = { type: "pda-recovery-key", service: pages.product.baseUrl, walletId, key };
    writeFileSync(join(folder, "recovery.json"), JSON.stringify(file));
    await using other = await WalletBrowser.open(pages);
    await other.go("/wallet/recover");
    await other.sees("Recovery file");
    await (await other.page.$("input[type=file]"))?.uploadFile(join(folder, "recovery.json"));
    await other.page.locator("input[type=password]").fill(pages.product.operatorKey);
    await other.press("Start the recovery");
    await other.sees("That did not work");
    await other.follow("Back to home");
    await other.press("New wallet");
    await other.sees("Your wallet");
    expect(await other.walletId()).to.not.equal(walletId);
    await other.go("/wallet");
    await other.sees("Your wallet");
    expect(other.complaints).to.deep.equal([]);
  });

  it("keeps the key of a device with a wrong clock, and says what is wrong", async () => {
    await using holder = await WalletBrowser.withWallet(pages);
    const walletId = await holder.walletId();
    const { identifier } = await holder.page.evaluateOnNewDocument(
      "{ const now = Date.now.bind(Date); Date.now = () => now() + 900_000; }",
    );
    await holder.go("/wallet");
    const said = await holder.sees("REQUEST_SIGNATURE_EXPIRED");
    expect(said).to.include("the clock of this device").and.to.not.include("Forget this wallet");
    expect(await holder.barriers()).to.deep.equal([]);
    await holder.page.removeScriptToEvaluateOnNewDocument(identifier);
    expect(await idOf(holder)).to.equal(walletId);
    await holder.sees("Your wallet");
    expect(holder.complaints).to.deep.equal([]);
  });

  it("forgets a wallet only when it was asked twice", async () => {
    await using holder = await WalletBrowser.withWallet(pages);
    const walletId = await holder.walletId();
    await holder.go("/wallet/settings");
    await holder.press("Forget this wallet");
    await holder.sees("Remove the key from this browser?");
    expect(await holder.barriers()).to.deep.equal([]);
    await holder.press("Cancel");
    expect(await idOf(holder)).to.equal(walletId);
    await holder.go("/wallet/settings");
    await holder.press("Forget this wallet");
    await holder.press("Remove the key");
    await holder.sees("A wallet of your own");
    expect(holder.complaints).to.deep.equal([]);
    expect(ann.complaints).to.deep.equal([]);
  });
});
