// The commands about payments, and how commands print, against the running product.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type Outcome, pda } from "../platform/program.ts";
import { freePort } from "../support/ports.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { holder, type Merchant, merchant, paid, type Publisher, publisher } from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

const bin = join(import.meta.dirname, "../../bin/pda");
const escape = "\u001b[";

describe("commands", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let folder: ReturnType<typeof temporaryDirectory>;
  /** As the merchant. */
  let own: string[];
  /** Payments of the merchant: completed, cancelled, pending. */
  const made: string[] = [];

  before(async () => {
    product = await sharedProduct();
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

  const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> =>
    pda(args, { env: { ...product.settings, ...env }, cwd: product.folder });
  const ran = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stderr], args.join(" ")).to.deep.equal([0, ""]);
    return stdout;
  };
  const failed = async (args: string[], ...said: string[]): Promise<void> => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout], stderr).to.deep.equal([1, ""]);
    for (const words of ["next: ", ...said]) expect(stderr, args.join(" ")).to.include(words);
    expect(stderr).to.not.match(/\n +at /);
  };
  /** Runs a command on a terminal with lines of so many characters; gives what it shows there. */
  const onTerminal = (columns: number, args: readonly string[], env: Record<string, string> = {}) =>
    new Promise<string>((resolve, reject) => {
      const call = [bin, ...args].map((word) => `'${word}'`).join(" ");
      const inherited = Object.entries(process.env).filter(([name]) => !/^(PDA_|NO_COLOR|FORCE_)/.test(name));
      execFile(
        "script",
        ["-qefc", `stty cols ${columns}; ${call}`, "/dev/null"],
        {
          cwd: product.folder,
          env: { ...Object.fromEntries(inherited), TERM: "xterm", ...product.settings, ...env },
          timeout: 60_000,
        },
        (error, stdout) => (error ? reject(error) : resolve(stdout.replaceAll("\r\n", "\n"))),
      );
    });
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
      const shown = (await onTerminal(columns, list, { NO_COLOR: "1" })).trimEnd().split("\n");
      expect(shown[0]).to.match(/^payment +status/);
      for (const line of shown) expect(line.length, line).to.be.at.most(columns);
      expect(shown.join("\n")).to.include(made[0]);
    }
    expect(await onTerminal(100, list, { NO_COLOR: "1" })).to.include("…");
  });

  it("have colours on a terminal only, as NO_COLOR and FORCE_COLOR say", async () => {
    const list = ["payments", "list", ...own];
    const get = ["payments", "get", made[0] ?? "", ...own];
    for (const args of [list, get]) {
      expect((await run(args)).stdout, "not a terminal").to.not.include(escape);
      expect(await onTerminal(200, args, { NO_COLOR: "1" }), "NO_COLOR").to.not.include(escape);
      expect(await onTerminal(200, args), "a terminal").to.include(`${escape}32mcompleted`);
      expect((await run(args, { FORCE_COLOR: "1" })).stdout, "FORCE_COLOR").to.include(escape);
      const json = await run([...args, "--json"], { FORCE_COLOR: "1" });
      expect(json.stdout, "JSON").to.not.include(escape);
    }
  });
});
