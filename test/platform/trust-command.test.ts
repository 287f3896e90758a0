// `pda trust`: what a real browser, openssl and curl then accept, and what they still refuse. Needs certutil (libnss3-tools).
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import type { Browser } from "puppeteer-core";
import { issueLeaf } from "../../src/pki/authority.ts";
import { layout } from "../../src/pki/names.ts";
import { trustStores } from "../../src/platform/trust-stores/stores.ts";
import { chromium } from "../support/chromium.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const PDA = join(import.meta.dirname, "../../bin/pda");

describe("pda trust", function () {
  this.timeout(60_000);
  const folder = temporaryDirectory();
  const home = join(folder.path, "home");
  const database = `sql:${join(home, ".pki/nssdb")}`;
  const servers: Server[] = [];
  let browser: Browser | undefined;

  const pda = (...args: string[]) =>
    spawnSync(PDA, args, {
      cwd: folder.path,
      encoding: "utf8",
      env: { ...process.env, HOME: home },
      input: "",
    });
  const files = () => layout(join(folder.path, ".pda/pki"));
  const rootFile = () => join(files().tierDir, "browser-root.crt");
  const roots = (): string => spawnSync("certutil", ["-L", "-d", database], { encoding: "utf8" }).stdout;
  /** Serves a page with a certificate, and returns the port. */
  const serve = async (material: { cert: string; key: string }): Promise<number> => {
    const server = createServer(material, (_request, response) => response.end("<title>served</title>"));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
  /** Opens a page in a browser that trusts its own roots and those of the home folder. @returns its title, or the error of the browser */
  const opened = async (address: string): Promise<string> => {
    browser ??= await chromium({ home, args: ["--host-resolver-rules=MAP bank.example 127.0.0.1"] });
    const page = await browser.newPage();
    try {
      await page.goto(address);
      return await page.title();
    } catch (error) {
      return /net::(\w+)/.exec(String(error))?.[1] ?? String(error);
    } finally {
      await page.close();
    }
  };
  const restart = async (): Promise<void> => {
    await browser?.close();
    browser = undefined;
  };

  before(() => {
    expect(spawnSync("certutil", ["-H"]).error, "install libnss3-tools, which has certutil").to.equal(
      undefined,
    );
    mkdirSync(home);
    expect(pda("pki", "init").status).to.equal(0);
  });
  after(async () => {
    await browser?.close();
    for (const server of servers) server.close();
    folder[Symbol.dispose]();
  });

  it("changes nothing unless somebody agrees, and says what it would do", () => {
    const { status, stdout, stderr } = pda("trust", "install");
    expect([status === 0, stderr.includes("--yes")]).to.deep.equal([false, true]);
    expect(stdout).to.include("localhost, 127.0.0.1, ::1").and.to.include("certutil -A");
    expect(existsSync(join(home, ".pki"))).to.equal(false);
  });

  it("lets a browser open the service without a warning, and no other server that the root could name", async () => {
    const { cert, key } = files().https;
    const port = await serve({ cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") });
    const root = {
      cert: readFileSync(files().root.cert, "utf8"),
      key: readFileSync(files().root.key, "utf8"),
    };
    const foreign = {
      commonName: "bank",
      dns: ["bank.example"],
      ip: [],
      usages: ["server"] as const,
      days: 30,
    };
    const bank = await issueLeaf(root, foreign);
    const bankPort = await serve(bank);
    mkdirSync(join(home, ".pki/nssdb"), { recursive: true });
    execFileSync("certutil", ["-N", "--empty-password", "-d", database]);
    expect(await opened(`https://localhost:${port}/`)).to.equal("ERR_CERT_AUTHORITY_INVALID");
    await restart();
    for (const turn of ["first", "again"])
      expect(pda("trust", "install", "--only", "browser", "--yes").status, turn).to.equal(0);
    expect(roots().match(/pda-development/g)).to.have.length(1);
    expect(await opened(`https://localhost:${port}/`)).to.equal("served");
    expect(await opened(`https://127.0.0.1:${port}/`)).to.equal("served");
    expect(await opened(`https://bank.example:${bankPort}/`)).to.match(/^ERR_CERT_/);
    writeFileSync(join(folder.path, "bank.crt"), bank.cert);
    const judged = (leaf: string) =>
      spawnSync("openssl", ["verify", "-x509_strict", "-CAfile", rootFile(), leaf], { encoding: "utf8" });
    expect(judged(cert).status).to.equal(0);
    expect(judged(join(folder.path, "bank.crt")).stderr).to.include("permitted subtree violation");
  });

  it("counts for further names once the certificate has them, and then not for fewer", () => {
    expect(pda("pki", "renew", "--host", "till.example", "--host", "10.1.2.3").status).to.equal(0);
    const { status, stdout } = pda("trust", "install", "--only", "browser", "--yes");
    expect(status).to.equal(0);
    expect(stdout).to.include("localhost, till.example, 127.0.0.1, ::1, 10.1.2.3");
    expect(roots().match(/pda-development/g)).to.have.length(1);
    expect(spawnSync("openssl", ["verify", "-CAfile", rootFile(), files().https.cert]).status).to.equal(0);
  });

  it("takes the root out again, and says so when nothing is there", async () => {
    await restart();
    expect(pda("trust", "remove", "--only", "browser", "--yes").status).to.equal(0);
    expect(roots()).to.not.include("pda-development");
    const again = pda("trust", "remove", "--only", "browser", "--yes");
    expect([again.status, again.stdout.includes("nothing to remove")]).to.deep.equal([0, true]);
  });

  it("refuses in production, where the development certificate is for nobody", () => {
    const env = { ...process.env, HOME: home, PDA_MODE: "production" };
    const { status, stderr } = spawnSync(PDA, ["trust", "install", "--yes"], {
      cwd: folder.path,
      encoding: "utf8",
      env,
    });
    expect([status === 0, stderr.includes("in production")]).to.deep.equal([false, true]);
  });

  it("refuses where another authority issued the public certificate", () => {
    const env = {
      ...process.env,
      HOME: home,
      PDA_GATEWAY_TLS_CERT_FILE: "x.crt",
      PDA_GATEWAY_TLS_KEY_FILE: "x.key",
    };
    const { status, stderr } = spawnSync(PDA, ["trust", "install", "--yes"], {
      cwd: folder.path,
      encoding: "utf8",
      env,
    });
    expect([status === 0, stderr.includes("gateway.tls.certFile")]).to.deep.equal([false, true]);
  });
});

describe("the stores of roots of other machines", () => {
  it("are the keychain on macOS, with Firefox when its tool is there; nothing where nothing is found", () => {
    using home = temporaryDirectory();
    const root = { file: "/r.crt", name: "r" };
    const mac = trustStores(root, { platform: "darwin", home: home.path, path: "/nowhere" });
    expect(mac.stores.map(({ install }) => install[0]?.slice(0, 2))).to.deep.equal([
      ["security", "add-trusted-cert"],
    ]);
    expect(mac.missing.join()).to.include("certutil");
    const profile = join(home.path, "Library/Application Support/Firefox/Profiles/abc.default");
    mkdirSync(profile, { recursive: true });
    writeFileSync(join(profile, "cert9.db"), "");
    writeFileSync(join(home.path, "certutil"), "");
    const firefox = trustStores(root, { platform: "darwin", home: home.path, path: home.path });
    expect(firefox.stores.map(({ name }) => name)).to.include("Firefox, profile abc.default");
  });
});
