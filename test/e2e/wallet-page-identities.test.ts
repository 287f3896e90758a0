// How the holder of the sandbox wallet presents a digital identity in a real browser, and what a bar then learns from the service.
import { expect } from "chai";
import { buildUi } from "../support/built-ui.ts";
import { claim, credential, keyPair, seconds, type Shown } from "../support/sd-jwt-issuer.ts";
import { ask } from "./support/http.ts";
import { card, cardType, type City, city } from "./support/identity.ts";
import { PaymentPages } from "./support/payment-pages.ts";
import { type Merchant, merchant } from "./support/scene.ts";
import { WalletBrowser } from "./support/wallet-browser.ts";

const VERIFICATION = "/api/v1/verification/identities";
const AUDIENCE = "https://bar.example";

describe("identities in the sandbox wallet", function () {
  this.timeout(120_000);
  let pages: PaymentPages;
  let ann: WalletBrowser;
  let bar: Merchant;
  let signer: City;
  let assetId: string;
  const country = claim("country", "DE");
  const address = claim("address", { _sd: [country.digest] });
  const adult = claim("age_over_18", true);
  const family = claim("family_name", "<b>Sample</b>");

  before(async () => {
    buildUi();
    pages = await PaymentPages.start();
    bar = await merchant(pages.product, pages.issuer, ["identities.read"]);
    signer = await city(pages.product, pages.issuer);
    assetId = await card(pages.product, pages.issuer);
    ann = await WalletBrowser.withWallet(pages);
  });
  after(async () => {
    await ann?.[Symbol.asyncDispose]();
    await pages?.[Symbol.asyncDispose]();
  });

  /** Issues a card for a key. */
  const issued = async (jwk: object): Promise<string> => {
    const jwt = await credential(signer, {
      iss: signer.issuer,
      vct: cardType,
      assetId,
      iat: seconds(),
      exp: seconds() + 3_600,
      cnf: { jwk },
      _sd: [adult, family, address].map(({ digest }) => digest),
    });
    return `${[jwt, ...[adult, family, address, country].map(({ text }) => text)].join("~")}~`;
  };
  /** Pastes into a field: a credential is long. */
  const fill = async (name: string, text: string): Promise<void> => {
    await ann.fill(name, "");
    await ann.page.keyboard.sendCharacter(text);
  };
  const add = async (text: string): Promise<void> => {
    await fill("Credential", text);
    await ann.press("Add");
  };
  const codeAfter = (label: string) =>
    ann.page.$eval(
      `::-p-xpath(//span[.="${label}"]/following-sibling::code)`,
      (each) => each.textContent ?? "",
    );
  const nonceOf = async (): Promise<string> => {
    const sent = { key: bar.key, body: { audience: AUDIENCE } };
    return (await ask(pages.product, `${VERIFICATION}/challenges`, sent)).json.data.nonce;
  };
  const choose = (name: string) => ann.page.locator(`::-p-xpath(//label[contains(., "${name}")])`).click();
  const verdictOf = async (presentation: string, nonce: string, condition: object) => {
    const body = { presentation, nonce, acceptedTypes: [cardType], conditions: [condition] };
    return (await ask(pages.product, VERIFICATION, { key: bar.key, body })).json.data;
  };
  const contains = (presentation: string, { text }: Shown): boolean => presentation.split("~").includes(text);

  it("are added only when they are credentials for the wallet's own key", async () => {
    await ann.follow("Identities");
    await ann.sees("The wallet has no credentials.");
    expect(await ann.barriers()).to.deep.equal([]);
    const whole = await issued(JSON.parse(await codeAfter("Public key for the issuer")));
    for (const text of ["two coffees", "a.b.c~", whole.slice(0, -1), whole.replace("eyJ", "x")]) {
      await add(text);
      await ann.sees("This is no credential.");
    }
    await add(await issued(keyPair().publicKey.export({ format: "jwk" })));
    await ann.sees("This credential was issued for another key.");
    await add(whole);
    await ann.sees("The credential was added.");
    expect(await ann.barriers()).to.deep.equal([]);
    await ann.page.reload();
    await ann.sees(cardType);
  });

  it("show what the holder chooses, and the service is satisfied by it, once", async () => {
    await ann.follow(cardType);
    expect(await ann.sees("family_name")).to.include("<b>Sample</b>");
    expect(await ann.barriers()).to.deep.equal([]);
    await choose("age_over_18");
    await fill("Question of the verifier", "who are you");
    await ann.press("Make the presentation");
    await ann.sees("This is no question.");
    const nonce = await nonceOf();
    await fill("Question of the verifier", JSON.stringify({ audience: AUDIENCE, nonce }));
    await ann.press("Make the presentation");
    await ann.sees(`This presentation is for ${AUDIENCE}.`);
    expect(await ann.barriers()).to.deep.equal([]);
    const presentation = await codeAfter("Presentation");
    expect([adult, family, address, country].map((each) => contains(presentation, each))).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
    const condition = { path: ["age_over_18"], boolean: true };
    expect((await verdictOf(presentation, nonce, condition)).satisfied).to.equal(true);
    expect((await verdictOf(presentation, nonce, condition)).satisfied).to.equal(false);
  });

  it("bring with a chosen claim the one that it stands in, and nothing else", async () => {
    // A choice that has changed makes another presentation.
    await choose("age_over_18");
    expect(await ann.text()).to.not.include("This presentation is for");
    await choose("country");
    const nonce = await nonceOf();
    await fill(
      "Question of the verifier",
      `openid4vp://?client_id=${encodeURIComponent(AUDIENCE)}&nonce=${nonce}`,
    );
    await ann.press("Make the presentation");
    await ann.sees(`This presentation is for ${AUDIENCE}.`);
    const presentation = await codeAfter("Presentation");
    expect([adult, family, address, country].map((each) => contains(presentation, each))).to.deep.equal([
      false,
      false,
      true,
      true,
    ]);
    const condition = { path: ["address", "country"], text: { oneOf: ["DE"] } };
    expect((await verdictOf(presentation, nonce, condition)).satisfied).to.equal(true);
  });

  it("are not presented with a key that they were not issued for, and leave the browser", async () => {
    await ann.follow("Settings");
    await ann.press("Replace the key");
    await ann.press("Replace");
    await ann.sees("The wallet has a new key.");
    await ann.follow("Identities");
    await ann.follow(cardType);
    await ann.sees("issued for a former key of the wallet");
    await ann.press("Remove this credential");
    await ann.press("Remove");
    await ann.sees("The wallet has no credentials.");
    expect(ann.complaints).to.deep.equal([]);
  });
});
