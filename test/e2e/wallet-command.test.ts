// `pda wallet` against the running product: a holder at the command line.
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { createPayment, type Merchant, merchant, type Publisher, publisher } from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

describe("pda wallet", function () {
  this.timeout(180_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  const fileOf = (name: string) => join(product.dataDir, "wallets", `${name}.json`);

  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
  });
  after(() => expect(secretsIn(product)).to.deep.equal([]));

  const done = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await product.pda("wallet", ...args);
    expect([code, stderr], stdout).to.deep.equal([0, ""]);
    return stdout;
  };
  const failed = async (args: string[], ...said: string[]): Promise<void> => {
    const { code, stdout, stderr } = await product.pda("wallet", ...args);
    expect([code, stdout], stderr).to.deep.equal([1, ""]);
    for (const words of ["next: ", ...said]) expect(stderr).to.include(words);
    expect(stderr).to.not.match(/\n +at /);
  };
  const referenceOf = async (amount: string): Promise<{ paymentId: string; reference: string }> => {
    const { paymentId } = await createPayment(shop, issuer, amount);
    const params = { path: { paymentId } };
    const { reference } = (await shop.api.POST("/api/v1/payments/{paymentId}/reference", { params })).data;
    return { paymentId, reference };
  };
  const statusOf = async (paymentId: string): Promise<string> =>
    (await shop.api.GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId } } })).data.status;

  it("makes a wallet for a key that only the owner of the file can read", async () => {
    const said = await done("create", "--name", "ann");
    const kept = JSON.parse(readFileSync(fileOf("ann"), "utf8"));
    expect(said).to.include(kept.walletId).and.include(fileOf("ann")).and.not.include(kept.privateKey.d);
    expect(statSync(fileOf("ann")).mode & 0o777).to.equal(0o600);
    const shown = JSON.parse(await done("show", "--name", "ann", "--json"));
    expect(shown.walletId).to.equal(kept.walletId);
    await failed(["create", "--name", "ann"], "exists already", "--name");
    expect(JSON.parse(readFileSync(fileOf("ann"), "utf8"))).to.deep.equal(kept);
  });

  it("finds its wallet again when the answer to its creation was lost", async () => {
    await done("create", "--name", "lost");
    const kept = JSON.parse(readFileSync(fileOf("lost"), "utf8"));
    writeFileSync(fileOf("lost"), JSON.stringify({ ...kept, walletId: undefined }));
    await failed(["balances", "--name", "lost"], "no wallet", "pda wallet create --name lost");
    await done("create", "--name", "lost");
    expect(JSON.parse(readFileSync(fileOf("lost"), "utf8")).walletId).to.equal(kept.walletId);
  });

  it("gets test value, looks a reference up, pays it once, and shows what happened", async () => {
    await done("create", "--name", "ben");
    expect(await done("fund", "20", issuer.assetType, "--name", "ben")).to.include(`20 ${issuer.assetType}`);
    const { paymentId, reference } = await referenceOf("12.5");
    const asked = await done("lookup", reference, "--name", "ben");
    expect(asked)
      .to.include(paymentId)
      .and.include(shop.merchantId)
      .and.match(/status +pending/);
    expect(await statusOf(paymentId)).to.equal("pending");

    const paid = JSON.parse(await done("pay", reference, "--name", "ben", "--json"));
    expect(paid).to.include({ paymentId, status: "completed", amount: "12.5" });
    expect(await statusOf(paymentId)).to.equal("completed");
    const repeated = JSON.parse(await done("pay", reference, "--name", "ben", "--json"));
    expect(repeated.transactionId).to.equal(paid.transactionId);

    expect(JSON.parse(await done("balances", "--name", "ben", "--json")).items).to.deep.equal([
      { assetType: issuer.assetType, amount: "7.5" },
    ]);
    const [last, first] = JSON.parse(await done("transactions", "--name", "ben", "--json")).items;
    expect(last).to.include({ kind: "payment", paymentId, transactionId: paid.transactionId });
    expect(first).to.include({ kind: "issue", amount: "20" });
    expect(await done("assets", "--name", "ben")).to.equal("none\n");
  });

  it("shows the assets that it owns", async () => {
    await done("create", "--name", "eve");
    const { walletId } = JSON.parse(readFileSync(fileOf("eve"), "utf8"));
    const api = product.client();
    const path = { publisherId: issuer.publisherId };
    const { assetIdentifier } = (
      await api.POST("/api/v1/publishers/{publisherId}/assets", {
        params: { path },
        body: { assetProfile: { kind: "good", name: "Signed print" }, supportedNetworks: [issuer.network] },
      })
    ).data;
    const params = { path: { ...path, assetId: assetIdentifier } };
    await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", { params });
    await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/owner", { params, body: { walletId } });
    const [head = "", row = ""] = (await done("assets", "--name", "eve")).split("\n");
    expect(head.split(/ {2,}/)).to.deep.equal(["asset", "kind", "name", "status", "owned since"]);
    expect(row).to.match(new RegExp(`^${assetIdentifier} +good +Signed print +active `));
  });

  it("says what is wrong and what helps when it cannot pay", async () => {
    await done("create", "--name", "poor");
    const { paymentId, reference } = await referenceOf("3");
    await failed(["pay", reference, "--name", "poor"], "SVC-4223", "pda wallet fund");
    expect(await statusOf(paymentId)).to.equal("pending");
    const other = await referenceOf("1");
    await shop.api.POST("/api/v1/payments/{paymentId}/cancel", {
      params: { path: { paymentId: other.paymentId } },
    });
    await failed(["pay", other.reference, "--name", "poor"], "SVC-4091", "pda wallet lookup");
    await failed(["lookup", "RF18539007547034", "--name", "poor"], "SVC-4040", "check the reference");
    await failed(["pay", "5390", "--name", "poor"], "RF18539007547034");
    await failed(["fund", "1", "NONE", "--name", "poor"], "NONE", "pda demo");
    await failed(["fund", "1,5", issuer.assetType, "--name", "poor"], "12.50");
    await failed(["show", "--name", "nobody"], "no wallet", "pda wallet create --name nobody");
    await failed(["show", "--name", "../poor"], "letters, digits");
    await failed(["show", "--name", "poor", "--url", "https://pda.example"], "belongs to", product.baseUrl);
    expect(existsSync(fileOf("nobody"))).to.equal(false);
  });

  it("calls by the wallet's key alone, and sees nothing of a wallet that has another key", async () => {
    await done("create", "--name", "own");
    await done("create", "--name", "thief");
    const [own, thief] = ["own", "thief"].map((name) => JSON.parse(readFileSync(fileOf(name), "utf8")));
    writeFileSync(fileOf("thief"), JSON.stringify({ ...thief, walletId: own.walletId }), { mode: 0o600 });
    await failed(["balances", "--name", "thief"], "OTHER_TENANT");
    await failed(["show", "--name", "thief"], "OTHER_TENANT");
    const { stderr } = await product.pda("wallet", "create", "--name", "more", "--api-key-file", "any");
    expect(stderr).to.include("unknown option '--api-key-file'");
  });

  it("says which file it cannot use", async () => {
    await done("create", "--name", "torn");
    writeFileSync(fileOf("torn"), "{");
    chmodSync(fileOf("torn"), 0o600);
    await failed(["show", "--name", "torn"], fileOf("torn"), "does not hold a wallet");
  });
});
