// The commands about payments, and how commands print, against the running product.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { freePort } from "../support/ports.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { CommandLine } from "./support/command-line.ts";
import { holder, type Merchant, merchant, paid, type Publisher, publisher } from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

const escape = "\u001b[";

describe("commands", function () {
  this.timeout(120_000);
  let product: Product;
  let line: CommandLine;
  let issuer: Publisher;
  let shop: Merchant;
  let folder: ReturnType<typeof temporaryDirectory>;
  /** As the merchant. */
  let own: string[];
  /** Payments of the merchant: completed, cancelled, pending. */
  const made: string[] = [];

  before(async () => {
    product = await sharedProduct();
    line = new CommandLine(product);
    folder = temporaryDirectory();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    const file = join(folder.path, "merchant.key");
    writeFileSync(file, `${shop.key}\n`, { mode: 0o600 });
    own = ["--api-key-file", file];
    const customer = await holder(product, issuer, "100");
    made.push((await paid(product, issuer, shop, customer, "12.5")).paymentId);
  });
  after(() => {
    folder[Symbol.dispose]();
    expect(secretsIn(product)).to.deep.equal([]);
  });

  const ran = (...args: string[]) => line.ran(...args);
  const failed = (args: string[], ...said: string[]) => line.failed(args, ...said);
  const create = (...more: string[]): string[] => [
    "payments",
    "create",
    ...own,
    "--merchant",
    shop.merchantId,
    "--asset-type",
    issuer.assetType,
    ...more,
  ];

  it("create, show and cancel a payment", async () => {
    const metadata = ["--metadata", "table=12", "--metadata", "note=a=b"];
    const order = ["--description", "Two coffees", "--order-reference", "1001", "--expires-in", "600"];
    const named = create("--amount", "3.25", ...order, ...metadata, "--idempotency-key", "order-1", "--json");
    const created = JSON.parse(await ran(...named));
    expect(created).to.include({
      merchantId: shop.merchantId,
      amount: "3.25",
      assetType: issuer.assetType,
      status: "pending",
      description: "Two coffees",
      orderReference: "1001",
    });
    expect(created.metadata).to.deep.equal({ table: "12", note: "a=b" });
    expect(Date.parse(created.expireTime) - Date.parse(created.createTime)).to.equal(600_000);
    expect(JSON.parse(await ran(...named)).paymentId, "a repeat").to.equal(created.paymentId);

    const shown = await ran("payments", "get", created.paymentId, ...own);
    expect(shown).to.match(new RegExp(`^payment +${created.paymentId}\n`));
    expect(shown)
      .to.match(/^status +pending\n/m)
      .and.to.match(/^metadata +note=a=b table=12\n|table=12 note/m);
    expect(shown).to.match(new RegExp(`^amount +3.25 ${issuer.assetType}\n`, "m"));
    expect(JSON.parse(await ran("payments", "get", created.paymentId, ...own, "--json"))).to.deep.equal(
      created,
    );

    expect(await ran("payments", "cancel", created.paymentId, ...own)).to.match(/^status +cancelled\n/m);
    expect(await ran("payments", "cancel", created.paymentId, ...own)).to.match(/^status +cancelled\n/m);
    const pending = await ran(...create("--amount", "1"));
    expect(pending)
      .to.match(/^expires +2/m)
      .and.to.not.match(/^(refunded|order|description|ended) /m);
    made.push(created.paymentId, /pay_\w+/.exec(pending)?.[0] ?? "");
  });

  it("say what is wrong with a payment and what helps", async () => {
    const [completed = ""] = made;
    await failed(["payments", "cancel", completed, ...own], "SVC-4091", "pda payments get");
    await failed(["payments", "get", `${completed.slice(0, -1)}0`, ...own], "SVC-4040", "pda payments list");
    await failed(["payments", "get", "mer_1", ...own], "pay_…", "pda payments get --help");
    await failed(create("--amount", "-1"), '"12.50"');
    await failed(create(), "--amount");
    await failed(create("--amount", "1", "--metadata", "table"), "table=12");
    await failed(create("--amount", "1", "--expires-in", "soon"), "number of seconds");
    await failed(create("--amount", "0"), "SVC-4000", "amount");
    const again = ["--amount", "7", "--idempotency-key", "order-7"];
    await ran(...create(...again));
    await failed(create(...again, "--order-reference", "7"), "SVC-4222", "--idempotency-key");
    const other = (await merchant(product, issuer)).merchantId;
    await failed([...create("--amount", "1"), "--merchant", other], "SVC-4030", "--merchant");
    const url = `https://localhost:${await freePort()}`;
    await failed([...create("--amount", "1"), "--url", url], `no service answers at ${url}`, "pda up");
  });

  it("print a table that fits into the terminal, and whole cells elsewhere", async () => {
    const list = ["payments", "list", ...own];
    const whole = await ran(...list);
    expect(whole).to.include(shop.merchantId).and.to.not.include("…");
    for (const columns of [60, 100]) {
      const shown = (await line.onTerminal(columns, list, { NO_COLOR: "1" })).trimEnd().split("\n");
      expect(shown[0]).to.match(/^payment +status/);
      for (const row of shown) expect(row.length, row).to.be.at.most(columns);
      expect(shown.join("\n")).to.include(made[0]);
    }
    expect(await line.onTerminal(100, list, { NO_COLOR: "1" })).to.include("…");
  });

  it("have colours on a terminal only, as NO_COLOR and FORCE_COLOR say", async () => {
    const list = ["payments", "list", ...own];
    const get = ["payments", "get", made[0] ?? "", ...own];
    for (const args of [list, get]) {
      expect((await line.run(args)).stdout, "not a terminal").to.not.include(escape);
      expect(await line.onTerminal(200, args, { NO_COLOR: "1" }), "NO_COLOR").to.not.include(escape);
      expect(await line.onTerminal(200, args), "a terminal").to.include(`${escape}32mcompleted`);
      expect((await line.run(args, { FORCE_COLOR: "1" })).stdout, "FORCE_COLOR").to.include(escape);
      const json = await line.run([...args, "--json"], { FORCE_COLOR: "1" });
      expect(json.stdout, "JSON").to.not.include(escape);
    }
  });
});
