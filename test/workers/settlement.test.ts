// Settlement on a real PostgreSQL, a real node and the real adapter over gRPC.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import { newAccount } from "../chain/support/evm.ts";
import { SettlementBench, until } from "./support/bench.ts";
import { finalAfterBlocks } from "./support/chain.ts";
import { handWorker } from "./support/worker.ts";

describe("settlement on a network", function () {
  this.timeout(120_000);
  let bench: SettlementBench;
  beforeEach(async () => {
    bench = await SettlementBench.start();
  });
  afterEach(() => bench.close());

  it("pays completed payments out, netted with refunds, and says so once when it is final", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    const first = await bench.pay(merchantId, 5_000_000n);
    const second = await bench.pay(merchantId, 2_500_000n);
    await bench.refund(first, "1");
    await using worker = bench.newWorker();

    await worker.open();
    const opened = await bench.only(merchantId);
    expect(opened).to.include({
      status: "pending",
      amount: 6_500_000n,
      network: bench.chain.network,
      account,
      confirmationCount: 0,
    });
    expect(opened.paymentIds).to.have.members([first.paymentId, second.paymentId]);
    expect(opened.blockchainReference).to.equal(undefined);

    await worker.prepare();
    const prepared = await bench.only(merchantId);
    expect(prepared.blockchainReference).to.match(/^0x[0-9a-f]{64}$/);
    const asked = { network: bench.chain.network, reference: prepared.blockchainReference! };
    const { state } = await worker.context.adapter.getTransfer(asked);
    expect(state, "nothing was sent before it was stored").to.equal("not_found");
    await worker.submit();
    await bench.chain.node.mine(1);
    await until(async () => (await bench.only(merchantId)).status === "confirmed", worker.track);
    expect((await bench.only(merchantId)).confirmationCount).to.equal(1);
    expect(await bench.finalizedEvents(), "not before it is final").to.deep.equal([]);

    await bench.chain.node.mine(finalAfterBlocks);
    await until(async () => (await bench.only(merchantId)).status === "finalized", worker.track);
    const done = await bench.only(merchantId);
    expect(done.confirmationCount).to.be.at.least(finalAfterBlocks);
    expect(done.finalizedAt).to.be.instanceOf(Date);
    expect(await bench.chain.balance(account)).to.equal(6_500_000n);
    expect(await bench.balances(merchantId)).to.deep.equal({
      merchant: 0n,
      clearing: 0n,
      settled: 6_500_000n,
    });

    for (let turn = 0; turn < 3; turn++) await worker.all();
    expect(await bench.finalizedEvents()).to.deep.equal([done.settlementId]);
    const [event] = await bench.harness.store.read.events.list(
      { kind: "all" },
      ["settlement.finalized"],
      0n,
      1,
    );
    const { subject } = EventData.decode(event!.data);
    expect(subject?.$case).to.equal("settlement");
    expect((subject!.value as { paymentIds: string[] }).paymentIds).to.have.members([
      first.paymentId,
      second.paymentId,
    ]);
    expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
  });

  it("nets a refund of settled money with the next settlement", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    const first = await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await bench.untilStatus(worker, merchantId, "pending");
    await worker.all();
    await bench.refund(first, "0.4");
    await worker.all();
    expect(await bench.settlements(merchantId), "a refund alone pays nothing out").to.have.length(1);
    await bench.pay(merchantId, 700_000n);
    await worker.all();
    expect((await bench.settlements(merchantId))[0]?.amount).to.equal(300_000n);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(1_300_000n);
    expect(await bench.balances(merchantId)).to.deep.equal({
      merchant: 0n,
      clearing: 0n,
      settled: 1_300_000n,
    });
  });

  it("pays once when the worker dies between preparing and sending, and between sending and recording", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 3_000_000n);
    const first = bench.newWorker();
    await first.open();
    await first.prepare();
    const { blockchainReference } = await bench.only(merchantId);
    await first.close();

    // The next one sends it and dies before it has recorded that.
    const second = bench.newWorker();
    const [due] = await second.context.store.transact((tx) => tx.settlementQueue.lease("unsubmitted", 1, 50));
    await second.context.adapter.submitTransfer({
      network: bench.chain.network,
      signedTransaction: due!.shown.signedTransfer,
    });
    await second.close();

    await using third = bench.newWorker();
    await bench.untilStatus(third, merchantId, "finalized", 1);
    expect((await bench.only(merchantId)).blockchainReference).to.equal(blockchainReference);
    await bench.chain.node.mine(5);
    expect(await bench.chain.balance(account)).to.equal(3_000_000n);
  });

  it("gives a sequence out again when preparing fails after signing, and pays once", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 3_000_000n);
    const adapter = bench.chain.client();
    const signed: bigint[] = [];
    await using worker = handWorker(bench.harness.url, {
      ...adapter,
      async prepareTransfer(order, call) {
        const transfer = await adapter.prepareTransfer(order, call);
        signed.push(transfer.sequence);
        if (signed.length === 1) throw new Error("the worker dies here");
        return transfer;
      },
    });
    await worker.open();
    await worker.prepare().then(
      () => expect.fail("it should have died"),
      (error: Error) => expect(error.message).to.equal("the worker dies here"),
    );
    expect((await bench.only(merchantId)).blockchainReference).to.equal(undefined);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(signed).to.deep.equal([signed[0], signed[0]]);
    expect(await bench.chain.balance(account)).to.equal(3_000_000n);
  });

  it("survives the loss of its database connection while a transfer is being signed, and pays once", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 3_000_000n);
    const adapter = bench.chain.client();
    let lost = false;
    await using worker = handWorker(bench.harness.url, {
      ...adapter,
      async prepareTransfer(order, call) {
        const transfer = await adapter.prepareTransfer(order, call);
        if (!lost) {
          lost = true;
          const client = new pg.Client({ connectionString: bench.harness.url });
          await client.connect();
          const idle =
            "select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'";
          const { rowCount } = await client.query(`select pg_terminate_backend(pid) from (${idle}) held`);
          await client.end();
          expect(rowCount).to.equal(1);
          await sleep(50);
        }
        return transfer;
      },
    });
    await worker.open();
    await worker.prepare().then(
      () => expect.fail("it should have failed"),
      (error: Error) => expect(error.message).to.match(/connection|terminat|not queryable/i),
    );
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(3_000_000n);
  });

  it("takes a settlement back on a reorganisation, sends the same transfer again and pays once", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker();
    await worker.all();
    await bench.chain.node.mine(2);
    await until(async () => (await bench.only(merchantId)).status === "confirmed", worker.track);
    const before = await bench.only(merchantId);
    const { inclusion } = await bench.row(before.settlementId);

    await bench.chain.node.rpc("anvil_reorg", [2, []]);
    await until(async () => (await bench.only(merchantId)).status === "reverted", worker.track);
    expect(await bench.chain.balance(account)).to.equal(0n);
    expect(await bench.only(merchantId)).to.include({
      confirmationCount: 0,
      blockchainReference: before.blockchainReference,
    });
    await until(async () => (await bench.only(merchantId)).status === "pending", worker.track);

    await bench.untilStatus(worker, merchantId, "finalized", 1);
    const after = await bench.only(merchantId);
    expect(after.blockchainReference).to.equal(before.blockchainReference);
    expect((await bench.row(after.settlementId)).inclusion).to.not.equal(inclusion);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    expect(await bench.balances(merchantId)).to.deep.equal({
      merchant: 0n,
      clearing: 0n,
      settled: 4_000_000n,
    });
    expect(await bench.finalizedEvents()).to.deep.equal([after.settlementId]);
  });

  it("sends a transfer again that the node has dropped", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    await worker.submit();
    const { blockchainReference } = await bench.only(merchantId);
    await bench.chain.node.rpc("anvil_dropTransaction", [blockchainReference]);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
  });

  it("settles for many merchants with several workers at once: network and ledger agree to the unit", async () => {
    const accounts = Array.from({ length: 6 }, newAccount);
    const merchants = await Promise.all(accounts.map((account) => bench.merchant(account)));
    const workers = [bench.newWorker(), bench.newWorker(), bench.newWorker()];
    const work = workers.map(async (worker) => {
      for (let turn = 0; turn < 15; turn++) await worker.all();
    });
    for (let turn = 0; turn < 10; turn++) {
      const paid = await Promise.all(
        merchants.map((merchantId, i) => bench.pay(merchantId, BigInt(1000 * (turn + 1) + i))),
      );
      const refunds = paid
        .filter((_, i) => (i + turn) % 3 === 0)
        .map((payment) => bench.refund(payment, "0.0009"));
      await Promise.all(refunds);
      await bench.chain.node.mine(1);
      if (turn === 5) await bench.chain.node.rpc("anvil_reorg", [1, []]);
    }
    await Promise.all(work);
    // A last payment, with which refunds of settled money are netted.
    for (const merchantId of merchants) await bench.pay(merchantId, 1_000n);
    for (const [i, merchantId] of merchants.entries()) {
      await until(
        async () =>
          (await bench.balances(merchantId)).merchant === 0n &&
          (await bench.settlements(merchantId)).every((each) => each.status === "finalized"),
        async () => {
          await workers[1]!.all();
          await bench.chain.node.mine(1);
        },
      );
      const refunds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((turn) => (i + turn) % 3 === 0).length;
      const earned = 55_000 + 10 * i - 900 * refunds + 1_000;
      expect(await bench.balances(merchantId)).to.deep.equal({
        merchant: 0n,
        clearing: 0n,
        settled: BigInt(earned),
      });
      expect(await bench.chain.balance(accounts[i]!)).to.equal(BigInt(earned));
    }
    expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
    for (const worker of workers) await worker.close();
  });
});
