// What people verify in the console, in a real browser: what is genuine, forged, revoked, a ticket, or tapped.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import type { HTTPRequest } from "puppeteer-core";
import { newKeyPair, signingRequest } from "../../src/cli/demo/keys.ts";
import { authenticityChecks } from "../support/authenticity-checks.ts";
import { buildUi } from "../support/built-ui.ts";
import { claim, credential, keyPair, present, seconds } from "../support/sd-jwt-issuer.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ConsolePerson } from "./support/console.ts";
import { card, cardType, city } from "./support/identity.ts";
import { newLink } from "./support/person.ts";
import { assetInUse, type Publisher, publisher } from "./support/scene.ts";

const PROBE = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>{{7*7}}`;

describe("the console's view that verifies", function () {
  this.timeout(150_000);
  let product: Product;
  let issuer: Publisher;
  let person: ConsolePerson;
  let folder: ReturnType<typeof temporaryDirectory>;
  let genuine: Awaited<ReturnType<typeof assetInUse>>;
  before(async () => {
    buildUi();
    folder = temporaryDirectory();
    product = await sharedProduct();
    issuer = await publisher(product);
    genuine = await assetInUse(product, issuer);
    person = await ConsolePerson.at(product);
    await person.signIn((await newLink(product, `key_${product.operatorKey.split("_")[1]}`)).link);
  });
  after(async () => {
    expect(person?.complaints).to.deep.equal([]);
    await person?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const at = (view: string) => person.open(`/console/publishers/${issuer.publisherId}${view}`);

  it("verifies a genuine device, with each check explained in its order", async () => {
    await person.open("/console/verify");
    await person.paste("What was presented", genuine.deviceCertificate);
    await person.sees("Seen: the certificate of a device");
    await person.press("Verify");
    await person.finds("[data-verdict='good']");
    expect((await person.focused())[0]).to.equal("H2");
    const shown = await person.page.$$eval("li[data-check]", (all) =>
      all.map(({ dataset: { check, outcome } }) => [check, outcome]),
    );
    expect(shown).to.deep.equal(
      authenticityChecks.map((check) => [check, check === "proof_of_possession" ? "skipped" : "passed"]),
    );
    await person.sees("Each certificate is signed by the next one");
    await person.sees("Signed print");
    await person.sees("Nothing to check");
  });

  it("does not trust a forgery, nor what is revoked, and says why and what to do", async () => {
    const [cert, key] = [join(folder.path, "forged.pem"), join(folder.path, "forged.key")];
    const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=forged"];
    execFileSync("openssl", ["req", "-x509", ...kind, "-keyout", key, "-out", cert], { stdio: "ignore" });
    await person.open("/console/verify");
    await person.choose(cert);
    await person.sees("Seen: a certificate that names no asset");
    await person.write("Asset, ast_… (if what was presented does not name it)", genuine.assetId);
    await person.press("Verify");
    await person.finds("[data-check='certificate_path'][data-outcome='failed']");
    expect(await person.text())
      .to.include("Not trusted")
      .and.include("It may be a forgery")
      .and.include("Not reached")
      .and.include("The evidence is about the asset")
      .and.not.include("Can be relied on until");
    expect(await person.barriers()).to.deep.equal([]);
    const path = { publisherId: issuer.publisherId, assetId: genuine.assetId };
    const body = { reason: "stolen" };
    await product
      .client()
      .POST("/api/v1/publishers/{publisherId}/assets/{assetId}/suspend", { params: { path }, body });
    await person.paste("What was presented", genuine.deviceCertificate);
    expect(await person.page.$("[data-verdict]")).to.equal(null);
    await person.press("Verify");
    await person.finds("[data-check='lifecycle'][data-outcome='failed']");
    await person.sees("the publisher has suspended the asset.");
    await product
      .client()
      .POST("/api/v1/publishers/{publisherId}/assets/{assetId}/resume", { params: { path }, body });
    await person.paste("What was presented", PROBE);
    await person.press("Verify");
    await person.sees("A private key and a signing request prove nothing here.");
    expect(await person.page.title()).to.equal("Verify – Console");
  });

  it("issues a ticket, verifies it as one at a gate, and redeems it once", async () => {
    await at("/issue");
    await person.page.select("form[aria-label='One asset'] select", "ticket");
    await person.write("Name, for people", "Evening");
    await person.write("Number of uses", "2");
    await person.write("Groups of gates, with spaces between them (optional)", "north");
    await person.press("Issue asset");
    await person.sees("Uses of the ticket");
    await person.sees("0 of 2");
    const ticket = /ast_[0-9a-z]{26}/.exec(person.page.url())?.[0] ?? "";
    const params = { path: { publisherId: issuer.publisherId, assetId: ticket } };
    const { deviceCertificate } = (
      await product.client().POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
        params,
        body: {
          serialNumber: "TICKET-1",
          certificateSigningRequest: await signingRequest(await newKeyPair(), "chip"),
        },
      })
    ).data;
    await product.client().POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", { params });
    await person.open("/console/verify");
    await person.paste("What was presented", deviceCertificate);
    await person.page.locator(".check input").click();
    await person.write("Group of the gate (optional)", "south");
    await person.press("Verify");
    await person.sees("the ticket is for other gates.");
    await person.write("Group of the gate (optional)", "north");
    await person.press("Verify");
    await person.sees("The ticket would be let in");
    // A verdict never stands beside another gate than the one that it is about.
    await person.write("Group of the gate (optional)", "south");
    expect(await person.page.$$("[data-verdict], [aria-label='Gate']")).to.deep.equal([]);
    await person.write("Group of the gate (optional)", "north");
    await person.press("Verify");
    await person.sees("The ticket would be let in");
    await person.write("Gate", "A1");
    await person.clickTwice("Redeem");
    await person.sees("Use 1 is taken. Uses left: 1.");
    await at(`/assets/${ticket}`);
    await person.sees("1 of 2");
    await person.sees("A1 (north)");
  });

  it("verifies a tag that is tapped, also one that is read twice", async () => {
    // Web NFC is on telephones only: a reader that gives what a forged tag would.
    const address = `https://tag.example/a/${genuine.assetId}?picc_data=${"A".repeat(32)}&cmac=${"B".repeat(16)}`;
    const { identifier } = await person.page.evaluateOnNewDocument(`globalThis.NDEFReader = class {
      async scan() {
        const data = new DataView(new TextEncoder().encode(${JSON.stringify(address)}).buffer);
        const read = () => this.onreading({ message: { records: [{ recordType: "url", data }] } });
        setTimeout(read, 50);
        setTimeout(read, 60);
      }
    }`);
    await person.open("/console/verify");
    await person.press("Tap an NFC tag");
    await person.finds("[data-verdict='bad'] [data-outcome='failed']");
    expect(await person.page.$$eval("[data-cause]", (all) => all.length)).to.equal(1);
    await person.page.removeScriptToEvaluateOnNewDocument(identifier);
  });

  it("shows the verdict on what stands there, also when another one was still awaited", async () => {
    const held: HTTPRequest[] = [];
    const hold = (request: HTTPRequest): void => {
      if (held.length === 0 && request.url().endsWith("/authenticity")) held.push(request);
      else void request.continue();
    };
    await person.open("/console/verify");
    await person.page.setRequestInterception(true);
    person.page.on("request", hold);
    await person.paste("What was presented", genuine.deviceCertificate);
    await person.press("Verify");
    await person.sees("Verifying …");
    await person.paste("What was presented", genuine.assetId);
    await person.press("Verify");
    await person.finds("[data-verdict='good']");
    const answered = person.page.waitForResponse(
      (answer) => answer.url().endsWith("/authenticity") && answer.ok(),
    );
    await held[0]?.continue();
    await answered;
    const checks = await person.page.$$eval("[data-check]", (all) => all.map(({ dataset }) => dataset.check));
    expect(checks).to.deep.equal(["asset_known", "publisher_status", "lifecycle"]);
    person.page.off("request", hold);
    await person.page.setRequestInterception(false);
  });

  it("verifies a digital identity against a challenge of its own, once, and not after its key is revoked", async () => {
    const signer = await city(product, issuer);
    const keys = keyPair();
    const adult = claim("age_over_18", true);
    const jwt = await credential(signer, {
      iss: signer.issuer,
      vct: cardType,
      assetId: await card(product, issuer),
      iat: seconds(),
      exp: seconds() + 3_600,
      cnf: { jwk: keys.publicKey.export({ format: "jwk" }) },
      _sd: [adult.digest],
    });
    const presented = async () => {
      await person.open("/console/verify");
      await person.page.locator("summary").click();
      await person.press("Make a challenge");
      const values = await person
        .finds("details code")
        .then(() => person.page.$$eval("details code", (all) => all.map(({ innerText }) => innerText)));
      const [nonce = "", audience = ""] = values;
      return present({ credential: jwt, disclosures: [adult], key: keys.privateKey, nonce, audience });
    };
    const presentation = await presented();
    await person.paste("What was presented", presentation);
    await person.press("Verify");
    await person.sees("The identity shows and proves what was asked");
    await person.press("Verify");
    await person.finds("[data-check='nonce'][data-outcome='failed']");
    await at("/identities");
    await person.page.locator("::-p-xpath(//div[@role='row']//button[2])").click();
    await person.page.locator(".dialog button.danger").click();
    await person.stateIs("revoked");
    await person.paste("What was presented", await presented());
    await person.press("Verify");
    await person.finds("[data-verdict='bad'] [data-check='issuer_path'][data-outcome='failed']");
  });
});
