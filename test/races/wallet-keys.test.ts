// A key that is being replaced, while what it has signed is under way: each is before the change or after it, by whichever core.
import { expect } from "chai";
import type { Recovery } from "../../gen/ts/pda/wallet/v1/key.ts";
import { WalletKeyStatus } from "../../gen/ts/pda/wallet/v1/key.ts";
import { delaySeconds, Market, newKey, type Purse, purseServices } from "../services/support/purse.ts";
import { type Came, TwoCores } from "./support/two-cores.ts";

describe("races of a wallet's key", function () {
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
  const reasonsOf = (came: readonly Came<unknown>[]) => [
    ...new Set(came.flatMap(({ refused }) => refused ?? [])),
  ];
  const doneOf = (came: readonly Came<unknown>[]) => came.filter(({ refused }) => refused === undefined);

  /**
   * Sends calls that the old key has signed while the key is replaced. Whatever of them counts has happened before the answer of the
   * rotation: nothing moves any more afterwards.
   */
  async function rotateAmid(
    purse: Purse,
    method: string,
    requests: readonly object[],
  ): Promise<Came<unknown>[]> {
    const rotation = await market.rotation(purse, newKey());
    let moment = "";
    const early = requests.slice(0, requests.length / 2).map((request) => cores.send(method, request));
    const rotated = cores.send("RotateWalletKey", rotation).then(async (answer) => {
      moment = await market.balance(purse);
      return answer;
    });
    const late = requests.slice(requests.length / 2).map((request) => cores.send(method, request));
    const came = await Promise.all([...early, ...late]);
    expect((await rotated).refused).to.equal(undefined);
    expect(await market.balance(purse), "moved after the key was replaced").to.equal(moment);
    return came;
  }

  it("100 payments signed by the old key: paid before the change or refused as KEY_RETIRED", async () => {
    let refused = 0;
    for (let turn = 0; turn < 6; turn++) {
      const purse = await market.purse(100_000n);
      const requests = await all(100, () => market.payment(purse));
      const came = await rotateAmid(purse, "AuthorizePayment", requests);
      expect(reasonsOf(came).filter((reason) => reason !== "KEY_RETIRED")).to.deep.equal([]);
      const paid = doneOf(came).length;
      expect(await market.balance(purse)).to.equal(String(1000 - paid));
      refused += 100 - paid;
    }
    expect(refused, "no turn in which they met").to.be.above(0);
  });

  it("100 transfers of value signed by the old key: the same", async () => {
    let refused = 0;
    for (let turn = 0; turn < 4; turn++) {
      const [purse, ...others] = [await market.purse(100_000n), await market.purse(), await market.purse()];
      const requests = await all(100, (place) => market.gift(purse, others[place % 2]!));
      const came = await rotateAmid(purse, "TransferValue", requests);
      expect(reasonsOf(came).filter((reason) => reason !== "KEY_RETIRED")).to.deep.equal([]);
      refused += 100 - doneOf(came).length;
    }
    expect(refused, "no turn in which they met").to.be.above(0);
  });

  it("two rotations, or twenty: one wins, and one key is active", async () => {
    for (const count of [2, 20]) {
      const purse = await market.purse();
      const next = Array.from({ length: count }, () => newKey());
      const came = await all(count, async (place) =>
        cores.send("RotateWalletKey", await market.rotation(purse, next[place]!)),
      );
      expect(doneOf(came)).to.have.length(1);
      expect(reasonsOf(came)).to.deep.equal(["KEY_RETIRED"]);
      const keys = await market.keys(purse);
      expect(keys.filter(({ status }) => status === WalletKeyStatus.WALLET_KEY_STATUS_ACTIVE)).to.have.length(
        1,
      );
      expect(keys).to.have.length(2);
      expect(keys[0]?.keyThumbprint).to.equal(
        next[came.findIndex(({ refused }) => refused === undefined)]?.thumbprint,
      );
    }
  });

  it("ten wallets that want the same new key, and one that is made for it: one has it", async () => {
    const next = newKey();
    const purses = await all(10, () => market.purse());
    const came = await Promise.all([
      ...purses.map(async (purse) => cores.send("RotateWalletKey", await market.rotation(purse, next))),
      cores.send("CreateWallet", { holderKey: next.jwk }),
    ]);
    expect(doneOf(came)).to.have.length(1);
    expect(reasonsOf(came)).to.deep.equal(["TAKEN"]);
  });

  it("a rotation has its turn while payments never cease", async () => {
    const purse = await market.purse(1_000_000n);
    const requests = await all(400, () => market.payment(purse));
    let rotated = false;
    const payer = async () => {
      for (let request = requests.pop(); request && !rotated; request = requests.pop())
        await cores.send("AuthorizePayment", request);
    };
    const payers = Promise.all([payer(), payer(), payer(), payer()]);
    const came = await cores.send("RotateWalletKey", await market.rotation(purse, newKey()));
    rotated = true;
    await payers;
    expect(came.refused).to.equal(undefined);
    expect(requests.length, "it waited until nobody paid any more").to.be.above(0);
  });

  it("completing, vetoing and rotating at once: the recovery ends in one way, and the key is what that way says", async () => {
    for (let turn = 0; turn < 8; turn++) {
      const [recovery, next, rotatedTo] = [newKey(), newKey(), newKey()];
      const purse = await market.purse(0n, recovery);
      const { recoveryId } = await market.started(purse, recovery, next);
      const { walletId } = purse;
      await market.wait(delaySeconds);
      const [veto, rotation] = [
        await market.veto(purse, recoveryId),
        await market.rotation(purse, rotatedTo),
      ];
      await all(30, async (place) => {
        if (place % 3 === 0) return cores.send("CompleteRecovery", { walletId, recoveryId });
        return place % 3 === 1 ? cores.send("VetoRecovery", veto) : cores.send("RotateWalletKey", rotation);
      });
      const status = (await market.call<{ recovery: Recovery }>("GetRecovery", { walletId, recoveryId }))
        .recovery.status;
      const thumbprints = (await market.keys(purse)).map((key) => key.keyThumbprint);
      const completed = [next.thumbprint, purse.key.thumbprint];
      const vetoed = [rotatedTo.thumbprint, purse.key.thumbprint];
      expect([status, thumbprints]).to.deep.be.oneOf([
        [2, completed],
        [3, vetoed],
      ]);
    }
  });

  it("twenty recoveries at once: one waits", async () => {
    const recovery = newKey();
    const purse = await market.purse(0n, recovery);
    const came = await all(20, async () =>
      cores.send("StartRecovery", await market.recovery(purse, recovery, newKey())),
    );
    expect(doneOf(came)).to.have.length(5);
    expect(reasonsOf(came)).to.deep.equal(["RECOVERY_LIMIT"]);
    const { items } = await market.call<{ items: Recovery[] }>("ListRecoveries", {
      walletId: purse.walletId,
    });
    expect(items.filter(({ status }) => status === 1)).to.have.length(1);
  });
});
