// When a settlement cannot go its way: the network, the adapter, the receiver or a stranger is in it.
import { expect } from "chai";
import pg from "pg";
import { developmentAccount } from "../../src/chain/evm/signer.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { newAccount } from "../chain/support/evm.ts";
import { blockAccount, deployOddToken } from "../chain/support/odd-tokens.ts";
import { assetType, publisher, wallet } from "../support/fixtures.ts";
import { alarms, SettlementBench, until } from "./support/bench.ts";
import { finalAfterBlocks } from "./support/chain.ts";
import { paidPayment } from "./support/takings.ts";

describe("settlement in trouble", function () {
  this.timeout(120_000);
  let bench: SettlementBench;
  beforeEach(async () => {
    bench = await SettlementBench.start();
  });
  afterEach(() => bench.close());

  it("leaves a transfer to an operator whose sequence a foreign transaction took, and pays nothing twice", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    const before = await bench.only(merchantId);
    await bench.foreignTransaction();
    await bench.chain.node.mine(finalAfterBlocks + 1);

    const alarmed = await alarms("SEQUENCE_REPLACED");
    await until(
      async () => (await bench.row(before.settlementId)).last_error === "SEQUENCE_REPLACED",
      worker.all,
    );
    for (let turn = 0; turn < 5; turn++) await worker.all();
    expect(await alarms("SEQUENCE_REPLACED")).to.equal(alarmed + 1);
    expect(worker.lines()).to.match(/"level":"error".*SEQUENCE_REPLACED/);
    const after = await bench.only(merchantId);
    expect(after).to.include({ status: "pending", blockchainReference: before.blockchainReference });
    expect(await bench.chain.balance(account)).to.equal(0n);
  });

  it("prepares nothing on when the network has seen more of the signer than the database", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    await bench.foreignTransaction();
    await bench.chain.node.mine(1);

    await bench.pay(merchantId, 1_000_000n);
    await worker.open();
    await worker.prepare();
    const [waiting] = await bench.settlements(merchantId);
    expect(await bench.row(waiting!.settlementId)).to.include({
      last_error: "SEQUENCE_AHEAD",
      reference: null,
      attempts: 1,
    });
  });

  it("prepares anew only what was included for good without effect", async () => {
    const keyHolder = developmentAccount(3);
    const first = `${bench.chain.network}:${keyHolder.address}`;
    const second = newAccount();
    const held = await bench.chain.balance(`${bench.chain.network}:${developmentAccount(0).address}`);
    const amount = (held / 5n) * 3n;
    const [merchantOne, merchantTwo] = [await bench.merchant(first), await bench.merchant(second)];
    const confirmations = finalAfterBlocks + 3;
    const tiers = [{ network: bench.chain.network, confirmations }];
    await using worker = bench.newWorker({ batches: { tiers } });
    await bench.pay(merchantOne, amount);
    await worker.open();
    await worker.prepare();
    await bench.pay(merchantTwo, amount);
    await worker.open();
    await worker.prepare();
    const failing = await bench.only(merchantTwo);
    await worker.submit();
    await bench.chain.node.mine(1);
    await until(
      async () => (await bench.row(failing.settlementId)).last_error === "TRANSFER_FAILED_NOT_FINAL",
      worker.track,
    );
    expect(
      (await bench.only(merchantTwo)).blockchainReference,
      "a reorganisation may still help it",
    ).to.equal(failing.blockchainReference);

    const alarmed = await alarms("TRANSFER_FAILED");
    await bench.chain.node.mine(confirmations - 2);
    await bench.lookAgain(failing.settlementId);
    await worker.track();
    expect(
      (await bench.only(merchantTwo)).blockchainReference,
      "final for the network, but with too few confirmations for the settlement",
    ).to.equal(failing.blockchainReference);
    await bench.chain.node.mine(1);
    await until(async () => (await bench.row(failing.settlementId)).reference === null, worker.track);
    expect(await alarms("TRANSFER_FAILED")).to.equal(alarmed + 1);
    await until(
      async () => (await bench.row(failing.settlementId)).last_error === "INSUFFICIENT_BALANCE",
      worker.all,
    );
    expect((await bench.only(merchantTwo)).status).to.equal("pending");

    // Somebody fills the signer's account again.
    await bench.refill(3, amount);
    await bench.untilStatus(worker, merchantTwo, "finalized", 1);
    const paid = await bench.only(merchantTwo);
    expect(paid.blockchainReference).to.not.equal(failing.blockchainReference);
    expect(await bench.chain.balance(second)).to.equal(amount);
    expect(await bench.finalizedEvents()).to.have.members([
      (await bench.only(merchantOne)).settlementId,
      paid.settlementId,
    ]);
  });

  it("waits with a back-off while the adapter is away, and loses nothing", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 2_000_000n);
    await using worker = bench.newWorker();
    await bench.chain.adapterDown();
    await worker.open();
    await worker.prepare();
    const opened = await bench.only(merchantId);
    expect(await bench.row(opened.settlementId)).to.include({
      last_error: "UNAVAILABLE",
      attempts: 1,
      reference: null,
    });
    await bench.chain.adapterUp();
    await until(async () => (await bench.only(merchantId)).blockchainReference !== undefined, worker.prepare);

    await bench.chain.adapterDown();
    await until(
      async () => (await bench.row(opened.settlementId)).last_error === "UNAVAILABLE",
      worker.submit,
    );
    expect((await bench.row(opened.settlementId)).submitted_at).to.equal(null);
    await bench.chain.adapterUp();
    await until(async () => (await bench.row(opened.settlementId)).submitted_at !== null, worker.submit);

    await bench.chain.adapterDown();
    await until(
      async () => (await bench.row(opened.settlementId)).last_error === "UNAVAILABLE",
      worker.track,
    );
    await bench.chain.adapterUp();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.row(opened.settlementId)).to.include({ last_error: null, attempts: 0 });
    expect(await bench.chain.balance(account)).to.equal(2_000_000n);
  });

  it("opens the settlements of other merchants while that of one cannot be opened", async () => {
    const [poisoned, good] = [await bench.merchant(newAccount()), await bench.merchant(newAccount())];
    await bench.pay(poisoned, 1_000_000n);
    await bench.pay(good, 1_000_000n);
    const database = new pg.Client({ connectionString: bench.harness.url });
    await database.connect();
    await using worker = bench.newWorker();
    for (const code of ["numeric_value_out_of_range", "query_canceled"]) {
      await database.query(`create or replace function poison() returns trigger language plpgsql as $$
          begin raise exception 'poisoned' using errcode = '${code}'; end $$;
        create or replace trigger poison before insert on settlement for each row
          when (new.merchant_id = '${uuidOf("merchant", poisoned)}') execute function poison()`);
      const failure = await worker.open().then(
        () => undefined,
        (error: Error) => error,
      );
      expect(failure, "the loop reports the failure").to.be.an("error");
      expect(await bench.settlements(poisoned)).to.deep.equal([]);
      expect((await bench.settlements(good)).length).to.equal(1);
    }
    expect(worker.lines()).to.include(poisoned);
    await database.query("drop trigger poison on settlement");
    await database.end();
    await worker.open();
    expect(await bench.settlements(poisoned)).to.have.length(1);
  });

  it("does not ask for a receiver that cannot be paid again and again, and holds nobody else up", async () => {
    const [good, bad] = [newAccount(), `${bench.chain.network}:0x0000000000000000000000000000000000000000`];
    const [goodMerchant, badMerchant] = [await bench.merchant(good), await bench.merchant(bad)];
    await bench.pay(badMerchant, 1_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    const waiting = await bench.only(badMerchant);
    expect(await bench.row(waiting.settlementId)).to.include({
      last_error: "INVALID_ACCOUNT",
      reference: null,
    });
    await bench.pay(goodMerchant, 1_000_000n);
    await bench.pay(badMerchant, 1_000_000n);
    await bench.untilStatus(worker, goodMerchant, "finalized", 1);
    expect(
      await bench.settlements(badMerchant),
      "what comes meanwhile waits for the next settlement",
    ).to.have.length(1);
    expect(await bench.chain.balance(good)).to.equal(1_000_000n);
  });

  it("pays a settlement whose account cannot be paid to the account that the merchant has set since, once in force, and once", async () => {
    const { network } = bench.chain;
    const [bad, good] = [`${network}:0x0000000000000000000000000000000000000000`, newAccount()];
    const merchantId = await bench.merchant(bad);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker({ batches: { tiers: [{ network, confirmations: 4 }] } });
    await worker.open();
    await worker.prepare();
    const { settlementId } = await bench.only(merchantId);
    expect(await bench.row(settlementId)).to.include({ last_error: "INVALID_ACCOUNT", account: bad });

    const { store } = bench.harness;
    await bench.setAccount(merchantId, good, 172_800);
    await bench.lookAgain(settlementId);
    await worker.prepare();
    expect(await bench.row(settlementId), "not in force yet").to.include({
      last_error: "INVALID_ACCOUNT",
      account: bad,
    });

    await store.transact((tx) => tx.clock.advance(172_801n));
    await bench.lookAgain(settlementId);
    await worker.prepare();
    expect(await bench.row(settlementId)).to.include({ last_error: null, account: good, attempts: 0 });
    expect(worker.lines()).to.include("goes to the merchant's present account");
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.only(merchantId)).to.include({
      settlementId,
      account: good,
      confirmationsRequired: 4,
    });
    expect(await bench.signed(settlementId)).to.have.length(1);
    expect(await bench.chain.balance(good)).to.equal(1_000_000n);
    expect(await store.read.ledger.violations()).to.deep.equal([]);
  });

  it("keeps the account of a settlement whose trouble is another, also when the merchant has set another account", async () => {
    const [former, present] = [newAccount(), newAccount()];
    const merchantId = await bench.merchant(former);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    const { settlementId } = await bench.only(merchantId);
    await bench.setAccount(merchantId, present, 0);
    await bench.chain.adapterDown();
    await worker.prepare();
    expect(await bench.row(settlementId)).to.include({ last_error: "UNAVAILABLE", account: former });
    await bench.chain.adapterUp();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(former)).to.equal(1_000_000n);
  });

  it("pays to another account of the merchant when the former one was blocked after the transfer was signed", async () => {
    const { chain, harness } = bench;
    const { store } = harness;
    const asset = await deployOddToken(chain.node, "Blocking");
    const type = await assetType(store, await publisher(harness.url), { code: "ODDX", networks: [asset] });
    const [former, present] = [newAccount(), newAccount()];
    const merchantId = await bench.merchant(former);
    await paidPayment(store, type, merchantId, (await wallet(store, type, 1000n)).walletId, 1000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    const { settlementId } = await bench.only(merchantId);
    await blockAccount(chain.node, asset, former);
    await worker.submit();
    await chain.node.mine(finalAfterBlocks + 1);
    await until(async () => (await bench.row(settlementId)).last_error === "TRANSFER_REFUSED", worker.all);
    await bench.setAccount(merchantId, present, 0);
    await bench.lookAgain(settlementId);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.only(merchantId)).to.include({ settlementId, account: present });
    const received = async (account: string): Promise<bigint> =>
      (await worker.context.adapter.getBalance({ network: chain.network, asset, account })).amount;
    expect([await received(former), await received(present)]).to.deep.equal([0n, 1000n]);
    expect(await bench.finalizedEvents()).to.deep.equal([settlementId]);
  });
});
