// A transfer that the network calls successful without showing that the amount moved: it may have paid, so a person decides.
import { expect } from "chai";
import { acceptTransfer } from "../../src/workers/settlement/resolve/unclear.ts";
import { prepareAnew } from "../../src/workers/settlement/resolve/prepare-anew.ts";
import { newAccount } from "../chain/support/evm.ts";
import { deployOddToken } from "../chain/support/odd-tokens.ts";
import { type RpcAnswer, tamperingProxy, type TamperingProxy } from "../chain/support/proxy.ts";
import { assetType, publisher, wallet } from "../support/fixtures.ts";
import { alarms, SettlementBench, until } from "./support/bench.ts";
import { finalAfterBlocks } from "./support/chain.ts";
import { as, refusal } from "./support/operator.ts";
import { balancesOf, paidPayment } from "./support/takings.ts";
import type { HandWorker } from "./support/worker.ts";

describe("a settlement whose transfer succeeded without saying what it moved", function () {
  this.timeout(120_000);
  let proxy: TamperingProxy;
  let bench: SettlementBench;
  beforeEach(async () => {
    bench = await SettlementBench.start({}, async (rpcUrl) => {
      proxy = await tamperingProxy(rpcUrl);
      return proxy.url;
    });
  });
  afterEach(async () => {
    await bench.close();
    await proxy.close();
  });

  const lastError = async (settlementId: string) => (await bench.row(settlementId)).last_error;
  const untilError = (worker: HandWorker, settlementId: string, reason: string): Promise<void> =>
    until(async () => (await lastError(settlementId)) === reason, worker.track);

  /** A payout of 1,000 in a token that keeps a tenth of each transfer, included and final. */
  async function charged(worker: HandWorker, confirmations = finalAfterBlocks + 1) {
    const { chain, harness } = bench;
    const { store } = harness;
    const asset = await deployOddToken(chain.node, "Charging");
    const type = await assetType(store, await publisher(harness.url), { code: "ODDX", networks: [asset] });
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    const { walletId } = await wallet(store, type, 1000n);
    await paidPayment(store, type, merchantId, walletId, 1000n);
    await worker.open();
    await worker.prepare();
    const { settlementId } = await bench.only(merchantId);
    await worker.submit();
    await chain.node.mine(1);
    if (confirmations > finalAfterBlocks + 1) await chain.node.mine(confirmations - 2);
    await bench.lookAgain(settlementId);
    await worker.track();
    expect(await lastError(settlementId)).to.equal("TRANSFER_UNCLEAR_NOT_FINAL");
    expect(await refusal(acceptTransfer(as(worker), settlementId))).to.match(/not final/);
    expect(await refusal(prepareAnew(as(worker), settlementId))).to.match(/not final/);
    await chain.node.mine(finalAfterBlocks);
    await untilError(worker, settlementId, "TRANSFER_UNCLEAR");
    const received = async (): Promise<bigint> => {
      await using adapter = chain.client();
      return (await adapter.getBalance({ network: chain.network, asset, account })).amount;
    };
    return { merchantId, settlementId, type, received };
  }

  it("is paid once, is left to an operator, and is final when the operator accepts the transfer", async () => {
    await using worker = bench.newWorker();
    const before = await alarms("TRANSFER_UNCLEAR");
    const { merchantId, settlementId, type, received } = await charged(worker);
    for (let turn = 0; turn < 5; turn++) {
      await bench.lookAgain(settlementId);
      await worker.all();
      await bench.chain.node.mine(finalAfterBlocks);
    }
    expect(await alarms("TRANSFER_UNCLEAR")).to.equal(before + 1);
    expect(await bench.signed(settlementId)).to.have.length(1);
    expect(await received()).to.equal(900n);
    expect((await bench.only(merchantId)).status).to.equal("pending");
    expect(await bench.finalizedEvents()).to.deep.equal([]);

    expect(await acceptTransfer(as(worker, false), settlementId)).to.match(/is final: 0x/);
    expect((await bench.only(merchantId)).status, "only asked").to.equal("pending");
    await acceptTransfer(as(worker), settlementId);
    expect(await refusal(acceptTransfer(as(worker), settlementId)), "again").to.match(/no transfer/);
    expect(await bench.only(merchantId)).to.include({ status: "finalized" });
    expect(await bench.finalizedEvents()).to.deep.equal([settlementId]);
    const { store } = bench.harness;
    expect(await balancesOf(store, type, merchantId)).to.include({ clearing: 0n, settled: 1000n });
    expect(await store.read.ledger.violations()).to.deep.equal([]);
    const [decision] = await store.read.settlementProblems.interventions(10);
    expect(decision).to.deep.include({ action: "accept_transfer", decidedBy: "operator" });
    await worker.all();
    expect(await received()).to.equal(900n);
  });

  it("is paid by a new transfer when the operator says that nothing moved", async () => {
    await using worker = bench.newWorker();
    const { settlementId, received } = await charged(worker);
    expect(await prepareAnew(as(worker), settlementId)).to.match(/that is paid in addition/);
    await until(async () => (await bench.signed(settlementId)).length === 2, worker.all);
    await worker.submit();
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await untilError(worker, settlementId, "TRANSFER_UNCLEAR");
    expect(await received()).to.equal(1800n);
    await acceptTransfer(as(worker), settlementId);
    expect(await bench.finalizedEvents()).to.deep.equal([settlementId]);
  });

  it("is not final before the settlement's own confirmations", async () => {
    const confirmations = finalAfterBlocks + 3;
    await using worker = bench.newWorker({ batches: { tiers: [{ confirmations }] } });
    const { settlementId } = await charged(worker, confirmations);
    await acceptTransfer(as(worker), settlementId);
    expect(await bench.finalizedEvents()).to.deep.equal([settlementId]);
  });

  it("goes on by itself when it was the node that left the events out", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    const { settlementId } = await bench.only(merchantId);
    expect(await refusal(prepareAnew(as(worker), settlementId)), "not sent").to.match(/not unclear/);
    await worker.submit();
    proxy.tamper(({ method }, answer): RpcAnswer => {
      if (method !== "eth_getTransactionReceipt" || !answer.result) return answer;
      return { ...answer, result: { ...answer.result, logs: [] } };
    });
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await untilError(worker, settlementId, "TRANSFER_UNCLEAR");
    proxy.tamper((_request, answer) => answer);
    await bench.lookAgain(settlementId);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.signed(settlementId)).to.have.length(1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
  });

  it("holds up the fees of no other transfer", async () => {
    await using worker = bench.newWorker({ fees: { raiseAfterMs: 1 } });
    await charged(worker);
    const merchantId = await bench.merchant(newAccount());
    await bench.pay(merchantId, 1_000_000n);
    await worker.open();
    await worker.prepare();
    const { settlementId } = await bench.only(merchantId);
    await until(async () => (await bench.signed(settlementId)).length > 1, worker.all);
  });
});
