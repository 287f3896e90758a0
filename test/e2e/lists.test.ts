// `pda payments` and `pda settlement` against the running product.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { freePort } from "../support/ports.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import {
  createPayment,
  eventually,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
} from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

/** A table as it was printed: its head and its rows, cut where the head's columns begin. */
function tableIn(stdout: string): { head: string[]; rows: string[][] } {
  const [first = "", ...lines] = stdout.split("\n\n", 1)[0]?.trimEnd().split("\n") ?? [];
  const starts = [...first.matchAll(/(?<=^| {2})\S/g)].map(({ index }) => index);
  const cut = (line: string) => starts.map((start, column) => line.slice(start, starts[column + 1]).trim());
  return { head: cut(first), rows: lines.map(cut) };
}

describe("pda payments and pda settlement", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let folder: ReturnType<typeof temporaryDirectory>;
  /** As the merchant. */
  let own: string[];
  let settled: string;
  let made: string[];

  before(async () => {
    product = await sharedProduct();
    folder = temporaryDirectory();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    const file = join(folder.path, "merchant.key");
    writeFileSync(file, `${shop.key}\n`, { mode: 0o600 });
    own = ["--api-key-file", file];
    const customer = await holder(product, issuer, "100");
    settled = (await paid(product, issuer, shop, customer, "12.5")).paymentId;
    made = [settled];
    for (const amount of ["1", "2.25"]) made.unshift((await createPayment(shop, issuer, amount)).paymentId);
    const ordered = {
      amount: "3",
      assetType: issuer.assetType,
      merchantId: shop.merchantId,
      orderReference: "lists-1",
    };
    made.unshift((await shop.api.POST("/api/v1/payments", { body: ordered })).data.paymentId);
    await eventually("settled", async () => {
      const query = { paymentId: settled };
      const { items } = (await shop.api.GET("/api/v1/settlement", { params: { query } })).data;
      return items[0]?.settlementStatus === "finalized";
    });
  });
  after(() => {
    folder[Symbol.dispose]();
    expect(secretsIn(product)).to.deep.equal([]);
  });

  const failed = async (args: string[], ...said: string[]): Promise<void> => {
    const { code, stdout, stderr } = await product.pda(...args);
    expect([code, stdout], stderr).to.deep.equal([1, ""]);
    for (const words of ["next: ", ...said]) expect(stderr).to.include(words);
    expect(stderr).to.not.match(/\n +at /);
  };

  it("list what is the caller's own in aligned columns, the newest first", async () => {
    const { code, stdout, stderr } = await product.pda("payments", "list", ...own);
    expect([code, stderr]).to.deep.equal([0, ""]);
    const { head, rows } = tableIn(stdout);
    expect(head).to.deep.equal([
      "payment",
      "status",
      "amount",
      "asset type",
      "refunded",
      "order",
      "merchant",
      "created",
    ]);
    expect(rows.map(([payment]) => payment)).to.deep.equal(made);
    expect(rows.at(-1)?.slice(0, 7)).to.deep.equal([
      settled,
      "completed",
      "12.5",
      issuer.assetType,
      "0",
      "-",
      shop.merchantId,
    ]);
    expect(Date.parse(rows[0]?.[7] ?? "")).to.be.above(0);

    const settlements = tableIn((await product.pda("settlement", "list", ...own)).stdout);
    expect(settlements.rows).to.have.length(1);
    const [[settlementId, status, amount, type, confirmations, owner, network, reference] = []] =
      settlements.rows;
    expect([status, amount, type, owner, network]).to.deep.equal([
      "finalized",
      "12.5",
      issuer.assetType,
      shop.merchantId,
      issuer.network,
    ]);
    expect(Number(confirmations)).to.be.above(0);
    expect(reference).to.match(/^0x[0-9a-f]{64}$/);
    expect(settlementId).to.match(/^stl_/);
  });

  it("are the list without saying so, and filter", async () => {
    const pending = tableIn((await product.pda("payments", ...own, "--status", "pending")).stdout);
    expect(pending.rows.map(([payment]) => payment)).to.deep.equal(made.slice(0, 3));
    const earlier = await product.pda(
      "payments",
      ...own,
      "--to",
      "2020-01-01",
      "--asset-type",
      issuer.assetType,
    );
    expect([earlier.code, earlier.stdout]).to.deep.equal([0, "none\n"]);
    const since = ["--from", new Date(Date.now() - 3_600_000).toISOString(), "--order-reference", "lists-1"];
    const ordered = tableIn((await product.pda("payments", ...own, ...since)).stdout);
    expect(ordered.rows.map(([payment]) => payment)).to.deep.equal([made[0]]);
    const none = await product.pda("payments", ...own, "--status", "failed");
    expect([none.code, none.stdout]).to.deep.equal([0, "none\n"]);
    const by = await product.pda("settlement", "--payment", made[0] as string, ...own);
    expect([by.code, by.stdout]).to.deep.equal([0, "none\n"]);
    const one = tableIn((await product.pda("settlement", "--payment", settled, ...own)).stdout);
    expect(one.rows).to.have.length(1);
    // The operator's key, which the sandbox keeps, lists everybody's.
    const shops = await product.pda("settlement", "--merchant", shop.merchantId);
    expect(tableIn(shops.stdout).rows.map(([settlement]) => settlement)).to.deep.equal([one.rows[0]?.[0]]);
    const everybody = await product.pda("payments", "list", "--merchant", shop.merchantId);
    expect(tableIn(everybody.stdout).rows).to.have.length(4);
  });

  it("go on where they ended, page by page or all at once", async () => {
    const first = await product.pda("payments", ...own, "--page-size", "3");
    const [, token = ""] = /--page-token (\S+), or --all/.exec(first.stdout) ?? [];
    expect(tableIn(first.stdout).rows.map(([payment]) => payment)).to.deep.equal(made.slice(0, 3));
    const second = await product.pda("payments", ...own, "--page-size", "3", "--page-token", token);
    expect(tableIn(second.stdout).rows.map(([payment]) => payment)).to.deep.equal(made.slice(3));
    expect(second.stdout).to.not.include("--page-token");
    const all = await product.pda("payments", ...own, "--page-size", "1", "--all");
    expect(tableIn(all.stdout).rows.map(([payment]) => payment)).to.deep.equal(made);
  });

  it("print JSON and nothing else", async () => {
    const { stdout } = await product.pda("payments", ...own, "--all", "--page-size", "1", "--json");
    const { items, nextPageToken } = JSON.parse(stdout);
    expect(items.map(({ paymentId }: { paymentId: string }) => paymentId)).to.deep.equal(made);
    expect(nextPageToken).to.equal("");
    const settlements = JSON.parse((await product.pda("settlement", "list", ...own, "--json")).stdout);
    expect(settlements.items[0].paymentIds).to.deep.equal([settled]);
  });

  it("say what is wrong and what helps when there is no list", async () => {
    const url = `https://localhost:${await freePort()}`;
    await failed(["payments", ...own, "--url", url], `no service answers at ${url}`, "pda up");
    await failed(["settlement", ...own, "--url", product.baseUrl], "cannot be reached", "--ca");
    await failed(["payments", "--api-key-file", join(folder.path, "absent")], "ENOENT");
    const wrong = join(folder.path, "wrong.key");
    writeFileSync(wrong, "pda_wrong\n");
    await failed(["payments", "--api-key-file", wrong], "SVC-4011", "--api-key-file");
    const narrow = join(folder.path, "narrow.key");
    writeFileSync(narrow, (await merchant(product, issuer, ["payments.read"])).key);
    await failed(["settlement", "--api-key-file", narrow], "SVC-4030", "settlement.read");
    await failed(["payments", ...own, "--page-token", "bm90IG91cnM"], "SVC-4005", "--page-token");
    const other = (await merchant(product, issuer)).merchantId;
    await failed(["payments", ...own, "--merchant", other], "SVC-4030", "--merchant");
    await failed(["payments", ...own, "--page-size", "201"], "from 1 to 200", "pda payments list --help");
    await failed(["payments", ...own, "--from", "yesterday"], "2026-01-31T09:30:00Z");
    await failed(["payments", ...own, "--asset-type", "usdx"], "SVC-4000", "assetType");
    await failed(["payments", ...own, "--status", "lost"], "pending, completed");
    await failed(["settlement", ...own, "--payment", settled.replace("pay_", "txn_")], "pay_…");
    await failed(["payments", ...own, "--all", "--page-token", "x"], "--page-token");
  });
});
