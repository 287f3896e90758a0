// `pda login`, `logout` and `profiles`, which service and key a command uses, and `pda get` and `pda post`.
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { freePort } from "../support/ports.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { CommandLine } from "./support/command-line.ts";
import { createPayment, type Merchant, merchant, type Publisher, publisher } from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

describe("profiles and requests", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let folder: ReturnType<typeof temporaryDirectory>;
  let line: CommandLine;
  let keyFile: string;
  let stored: string;
  /** Root certificate of the product. */
  let root: string;

  before(async () => {
    product = await sharedProduct();
    folder = temporaryDirectory();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    keyFile = join(folder.path, "shop.key");
    writeFileSync(keyFile, `${shop.key}\n`);
    root = join(product.pkiDir, "tier/root.crt");
    const config = join(folder.path, "config");
    stored = join(config, "pda", "profiles.yaml");
    line = new CommandLine(product, { XDG_CONFIG_HOME: config });
    // One payment of the shop and one of another merchant, which only the operator sees.
    await createPayment(shop, issuer, "1");
    await createPayment(await merchant(product, issuer), issuer, "2");
  });
  after(() => {
    folder[Symbol.dispose]();
    expect(secretsIn(product)).to.deep.equal([]);
  });

  const ran = (...args: string[]) => line.ran(...args);
  const failed = (args: string[], ...said: string[]) => line.failed(args, ...said);
  const merchantsIn = (list: string): Set<string> =>
    new Set(JSON.parse(list).items.map(({ merchantId }: { merchantId: string }) => merchantId));
  const list = ["payments", "list", "--page-size", "2", "--json"];
  const login = (...more: string[]) => ["login", ...more];

  it("are stored after the service has accepted the key, for their owner only, and are listed without the key", async () => {
    expect(await ran("profiles")).to.include("pda login");
    const said = await ran(...login("--profile", "shop", "--api-key-file", keyFile));
    expect(said).to.include(product.baseUrl).and.to.include(stored).and.to.not.include(shop.key);
    expect(statSync(stored).mode & 0o777).to.equal(0o600);
    expect(statSync(join(stored, "..")).mode & 0o777).to.equal(0o700);
    const piped = `"$PDA" login --profile piped --url ${product.baseUrl} --ca ${root} < ${keyFile}`;
    expect(await line.inShell(piped)).to.not.include(shop.key);
    const shown = await ran("profiles");
    expect(shown)
      .to.match(/^profile +service +used without --profile\n/)
      .and.to.not.include(shop.key);
    expect(shown).to.include(`shop     ${product.baseUrl}`);
    const items = [
      { name: "shop", url: product.baseUrl, chosen: false },
      { name: "piped", url: product.baseUrl, chosen: false },
    ];
    expect(JSON.parse(await ran("profiles", "list", "--json"))).to.deep.equal({ items });
  });

  it("take the key from a person at a terminal without showing it", async () => {
    const typed = { after: "API key", text: `${shop.key}\r` };
    const shown = await line.onTerminal(200, login("--profile", "typed"), {}, typed);
    expect(shown)
      .to.include("it is not shown")
      .and.to.match(/profile +typed\n/)
      .and.to.not.include(shop.key);
    expect(merchantsIn(await ran(...list, "--profile", "typed"))).to.deep.equal(new Set([shop.merchantId]));
    await ran("logout", "--profile", "typed");
  });

  it("keep what other commands change while the key is typed", async () => {
    const env = { XDG_CONFIG_HOME: join(folder.path, "meanwhile") };
    const names = async (): Promise<string[]> =>
      JSON.parse((await line.run(["profiles", "list", "--json"], env)).stdout).items.map(
        ({ name }: { name: string }) => name,
      );
    const stores = (name: string) =>
      line.run(login("--profile", name, "--api-key-file", keyFile), env).then(({ code }) => code);
    const typed = { after: "API key", text: `${shop.key}\r` };
    expect(await stores("former")).to.equal(0);
    const logout = () => line.run(["logout", "--all"], env);
    await line.onTerminal(200, login("--profile", "typed"), env, { ...typed, meanwhile: logout });
    expect(await names()).to.deep.equal(["typed"]);
    const other = () => stores("other");
    await line.onTerminal(200, login("--profile", "again"), env, { ...typed, meanwhile: other });
    expect(await names()).to.have.members(["typed", "other", "again"]);
  });

  it("choose the service and the key: options, then the environment, then the default, then the sandbox", async () => {
    const onlyShop = new Set([shop.merchantId]);
    expect(merchantsIn(await ran(...list)).size, "the operator's key of the sandbox").to.equal(2);
    expect(merchantsIn(await ran(...list, "--profile", "shop"))).to.deep.equal(onlyShop);
    const env = { PDA_PROFILE: "piped" };
    expect(merchantsIn((await line.run(list, env)).stdout), "PDA_PROFILE").to.deep.equal(onlyShop);
    const both = { PDA_PROFILE: "piped", PDA_API_KEY: product.operatorKey };
    expect(merchantsIn((await line.run(list, both)).stdout), "PDA_PROFILE before PDA_API_KEY").to.deep.equal(
      onlyShop,
    );
    const named = await line.run([...list, "--profile", "shop"], { PDA_API_KEY: product.operatorKey });
    expect(merchantsIn(named.stdout), "--profile before PDA_API_KEY").to.deep.equal(onlyShop);
    await ran(...login("--api-key-file", keyFile));
    expect(merchantsIn(await ran(...list)), "the default").to.deep.equal(onlyShop);
    const operator = join(product.dataDir, "keys/operator.key");
    expect(merchantsIn(await ran(...list, "--api-key-file", operator)).size, "a key file").to.equal(2);
    const key = { PDA_API_KEY: product.operatorKey };
    expect(merchantsIn((await line.run(list, key)).stdout).size, "PDA_API_KEY before the default").to.equal(
      2,
    );
    // In the folder of a sandbox, a default that is another service would be a surprise.
    const profiles = readFileSync(stored, "utf8");
    writeFileSync(stored, profiles.replaceAll(/(default:\n +url: ).*/g, "$1https://127.0.0.1:9"), {
      mode: 0o600,
    });
    expect(merchantsIn(await ran(...list)).size, "the sandbox of the folder").to.equal(2);
    writeFileSync(stored, profiles, { mode: 0o600 });
    // A service that is named gets no key of a profile.
    await failed([...list, "--url", product.baseUrl, "--ca", root], "no API key is given", "pda login");
    const address = { PDA_PUBLIC_URL: product.baseUrl };
    expect(merchantsIn((await line.run(list, address)).stdout).size, "PDA_PUBLIC_URL").to.equal(2);
  });

  it("are not stored when the key or the service is wrong, and say what helps", async () => {
    const before = readFileSync(stored, "utf8");
    const wrong = join(folder.path, "wrong.key");
    writeFileSync(wrong, "pda_wrong\n");
    await failed(login("--api-key-file", wrong), "SVC-4011", `the API key from --api-key-file ${wrong}`);
    writeFileSync(wrong, "\n");
    await failed(login("--api-key-file", wrong), "no API key is given", "--api-key-file");
    await failed(login("--api-key-file", keyFile, "--url", product.baseUrl), "cannot be reached", "--ca");
    const url = `https://localhost:${await freePort()}`;
    await failed(login("--api-key-file", keyFile, "--url", url), `no service answers at ${url}`);
    await failed(login("--api-key-file", keyFile, "--url", "http://localhost"), "https://pda.example.com");
    await failed(login("--api-key-file", join(folder.path, "absent")), "it does not exist");
    await failed(login("--profile", "../x", "--api-key-file", keyFile), "1 to 64 letters");
    expect(readFileSync(stored, "utf8")).to.equal(before);
  });

  it("are not needed for a service whose root the system's store has", async () => {
    const args = [...list, "--url", product.baseUrl, "--api-key-file", keyFile];
    const unknown = await line.run(args);
    expect(unknown.code).to.equal(1);
    expect(unknown.stderr).to.include("--ca").and.to.not.include("use-system-ca");
    const known = await line.run(args, { SSL_CERT_FILE: root });
    expect(merchantsIn(known.stdout), known.stderr).to.deep.equal(new Set([shop.merchantId]));
  });

  it("are refused when they do not exist, when others can read them, and when the file is broken", async () => {
    await failed(
      [...list, "--profile", "till"],
      'no profile has the name "till"',
      "pda login --profile till",
    );
    await failed([...list, "--profile", "shop", "--url", product.baseUrl], "--profile");
    await failed(["logout", "--profile", "till"], 'no profile has the name "till"', "pda profiles");
    for (const mode of [0o640, 0o604, 0o620]) {
      chmodSync(stored, mode);
      await failed(list, "other users", `chmod 600 ${stored}`);
    }
    chmodSync(stored, 0o600);
    const before = readFileSync(stored, "utf8");
    for (const broken of ["shop: {", `shop: { url: "http://x", key: ${shop.key} }`, "- shop"]) {
      writeFileSync(stored, broken);
      const { code, stderr } = await line.run(list);
      expect([code, stderr.includes("does not hold profiles")]).to.deep.equal([1, true]);
      expect(stderr).to.not.include(shop.key);
    }
    writeFileSync(stored, before);
  });

  it("send a GET or POST request and print the answer", async () => {
    const as = ["--profile", "shop"];
    const got = JSON.parse(await ran("get", "/payments?pageSize=1", ...as));
    expect(got.success).to.equal(true);
    expect(got.data.items).to.have.length(1);
    expect(JSON.parse(await ran("get", "/api/v1/payments?pageSize=1", ...as)).data).to.deep.equal(got.data);
    const body = { amount: "1.5", assetType: issuer.assetType, merchantId: shop.merchantId };
    const file = join(folder.path, "order.json");
    writeFileSync(file, JSON.stringify(body));
    const repeat = ["--idempotency-key", "order-2"];
    const created = JSON.parse(await ran("post", "/payments", "-d", JSON.stringify(body), ...repeat, ...as));
    expect(created.data).to.include({ amount: "1.5", status: "pending" });
    for (const data of [`@${file}`, `- < ${file}`]) {
      const again = await line.inShell(`"$PDA" post /payments -d ${data} ${[...repeat, ...as].join(" ")}`);
      expect(JSON.parse(again).data.paymentId, data).to.equal(created.data.paymentId);
    }
    const path = `/payments/${created.data.paymentId}/cancel`;
    await failed(["post", path, "-H", 'If-Match: "7"', ...as], "SVC-4120");
    expect(JSON.parse(await ran("post", path, "-H", 'If-Match: "1"', ...as)).data.status).to.equal(
      "cancelled",
    );
    const pretty = await line.onTerminal(80, ["get", "/payments?pageSize=1", ...as]);
    expect(pretty).to.match(/^\{\n {2}"success": true,\n/);
    const document = await line.inShell(
      `"$PDA" get /verification/crls/root -H 'Accept: application/pkix-crl' | openssl crl -inform DER -noout -issuer`,
    );
    expect(document).to.match(/^issuer=/);
  });

  it("refuse what is no path of the interface or not JSON, and print why the service refuses", async () => {
    const as = ["--profile", "shop"];
    for (const path of [
      "https://other.example/api/v1/payments",
      "//other.example/x",
      "/\\other.example",
      "localhost:8443/payments",
      "/x#y",
    ])
      await failed(["get", path, ...as], "is not a path of the interface", "/payments");
    await failed(["get", "/api/v2/payments", ...as], "/api/v1");
    await failed(["post", "/payments", "-d", "{amount}", ...as], "is not JSON");
    await failed(["post", "/payments", "-d", `@${keyFile}`, ...as], "is not JSON");
    await failed(["get", "/payments", "-H", "Authorization: Bearer x", ...as], "Authorization");
    await failed(["get", "/payments", "-H", "nothing", ...as], "If-Match");
    const absent = `/payments/pay_01h2xcejqtf2nbrexx3vqjhp41`;
    await failed(["get", absent, ...as], "SVC-4040", "request req_");
    await failed(["get", "/nothing", ...as], "SVC-4041", `${product.baseUrl}/docs/api/`);
    const wrong = ["post", "/payments", "-d", '{"amount":"x"}', ...as];
    await failed(wrong, "\n  amount: ", "\n  assetType: ", "\n  merchantId: ", "correct the fields above");
    const listed = async (path: string) => JSON.parse(await ran("get", path, ...as)).data.items;
    expect(await listed("payments?pageSize=1")).to.deep.equal(await listed("/payments?pageSize=1"));
    await failed(["post", "/payments", "-d", "{}", ...as], "SVC-4000", "amount");
    await failed(["get", "/publishers", ...as], "SVC-4030", "--api-key-file");
  });

  it("are forgotten", async () => {
    expect(await ran("logout", "--profile", "shop")).to.include("stays valid until it is revoked");
    expect(await ran("profiles")).to.not.include("shop");
    await ran("logout", "--all");
    expect(existsSync(stored)).to.equal(true);
    expect(readFileSync(stored, "utf8")).to.not.include(shop.key);
    expect(merchantsIn(await ran(...list)).size, "the operator's key of the sandbox").to.equal(2);
  });
});
