// What developers and operators look up in the console, in a real browser: requests, proofs, the sandbox, clients and the state of the service.
import { createPrivateKey } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import type { HTTPRequest } from "puppeteer-core";
import { buildUi } from "../support/built-ui.ts";
import type { CallerKey } from "../support/access-tokens.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { checks } from "../../src/store/ledger/check-scans.ts";
import { Product } from "../support/product.ts";
import { ConsolePerson } from "./support/console.ts";
import { askForToken, assertionOf, ownCertificate } from "./support/token-client.ts";
import { newLink } from "./support/person.ts";
import {
  eventually,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
} from "./support/scene.ts";

const PICTURES = join(import.meta.dirname, "../../build/screenshots");

describe("the console for developers and operators", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let operator: ConsolePerson;
  let paymentId = "";
  before(async () => {
    buildUi();
    mkdirSync(PICTURES, { recursive: true });
    product = await Product.start();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    const payer = await holder(product, issuer, "100");
    paymentId = (await paid(product, issuer, shop, payer, "7.25")).paymentId;
    operator = await ConsolePerson.at(product);
    await operator.signIn((await newLink(product, `key_${product.operatorKey.split("_")[1]}`)).link);
  });
  after(async () => {
    await operator?.[Symbol.asyncDispose]();
    await product?.stop();
  });

  const open = (view: string, merchantId = shop.merchantId) =>
    operator.open(`/console/${view}${view.includes("?") ? "&" : "?"}merchant=${merchantId}`);
  /** Asks for an access token as an OAuth client (RFC 7523). */
  const tokenStatus = async (clientId: string, pem: string): Promise<number> => {
    const key: CallerKey = { algorithm: "ES256", privateKey: createPrivateKey(pem), publicKey: "" };
    const assertion = await assertionOf(key, { clientId, aud: product.baseUrl });
    return (await askForToken(product, assertion, { asClient: await ownCertificate() })).status;
  };
  const rows = () => operator.page.$$eval(".table-body [role=row]", (all) => all.length);

  it("finds a change, and a request by its identifier, with the page of its error and what it was about", async () => {
    await shop.api.GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId } } });
    const refusal = await shop.api
      .POST("/api/v1/payments/{paymentId}/cancel", { params: { path: { paymentId } } })
      .catch((error: unknown) => error as { requestId: string; errorCode: string });
    const { requestId, errorCode } = refusal as { requestId: string; errorCode: string };
    // A record appears within about a second.
    await eventually("the record", async () => {
      const params = { query: { requestId } };
      return (await product.client().GET("/api/v1/audit/records", { params })).data.items.length === 1;
    });
    await open("requests");
    await operator.sees("GetPayment");
    await operator.fill("Calls", "changes");
    await operator.press("Search");
    await operator.page.waitForFunction("!document.body.innerText.includes('GetPayment')");
    await operator.sees("CreatePayment");
    await operator.fill("Request identifier", requestId);
    await operator.press("Search");
    await operator.sees("1 shown");
    expect(operator.page.url()).to.include(`request=${requestId}`);
    await operator.follow("CancelPayment");
    await operator.sees("Record of CancelPayment");
    await operator.sees(errorCode);
    const links = await operator.page.$$eval("main a", (all) => all.map(({ href }) => href));
    expect(
      links.some((href) => href.endsWith(`/console/payments/${paymentId}?merchant=${shop.merchantId}`)),
    ).to.equal(true);
    const page = links.find((href) => href.includes("/docs/reference/errors")) ?? "";
    expect(page).to.match(new RegExp(`#${errorCode.toLowerCase()}$`));
    const anchors = await operator.page.evaluate(`fetch(${JSON.stringify(page)}).then((a) => a.text())`);
    expect(String(anchors)).to.include(`id="${errorCode.toLowerCase()}"`);
  });

  it("shows a merchant's requests alone to who acts for the merchant, and filters by outcome and day", async () => {
    await open("requests?outcome=refused");
    await operator.sees("1 shown");
    await open("requests?to=2020-01-01");
    await operator.sees("Nothing matches these filters.");
    await open("requests", (await merchant(product, issuer)).merchantId);
    await operator.sees("Nothing here yet. The log shows only calls that the merchant's own credentials");
    await operator.follow("Show the calls of everybody");
    await operator.sees("RegisterMerchant");
  });

  it("searches the calls of everybody for a resource, and proves in the browser that a record is in the log", async () => {
    await operator.open(`/console/audit?resource=${paymentId}`);
    await operator.sees("Newest signed head");
    await operator.sees("CreatePayment");
    await operator.page.locator("::-p-xpath(//main//a[text()='CreatePayment'])").click();
    await operator.finds("[data-proven='true']");
    const holding = await operator.page.$$eval("[data-holds='true']", (all) => all.length);
    expect(holding).to.equal(3);
    // The same proof does not hold by another key.
    await operator.fill(
      "Key of the log, as the operator has published it",
      "pay.example/audit+12345678+AQID",
    );
    await operator.finds("[data-proven='false'] ~ ol [data-step='signature'][data-holds='false']");
  });

  it("notices when the service shows another record than the signed one", async () => {
    const { page } = operator;
    const address = page.url();
    let isShownChanged = false;
    await page.setRequestInterception(true);
    const change = (request: HTTPRequest) => {
      const isRecord = /\/audit\/records\/aud_\w+$/.test(new URL(request.url()).pathname);
      if (!isRecord || request.headers().authorization === undefined) return void request.continue();
      void answerOf(request).then(
        (body) => request.respond({ status: 200, contentType: "application/json", body }),
        () => request.abort(),
      );
    };
    const answerOf = async (request: HTTPRequest) => {
      const recordId = new URL(request.url()).pathname.split("/").at(-1) ?? "";
      const whole = await product
        .client()
        .GET("/api/v1/audit/records/{recordId}", { params: { path: { recordId } } });
      const { proof, record } = whole.data;
      const canonicalRecord = proof.canonicalRecord.replace('"succeeded"', '"refused"');
      const data = isShownChanged
        ? { proof, record: { ...record, outcome: "refused" } }
        : { record, proof: { ...proof, canonicalRecord } };
      return JSON.stringify({ ...whole, errors: [], data });
    };
    page.on("request", change);
    const failing: string[][] = [];
    for (isShownChanged of [false, true]) {
      await page.goto(address);
      await page.waitForSelector("[data-proven='false']");
      failing.push(
        await page.$$eval("[data-holds='false']", (all) =>
          all.map((each) => (each as unknown as { dataset: { step: string } }).dataset.step),
        ),
      );
    }
    expect(failing).to.deep.equal([["record", "path"], ["record"]]);
    page.off("request", change);
    await page.setRequestInterception(false);
  });

  it("shows of the settlements those of the merchant that one acts for", async () => {
    await eventually("a settlement", async () => {
      const params = { query: { merchantId: shop.merchantId } };
      return (await product.client().GET("/api/v1/settlement", { params })).data.items.length === 1;
    });
    await open("settlements");
    await operator.sees("1 shown");
    expect(await rows()).to.equal(1);
    await open("settlements", (await merchant(product, issuer)).merchantId);
    await operator.sees("Nothing here yet.");
  });

  it("puts the sandbox's clock ahead, once for each press", async () => {
    const offset = async () =>
      Number((await product.client().GET("/api/v1/sandbox")).data.clockOffsetSeconds);
    const before = await offset();
    await open("sandbox");
    await operator.sees("Ahead of real time");
    await operator.press("Advance by 1 hour");
    await operator.sees("The clock was advanced.");
    expect(await offset()).to.equal(before + 3_600);
    await operator.fill("Other number of hours", "1.5");
    await operator.press("Advance");
    await operator.sees("Write a whole number of hours");
    await operator.fill("Other number of hours", "48");
    await operator.press("Advance");
    await operator.sees("2 days, 1 hour, 0 minutes");
    expect(await offset()).to.equal(before + 49 * 3_600);
    // Records have real time: today by default is not the day of the sandbox.
    const requestId = "order-of-today";
    await shop.api.GET("/api/v1/caller", { headers: { "X-Request-ID": requestId } });
    await eventually("the record", async () => {
      const params = { query: { requestId } };
      return (await product.client().GET("/api/v1/audit/records", { params })).data.items.length === 1;
    });
    await open("requests");
    await operator.fill("Request identifier", requestId);
    await operator.press("Search");
    await operator.sees("1 shown");
  });

  it("makes a payment that fails as it is asked to", async () => {
    await open("sandbox");
    await operator.press("Try it: expired");
    await operator.sees("It expired before it was paid.");
    await open("sandbox");
    await operator.press("Try it: declined");
    await operator.follow("Show the code for the customer");
    await operator.sees("Let the customer scan the code");
  });

  it("shows an operator what runs, and each rule of the ledger with its verdict, violated or not", async () => {
    await open("service");
    await operator.finds("[data-violated='false']");
    await operator.sees(`Version\n${(await product.client().GET("/api/v1/server-info")).data.version}`);
    const rules = await operator.page.$$eval(".rules > li", (all) => all.length);
    expect(rules).to.equal(checks.length);
    // The sandbox's worker checks each hour, so here the result of a check that has found something takes the place of the last one.
    const [first, ...rest] = checks.map(({ name, title }) => ({
      name,
      title,
      examined: 3,
      violations: 0,
      told: [],
    }));
    const wrong = {
      ...first,
      violations: 1,
      told: ["acc_01h2xcejqtf2nbrexx3vqjhp41 has 1 more than its entries"],
    };
    await product
      .store()
      .transact(({ ledgerChecks }) =>
        ledgerChecks.keep([wrong, ...rest] as Parameters<typeof ledgerChecks.keep>[0]),
      );
    await open("service");
    await operator.finds("[data-violated='true'] a[href='/docs/runbooks/ledger-violated']");
    await operator.sees("acc_01h2xcejqtf2nbrexx3vqjhp41 has 1 more than its entries");
  });

  it("shows an operator which processes run, a silent one, an upgrade, and a certificate that ends soon", async () => {
    await open("service");
    await operator.finds("[role=table][aria-label='Processes'] [data-state='running']");
    const text = async () =>
      (await operator.page.$eval("[role=table][aria-label='Processes']", (table) => table.innerText)).trim();
    for (const tier of ["Gateway", "Core", "Worker"]) expect(await text()).to.include(tier);
    expect(await text()).to.not.match(/Silent|Days left/);
    const { reserved } = product.store();
    const processId = newId("process");
    const endsSoon = {
      processId,
      version: "0.9.0",
      host: "pay-2",
      startedAt: new Date(),
      certificateExpiresAt: new Date(Date.now() + 3.5 * 86_400_000),
    };
    await reserved.processes.keep("worker", endsSoon);
    await open("service");
    await operator.finds("[data-versions='2']");
    await operator.finds("a[href='/docs/runbooks/certificate-expires-soon'][data-expiry='soon']");
    expect(await text()).to.match(/pay-2[^]*0\.9\.0[^]*Days left: 3/);
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    const silence = "update process set reported_at = now() - interval '2 minutes' where process_id = $1";
    await database.query(silence, [uuidOf("process", processId)]);
    await database.end();
    await open("service");
    await operator.finds("[role=table][aria-label='Processes'] [data-state='silent']");
    expect(await operator.page.$("[data-versions]")).to.equal(null);
    expect(await text()).to.not.include("Days left");
  });

  it("shows an operator the alarms with their next step, and how many there are, as the command does", async () => {
    const found = { name: "balances", title: "A rule", examined: 3 };
    const keep = (violations: number, told: string[]) =>
      product.store().transact(({ ledgerChecks }) => ledgerChecks.keep([{ ...found, violations, told }]));
    await keep(0, []);
    await eventually("no alarm", async () => {
      const { items } = (await product.client().GET("/api/v1/operator/alarms")).data;
      return items.length === 0;
    });
    expect(await product.pda("alarms", "list")).to.deep.include({ code: 0, stdout: "no alarms\n" });
    await open("service");
    await operator.sees("No alarms.");
    const account = "acc_01h2xcejqtf2nbrexx3vqjhp41";
    await keep(21, [`${account} has 1 more than its entries`]);
    await open("service");
    await operator.finds("[data-alarm='LedgerViolated'] a[href='/docs/runbooks/ledger-violated']");
    await operator.sees("Check again with: pda ledger verify.");
    await operator.sees("20 more");
    const mark = await operator.page.$eval(
      "nav a[href^='/console/service'] .status",
      (one) => one.textContent,
    );
    expect(mark).to.equal("1");
    const { code, stdout } = await product.pda("alarms", "list");
    expect(code).to.equal(0);
    expect(stdout.split("\n").slice(0, 2)).to.deep.equal([
      "page  LedgerViolated  balances",
      `  The ledger violates a check: ${account} and 20 more`,
    ]);
    expect(stdout).to.include(`runbook: ${product.baseUrl}/docs/runbooks/ledger-violated`);
    const { items } = JSON.parse((await product.pda("alarms", "list", "--json")).stdout);
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({ severity: "page", resourceIds: [account], resourceCount: "21" });
  });

  it("registers an OAuth client, whose key gets tokens until the client is revoked", async () => {
    await open("clients");
    await operator.press("New client");
    await operator.write("Name", "Stock-keeping");
    await operator.page.select(".dialog select", "owner");
    await operator.press("Register client");
    await operator.sees("The private key, shown only now");
    expect(await operator.barriers()).to.deep.equal([]);
    await operator.page.screenshot({ path: join(PICTURES, "console-client-key.png") });
    const shown = await operator.page.$eval(".secret code", ({ textContent }) => textContent ?? "");
    const id = /pky_[0-9a-z]{26}/.exec(await operator.text())?.[0] ?? "";
    expect(await tokenStatus(id, shown)).to.equal(200);
    await operator.press("Close");
    await operator.sees("Stock-keeping");
    expect(await operator.page.content()).to.not.include("PRIVATE KEY");
    await operator.page.locator(`::-p-xpath(//div[@role='row'][contains(., '${id}')]//button[1])`).click();
    await operator.page.locator(".dialog button.main").click();
    await operator.sees("The private key, shown only now");
    const next = await operator.page.$eval(".secret code", ({ textContent }) => textContent ?? "");
    const nextId =
      /pky_[0-9a-z]{26}/.exec(await operator.page.$eval(".dialog", (all) => all.textContent ?? ""))?.[0] ??
      "";
    expect(await tokenStatus(nextId, next)).to.equal(200);
    await operator.press("Close");
    await operator.page
      .locator(`::-p-xpath(//div[@role='row'][contains(., '${nextId}')]//button[2])`)
      .click();
    await operator.page.locator(".dialog button.danger").click();
    await operator.finds("[data-state='revoked']");
    await eventually("the refusal", async () => (await tokenStatus(nextId, next)) === 401);
  });

  it("has views without barriers, in light and dark, narrow and wide", async () => {
    const { items } = (await product.client().GET("/api/v1/audit/records")).data;
    const views = [
      ["requests", "shown"],
      [`requests/${items[0]?.recordId}`, "Proven"],
      ["audit", "shown"],
      ["clients", "New client"],
      ["sandbox", "Ahead of real time"],
      ["service", "Last check"],
    ] as const;
    const titles = new Set<string>();
    for (const [view, text] of views)
      for (const width of [320, 1280]) {
        await operator.page.setViewport({ width, height: 800 });
        await open(view);
        await operator.sees(text);
        for (const [value, what] of [["dark"], ["light", "colours"]] as const) {
          await operator.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
          expect(await operator.barriers(what), `${view} ${width} ${value}`).to.deep.equal([]);
          const name = `console-${view.split("/").length > 1 ? "record" : view}-${width}-${value}.png`;
          await operator.page.screenshot({ path: join(PICTURES, name), fullPage: true });
        }
        expect(await operator.overflow(), `${view} ${width}`).to.equal(0);
        titles.add(await operator.page.title());
      }
    expect(titles.size).to.equal(views.length);
  });

  it("shows a merchant its own requests, and nothing of the operation", async () => {
    const { apiKey } = (
      await product.client().POST("/api/v1/merchants/{merchantId}/api-keys", {
        params: { path: { merchantId: shop.merchantId } },
        body: { name: "developer", role: "owner" },
      })
    ).data;
    await using developer = await ConsolePerson.at(product);
    await developer.signIn((await newLink(product, apiKey?.apiKeyId ?? "")).link);
    expect(await developer.text())
      .to.include("Request log")
      .and.not.include("Audit log");
    await developer.follow("Request log");
    await developer.sees("IssueAccessToken");
    await developer.open("/console/requests?operation=CancelPayment");
    await developer.sees("1 shown");
    await developer.open("/console/requests?operation=RegisterMerchant");
    await developer.sees("Nothing matches these filters.");
    expect(developer.complaints).to.deep.equal([]);
  });

  it("has broken no rule of the page's policy", () => {
    expect(operator.complaints).to.deep.equal([]);
  });
});
