// Settlement on a real PostgreSQL, a real node and the real adapter over gRPC.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { createWalletClient, http, parseEther } from "viem";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import { developmentAccount } from "../../src/chain/evm/signer.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import type { Settlement } from "../../src/domain/settlement/settlement.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { settlementAlarms } from "../../src/workers/metrics.ts";
import { newAccount } from "../chain/support/evm.ts";
import { assetType, merchant, publisher, wallet } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";
import { finalAfterBlocks, TestChain } from "./support/chain.ts";
import { balancesOf, paidPayment } from "./support/takings.ts";
import { handWorker, type HandWorker } from "./support/worker.ts";

const all = { kind: "all" } as const;
/** More than the signer holds on the network, for what must fail there. */
const plenty = 10n ** 19n;

describe("settlement on a network", function () {
  this.timeout(120_000);
  let chain: TestChain;
  let harness: ServiceHarness;
  let type: AssetType;
  let walletId: string;

  beforeEach(async () => {
    chain = await TestChain.start();
    harness = await ServiceHarness.start(() =>
      paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
    );
    type = await assetType(harness.store, await publisher(harness.url), { networks: [chain.asset] });
    walletId = (await wallet(harness.store, type, plenty)).walletId;
  });
  afterEach(async () => {
    await harness[Symbol.asyncDispose]();
    await chain.close();
  });

  const newWorker = (): HandWorker => handWorker(harness.url, chain.client());
  const pay = (merchantId: string, amount: bigint) =>
    paidPayment(harness.store, type, merchantId, walletId, amount);
  const settlements = async (merchantId: string): Promise<readonly Settlement[]> =>
    (await harness.store.read.settlements.list({ kind: "merchant", merchantId }, {}, { size: 100 })).items;
  const only = async (merchantId: string): Promise<Settlement> => {
    const found = await settlements(merchantId);
    expect(found).to.have.length(1);
    return found[0] as Settlement;
  };
  const row = async (settlementId: string): Promise<Record<string, unknown>> => {
    const client = new pg.Client({ connectionString: harness.url });
    await client.connect();
    const { rows } = await client.query("select * from settlement where settlement_id = $1", [
      uuidOf("settlement", settlementId),
    ]);
    await client.end();
    return rows[0];
  };
  /** Repeats until it holds; the test's time-out is the bound. */
  const until = async (holds: () => Promise<boolean>, work: () => Promise<unknown>): Promise<void> => {
    while (!(await holds())) {
      await work();
      await sleep(5);
    }
  };
  const untilStatus = (worker: HandWorker, merchantId: string, status: string, mine = 0): Promise<void> =>
    until(
      async () => {
        const found = await settlements(merchantId);
        return found.length > 0 && found.every((each) => each.status === status);
      },
      async () => {
        await worker.all();
        if (mine > 0) await chain.node.mine(mine);
      },
    );
  const finalizedEvents = async (): Promise<string[]> => {
    while ((await harness.store.transact((tx) => tx.sequencer.advance(100))) > 0);
    return (await harness.store.read.events.list(all, ["settlement.finalized"], 0n, 100)).map(
      ({ subject }) => subject,
    );
  };
  const alarms = async (reason: string): Promise<number> =>
    (await settlementAlarms.get()).values.find(({ labels }) => labels.reason === reason)?.value ?? 0;

  it("pays completed payments out, netted with refunds, and says so once when it is final", async () => {
    const account = newAccount();
    const merchantId = await merchant(harness.store, [account]);
    const first = await pay(merchantId, 5_000_000n);
    const second = await pay(merchantId, 2_500_000n);
    const refund = { originalTransaction: first.transactionId, refundAmount: "1", reason: "returned" };
    await harness.call("CreateRefund", refund);
    await using worker = newWorker();

    await worker.open();
    const opened = await only(merchantId);
    expect(opened).to.include({
      status: "pending",
      amount: 6_500_000n,
      network: chain.network,
      account,
      confirmationCount: 0,
    });
    expect(opened.paymentIds).to.have.members([first.paymentId, second.paymentId]);
    expect(opened.blockchainReference).to.equal(undefined);

    await worker.prepare();
    const prepared = await only(merchantId);
    expect(prepared.blockchainReference).to.match(/^0x[0-9a-f]{64}$/);
    expect(
      (
        await worker.context.adapter.getTransfer({
          network: chain.network,
          reference: prepared.blockchainReference!,
        })
      ).state,
    ).to.equal("not_found", "nothing was sent before it was stored");
    await worker.submit();
    await chain.node.mine(1);
    await until(async () => (await only(merchantId)).status === "confirmed", worker.track);
    expect((await only(merchantId)).confirmationCount).to.equal(1);
    expect(await finalizedEvents(), "not before it is final").to.deep.equal([]);

    await chain.node.mine(finalAfterBlocks);
    await until(async () => (await only(merchantId)).status === "finalized", worker.track);
    const done = await only(merchantId);
    expect(done.confirmationCount).to.be.at.least(finalAfterBlocks);
    expect(done.finalizedAt).to.be.instanceOf(Date);
    expect(await chain.balance(account)).to.equal(6_500_000n);
    expect(await balancesOf(harness.store, type, merchantId)).to.deep.equal({
      merchant: 0n,
      settled: 6_500_000n,
    });

    for (let turn = 0; turn < 3; turn++) await worker.all();
    expect(await finalizedEvents()).to.deep.equal([done.settlementId]);
    const [event] = await harness.store.read.events.list(all, ["settlement.finalized"], 0n, 1);
    const { subject } = EventData.decode(event!.data);
    expect(subject?.$case).to.equal("settlement");
    expect((subject!.value as { paymentIds: string[] }).paymentIds).to.have.members([
      first.paymentId,
      second.paymentId,
    ]);
    expect(await harness.store.read.ledger.violations()).to.deep.equal([]);
  });

  it("nets a refund of settled money with the next settlement", async () => {
    const account = newAccount();
    const merchantId = await merchant(harness.store, [account]);
    const first = await pay(merchantId, 1_000_000n);
    await using worker = newWorker();
    await untilStatus(worker, merchantId, "pending");
    await worker.all();
    await harness.call("CreateRefund", {
      originalTransaction: first.transactionId,
      refundAmount: "0.4",
      reason: "returned",
    });
    await worker.all();
    expect(await settlements(merchantId), "a refund alone pays nothing out").to.have.length(1);
    await pay(merchantId, 700_000n);
    await worker.all();
    expect((await settlements(merchantId))[0]?.amount).to.equal(300_000n);
    await untilStatus(worker, merchantId, "finalized", 1);
    expect(await chain.balance(account)).to.equal(1_300_000n);
    expect(await balancesOf(harness.store, type, merchantId)).to.deep.equal({
      merchant: 0n,
      settled: 1_300_000n,
    });
  });

  it("pays once when the worker dies between preparing and sending, and between sending and recording", async () => {
    const account = newAccount();
    const merchantId = await merchant(harness.store, [account]);
    await pay(merchantId, 3_000_000n);
    const first = newWorker();
    await first.open();
    await first.prepare();
    const { blockchainReference } = await only(merchantId);
    await first.close();

    // The next one sends it and dies before it has recorded that.
    const second = newWorker();
    const [due] = await second.context.store.transact((tx) => tx.settlementQueue.lease("unsubmitted", 1, 50));
    await second.context.adapter.submitTransfer({
      network: chain.network,
      signedTransaction: due!.signedTransfer,
    });
    await second.close();

    await using third = newWorker();
    await untilStatus(third, merchantId, "finalized", 1);
    expect((await only(merchantId)).blockchainReference).to.equal(blockchainReference);
    await chain.node.mine(5);
    expect(await chain.balance(account)).to.equal(3_000_000n);
  });

  it("gives a sequence out again when preparing fails after signing, and pays once", async () => {
    const account = newAccount();
    const merchantId = await merchant(harness.store, [account]);
    await pay(merchantId, 3_000_000n);
    const adapter = chain.client();
    const signed: bigint[] = [];
    await using worker = handWorker(harness.url, {
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
    expect((await only(merchantId)).blockchainReference).to.equal(undefined);
    await untilStatus(worker, merchantId, "finalized", 1);
    expect(signed).to.deep.equal([signed[0], signed[0]]);
    expect(await chain.balance(account)).to.equal(3_000_000n);
  });

  it("survives the loss of its database connection while a transfer is being signed, and pays once", async () => {
    const account = newAccount();
    const merchantId = await merchant(harness.store, [account]);
    await pay(merchantId, 3_000_000n);
    const adapter = chain.client();
    let lost = false;
    await using worker = handWorker(harness.url, {
      ...adapter,
      async prepareTransfer(order, call) {
        const transfer = await adapter.prepareTransfer(order, call);
        if (!lost) {
          lost = true;
          const client = new pg.Client({ connectionString: harness.url });
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
    await untilStatus(worker, merchantId, "finalized", 1);
    expect(await chain.balance(account)).to.equal(3_000_000n);
  });

  it("takes a settlement back on a reorganisation, sends the same transfer again and pays once", async () => {
    const account = newAccount();
    const merchantId = await merchant(harness.store, [account]);
    await pay(merchantId, 4_000_000n);
    await using worker = newWorker();
    await worker.all();
    await chain.node.mine(2);
    await until(async () => (await only(merchantId)).status === "confirmed", worker.track);
    const before = await only(merchantId);
    const { inclusion } = await row(before.settlementId);

    await chain.node.rpc("anvil_reorg", [2, []]);
    await until(async () => (await only(merchantId)).status === "reverted", worker.track);
    expect(await chain.balance(account)).to.equal(0n);
    expect(await only(merchantId)).to.include({
      confirmationCount: 0,
      blockchainReference: before.blockchainReference,
    });
    await until(async () => (await only(merchantId)).status === "pending", worker.track);

    await untilStatus(worker, merchantId, "finalized", 1);
    const after = await only(merchantId);
    expect(after.blockchainReference).to.equal(before.blockchainReference);
    expect((await row(after.settlementId)).inclusion).to.not.equal(inclusion);
    expect(await chain.balance(account)).to.equal(4_000_000n);
    expect(await balancesOf(harness.store, type, merchantId)).to.deep.equal({
      merchant: 0n,
      settled: 4_000_000n,
    });
    expect(await finalizedEvents()).to.deep.equal([after.settlementId]);
  });

  it("sends a transfer again that the node has dropped", async () => {
    const account = newAccount();
    const merchantId = await merchant(harness.store, [account]);
    await pay(merchantId, 4_000_000n);
    await using worker = newWorker();
    await worker.open();
    await worker.prepare();
    await worker.submit();
    const { blockchainReference } = await only(merchantId);
    await chain.node.rpc("anvil_dropTransaction", [blockchainReference]);
    await untilStatus(worker, merchantId, "finalized", 1);
    expect(await chain.balance(account)).to.equal(4_000_000n);
  });

  it("leaves a transfer to an operator whose sequence a foreign transaction took, and pays nothing twice", async () => {
    const account = newAccount();
    const merchantId = await merchant(harness.store, [account]);
    await pay(merchantId, 4_000_000n);
    await using worker = newWorker();
    await worker.open();
    await worker.prepare();
    const before = await only(merchantId);
    const { rpcUrl } = chain.node.node;
    const foreign = createWalletClient({
      account: developmentAccount(0),
      chain: chain.node.client.chain!,
      transport: http(rpcUrl),
    });
    await foreign.sendTransaction({ to: developmentAccount(1).address, value: parseEther("1") });
    await chain.node.mine(finalAfterBlocks + 1);

    const alarmed = await alarms("SEQUENCE_REPLACED");
    await until(async () => (await row(before.settlementId)).last_error === "SEQUENCE_REPLACED", worker.all);
    for (let turn = 0; turn < 5; turn++) await worker.all();
    expect(await alarms("SEQUENCE_REPLACED")).to.equal(alarmed + 1);
    expect(worker.lines()).to.match(/"level":"error".*SEQUENCE_REPLACED/);
    const after = await only(merchantId);
    expect(after).to.include({ status: "pending", blockchainReference: before.blockchainReference });
    expect(await chain.balance(account)).to.equal(0n);
  });

  it("prepares nothing on when the network has seen more of the signer than the database", async () => {
    const account = newAccount();
    const merchantId = await merchant(harness.store, [account]);
    await pay(merchantId, 1_000_000n);
    await using worker = newWorker();
    await untilStatus(worker, merchantId, "finalized", 1);
    const { rpcUrl } = chain.node.node;
    const foreign = createWalletClient({
      account: developmentAccount(0),
      chain: chain.node.client.chain!,
      transport: http(rpcUrl),
    });
    await foreign.sendTransaction({ to: developmentAccount(1).address, value: parseEther("1") });
    await chain.node.mine(1);

    await pay(merchantId, 1_000_000n);
    await worker.open();
    await worker.prepare();
    const [waiting] = await settlements(merchantId);
    expect(await row(waiting!.settlementId)).to.include({
      last_error: "SEQUENCE_AHEAD",
      reference: null,
      attempts: 1,
    });
  });

  it("prepares anew only what was included for good without effect", async () => {
    const keyHolder = developmentAccount(3);
    const first = `${chain.network}:${keyHolder.address}`;
    const second = newAccount();
    const held = await chain.balance(`${chain.network}:${developmentAccount(0).address}`);
    const amount = (held / 5n) * 3n;
    const [merchantOne, merchantTwo] = [
      await merchant(harness.store, [first]),
      await merchant(harness.store, [second]),
    ];
    await using worker = newWorker();
    await pay(merchantOne, amount);
    await worker.open();
    await worker.prepare();
    await pay(merchantTwo, amount);
    await worker.open();
    await worker.prepare();
    const failing = await only(merchantTwo);
    await worker.submit();
    await chain.node.mine(1);
    await until(
      async () => (await row(failing.settlementId)).last_error === "TRANSFER_FAILED_NOT_FINAL",
      worker.track,
    );
    expect((await only(merchantTwo)).blockchainReference, "a reorganisation may still help it").to.equal(
      failing.blockchainReference,
    );

    const alarmed = await alarms("TRANSFER_FAILED");
    await chain.node.mine(finalAfterBlocks);
    await until(async () => (await row(failing.settlementId)).reference === null, worker.track);
    expect(await alarms("TRANSFER_FAILED")).to.equal(alarmed + 1);
    await until(
      async () => (await row(failing.settlementId)).last_error === "INSUFFICIENT_BALANCE",
      worker.all,
    );
    expect((await only(merchantTwo)).status).to.equal("pending");

    // Somebody fills the signer's account again.
    const refill = createWalletClient({
      account: keyHolder,
      chain: chain.node.client.chain!,
      transport: http(chain.node.node.rpcUrl),
    });
    await refill.writeContract({
      address: chain.asset.split(":").at(-1) as `0x${string}`,
      abi: [
        {
          type: "function",
          name: "transfer",
          stateMutability: "nonpayable",
          inputs: [
            { name: "to", type: "address" },
            { name: "amount", type: "uint256" },
          ],
          outputs: [{ type: "bool" }],
        },
      ],
      functionName: "transfer",
      args: [developmentAccount(0).address, amount],
    });
    await untilStatus(worker, merchantTwo, "finalized", 1);
    const paid = await only(merchantTwo);
    expect(paid.blockchainReference).to.not.equal(failing.blockchainReference);
    expect(await chain.balance(second)).to.equal(amount);
    expect(await finalizedEvents()).to.have.members([
      (await only(merchantOne)).settlementId,
      paid.settlementId,
    ]);
  });

  it("waits with a back-off while the adapter is away, and loses nothing", async () => {
    const account = newAccount();
    const merchantId = await merchant(harness.store, [account]);
    await pay(merchantId, 2_000_000n);
    await using worker = newWorker();
    await chain.adapterDown();
    await worker.open();
    await worker.prepare();
    const opened = await only(merchantId);
    expect(await row(opened.settlementId)).to.include({
      last_error: "UNAVAILABLE",
      attempts: 1,
      reference: null,
    });
    await chain.adapterUp();
    await until(async () => (await only(merchantId)).blockchainReference !== undefined, worker.prepare);

    await chain.adapterDown();
    await until(async () => (await row(opened.settlementId)).last_error === "UNAVAILABLE", worker.submit);
    expect((await row(opened.settlementId)).submitted_at).to.equal(null);
    await chain.adapterUp();
    await until(async () => (await row(opened.settlementId)).submitted_at !== null, worker.submit);

    await chain.adapterDown();
    await until(async () => (await row(opened.settlementId)).last_error === "UNAVAILABLE", worker.track);
    await chain.adapterUp();
    await untilStatus(worker, merchantId, "finalized", 1);
    expect(await row(opened.settlementId)).to.include({ last_error: null, attempts: 0 });
    expect(await chain.balance(account)).to.equal(2_000_000n);
  });

  it("does not ask for a receiver that cannot be paid again and again, and holds nobody else up", async () => {
    const [good, bad] = [newAccount(), `${chain.network}:0x0000000000000000000000000000000000000000`];
    const [goodMerchant, badMerchant] = [
      await merchant(harness.store, [good]),
      await merchant(harness.store, [bad]),
    ];
    await pay(badMerchant, 1_000_000n);
    await using worker = newWorker();
    await worker.open();
    await worker.prepare();
    const waiting = await only(badMerchant);
    expect(await row(waiting.settlementId)).to.include({ last_error: "INVALID_ACCOUNT", reference: null });
    await pay(goodMerchant, 1_000_000n);
    await pay(badMerchant, 1_000_000n);
    await untilStatus(worker, goodMerchant, "finalized", 1);
    expect(
      await settlements(badMerchant),
      "what comes meanwhile waits for the next settlement",
    ).to.have.length(1);
    expect(await chain.balance(good)).to.equal(1_000_000n);
  });

  it("settles for many merchants with several workers at once: network and ledger agree to the unit", async () => {
    const accounts = Array.from({ length: 6 }, newAccount);
    const merchants = await Promise.all(accounts.map((account) => merchant(harness.store, [account])));
    const workers = [newWorker(), newWorker(), newWorker()];
    const work = workers.map(async (worker) => {
      for (let turn = 0; turn < 15; turn++) await worker.all();
    });
    for (let turn = 0; turn < 10; turn++) {
      const paid = await Promise.all(
        merchants.map((merchantId, i) => pay(merchantId, BigInt(1000 * (turn + 1) + i))),
      );
      const refunds = paid
        .filter((_, i) => (i + turn) % 3 === 0)
        .map((payment) =>
          harness.call("CreateRefund", {
            originalTransaction: payment.transactionId,
            refundAmount: "0.0009",
            reason: "returned",
          }),
        );
      await Promise.all(refunds);
      await chain.node.mine(1);
      if (turn === 5) await chain.node.rpc("anvil_reorg", [1, []]);
    }
    await Promise.all(work);
    for (const [i, merchantId] of merchants.entries()) {
      await untilStatus(workers[0]!, merchantId, "finalized", 1);
      await until(
        async () =>
          (await balancesOf(harness.store, type, merchantId)).merchant === 0n &&
          (await settlements(merchantId)).every((each) => each.status === "finalized"),
        async () => {
          await workers[1]!.all();
          await chain.node.mine(1);
        },
      );
      const { settled } = await balancesOf(harness.store, type, merchantId);
      expect(await chain.balance(accounts[i]!)).to.equal(settled);
    }
    expect(await harness.store.read.ledger.violations()).to.deep.equal([]);
    for (const worker of workers) await worker.close();
  });
});
