// Transfers that the network does not include at the price that they offer, on a real node whose base fee the test sets.
import { expect } from "chai";
import type { Settlement } from "../../src/domain/settlement/settlement.ts";
import { newAccount } from "../chain/support/evm.ts";
import { alarms, SettlementBench, until } from "./support/bench.ts";
import { finalAfterBlocks } from "./support/chain.ts";
import { handWorker, type HandPolicies, type HandWorker } from "./support/worker.ts";

const gwei = 10n ** 9n;
/** Every transfer that waits at the head for a millisecond is stuck. */
const eager: HandPolicies = { fees: { raiseAfterMs: 1, raisesMax: 4 } };

describe("a transfer that is stuck", function () {
  this.timeout(120_000);
  let bench: SettlementBench;
  beforeEach(async () => {
    bench = await SettlementBench.start();
  });
  afterEach(() => bench.close());

  /** The next block asks for so much; those after it for a little less, as long as they are empty. */
  const block = async (baseFee: bigint): Promise<void> => {
    await bench.chain.node.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${baseFee.toString(16)}`]);
    await bench.chain.node.mine(1);
  };
  /** A settlement whose transfer was sent and is not included, because the network asks for much more by now. */
  const stuck = async (worker: HandWorker, amount = 4_000_000n) => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, amount);
    await worker.open();
    await worker.prepare();
    await worker.submit();
    await block(500n * gwei);
    const { settlementId, blockchainReference } = await bench.only(merchantId);
    return { account, merchantId, settlementId, original: blockchainReference as string };
  };
  /** Hands the node what was signed, as anybody may who has seen it. */
  const send = async (settlementId: string, reference: string): Promise<void> => {
    const raw = (await bench.signedBytes(settlementId, reference)).toString("hex");
    await bench.chain.node.rpc("eth_sendRawTransaction", [`0x${raw}`]);
  };
  const transfers = (settlementId: string) => bench.signed(settlementId);
  const raised = (settlementId: string, times: number) => async () =>
    (await transfers(settlementId)).length > times;

  it("is replaced by one that pays more, and paid once; what was signed stays on record", async () => {
    await using worker = bench.newWorker(eager);
    const { account, merchantId, settlementId, original } = await stuck(worker);
    await until(raised(settlementId, 1), worker.track);
    expect(worker.lines()).to.match(/sent with a higher fee/);
    const shown = (await bench.only(merchantId)).blockchainReference;
    expect(shown).to.not.equal(original);
    expect((await transfers(settlementId))[0]).to.equal(original);

    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    expect((await bench.only(merchantId)).blockchainReference).to.be.oneOf(await transfers(settlementId));
    expect(await bench.finalizedEvents()).to.deep.equal([settlementId]);
    expect((await bench.balances(merchantId)).settled).to.equal(4_000_000n);
  });

  it("counts as paid when it is included after all, while its replacement is being signed", async () => {
    const adapter = bench.chain.client();
    let replacements = 0;
    let waiting = "";
    // The network asks for less again, and somebody has kept the first one.
    const include = async ({ settlementId, blockchainReference = "" }: Settlement): Promise<void> => {
      await block(gwei);
      await send(settlementId, blockchainReference);
      await block(gwei);
    };
    await using worker = handWorker(
      bench.harness.url,
      {
        ...adapter,
        async prepareTransfer(order, call) {
          const transfer = await adapter.prepareTransfer(order, call);
          if (order.replaces && replacements++ === 0) await include(await bench.only(waiting));
          return transfer;
        },
      },
      eager,
    );
    const { account, merchantId, settlementId, original } = await stuck(worker);
    waiting = merchantId;
    await until(raised(settlementId, 1), worker.track);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.only(merchantId)).to.include({ blockchainReference: original });
    expect(replacements).to.equal(1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    expect(await bench.finalizedEvents()).to.deep.equal([settlementId]);
  });

  it("counts as paid by whichever of its transfers a reorganisation leaves", async () => {
    await using worker = bench.newWorker(eager);
    const { account, merchantId, settlementId, original } = await stuck(worker);
    await until(raised(settlementId, 1), worker.track);
    const reference = (await bench.only(merchantId)).blockchainReference as string;
    const state = async () =>
      (await worker.context.adapter.getTransfer({ network: bench.chain.network, reference })).state;
    await until(async () => (await state()) === "pending", worker.track);
    await bench.chain.node.mine(1);
    await until(async () => (await bench.only(merchantId)).status === "confirmed", worker.track);
    const before = await bench.only(merchantId);
    expect(before.blockchainReference).to.not.equal(original);

    // The other branch has the first one.
    await bench.chain.node.rpc("anvil_reorg", [1, []]);
    await block(gwei);
    await send(settlementId, original);
    await block(gwei);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect((await bench.only(merchantId)).blockchainReference).to.equal(original);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    expect(await bench.finalizedEvents()).to.deep.equal([settlementId]);
  });

  it("is replaced once by several workers, and by the next one when the first dies before it has sent that", async () => {
    const workers = [bench.newWorker(eager), bench.newWorker(eager), bench.newWorker(eager)] as const;
    const { account, merchantId, settlementId } = await stuck(workers[0]);
    await until(raised(settlementId, 1), () => Promise.all(workers.map((worker) => worker.track())));
    expect(await transfers(settlementId)).to.have.length(2);
    const [, replacement] = await transfers(settlementId);
    const seen = await workers[2].context.adapter.getTransfer({
      network: bench.chain.network,
      reference: replacement as string,
    });
    expect(seen.state, "stored before it is sent").to.equal("not_found");
    await workers[0].close();
    await workers[1].close();
    await bench.untilStatus(workers[2], merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    await workers[2].close();
  });

  it("is no longer raised at the cap: a person is called once, and it is paid when the network asks for less", async () => {
    await using worker = bench.newWorker({ fees: { raiseAfterMs: 1, raisesMax: 2 } });
    const { account, merchantId, settlementId } = await stuck(worker);
    const before = await alarms("TRANSFER_STUCK");
    for (const [times, baseFee] of [
      [1, 4_000n * gwei],
      [2, 32_000n * gwei],
    ] as const) {
      await until(raised(settlementId, times), worker.track);
      await block(baseFee);
    }
    await until(async () => (await bench.row(settlementId)).last_error === "TRANSFER_STUCK", worker.track);
    for (let turn = 0; turn < 5; turn++) await worker.track();
    expect(await alarms("TRANSFER_STUCK")).to.equal(before + 1);
    expect(await transfers(settlementId)).to.have.length(3);
    await until(
      async () => (await bench.only(merchantId)).status === "finalized",
      async () => {
        await block(gwei);
        await worker.all();
      },
    );
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    expect((await bench.row(settlementId)).last_error).to.equal(null);
  });

  it("is replaced although a transfer before it waits for a person, because a foreign transaction took its sequence", async () => {
    await using worker = bench.newWorker(eager);
    const displaced = await bench.merchant(newAccount());
    await bench.pay(displaced, 1_000_000n);
    await worker.open();
    await worker.prepare();
    const { settlementId: before } = await bench.only(displaced);
    await bench.foreignTransaction();
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await until(async () => (await bench.row(before)).last_error === "SEQUENCE_REPLACED", worker.all);

    const { account, merchantId, settlementId } = await stuck(worker);
    await until(raised(settlementId, 1), worker.track);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
  });

  it("is not replaced while it only waits behind another, nor when fees are not to be raised", async () => {
    await using worker = bench.newWorker();
    const first = await stuck(worker);
    const merchantId = await bench.merchant(newAccount());
    await bench.pay(merchantId, 1_000_000n);
    await worker.open();
    await worker.prepare();
    const second = (await bench.only(merchantId)).settlementId;
    for (let turn = 0; turn < 5; turn++) await worker.all();
    expect(await transfers(first.settlementId)).to.have.length(1);

    await using eagerWorker = bench.newWorker(eager);
    await until(raised(first.settlementId, 1), eagerWorker.track);
    for (let turn = 0; turn < 5; turn++) await eagerWorker.submit();
    expect(await transfers(second), "behind the first").to.have.length(1);
    await bench.untilStatus(eagerWorker, merchantId, "finalized", 1);
    await bench.untilStatus(eagerWorker, first.merchantId, "finalized", 1);
    expect(await bench.chain.balance(first.account)).to.equal(4_000_000n);
  });
});

describe("a transfer that costs more than it may", function () {
  this.timeout(120_000);

  it("waits, calls a person once, and is paid when the network asks for less", async () => {
    const bench = await SettlementBench.start({ feeMax: 10n ** 16n });
    try {
      const account = newAccount();
      const merchantId = await bench.merchant(account);
      await bench.pay(merchantId, 4_000_000n);
      await using worker = bench.newWorker(eager);
      const block = async (baseFee: bigint): Promise<void> => {
        await bench.chain.node.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${baseFee.toString(16)}`]);
        await bench.chain.node.mine(1);
      };
      await block(10_000n * gwei);
      const before = await alarms("FEE_ABOVE_LIMIT");
      await worker.open();
      await until(
        async () => (await bench.row((await bench.only(merchantId)).settlementId)).last_error !== null,
        worker.prepare,
      );
      for (let turn = 0; turn < 3; turn++) await worker.all();
      expect(await bench.row((await bench.only(merchantId)).settlementId)).to.include({
        last_error: "FEE_ABOVE_LIMIT",
        reference: null,
      });
      expect(await alarms("FEE_ABOVE_LIMIT")).to.equal(before + 1);
      await block(gwei);
      await bench.untilStatus(worker, merchantId, "finalized", 1);
      expect(await bench.chain.balance(account)).to.equal(4_000_000n);
      await bench.chain.node.mine(finalAfterBlocks);
    } finally {
      await bench.close();
    }
  });
});
