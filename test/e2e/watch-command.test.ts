// `--watch`: payments as they change.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { CommandLine, type Running } from "./support/command-line.ts";
import {
  authorise,
  createPayment,
  eventually,
  holder,
  type Merchant,
  merchant,
  type Publisher,
  publisher,
  requestOf,
} from "./support/scene.ts";

describe("--watch", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let folder: ReturnType<typeof temporaryDirectory>;
  let line: CommandLine;
  let own: string[];
  const running: Running[] = [];

  before(async () => {
    product = await sharedProduct();
    folder = temporaryDirectory();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    line = new CommandLine(product);
    const file = join(folder.path, "merchant.key");
    writeFileSync(file, `${shop.key}\n`);
    own = ["--api-key-file", file];
  });
  after(async () => {
    for (const each of running) each.stop();
    await Promise.all(running.map(({ ended }) => ended));
    folder[Symbol.dispose]();
  });

  const started = (...args: string[]): Running => {
    const command = line.started([...args, ...own]);
    running.push(command);
    return command;
  };
  const statuses = ({ lines }: Running): string[] => lines.map((text) => JSON.parse(text).status);
  const cancel = (paymentId: string) =>
    shop.api.POST("/api/v1/payments/{paymentId}/cancel", { params: { path: { paymentId } } });

  it("of a payment prints each change until the final state, which the exit code tells", async () => {
    const paidOne = (await createPayment(shop, issuer, "1")).paymentId;
    const cancelledOne = (await createPayment(shop, issuer, "2")).paymentId;
    const [first, second, table] = [
      started("payments", "get", paidOne, "--watch", "--json"),
      started("payments", "get", cancelledOne, "--watch", "--json"),
      started("payments", "get", cancelledOne, "--watch"),
    ] as const;
    for (const each of [first, second, table]) await eventually("shown", async () => each.lines.length > 0);
    const customer = await holder(product, issuer, "5");
    await authorise(product, customer, await requestOf(product, shop, customer, paidOne));
    await cancel(cancelledOne);
    expect(await first.ended).to.equal(0);
    // The reference of the payment is a change, too, if a look falls between it and the payment.
    expect(new Set(statuses(first))).to.deep.equal(new Set(["pending", "completed"]));
    expect(statuses(first).at(-1)).to.equal("completed");
    expect(await second.ended).to.equal(2);
    expect(statuses(second)).to.deep.equal(["pending", "cancelled"]);
    expect(await table.ended).to.equal(2);
    expect(table.lines.map((text) => text.split(/ {2,}/).slice(0, 2))).to.deep.equal([
      ["payment", "status"],
      [cancelledOne, "pending"],
      [cancelledOne, "cancelled"],
    ]);
  });

  it("of a payment ends with 130 at Ctrl-C, and at once when the payment has ended or does not exist", async () => {
    const { paymentId } = await createPayment(shop, issuer, "3");
    const waiting = started("payments", "get", paymentId, "--watch");
    await eventually("shown", async () => waiting.lines.length > 0);
    waiting.stop();
    expect(await waiting.ended).to.equal(130);
    await cancel(paymentId);
    const { code, stdout } = await line.run(["payments", "get", paymentId, "--watch", "--json", ...own]);
    expect([code, JSON.parse(stdout).status]).to.deep.equal([2, "cancelled"]);
    await line.failed(["payments", "get", "pay_01h2xcejqtf2nbrexx3vqjhp41", "--watch", ...own], "SVC-4040");
  });

  it("of a list prints what is there, then what is new or has changed, until Ctrl-C", async () => {
    const earlier = (await createPayment(shop, issuer, "4")).paymentId;
    const watched = started("payments", "list", "--watch", "--json", "--page-size", "3");
    await eventually("shown", async () => watched.lines.length === 3);
    const later = (await createPayment(shop, issuer, "5")).paymentId;
    await eventually("new", async () => watched.lines.length === 4);
    await cancel(earlier);
    await eventually("changed", async () => watched.lines.length === 5);
    watched.stop();
    expect(await watched.ended).to.equal(130);
    const seen = watched.lines
      .map((text) => JSON.parse(text))
      .map(({ paymentId, status }) => [paymentId, status]);
    expect(seen.slice(2)).to.deep.equal([
      [earlier, "pending"],
      [later, "pending"],
      [earlier, "cancelled"],
    ]);
    await line.failed(["payments", "list", "--watch", "--all", ...own], "--all");
  });

  it("of settlements works as that of payments", async () => {
    const watched = started("settlement", "list", "--watch", "--json");
    await eventually("shown", async () => watched.lines.length > 0);
    watched.stop();
    expect(await watched.ended).to.equal(130);
    expect(JSON.parse(watched.lines[0] ?? "")).to.have.property("settlementStatus");
  });
});
