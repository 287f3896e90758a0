// A publisher hands assets to holders in the console, and the holders find them in their wallets, in a real browser.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { buildUi } from "../support/built-ui.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { ConsolePerson } from "./support/console.ts";
import { newLink } from "./support/person.ts";
import { type Publisher, publisher } from "./support/scene.ts";
import { WalletBrowser } from "./support/wallet-browser.ts";

/** Pictures of the views, for people who look at the results of a run. */
const PICTURES = join(import.meta.dirname, "../../build/screenshots");

describe("the console and the first owner of an asset", function () {
  this.timeout(120_000);
  // Each step goes on where the one before has ended.
  this.bail(true);
  let product: Product;
  let issuer: Publisher;
  let person: ConsolePerson;
  let ann: WalletBrowser;
  let walletId = "";
  before(async () => {
    buildUi();
    mkdirSync(PICTURES, { recursive: true });
    product = await sharedProduct();
    issuer = await publisher(product);
    person = await signedIn({ role: "owner" });
    ann = await WalletBrowser.open({ product });
    await ann.go("/wallet");
    await ann.press("New wallet");
    walletId = await ann.walletId();
  });
  after(async () => {
    await person?.[Symbol.asyncDispose]();
    await ann?.[Symbol.asyncDispose]();
  });

  /** Opens a browser in which somebody is signed in as a new key of the publisher. */
  async function signedIn(rights: { role: string } | { scopes: string[] }): Promise<ConsolePerson> {
    const { apiKey } = (
      await product.client().POST("/api/v1/publishers/{publisherId}/api-keys", {
        params: { path: { publisherId: issuer.publisherId } },
        body: { name: "studio", ...rights },
      })
    ).data;
    const opened = await ConsolePerson.at(product);
    await opened.signIn((await newLink(product, apiKey?.apiKeyId ?? "")).link);
    return opened;
  }
  /** Issues an asset in the console, and leads to its view. */
  async function issue(name: string): Promise<void> {
    await person.open(`/console/publishers/${issuer.publisherId}/issue`);
    await person.write("Name, for people", name);
    await person.press("Issue asset");
    await person.stateIs("issued");
  }
  /** Makes a move of the asset's life. */
  async function move(button: string): Promise<void> {
    await person.press(button);
    await person.page.locator(".dialog button[type=submit]").click();
    await person.finds(".dialog", { hidden: true });
  }
  const picture = (name: string) =>
    person.page.screenshot({ path: join(PICTURES, `console-owner-${name}.png`), fullPage: true });
  const sent = (path: string) =>
    person.calls.filter((call) => call.method === "POST" && call.path.endsWith(path));
  /** What keeps people from using the view: in light and in dark, and at the least width. */
  async function barriers(): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const value of ["light", "dark"]) {
      await person.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      found.push(...(await person.barriers()));
    }
    await person.page.setViewport({ width: 320, height: 800 });
    found.push(...(await person.barriers()));
    const wider = await person.overflow();
    if (wider > 0) found.push(`${wider} px too wide`);
    await person.page.setViewport({ width: 1280, height: 800 });
    return found;
  }

  it("makes a claim code, whose link lets a wallet claim the asset", async () => {
    await issue("Watch 7");
    // A code can be made before the asset is active, but no wallet can be given the asset.
    await person.sees("Only an active asset can be given to a wallet.");
    expect(await person.text()).to.not.match(/^Give to a wallet$/m);
    await move("Activate");
    await person.stateIs("active");
    // The button that had the focus is gone.
    await person.page.waitForFunction("document.activeElement.matches('h1')");
    await person.sees("Give to a wallet");
    expect(await barriers()).to.deep.equal([]);
    await person.press("Make a claim code");
    await person.sees("A new code replaces an earlier code.");
    await person.page.select(".dialog select", "30");
    expect(await barriers()).to.deep.equal([]);
    await person.clickTwice("Make code");
    await person.sees("This link opens the sandbox wallet");
    expect(sent("/claim-codes")).to.have.lengthOf(1);
    const link = await person.page.$eval(".dialog a", ({ href }) => href);
    const [, transferId = "", claimCode = ""] = /\/wallet\/claim#(trf_\w{26})\.([\w-]{22})$/.exec(link) ?? [];
    const shown = await person.text();
    expect(shown).to.include(transferId).and.to.include(claimCode);
    const until = await person.page.$eval(".dialog time", ({ dateTime }) => dateTime);
    expect((Date.parse(until) - Date.now()) / 86_400_000).to.be.within(29.9, 30.1);
    expect(await person.page.$("svg[aria-label='QR code of the claim link']")).to.not.equal(null);
    await picture("code");
    expect(await barriers()).to.deep.equal([]);
    await person.press("Close");
    await person.finds(".dialog", { hidden: true });
    expect(await person.page.content()).to.not.include(claimCode);
    await ann.page.goto(link);
    await ann.press("Claim");
    await ann.sees("The asset is yours.");
    await ann.follow("Assets and tickets");
    await ann.sees("Watch 7");
  });

  it("says that an asset with an owner cannot be given again", async () => {
    await person.press("Give to a wallet");
    await person.write("Wallet, wal_…", walletId);
    await person.press("Give asset");
    await person.sees("The asset already has an owner.");
    expect(await person.text()).to.include("Reason: ASSET_OWNED");
    await person.press("Close");
  });

  it("gives an asset to a wallet once, also when the answer is lost", async () => {
    await issue("Watch 8");
    await move("Activate");
    await person.stateIs("active");
    await person.press("Give to a wallet");
    await person.press("Give asset");
    await person.sees("Write the identifier of a wallet");
    expect(await barriers()).to.deep.equal([]);
    await picture("give");
    const before = sent("/owner").length;
    const session = await person.page.createCDPSession();
    session.on("Fetch.requestPaused", ({ requestId }) => {
      void session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
      void session.send("Fetch.disable");
    });
    await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/owner", requestStage: "Response" }] });
    await person.write("Wallet, wal_…", ` ${walletId}`);
    await person.clickTwice("Give asset");
    await person.sees(`The asset was given to ${walletId}.`);
    // The client repeats the call whose answer was lost, under the same key.
    const keys = sent("/owner")
      .slice(before)
      .map(({ key }) => key);
    expect(keys).to.have.lengthOf(2);
    expect(new Set(keys).size).to.equal(1);
    expect((await person.focused())[1]).to.equal(`The asset was given to ${walletId}.`);
    const text = await person.text();
    for (const action of ["Give to a wallet", "Make a claim code"])
      expect(text).to.not.match(new RegExp(`^${action}$`, "m"));
    expect(await barriers()).to.deep.equal([]);
    await ann.go("/wallet/assets");
    await ann.sees("Watch 8");
  });

  it("offers nothing for an asset at its end, nor to a key that may not issue", async () => {
    await issue("Watch 9");
    const address = new URL(person.page.url()).pathname;
    await using reader = await signedIn({ scopes: ["publishers.read"] });
    await reader.open(address);
    await reader.sees("No device is bound");
    expect(await reader.text()).to.not.include("Make a claim code");
    await move("Revoke");
    await person.sees("cannot be given to anyone");
    expect(await person.text()).to.not.include("Make a claim code");
    for (const each of [person, reader, ann]) expect(each.complaints).to.deep.equal([]);
  });
});
