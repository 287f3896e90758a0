// A node that is down, or does not tell the truth: what is asked again passes by itself, a person hears of what lasts, nothing is lost
// and nothing is believed that would pay twice.
import { expect } from "chai";
import { newAccount } from "../chain/support/evm.ts";
import { type RpcAnswer, tamperingProxy, type TamperingProxy } from "../chain/support/proxy.ts";
import { alarms, SettlementBench, until } from "./support/bench.ts";
import { networkRestarted } from "../../src/workers/settlement/resolve/network-restarted.ts";
import type { ResolutionContext } from "../../src/workers/settlement/resolve/resolution.ts";
import { TestChain } from "./support/chain.ts";
import { handWorker, type HandWorker } from "./support/worker.ts";

describe("settlement on a node that cannot be trusted", function () {
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

  const honest = (): void => proxy.tamper((_request, answer) => answer);
  const as = (worker: HandWorker): ResolutionContext => ({
    store: worker.context.store,
    adapter: worker.context.adapter,
    apply: true,
    decidedBy: "operator",
    reason: "development network made anew",
  });
  /** A merchant whose settlement was prepared. */
  async function prepared(worker: HandWorker, amount: bigint) {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, amount);
    await worker.open();
    await until(async () => (await bench.only(merchantId)).blockchainReference !== undefined, worker.prepare);
    const { settlementId } = await bench.only(merchantId);
    return { account, merchantId, settlementId };
  }
  const lastError = async (settlementId: string) => (await bench.row(settlementId)).last_error;

  it("is asked again while it is down; when that lasts, a person hears of it, once", async () => {
    await using worker = bench.newWorker();
    const { account, merchantId, settlementId } = await prepared(worker, 4_000_000n);
    const before = await alarms("NODE_UNAVAILABLE");
    proxy.tamper(() => 503);
    await until(
      async () => Number((await bench.row(settlementId)).attempts) >= 9,
      async () => {
        await bench.lookAgain(settlementId);
        await worker.submit();
      },
    );
    expect(await lastError(settlementId)).to.equal("NODE_UNAVAILABLE");
    expect(await alarms("NODE_UNAVAILABLE")).to.equal(before + 1);
    expect(worker.lines()).to.match(/"level":"warn".*NODE_UNAVAILABLE/);
    expect(worker.lines()).to.match(/"level":"error".*NODE_UNAVAILABLE/);
    honest();
    await bench.lookAgain(settlementId);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
  });

  it("that contradicts itself is not believed: neither final nor taken back", async () => {
    await using worker = bench.newWorker();
    const { account, merchantId, settlementId } = await prepared(worker, 4_000_000n);
    await worker.submit();
    await bench.chain.node.mine(1);
    await until(async () => (await bench.only(merchantId)).status === "confirmed", worker.track);
    // Its receipt names a block that is not the one at that height.
    proxy.tamper(({ method }, answer): RpcAnswer => {
      if (method !== "eth_getTransactionReceipt" || !answer.result) return answer;
      return { ...answer, result: { ...answer.result, blockHash: `0x${"ab".repeat(32)}` } };
    });
    await bench.chain.node.mine(10);
    await bench.lookAgain(settlementId);
    await until(async () => (await lastError(settlementId)) === "NODE_INCONSISTENT", worker.track);
    expect(await bench.only(merchantId)).to.include({ status: "confirmed" });
    expect(await bench.finalizedEvents()).to.deep.equal([]);
    honest();
    await bench.lookAgain(settlementId);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
  });

  it("that denies a transfer gets the same bytes again, and no second transfer", async () => {
    await using worker = bench.newWorker();
    const { account, merchantId, settlementId } = await prepared(worker, 4_000_000n);
    await worker.submit();
    await bench.chain.node.mine(1);
    await until(async () => (await bench.only(merchantId)).status === "confirmed", worker.track);
    proxy.tamper(({ method }, answer) =>
      ["eth_getTransactionByHash", "eth_getTransactionReceipt"].includes(method)
        ? { ...answer, result: null }
        : method === "eth_getTransactionCount"
          ? { ...answer, result: "0x0" }
          : answer,
    );
    await until(async () => (await bench.only(merchantId)).status === "reverted", worker.track);
    for (let turn = 0; turn < 5; turn++) {
      await bench.lookAgain(settlementId);
      await worker.track();
    }
    expect(await bench.signed(settlementId)).to.have.length(1);
    honest();
    await bench.lookAgain(settlementId);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
  });

  it("that has become one of another network is told at once where money is at stake, and nothing is signed", async () => {
    await using worker = bench.newWorker();
    const first = await prepared(worker, 1_000_000n);
    await bench.untilStatus(worker, first.merchantId, "finalized", 1);
    const before = await alarms("NETWORK_MISMATCH");
    proxy.tamper(({ method }, answer) => (method === "eth_chainId" ? { ...answer, result: "0x1" } : answer));
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 2_000_000n);
    await worker.open();
    const { settlementId } = await bench.only(merchantId);
    await worker.prepare();
    expect(await bench.row(settlementId)).to.include({ last_error: "NETWORK_MISMATCH", reference: null });
    expect(await alarms("NETWORK_MISMATCH")).to.equal(before + 1);
    honest();
    await bench.lookAgain(settlementId);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(2_000_000n);
  });

  it("that says the network is back at zero is not followed there", async () => {
    await using worker = bench.newWorker();
    const first = await prepared(worker, 1_000_000n);
    await bench.untilStatus(worker, first.merchantId, "finalized", 1);
    const before = await alarms("NETWORK_BEHIND");
    proxy.tamper(({ method }, answer) =>
      method === "eth_getTransactionCount" ? { ...answer, result: "0x0" } : answer,
    );
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 2_000_000n);
    await worker.open();
    const { settlementId } = await bench.only(merchantId);
    await worker.prepare();
    expect(await bench.row(settlementId)).to.include({ last_error: "NETWORK_BEHIND", reference: null });
    expect(await alarms("NETWORK_BEHIND")).to.equal(before + 1);
    honest();
    await bench.lookAgain(settlementId);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(2_000_000n);
  });

  it("and a development network that was made anew under a kept database: what was not final is paid on it, once", async () => {
    await using worker = bench.newWorker();
    const final = await prepared(worker, 1_000_000n);
    await bench.untilStatus(worker, final.merchantId, "finalized", 1);
    const open = await prepared(worker, 2_000_000n);
    await worker.submit();
    expect(
      await networkRestarted(as(worker), bench.chain.network, 0).catch((error: Error) => error.message),
    ).to.match(/has not started from zero/);

    const anew = await TestChain.start();
    await using other = handWorker(bench.harness.url, anew.client());
    try {
      const waiting = await bench.merchant(newAccount());
      await bench.pay(waiting, 3_000_000n);
      await other.open();
      await other.prepare();
      expect(await lastError((await bench.only(waiting)).settlementId)).to.equal("NETWORK_BEHIND");
      // The new node is handed what was signed for the old one: it would be good there as soon as its sequence comes.
      await until(async () => (await lastError(open.settlementId)) === null, other.track);
      const restart = () =>
        networkRestarted(as(other), anew.network, 0).catch((error: Error) => error.message);
      await bench.lookAgain(open.settlementId);
      await other.track();
      expect(await restart(), "while its node holds the former transfer").to.match(/could still be included/);
      await anew.node.rpc("anvil_dropAllTransactions");
      expect(await restart()).to.match(/1 settlements .* are paid by new transfers/);

      const onNew = async (merchantId: string): Promise<void> =>
        until(
          async () => (await bench.only(merchantId)).status === "finalized",
          async () => {
            await other.all();
            await anew.node.mine(1);
          },
        );
      await onNew(open.merchantId);
      await onNew(waiting);
      expect(await anew.balance(open.account)).to.equal(2_000_000n);
      expect((await bench.only(final.merchantId)).status).to.equal("finalized");
      expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
    } finally {
      await anew.close();
    }
  });
});
