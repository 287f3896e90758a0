// docs/guides/reconciliation.md to the letter, as somebody types it who has followed the quick start of merchants.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ask } from "./support/http.ts";
import { eventually, holder, merchant, paid, publisher } from "./support/scene.ts";

const run = promisify(execFile);
const page = readFileSync(join(import.meta.dirname, "../../docs/guides/reconciliation.md"), "utf8");
const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block as string);

describe("the guide to reconciliation", function () {
  this.timeout(180_000);
  const folder = temporaryDirectory();
  let product: Product;
  /** What each block printed. */
  let printed: string[];
  let paymentIds: string[];
  after(() => folder[Symbol.dispose]());

  before(async () => {
    product = await sharedProduct();
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const customer = await holder(product, issuer, "100");
    const first = await paid(product, issuer, shop, customer, "12.5");
    const second = await paid(product, issuer, shop, customer, "3");
    paymentIds = [first.paymentId, second.paymentId];
    await eventually("both payments are settled", async () => {
      const { json } = await ask(product, "/api/v1/settlement", { key: shop.key });
      const settled = json.data.items.filter(
        (s: { settlementStatus: string }) => s.settlementStatus === "finalized",
      );
      return settled.flatMap((s: { paymentIds: string[] }) => s.paymentIds).length === 2;
    });
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await eventually("the ledger is closed up to here", async () => {
      const query = `assetType=${issuer.assetType}&from=${anHourAgo}`;
      const { json } = await ask(product, `/api/v1/merchants/${shop.merchantId}/statement?${query}`, {
        key: shop.key,
      });
      return (json.data.items as { kind: string }[]).filter(({ kind }) => kind === "settlement").length > 0;
    });
    const offset = (await product.client().GET("/api/v1/sandbox")).data.clockOffsetSeconds;
    const env = {
      ...process.env,
      BASE: `${product.baseUrl}/api/v1`,
      CA: join(product.pkiDir, "tier/root.crt"),
      MERCHANT: shop.merchantId,
      KEY: shop.key,
      ASSET_TYPE: issuer.assetType,
    };
    // Business time of a shared sandbox may be ahead; the page is written for a fresh one.
    const ahead = `date() { command date -u -d "\${3:-now} + ${offset} seconds" "$4"; }`;
    const prelude = offset === "0" ? "" : ahead;
    const script = [prelude, ...blocks].join("\nprintf '\\036'\n");
    const { stdout } = await run("sh", ["-euc", script], { cwd: folder.path, env });
    printed = stdout.split("\u001e").slice(1);
  });

  it("shows balances and movements", () => {
    const [, balances = "", movements = ""] = printed;
    expect(JSON.parse(balances)[0]).to.include({ available: "0", settled: "15.5" });
    const kinds = movements
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).kind);
    // Five are asked for; the two payments are settled at once or one after the other.
    expect(kinds).to.include.members(["payment", "settlement"]);
  });

  it("shows a statement that sums, and why there is none for a period that is not over", () => {
    const [, , , statement = "", open = ""] = printed;
    expect(statement)
      .to.contain('"closingBalance": "0"')
      .and.to.match(/\tpayment\tcredit\t12\.5\t12\.5\tRF/);
    expect(open.trim()).to.equal('["SVC-4096","PERIOD_OPEN"]');
  });

  it("gets the files, and reconciles payments and payouts", () => {
    const [, , , , , files = "", reconciled = ""] = printed;
    expect(files)
      .to.match(/^<\?xml /)
      .and.to.contain("camt.053.001.08");
    for (const paymentId of paymentIds) expect(files).to.contain(paymentId);
    const [sums, ...payouts] = reconciled.trim().split("\n");
    expect(sums).to.equal("true");
    expect(payouts.map((line) => JSON.parse(line).settlementStatus)).to.include("finalized");
  });
});
