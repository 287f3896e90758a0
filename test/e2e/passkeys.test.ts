// Passkeys in a real browser with a virtual authenticator: people add them, sign in by them, and confirm with them what moves money.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:tls";
import { expect } from "chai";
import type { Browser, BrowserContext, CDPSession, Page } from "puppeteer-core";
import { chromium } from "../support/chromium.ts";
import { Product } from "../support/product.ts";
import { allBarriers } from "./support/barriers.ts";
import { ask, exchange } from "./support/http.ts";
import { newLink, Program } from "./support/person.ts";
import { eventually } from "./support/scene.ts";

const SESSION = "__Host-pda-session";
const MONEY = { scope: "payments.read payments.write" };

/** A person's device: a page of a browser of its own, and an authenticator that always finds its person. */
interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly protocol: CDPSession;
  readonly authenticatorId: string;
}

describe("passkeys in a browser", function () {
  this.timeout(240_000);
  let product: Product;
  let browsers: Browser[] = [];
  /** Digest of the key of the service's certificate. A browser has no passkeys where it has accepted a certificate in spite of an error. */
  let spki: string;
  const complaints: string[] = [];

  before(async () => {
    const rate = "1000";
    product = await Product.start({
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: rate,
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: rate,
    });
  });
  before(async () => {
    const socket = connect({
      host: "localhost",
      port: Number(new URL(product.baseUrl).port),
      ca: product.ca,
    });
    await once(socket, "secureConnect");
    const { publicKey } = socket.getPeerX509Certificate() as NonNullable<
      ReturnType<typeof socket.getPeerX509Certificate>
    >;
    socket.destroy();
    spki = createHash("sha256")
      .update(publicKey.export({ type: "spki", format: "der" }))
      .digest("base64");
  });
  after(() => product?.[Symbol.asyncDispose]());
  afterEach(async () => {
    await Promise.all(browsers.map((each) => each.close()));
    browsers = [];
    expect(complaints.splice(0)).to.deep.equal([]);
  });

  const newKey = async (): Promise<string> => {
    const { stdout, stderr } = await product.pda("keys", "create", "--name", "desk <1>", "--role", "admin");
    const [keyId] = /key_[0-9a-z]{26}/.exec(stdout) ?? [];
    if (keyId === undefined) throw new Error(stderr);
    return keyId;
  };
  const device = async (): Promise<Device> => {
    // The browser of the package has one context only.
    const browser = await chromium({
      args: [`--ignore-certificate-errors-spki-list=${spki}`],
      webSecurity: true,
    });
    browsers.push(browser);
    const context = browser.defaultBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on("console", (message) => {
      if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    const protocol = await page.createCDPSession();
    await protocol.send("WebAuthn.enable");
    const { authenticatorId } = await protocol.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { context, page, protocol, authenticatorId };
  };
  const open = (page: Page, path: string) => page.goto(new URL(path, product.baseUrl).href);
  /** Presses a button that leads to another page. */
  const press = async (page: Page, label: string): Promise<void> => {
    const pressed = [page.waitForNavigation(), page.locator(`::-p-xpath(//button[.='${label}'])`).click()];
    await Promise.all(pressed).catch(async (error: unknown) => {
      throw new Error(`${label}: ${await textOf(page)}`, { cause: error });
    });
  };
  const textOf = (page: Page): Promise<string> => page.$eval("main", (main) => main.innerText);
  const said = async (page: Page, label: string, expected: RegExp): Promise<void> => {
    await page.locator(`::-p-xpath(//button[.='${label}'])`).click();
    await eventually("the page says why", async () =>
      expected.test(await page.$eval("#said", (each) => each.textContent ?? "")),
    );
  };
  const signInByLink = async (page: Page, keyId: string): Promise<string> => {
    const { link, sessionId } = await newLink(product, keyId);
    await open(page, link);
    expect(await allBarriers(page)).to.deep.equal([]);
    await press(page, "Sign in");
    return sessionId;
  };
  const addPasskey = async (page: Page, name: string): Promise<void> => {
    await open(page, "/oauth/account");
    await Promise.all([page.waitForNavigation(), page.locator("a::-p-text(Add a passkey)").click()]);
    await page.locator("#name").fill(name);
    await press(page, "Add a passkey");
    expect(new URL(page.url()).pathname).to.equal("/oauth/account");
  };
  /** A person with a passkey on a device, signed in by a link. */
  const person = async () => {
    const keyId = await newKey();
    const own = await device();
    const sessionId = await signInByLink(own.page, keyId);
    expect(await allBarriers(own.page)).to.deep.equal([]);
    await addPasskey(own.page, "laptop <1>");
    return { ...own, keyId, sessionId };
  };
  const cookieOf = async (context: BrowserContext) =>
    (await context.cookies()).find(({ name }) => name === SESSION);
  const recordsOf = async (query: string): Promise<Record<string, unknown>[]> =>
    (await ask(product, `/api/v1/audit/records?${query}`, { key: product.operatorKey })).json.data.items;
  /** Opens the question of a program. The address of the program itself answers nothing here, so its redirect is caught. */
  const answerOf = async (page: Page, act: () => Promise<unknown>): Promise<URL> => {
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.url().startsWith("http://127.0.0.1:49152/")),
      act().catch(() => undefined),
    ]);
    return new URL(request.url());
  };

  // The first refusals of an address have records of their own.
  it("are refused when an answer comes again, or a counter goes back; the refusals are recorded", async () => {
    const { page, protocol, authenticatorId, keyId } = await person();
    const sent = page.waitForRequest((each) => each.url().endsWith("/oauth/sign-in/passkey"));
    await open(page, "/oauth/sign-in");
    await press(page, "Confirm with a passkey");
    const body = (await sent).postData() as string;
    await open(page, "/oauth/sign-in");
    const again = await page.evaluate(async (text) => {
      const headers = { "Content-Type": "application/json" };
      return (await fetch("/oauth/sign-in/passkey", { method: "POST", headers, body: text })).status;
    }, body);
    expect(again).to.equal(403);
    const { credentials } = await protocol.send("WebAuthn.getCredentials", { authenticatorId });
    const credential = credentials[0] as (typeof credentials)[number];
    await protocol.send("WebAuthn.clearCredentials", { authenticatorId });
    await protocol.send("WebAuthn.addCredential", {
      authenticatorId,
      credential: { ...credential, signCount: 0 },
    });
    await open(page, "/oauth/sign-in");
    await said(page, "Confirm with a passkey", /does not sign you in/);
    await eventually("the refusals are there", async () => {
      const found = await recordsOf(`operation=UsePasskey&credentialId=${keyId}`);
      return found.filter(({ outcome }) => outcome === "refused").length === 2;
    });
    expect(product.output).to.include("the counter of a passkey has not grown");
  });

  it("leave a record of each answer that belongs to no question", async () => {
    const sent = { headers: { Origin: product.baseUrl }, body: { answer: {} } };
    const { status, headers } = await exchange(product, "/oauth/sign-in/passkey", sent);
    expect(status).to.equal(403);
    const requestId = headers["x-request-id"];
    await eventually("it is recorded", async () =>
      (await recordsOf("operation=UsePasskey")).some((record) => record.requestId === requestId),
    );
  });

  it("are added, sign in, confirm what a program may do, and are removed", async () => {
    const { page, keyId, sessionId, context } = await person();
    // Back to where most people come from.
    expect(await page.$eval("::-p-text(Back to the console)", (each) => each.getAttribute("href"))).to.equal(
      "/console/",
    );
    expect(await textOf(page)).to.match(
      /laptop <1>\s+Passkey\s+psk_\w+\s+Added\s+.* UTC\s+Last used\s+never/,
    );
    expect(await allBarriers(page)).to.deep.equal([]);
    await press(page, "Sign out");
    await open(page, "/oauth/account");
    await Promise.all([page.waitForNavigation(), page.locator("a::-p-text(Sign in with a passkey)").click()]);
    expect(await allBarriers(page)).to.deep.equal([]);
    await press(page, "Sign in with a passkey");
    expect(new URL(page.url()).pathname).to.equal("/oauth/account");
    const [, opened] = /This session\s+Session\s+(ses_\w+)/.exec(await textOf(page)) ?? [];
    expect(opened).to.be.a("string").and.not.equal(sessionId);
    const listed = await product.pda("sessions", "list");
    expect(listed.stdout).to.match(new RegExp(`${opened} +${keyId} +passkey`));
    // A program that may move money, right after the passkey.
    const program = await Program.of(product);
    await open(page, await program.begin(MONEY));
    expect(await allBarriers(page)).to.deep.equal([]);
    const tokens = await program.tokens(await answerOf(page, () => press(page, "Allow")));
    expect(tokens.scope).to.equal(MONEY.scope);
    await open(page, "/oauth/account/passkeys/new");
    expect(await allBarriers(page)).to.deep.equal([]);
    await open(page, "/oauth/account");
    await press(page, "Remove");
    expect(await textOf(page)).to.include("You have no passkey.");
    await press(page, "Sign out");
    await open(page, "/oauth/sign-in");
    await said(page, "Sign in with a passkey", /does not sign you in/);
    expect(await cookieOf(context)).to.equal(undefined);
    await eventually("the records are there", async () => {
      const found = await recordsOf(`credentialId=${keyId}`);
      const operations = new Set(found.map(({ operation }) => operation));
      const used = found.find(({ operation }) => operation === "UsePasskey");
      expect(used).to.include({ outcome: "succeeded", mechanism: "session", sessionId: opened });
      return ["AddPasskey", "UsePasskey", "RemovePasskey", "AllowProgram"].every((each) =>
        operations.has(each),
      );
    });
  });

  it("go on with the request of a program that found nobody signed in", async () => {
    const { page, context } = await person();
    await context.deleteCookie(...(await context.cookies()));
    const program = await Program.of(product);
    const answer = await open(page, await program.begin(MONEY));
    expect(answer?.status()).to.equal(401);
    expect(await allBarriers(page)).to.deep.equal([]);
    await Promise.all([page.waitForNavigation(), page.locator("a::-p-text(Sign in with a passkey)").click()]);
    await press(page, "Sign in with a passkey");
    await page.waitForSelector("::-p-xpath(//button[.='Allow'])");
    const tokens = await program.tokens(await answerOf(page, () => press(page, "Allow")));
    expect(tokens.scope).to.equal(MONEY.scope);
    // To nowhere else.
    await open(page, "/oauth/sign-in?next=https://evil.example/");
    await press(page, "Confirm with a passkey");
    expect(page.url()).to.equal(`${product.baseUrl}/oauth/sign-in/done`);
  });

  it("can be tried again when the network was away", async () => {
    const { page, context } = await person();
    await context.deleteCookie(...(await context.cookies()));
    await open(page, "/oauth/sign-in");
    await page.setOfflineMode(true);
    await said(page, "Sign in with a passkey", /^The service does not answer now. Try again.$/);
    await page.setOfflineMode(false);
    await press(page, "Sign in with a passkey");
    expect(new URL(page.url()).pathname).to.equal("/oauth/sign-in/done");
  });

  it("sign in to the console without a question", async () => {
    const { page, context } = await person();
    await context.deleteCookie(...(await context.cookies()));
    const program = await Program.of(product, {
      clientId: "console",
      redirectUri: `${product.baseUrl}/console/signed-in`,
      authentication: (await import("oauth4webapi")).None(),
    });
    await open(page, await program.begin(MONEY));
    await Promise.all([page.waitForNavigation(), page.locator("a::-p-text(Sign in with a passkey)").click()]);
    const back = page.waitForRequest((each) => each.url().includes("/console/signed-in?"));
    await page.locator("::-p-xpath(//button[.='Sign in with a passkey'])").click();
    const tokens = await program.tokens(new URL((await back).url()));
    expect(tokens.scope).to.equal(MONEY.scope);
  });

  it("keep a stolen cookie from what moves money, and make it worthless when the person confirms", async () => {
    const { page, context, keyId } = await person();
    const stolen = await cookieOf(context);
    const thief = await device();
    await thief.context.setCookie(stolen as NonNullable<typeof stolen>);
    await open(thief.page, "/oauth/account");
    expect(await textOf(thief.page)).to.include(keyId);
    const program = await Program.of(product);
    await open(thief.page, await program.begin(MONEY));
    expect(new URL(thief.page.url()).pathname).to.equal("/oauth/sign-in");
    expect(await allBarriers(thief.page)).to.deep.equal([]);
    const question = new URL(thief.page.url()).searchParams.get("next") as string;
    // The form itself, without the page.
    const [status, address] = await thief.page.evaluate(async (path) => {
      const { status, url } = await fetch(path, { method: "POST", redirect: "manual" });
      return [status, url];
    }, `${question}/allow`);
    expect([status, address]).to.deep.equal([0, `${product.baseUrl}${question}/allow`]);
    await open(thief.page, question);
    expect(new URL(thief.page.url()).pathname).to.equal("/oauth/sign-in");
    // Nor does the thief get a passkey of its own, or rid of the person's.
    await open(thief.page, "/oauth/account/passkeys/new");
    expect(new URL(thief.page.url()).pathname).to.equal("/oauth/sign-in");
    await open(thief.page, "/oauth/account");
    await press(thief.page, "Remove");
    expect(new URL(thief.page.url()).pathname).to.equal("/oauth/sign-in");
    // A passkey of somebody else confirms nothing.
    const other = await newKey();
    const foreign = await device();
    await signInByLink(foreign.page, other);
    await addPasskey(foreign.page, "other");
    await foreign.context.deleteCookie(...(await foreign.context.cookies()));
    const present = await cookieOf(context);
    await foreign.context.setCookie(present as NonNullable<typeof present>);
    await open(foreign.page, "/oauth/sign-in");
    await said(foreign.page, "Confirm with a passkey", /does not sign you in/);
    // What moves no money may still be allowed, and the person confirms.
    await open(page, await program.begin({ scope: "payments.read" }));
    await answerOf(page, () => press(page, "Allow"));
    await open(page, "/oauth/sign-in");
    await press(page, "Confirm with a passkey");
    await open(thief.page, "/oauth/account");
    expect(await textOf(thief.page)).to.include("You are not signed in");
    await open(page, "/oauth/account");
    expect(await textOf(page)).to.include(keyId);
  });

  it("take nothing from another site, and are removed by the operator with the command line", async () => {
    const { keyId, page, protocol, authenticatorId } = await person();
    for (const path of ["options", "passkey"])
      for (const headers of [
        { Origin: "https://evil.example" },
        { Origin: product.baseUrl, "Sec-Fetch-Site": "cross-site" },
      ]) {
        const sent = {
          method: "POST",
          headers: { ...headers, "Content-Type": "application/json" },
          body: "{}",
        };
        expect((await ask(product, `/oauth/sign-in/${path}`, sent as never)).status, path).to.equal(403);
      }
    // The browser of another host has no passkey of this one.
    await open(page, product.baseUrl.replace("localhost", "127.0.0.1") + "/oauth/sign-in");
    expect(
      (await protocol.send("WebAuthn.getCredentials", { authenticatorId })).credentials[0]?.rpId,
    ).to.equal("localhost");
    const list = ["sign-in", "passkeys", "list", "--key", keyId];
    const { items } = JSON.parse((await product.pda(...list, "--json")).stdout);
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ name: "laptop <1>" });
    expect((await product.pda(...list)).stdout)
      .to.include(items[0].id)
      .and.to.include("never");
    const remove = ["sign-in", "passkeys", "remove", items[0].id, "--key", keyId];
    expect(await product.pda(...remove)).to.deep.include({ code: 0, stdout: `removed ${items[0].id}\n` });
    expect((await product.pda(...remove)).stderr).to.include("has no passkey");
    expect((await product.pda("sign-in", "passkeys", "remove", "x", "--key", keyId)).stderr).to.include(
      "psk_",
    );
    expect((await product.pda(...list)).stdout).to.equal("the key has no passkeys\n");
  });
});
