// What a publisher does in the console, in a real browser.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { HTTPRequest } from "puppeteer-core";
import { newKeyPair, signingRequest } from "../../src/cli/demo/keys.ts";
import { buildUi } from "../support/built-ui.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ConsolePerson } from "./support/console.ts";
import { newLink } from "./support/person.ts";
import { assetInUse, eventually, holder, type Publisher, publisher } from "./support/scene.ts";

/** Pictures of the views, for people who look at the results of a run. */
const PICTURES = join(import.meta.dirname, "../../build/screenshots");
const PROBE = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>{{7*7}}`;

describe("the console of a publisher", function () {
  this.timeout(150_000);
  // Each step goes on where the one before has ended.
  this.bail(true);
  let product: Product;
  let issuer: Publisher;
  let person: ConsolePerson;
  let folder: ReturnType<typeof temporaryDirectory>;
  let genuine: Awaited<ReturnType<typeof assetInUse>>;
  let typeId = "";
  let assetId = "";
  before(async () => {
    buildUi();
    mkdirSync(PICTURES, { recursive: true });
    folder = temporaryDirectory();
    product = await sharedProduct();
    issuer = await publisher(product);
    genuine = await assetInUse(product, issuer);
    const { apiKey } = (
      await product.client().POST("/api/v1/publishers/{publisherId}/api-keys", {
        params: { path: { publisherId: issuer.publisherId } },
        body: { name: "studio", role: "owner" },
      })
    ).data;
    person = await ConsolePerson.at(product);
    await person.signIn((await newLink(product, apiKey?.apiKeyId ?? "")).link);
  });
  after(async () => {
    await person?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const at = (view: string) => person.open(`/console/publishers/${issuer.publisherId}${view}`);
  const statusOf = async (asset: string) =>
    (await product.client().GET("/api/v1/assets/{assetId}", { params: { path: { assetId: asset } } })).data
      .lifecycleStatus;
  const picture = (name: string) =>
    person.page.screenshot({ path: join(PICTURES, `console-publishing-${name}.png`), fullPage: true });

  it("leads the publisher's own key to its own views, and shows nothing of others", async () => {
    // In the header and on Home.
    await person.page.waitForFunction("document.body.innerText.match(/Test Issuer/g)?.length === 2");
    await person.follow("Publishing");
    await person.sees("Publisher Test Issuer");
    const text = await person.text();
    expect(text).to.include(issuer.publisherId).and.not.include("Merchants");
    expect(text).to.not.include("Acting for");
  });

  it("defines an asset type", async () => {
    await at("/asset-types");
    await person.sees(issuer.assetType);
    await person.press("New asset type");
    await person.press("Define asset type");
    await person.sees("Write 2 to 16 capital letters and digits");
    const code = `P${issuer.assetType}`;
    await person.write("Code", code);
    await person.write("Name", "Signed prints");
    expect(await person.barriers()).to.deep.equal([]);
    await person.clickTwice("Define asset type");
    await person.sees(`Asset type ${code}`);
    const { items } = (
      await product.client().GET("/api/v1/publishers/{publisherId}/asset-types", {
        params: { path: { publisherId: issuer.publisherId } },
      })
    ).data;
    const defined = items.filter(({ assetType }) => assetType === code);
    expect(defined.map(({ name, policy }) => [name, policy.minimumAssurance])).to.deep.equal([
      ["Signed prints", "static"],
    ]);
    typeId = defined[0]?.assetTypeId ?? "";
    await person.follow("Issue an asset of this type");
    await person.sees("One asset");
    expect(await person.page.$$eval("input", (all) => all.map(({ value }) => value))).to.include(code);
  });

  it("issues one asset, whose text stays text, and moves it through its life", async () => {
    await at("/issue");
    await person.write("Name, for people", `Print ${PROBE}`);
    await person.paste("Public facts, one on each line: key = value (optional)", "edition = 7/100");
    await person.clickTwice("Issue asset");
    await person.sees("7/100");
    await person.sees(PROBE);
    assetId = /ast_[0-9a-z]{26}/.exec(person.page.url())?.[0] ?? "";
    await person.stateIs("issued");
    const { items } = (
      await product.client().GET("/api/v1/assets", {
        params: { query: { publisher: issuer.publisherId, lifecycleStatus: "issued" } },
      })
    ).data;
    expect(items.map((each) => [each.assetIdentifier, each.metadata])).to.deep.equal([
      [assetId, { edition: "7/100" }],
    ]);
    for (const [button, status] of [
      ["Activate", "active"],
      ["Suspend", "suspended"],
      ["Resume", "active"],
      ["Retire", "retired"],
    ] as const) {
      await person.press(button);
      await person.finds(".dialog");
      await person.page.locator(".dialog button[type=submit]").click();
      await person.finds(".dialog", { hidden: true });
      await person.stateIs(status);
      expect(await statusOf(assetId)).to.equal(status);
    }
    await person.sees("Its status never changes again.");
  });

  it("issues value after a second look", async () => {
    const wallet = await holder(product, issuer);
    await at("/issue");
    await person.write("Wallet, wal_…", wallet.walletId);
    await person.write("Amount", "12.50");
    // Its role depends on whether suggestions have come yet.
    await person.page
      .locator("form[aria-label='Value to a wallet'] input[autocapitalize='characters']")
      .fill(issuer.assetType);
    await person.press("Issue value …");
    await person.sees(`12.50 ${issuer.assetType} goes to ${wallet.walletId}.`);
    await person.clickTwice("Issue value");
    await person.sees("was issued.");
    const { items } = (
      await product.client().GET("/api/v1/publishers/{publisherId}/balances", {
        params: { path: { publisherId: issuer.publisherId } },
      })
    ).data;
    expect(items.map(({ assetType, outstanding }) => [assetType, outstanding])).to.deep.equal([
      [issuer.assetType, "12.5"],
    ]);
  });

  it("looks at a CSV file first, issues it once although an answer is lost, and gives the results as a file", async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `good,"Print ${at}, signed",SN-${at}`);
    rows[3] = "good,too few columns";
    rows[7] = "wine,Unknown kind,SN-7";
    rows[9] = `good,"${PROBE.replaceAll('"', '""')}",SN-9`;
    // A spreadsheet would calculate it.
    rows[29] = "good,Last,=1+1";
    const file = join(folder.path, "prints.csv");
    writeFileSync(file, `\uFEFFkind,name,reference\r\n${rows.join("\r\n")}\r\n`);
    const session = await person.page.createCDPSession();
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder.path });
    await at("/issue-file");
    await person.choose(file);
    await person.sees("Rows that can be sent: 29. Rows with faults: 1.");
    await person.sees("Line 5: The header has 3 columns, but this row has 2.");
    await person.sees("Print 2, signed");
    expect(await person.barriers()).to.deep.equal([]);
    await picture("preview");
    expect(person.calls.filter(({ path }) => path.includes("issuance-jobs"))).to.deep.equal([]);
    let lost = 0;
    session.on("Fetch.requestPaused", ({ requestId }) => {
      lost += 1;
      void session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
      void session.send("Fetch.disable");
    });
    await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/items", requestStage: "Response" }] });
    await person.press("Issue assets: 29");
    await person.sees("28 issued, 0 issued before, 2 failed");
    expect(lost).to.equal(1);
    expect(await person.page.$eval("progress", (bar) => [bar.value, bar.max])).to.deep.equal([29, 29]);
    await person.sees("assetProfile.kind");
    await picture("file");
    const issued = async () => {
      const query = { publisher: issuer.publisherId, lifecycleStatus: "issued", pageSize: 200 } as const;
      return (await product.client().GET("/api/v1/assets", { params: { query } })).data.items.length;
    };
    expect(await issued()).to.equal(28);
    await person.press("Download the results");
    await eventually("the results", async () => readdirSync(folder.path).includes("prints.results.csv"));
    const lines = readFileSync(join(folder.path, "prints.results.csv"), "utf8").trim().split("\r\n");
    expect(lines).to.have.length(31);
    expect(lines[1]).to.match(/^2,issued,ast_\w{26},SN-0,$/);
    expect(lines[4]).to.equal('5,failed,,,"The header has 3 columns, but this row has 2."');
    expect(lines[8]).to.match(/^9,failed,,SN-7,.*assetProfile\.kind/);
    expect(lines[30]).to.match(/^31,issued,ast_\w{26},'=1\+1,$/);
    // The same file, chosen again, finds its results, and waits while no new access token can be fetched.
    await person.choose(file);
    const away = await person.page.createCDPSession();
    away.on("Fetch.requestPaused", ({ requestId }) => {
      void away.send("Fetch.failRequest", { requestId, errorReason: "ConnectionRefused" });
    });
    await away.send("Fetch.enable", { patterns: [{ urlPattern: "*/oauth/token" }] });
    await person.expireToken();
    await person.press("Issue assets: 29");
    await person.sees("The service does not answer. Trying again …");
    await away.detach();
    await person.sees("28 issued, 0 issued before, 2 failed");
    expect(await issued()).to.equal(28);
    // The command line finds the same job.
    const { stdout } = await product.pda("issue", file, "--publisher", issuer.publisherId);
    expect(stdout).to.include("28 issued, 2 failed");
    expect(await issued()).to.equal(28);
    const wrong = join(folder.path, "wrong.csv");
    writeFileSync(wrong, "kind,name,colour\ngood,A,red\n");
    await person.choose(wrong);
    await person.sees('Correct the first line: the header has the unknown column "colour".');
  });

  it("binds a device to an asset, and revokes it", async () => {
    await at(`/assets/${genuine.assetId}`);
    await person.press("Bind a device");
    await person.write("Serial number", "SPARE-1");
    const pair = await newKeyPair();
    const chosen = async (name: string, text: string) => {
      writeFileSync(join(folder.path, name), text);
      await person.choose(join(folder.path, name));
      await person.press("Bind device");
    };
    const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
    await chosen(
      "chip.key",
      `-----BEGIN PRIVATE KEY-----\n${key.toString("base64")}\n-----END PRIVATE KEY-----\n`,
    );
    await person.sees("It must not leave your machine.");
    expect(
      person.calls.filter(({ method, path }) => path.endsWith("/devices") && method === "POST"),
    ).to.deep.equal([]);
    // Also without its lines, as files in DER have it.
    await chosen("chip.der", key.toString("base64"));
    await person.sees("It must not leave your machine.");
    await chosen("chip.csr", await signingRequest(pair, "chip"));
    await person.sees("BEGIN CERTIFICATE");
    await person.press("Close");
    await person.sees("SPARE-1");
    await person.page.locator("::-p-xpath(//div[@role='row'][contains(., 'SPARE-1')]//button)").click();
    await person.write("Reason, for the record (optional)", "lost at sea");
    await person.page.locator(".dialog button.danger").click();
    await person.sees("lost at sea");
    const { items } = (
      await product.client().GET("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
        params: { path: { publisherId: issuer.publisherId, assetId: genuine.assetId } },
      })
    ).data;
    expect(items.map(({ serialNumber, status }) => [serialNumber === "SPARE-1", status])).to.deep.equal([
      [true, "revoked"],
      [false, "active"],
    ]);
  });

  it("issues certificates for signing requests, warns of their end, and revokes them", async () => {
    const { page } = person;
    await page.setRequestInterception(true);
    // By the clock of the service, which other tests may have put ahead.
    const endOf = (from: string): string => new Date(Date.parse(from) + 12.5 * 86_400_000).toISOString();
    const ends = async (request: HTTPRequest) => {
      const { data } = await product.client().GET("/api/v1/publishers/{publisherId}/access-certificates", {
        params: { path: { publisherId: issuer.publisherId } },
      });
      const items = data.items.map((each) => ({ ...each, notAfterTime: endOf(each.createTime) }));
      const body = JSON.stringify({ success: true, errors: [], data: { ...data, items } });
      await request.respond({ status: 200, contentType: "application/json", body });
    };
    const answer = (request: HTTPRequest) => {
      const isList = request.method() === "GET" && request.url().includes("/access-certificates");
      void (isList ? ends(request) : request.continue());
    };
    page.on("request", answer);
    await at("/certificates");
    await person.press("New access certificate");
    await person.paste(
      "Signing request (PKCS#10), PEM or base64",
      await signingRequest(await newKeyPair(), "program"),
    );
    await page.select(".dialog select", "issuer");
    await person.press("Issue certificate");
    await person.sees("BEGIN CERTIFICATE");
    await person.press("Close");
    await person.sees("ends soon. Days left: 12. Issue another one now");
    await at("");
    await person.sees("ends soon. Days left: 12. Issue another one now");
    page.off("request", answer);
    await page.setRequestInterception(false);
    await at("/certificates");
    await person.sees("issuer");
    expect(await page.$("[data-expiry]")).to.equal(null);
    await page.locator("::-p-xpath(//div[@role='row'][contains(., 'issuer')]//button[2])").click();
    await page.select(".dialog select", "SUPERSEDED");
    await page.locator(".dialog button.danger").click();
    await person.stateIs("revoked");
    const { items } = (
      await product.client().GET("/api/v1/publishers/{publisherId}/access-certificates", {
        params: { path: { publisherId: issuer.publisherId } },
      })
    ).data;
    expect(items.map(({ status, role, revocationReason }) => [status, role, revocationReason])).to.deep.equal(
      [["revoked", "issuer", "SUPERSEDED"]],
    );
  });

  it("shows a key only what it may do, and nothing of another publisher", async () => {
    const api = product.client();
    const other = await publisher(product);
    await person.open(`/console/publishers/${other.publisherId}`);
    await person.sees("Reason: ");
    expect(await person.page.$eval("main", ({ innerText }) => innerText))
      .to.include(other.publisherId)
      .and.not.include("Test Issuer");
    const { apiKey } = (
      await api.POST("/api/v1/publishers/{publisherId}/api-keys", {
        params: { path: { publisherId: issuer.publisherId } },
        body: { name: "reader", scopes: ["publishers.read"] },
      })
    ).data;
    await using reader = await ConsolePerson.at(product);
    await reader.signIn((await newLink(product, apiKey?.apiKeyId ?? "")).link);
    await reader.open(`/console/publishers/${issuer.publisherId}/assets/${genuine.assetId}`);
    await reader.sees("SPARE-1");
    const text = await reader.text();
    for (const action of ["Suspend", "Bind a device", "Revoke", "Issue a file", "Uses of the ticket"])
      expect(text).to.not.match(new RegExp(`^${action}$`, "m"));
    await reader.open(`/console/publishers/${issuer.publisherId}/issue`);
    await reader.sees("You may not do this.");
    expect(reader.complaints).to.deep.equal([]);
  });

  it("has views without barriers, small and large, light and dark, for an operator, too", async () => {
    const base = `publishers/${issuer.publisherId}`;
    const views = [
      base,
      `${base}/asset-types`,
      `${base}/asset-types/${typeId}`,
      `${base}/assets`,
      `${base}/assets/${genuine.assetId}`,
      `${base}/issue`,
      `${base}/issue-file`,
      `${base}/certificates`,
      `${base}/identities`,
      `verify?asset=${genuine.assetId}`,
    ];
    await using operator = await ConsolePerson.at(product);
    await operator.signIn((await newLink(product, `key_${product.operatorKey.split("_")[1]}`)).link);
    for (const [place, view] of views.entries()) {
      const width = place % 2 === 0 ? 320 : 1280;
      await operator.page.setViewport({ width, height: 800 });
      await operator.open(`/console/${view}`);
      await operator.page.waitForFunction('!document.body.innerText.includes("Loading")');
      if (view.startsWith("verify")) await operator.press("Verify");
      if (view.startsWith("verify")) await operator.finds("[data-verdict]");
      for (const [value, what] of [["light"], ["dark", "colours"]] as const) {
        await operator.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
        expect(await operator.barriers(what), `${view} ${value}`).to.deep.equal([]);
        await operator.page.screenshot({
          path: join(PICTURES, `console-publishing-${place}-${value}.png`),
          fullPage: true,
        });
      }
      await operator.page.setViewport({ width: 320, height: 800 });
      expect(await operator.overflow(), view).to.equal(0);
    }
    expect(operator.complaints).to.deep.equal([]);
    expect(person.complaints).to.deep.equal([]);
  });
});
