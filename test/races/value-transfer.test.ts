// The same money given away many times at once, by two cores.
import { expect } from "chai";
import type { WalletTransaction } from "../../gen/ts/pda/wallet/v1/transaction.ts";
import { Market, purseServices } from "../services/support/purse.ts";
import { type Came, TwoCores } from "./support/two-cores.ts";

type Answer = { transaction: WalletTransaction };

describe("races of value between wallets", function () {
  this.timeout(180_000);
  let market: Market;
  let cores: TwoCores;

  before(async () => {
    market = await Market.start();
    cores = new TwoCores(market.harness, purseServices);
  });
  after(async () => {
    const violations = await market.harness.store.read.ledger.violations();
    await cores[Symbol.asyncDispose]();
    await market[Symbol.asyncDispose]();
    expect(violations).to.deep.equal([]);
  });

  const all = <T>(count: number, make: (place: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, place) => make(place)));
  const reasonsOf = (came: readonly Came<unknown>[]) => came.flatMap(({ refused }) => refused ?? []);
  const doneOf = (came: readonly Came<Answer>[]) => came.flatMap(({ done }) => done?.transaction ?? []);

  it("100 transfers of what is enough for ten: ten move, nobody is below zero", async () => {
    const [sender, receivers] = [await market.purse(1000n), await all(7, () => market.purse())];
    const requests = await all(100, (place) => market.gift(sender, receivers[place % 7]!));
    const came = await Promise.all(requests.map((request) => cores.send<Answer>("TransferValue", request)));
    expect(doneOf(came)).to.have.length(10);
    expect(new Set(reasonsOf(came))).to.deep.equal(new Set(["INSUFFICIENT_FUNDS"]));
    expect(await market.balance(sender)).to.equal("0");
    const held = await Promise.all(receivers.map((receiver) => market.balance(receiver)));
    expect(held.reduce((sum, amount) => sum + Number(amount), 0)).to.equal(10);
  });

  it("one signed statement 100 times, each with a key of its own: one movement, and the same answer", async () => {
    for (const cents of [100n, 10_000n]) {
      const [sender, receiver] = [await market.purse(cents), await market.purse()];
      const request = await market.gift(sender, receiver, "1");
      const came = await all(100, (place) =>
        cores.send<Answer>("TransferValue", request, `${cents}/${place}`),
      );
      expect(reasonsOf(came)).to.deep.equal([]);
      expect(new Set(doneOf(came).map((t) => t.transactionId)).size).to.equal(1);
      expect(await market.balance(receiver)).to.equal("1");
    }
  });

  it("one nonce under 100 different statements: one moves", async () => {
    const [sender, receivers] = [await market.purse(100_000n), await all(10, () => market.purse())];
    const nonce = "n".repeat(22);
    const requests = await all(100, (place) =>
      market.gift(sender, receivers[place % 10]!, `${place + 1}`, { claims: { nonce } }),
    );
    const came = await Promise.all(requests.map((request) => cores.send<Answer>("TransferValue", request)));
    expect(doneOf(came)).to.have.length(1);
    expect(new Set(reasonsOf(came))).to.deep.equal(new Set(["NONCE_USED"]));
  });

  it("both ways at once, and payments beside: everything gets its answer, and the sum stays", async () => {
    const purses = await all(4, () => market.purse(10_000n));
    const requests = await all(120, async (place) => {
      const [from, to] = [purses[place % 4]!, purses[(place + 1 + (place % 3)) % 4]!];
      return place % 6 === 5
        ? (["AuthorizePayment", await market.payment(from)] as const)
        : (["TransferValue", await market.gift(from, to, "0.5")] as const);
    });
    const came = await Promise.all(requests.map(([method, request]) => cores.send(method, request)));
    expect(reasonsOf(came)).to.deep.equal([]);
    const held = await Promise.all(purses.map((purse) => market.balance(purse)));
    expect(held.reduce((sum, amount) => sum + Number(amount), 0)).to.equal(400 - 20);
  });

  it("many senders to one wallet that has never held any: all arrive", async () => {
    const receiver = await market.purse();
    const senders = await all(20, () => market.purse(500n));
    const requests = await all(100, (place) => market.gift(senders[place % 20]!, receiver));
    const came = await Promise.all(requests.map((request) => cores.send<Answer>("TransferValue", request)));
    expect(reasonsOf(came)).to.deep.equal([]);
    expect(await market.balance(receiver)).to.equal("100");
  });
});
