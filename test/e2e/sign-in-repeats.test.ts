// People press a button twice, and answers get lost: what a page of the authorisation server has begun goes on in the browser that has begun it.
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { Browser } from "./support/browser.ts";
import { newLink, newPersonKey, Program, signedIn } from "./support/person.ts";

const COOKIE = "__Host-pda-link";

describe("a repeat of a request of somebody who signs in", function () {
  this.timeout(120_000);
  let product: Product;
  let keyId: string;
  before(async () => {
    product = await sharedProduct();
    keyId = await newPersonKey(product);
  });

  it("gets the session of a used link in the browser that has used it, and in no other one", async () => {
    const { link } = await newLink(product, keyId);
    const browser = new Browser(product);
    await browser.open(link);
    const { value: own = "", attributes = "" } = browser.cookies.get(COOKIE) ?? {};
    expect(attributes).to.match(/Path=\/.*Secure; HttpOnly; SameSite=Strict$/);
    // The browser shows the answer to the last press, and may never see those before.
    const answers = await Promise.all([browser.press(link), browser.press(link), browser.press(link)]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const sessions = answers.map(({ headers }) => headers["set-cookie"]?.[0]?.split(";")[0]);
    expect(new Set(sessions).size).to.equal(1);
    expect((await browser.open("/oauth/account")).text).to.include(keyId);
    const sameBrowser = new Browser(product);
    sameBrowser.cookies.set(COOKIE, { value: own, path: "/", attributes });
    expect((await sameBrowser.open(link)).text).to.include("You are signed in");
    for (const value of ["", "A".repeat(43)]) {
      const other = new Browser(product);
      other.cookies.set(COOKIE, { value, path: "/", attributes });
      expect((await other.press(link)).status).to.equal(403);
      expect(other.cookies.has("__Host-pda-session")).to.equal(false);
    }
    expect((await sameBrowser.press(link, { Origin: "https://evil.example" })).status).to.equal(403);
    // Another link of the same browser has a session of its own.
    const second = (await newLink(product, keyId)).link;
    await browser.open(second);
    const [cookie] = (await browser.press(second)).headers["set-cookie"] ?? [];
    expect(cookie).to.match(/^__Host-pda-session=/);
    expect(cookie?.split(";")[0]).to.not.equal(sessions[0]);
    await sameBrowser.press("/oauth/account/sign-out");
    expect((await sameBrowser.press(link)).status).to.equal(403);
  });

  it("goes on from a question of a program that was answered, with the same answer", async () => {
    const { browser } = await signedIn(product, keyId);
    const asked = async () => {
      const program = await Program.of(product);
      return { program, question: (await browser.open(await program.begin())).headers.location as string };
    };
    const { program, question } = await asked();
    const allow = () => browser.press(`${question}/allow`);
    const [first, second] = [await allow(), await allow()];
    expect(second.status, second.text).to.equal(303);
    expect(second.headers.location).to.equal(first.headers.location);
    expect((await browser.open(question)).headers.location).to.equal(first.headers.location);
    // Who has thought better of it in time does not allow it.
    expect((await browser.press(`${question}/refuse`)).status).to.equal(403);
    const back = await browser.open(second.headers.location as string);
    const tokens = await program.tokens(new URL(back.headers.location as string));
    expect((await program.call(tokens.access_token)).status).to.not.equal(401);
    expect((await allow()).status).to.equal(403);

    const other = await asked();
    const refused = [
      await browser.press(`${other.question}/refuse`),
      await browser.press(`${other.question}/refuse`),
    ];
    expect(refused.map(({ status }) => status)).to.deep.equal([303, 303]);
    expect((await browser.press(`${other.question}/allow`)).status).to.equal(403);
    const answer = new URL(
      (await browser.open(refused[1]?.headers.location as string)).headers.location as string,
    );
    expect(answer.searchParams.get("error")).to.equal("access_denied");
  });
});
