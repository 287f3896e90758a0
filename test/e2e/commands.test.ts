// The commands about payments, and how commands print, against the running product.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { freePort } from "../support/ports.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { CommandLine } from "./support/command-line.ts";
import {
  eventually,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
} from "./support/scene.ts";
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
    const order = [
      "--description",
      "Zwei Kaffee für Jörg · 珈琲",
      "--order-reference",
      "1001",
      "--expires-in",
      "600",
    ];
    const named = create("--amount", "3.25", ...order, ...metadata, "--idempotency-key", "order-1", "--json");
    const created = JSON.parse(await ran(...named));
    expect(created).to.include({
      merchantId: shop.merchantId,
      amount: "3.25",
      assetType: issuer.assetType,
      status: "pending",
      description: "Zwei Kaffee für Jörg · 珈琲",
      orderReference: "1001",
    });
    expect(created.metadata).to.deep.equal({ table: "12", note: "a=b" });
    expect(Date.parse(created.expireTime) - Date.parse(created.createTime)).to.equal(600_000);
    expect(JSON.parse(await ran(...named)).paymentId, "a repeat").to.equal(created.paymentId);

    const shown = await ran("payments", "get", created.paymentId, ...own);
    expect(shown).to.match(new RegExp(`^payment +${created.paymentId}\n`));
    expect(shown)
      .to.match(/^status +pending\n/m)
      .and.to.match(/^description +Zwei Kaffee für Jörg · 珈琲\n/m)
      .and.to.match(/^metadata +note=a=b table=12\n|table=12 note/m);
    expect(shown).to.match(new RegExp(`^amount +3.25 ${issuer.assetType}\n`, "m"));
    expect(JSON.parse(await ran("payments", "get", created.paymentId, ...own, "--json"))).to.deep.equal(
      created,
    );

    expect(await ran("payments", "cancel", created.paymentId, ...own)).to.match(/^status +cancelled\n/m);
    expect(await ran("payments", "cancel", created.paymentId, ...own)).to.match(/^status +cancelled\n/m);
    // A merchant's own key says who is paid.
    const pending = await ran(
      "payments",
      "create",
      ...own,
      "--asset-type",
      issuer.assetType,
      "--amount",
      "1",
    );
    expect(pending).to.include(shop.merchantId);
    expect(pending)
      .to.match(/^expires +2/m)
      .and.to.not.match(/^(refunded|order|description|ended) /m);
    made.push(created.paymentId, /pay_\w+/.exec(pending)?.[0] ?? "");
  });

  it("say what is wrong with a payment and what helps", async () => {
    const [completed = ""] = made;
    await failed(["payments", "cancel", completed, ...own], "SVC-4091", `pda payments get ${completed}`);
    await failed(["payments", "get", `${completed.slice(0, -1)}0`, ...own], "SVC-4040", "pda payments list");
    await failed(["payments", "get", "mer_1", ...own], "pay_…", "pda payments get --help");
    await failed(create("--amount", "-1"), '"12.50"');
    await failed(create(), "--amount");
    await failed(create("--amount", "1", "--metadata", "table"), "table=12");
    await failed(create("--amount", "1", "--expires-in", "soon"), "number of seconds");
    await failed(create("--amount", "0"), "SVC-4000", "amount");
    const asOperator = ["payments", "create", "--asset-type", issuer.assetType, "--amount", "1"];
    await failed(asOperator, "this API key belongs to no merchant", "--merchant mer_…");
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
    for (const columns of [40, 60, 100]) {
      const shown = (await line.onTerminal(columns, list, { NO_COLOR: "1" })).trimEnd().split("\n");
      expect(shown[0]).to.match(/^payment +status +amount/);
      for (const row of shown) expect(row.length, row).to.be.at.most(columns);
      expect(shown.join("\n")).to.match(/ completed +12\.5( |$)/m);
      if (columns > 40) expect(shown.join("\n")).to.include(made[0]);
      for (const [time] of shown.join("\n").matchAll(/ 2\d{3}-.*$/gm)) expect(time).to.match(/Z$/);
    }
    expect(await line.onTerminal(40, list, { NO_COLOR: "1" })).to.include("…");
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

  it("show who made a request, by its identifier", async () => {
    const operation = "CreatePayment";
    const body = { amount: "4", assetType: issuer.assetType, merchantId: shop.merchantId };
    const { requestId, data } = await shop.api.POST("/api/v1/payments", { body });
    const shown = await ran("logs", "--request", requestId);
    for (const [name, value] of Object.entries({
      request: requestId,
      time: "20\\S+Z",
      operation,
      outcome: "succeeded",
      caller: `merchant ${shop.merchantId}`,
      credential: shop.apiKeyId,
      mechanism: "api_key",
      resources: `.*${data.paymentId}.*`,
      record: "aud_\\w+",
    }))
      expect(shown, name).to.match(new RegExp(`^${name} +${value}$`, "m"));

    const refused = await line.run(["payments", "get", "pay_01h2xcejqtf2nbrexx3vqjhp41", ...own]);
    const [, refusedId = ""] = /request (req_\w+)/.exec(refused.stderr) ?? [];
    const { items } = JSON.parse(await ran("logs", "--request", refusedId, "--json"));
    expect(items).to.have.length(1);
    const [{ outcome, operation: recorded, callCount, errorCode }] = items;
    expect(outcome).to.equal("refused");
    // After many refusals of an address within a minute, which other tests may have had, one record stands for several, with what they have
    // in common. A record for several calls may also have counted one alone.
    if (recorded !== "*")
      expect([recorded, callCount, errorCode]).to.deep.equal(["GetPayment", 1, "SVC-4040"]);

    const chosen = `order-${Date.now()}`;
    await ran("get", "/payments?pageSize=1", "-H", `X-Request-ID: ${chosen}`, ...own);
    const at = ["--from", new Date(Date.now() - 60_000).toISOString()];
    let found = await line.run(["logs", "--request", chosen, ...at]);
    // A record appears within about a second.
    for (let tries = 0; found.code !== 0 && tries < 10; tries += 1)
      found = await line.run(["logs", "--request", chosen, ...at]);
    expect(found.stdout).to.match(/^operation +ListPayments$/m);
  });

  it("say that a request has no record, and that a key may not see it", async () => {
    await failed(
      ["logs", "--request", "req_01h2xcejqtf2nbrexx3vqjhp41"],
      "no record of the request",
      "--from",
    );
    await failed(["logs", "--request", "nobody"], "no record of the request");
    await failed(["logs", "--request", "nobody", ...own], "SVC-4030", "audit.read");
    await failed(["logs"], "--request");
  });

  it("open the page of a payment: by the desktop, as a QR code, or only its link", async () => {
    const pending = JSON.parse(await ran(...create("--amount", "6", "--json"))).paymentId;
    const link = await ran("open", "payment", pending, ...own, "--print");
    expect(link).to.match(new RegExp(`^${product.baseUrl}/pay/RF[0-9A-Z]+\n$`));
    const [, reference] = /\/pay\/(\S+)/.exec(link) ?? [];
    expect(await ran("payments", "get", pending, ...own)).to.match(
      new RegExp(`^reference +${reference}$`, "m"),
    );

    const opened = join(folder.path, "opened");
    const fake = join(folder.path, "xdg-open");
    writeFileSync(fake, `#!/bin/sh\necho "$@" > ${opened}.draft\nmv ${opened}.draft ${opened}\n`, {
      mode: 0o755,
    });
    const desktop = { DISPLAY: ":0", PATH: `${folder.path}:${process.env.PATH}` };
    const run = await line.run(["open", "payment", pending, ...own], desktop);
    expect([run.code, run.stdout, run.stderr]).to.deep.equal([0, link, ""]);
    await eventually("opened", async () => existsSync(opened));
    expect(readFileSync(opened, "utf8")).to.equal(link);
    // What bin/pda itself runs, and nothing else.
    const bare = join(folder.path, "bare");
    mkdirSync(bare);
    for (const name of ["dirname", "sh"]) symlinkSync(`/usr/bin/${name}`, join(bare, name));
    const absent = await line.run(["open", "payment", pending, ...own], { DISPLAY: ":0", PATH: bare });
    expect([absent.code, absent.stdout]).to.deep.equal([1, link]);
    expect(absent.stderr).to.include("xdg-open cannot be run").and.include("--print");

    const none = { DISPLAY: "", WAYLAND_DISPLAY: "" };
    expect((await line.run(["open", "payment", pending, ...own], none)).stdout, "no terminal").to.equal(link);
    const shown = await line.onTerminal(80, ["open", "payment", pending, ...own], { ...none, NO_COLOR: "1" });
    expect(shown.startsWith(link)).to.equal(true);
    expect(shown)
      .to.match(/[▀▄█]{10}/)
      .and.to.not.include(escape);
    const ended = JSON.parse(await ran(...create("--amount", "6", "--json"))).paymentId;
    await ran("payments", "cancel", ended, ...own);
    await failed(["open", "payment", ended, ...own], "SVC-4091", `pda payments get ${ended}`);
    // The page of a payment that has ended has the receipt.
    await ran("payments", "cancel", pending, ...own);
    expect(await ran("open", "payment", pending, ...own, "--print")).to.equal(link);
  });

  it("show on a terminal how far they are when they take longer than a second", async () => {
    // A receiver that accepts everything, slowly.
    const receiver = createServer((_request, response) => setTimeout(() => response.end(), 150));
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const secret = join(folder.path, "secret.txt");
    writeFileSync(secret, `whsec_${randomBytes(32).toString("base64")}\n`);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
    const certify = ["webhooks", "certify", url, "--secret-file", secret];
    const shown = await line.onTerminal(100, certify);
    expect(shown).to.match(/█+░*\] {2}\d+ % {2}\d+ of 12 rules/);
    const piped = await line.run(certify);
    receiver.close();
    expect([piped.code, piped.stderr]).to.deep.equal([1, ""]);
    expect(piped.stdout).to.not.include("█");
  });
});
