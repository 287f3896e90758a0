// An operator and the commands that let settlements go on, on the whole product; and settings of settlement as they are seen by a merchant.
import { expect } from "chai";
import { Product } from "../support/product.ts";
import { expectAllReconciled, expectReconciled } from "./support/reconcile.ts";
import {
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
} from "./support/scene.ts";

describe("the operator's view of settlement", function () {
  this.timeout(240_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let customer: Holder;

  before(async () => {
    product = await Product.start({ PDA_SETTLEMENT_FINALITY_TIERS: "*<=1=3,*=20" });
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    customer = await holder(product, issuer, "100");
  });
  after(() => product?.stop());

  const node = async (method: string, params: unknown[]): Promise<unknown> => {
    const port = product.port("PDA_CHAIN_ADAPTER_NETWORK_DEVELOPMENT_PORT");
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return ((await answer.json()) as { result: unknown }).result;
  };
  const settlementOf = async (paymentId: string) => {
    const query = { paymentId };
    return (await shop.api.GET("/api/v1/settlement", { params: { query } })).data.items[0];
  };
  const settlement = (...args: string[]) => product.pda("settlement", ...args);

  it("a larger amount needs more confirmations, which the merchant sees", async () => {
    const [small, large] = [
      await paid(product, issuer, shop, customer, "1"),
      await paid(product, issuer, shop, customer, "1.5"),
    ];
    const required = async (paymentId: string) =>
      (await eventually("its settlement", () => settlementOf(paymentId))).confirmationsRequired;
    // They may be settled together, and then the sum counts.
    expect(await required(small.paymentId)).to.be.oneOf([3, 20]);
    expect(await required(large.paymentId)).to.equal(20);
    await expectReconciled(product, issuer, shop, 2_500_000n);
    expect((await settlementOf(large.paymentId))?.confirmationCount).to.be.at.least(20);
    const { settlementId } = (await settlementOf(large.paymentId))!;
    const { data } = await shop.api.GET("/api/v1/settlement/{settlementId}/items", {
      params: { path: { settlementId } },
    });
    expect(data.items.map(({ kind, paymentId }) => [kind, paymentId])).to.deep.include([
      "payment",
      large.paymentId,
    ]);
  });

  it("what waits for a person is listed with what to do, and goes on when that is done", async () => {
    expect((await settlement("problems")).stdout).to.equal("no settlement has a problem\n");
    // Somebody uses the signer's key, which on a development network everybody has.
    const [from] = (await node("eth_accounts", [])) as string[];
    const foreign = (await node("eth_sendTransaction", [{ from, to: from, value: "0x1" }])) as string;
    await eventually(
      "its inclusion",
      async () => (await node("eth_getTransactionReceipt", [foreign])) !== null,
    );
    await paid(product, issuer, shop, customer, "0.5");

    const listed = await eventually("the problem", async () => {
      const { stdout } = await settlement("problems");
      return stdout.includes("SEQUENCE_AHEAD") && stdout;
    });
    expect(listed).to.match(/what to do: .*--skip-foreign/);
    expect(listed).to.match(/stl_\w+ {2}pending {2}0\.5 T/);

    const reason = ["--reason", "a stray transaction"];
    const unnamed = await settlement("resolve", "--skip-foreign", issuer.network, ...reason);
    expect(unnamed.code).to.equal(1);
    expect(unnamed.stderr).to.match(/not named: \d+\n {2}next: .*--foreign/);

    const resolve = () =>
      settlement("resolve", "--skip-foreign", issuer.network, "--foreign", foreign, ...reason);
    const asked = await eventually("its finality", async () => {
      const answer = await resolve();
      return answer.code === 0 && answer;
    });
    expect(asked.stdout).to.match(
      /^would: .*\nnothing was changed; repeat the command with --yes to apply the change\n$/,
    );
    const done = await settlement(
      "resolve",
      "--skip-foreign",
      issuer.network,
      "--foreign",
      foreign,
      ...reason,
      "--by",
      "Ada",
      "--yes",
    );
    expect(done).to.include({ code: 0, stderr: "" });
    await expectReconciled(product, issuer, shop, 3_000_000n);
    expect((await settlement("problems")).stdout).to.equal("no settlement has a problem\n");
    expect((await settlement("problems", "--history")).stdout).to.match(
      /skip_foreign .*by Ada: a stray transaction\n.*0x/,
    );
    await expectAllReconciled(product);
  });

  it("a mistake is answered by one line and the next step", async () => {
    const mistakes: [string[], RegExp][] = [
      [["resolve", "--reason", "x"], /no action is given/],
      [
        ["resolve", "--adopt-signer", "a:b", "--skip-foreign", "a:b", "--reason", "x"],
        /only one action can be given/,
      ],
      [
        ["resolve", "--prepare-anew", "stl_1", "--foreign", "0x", "--reason", "x"],
        /It must be an identifier, stl_…/,
      ],
      [["resolve", "--adopt-signer", "none:1", "--reason", "x"], /nothing was ever paid on none:1/],
      [["resolve", "--adopt-signer", issuer.network, "--reason", "x"], /as before/],
      [["resolve", "--network-restarted", issuer.network, "--reason", "x"], /has not started from zero/],
    ];
    for (const [args, expected] of mistakes) {
      const { code, stderr } = await settlement(...args);
      expect(code, args.join(" ")).to.equal(1);
      expect(stderr).to.match(expected);
      expect(stderr).to.match(/\n {2}next: .+\n$/);
    }
  });
});
