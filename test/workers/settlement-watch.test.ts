// What monitoring sees of settlements that are not final.
import { expect } from "chai";
import { watchSettlements } from "../../src/workers/settlement/watch.ts";
import { settlementOldestSeconds, settlementProblems, settlementsOpen } from "../../src/workers/metrics.ts";
import { newAccount } from "../chain/support/evm.ts";
import { SettlementBench } from "./support/bench.ts";

describe("metrics of settlements", function () {
  this.timeout(120_000);
  let bench: SettlementBench;
  before(async () => {
    bench = await SettlementBench.start();
  });
  after(() => bench.close());

  const valueOf = async (gauge: typeof settlementsOpen): Promise<number | undefined> =>
    (await gauge.get()).values[0]?.value;
  const problems = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await settlementProblems.get()).values.map(({ labels, value }) => [String(labels.reason), value]),
    );

  it("count them, name the reasons of failures, and show a zero when a problem is over", async () => {
    await using worker = bench.newWorker();
    const watch = watchSettlements(worker.context.store);
    await watch();
    expect(await valueOf(settlementsOpen)).to.equal(0);
    expect(await valueOf(settlementOldestSeconds)).to.equal(0);
    expect(await problems()).to.deep.equal({});

    const merchantId = await bench.merchant(newAccount());
    await bench.pay(merchantId, 1_000_000n);
    await worker.open();
    await watch();
    expect(await valueOf(settlementsOpen)).to.equal(1);
    expect(await valueOf(settlementOldestSeconds))
      .to.be.above(0)
      .and.below(60);
    expect(await problems()).to.deep.equal({});

    await bench.chain.adapterDown();
    await worker.prepare();
    await watch();
    expect(await problems()).to.deep.equal({ UNAVAILABLE: 1 });

    await bench.chain.adapterUp();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    await watch();
    expect(await problems()).to.deep.equal({ UNAVAILABLE: 0 });
    expect(await valueOf(settlementsOpen)).to.equal(0);
    expect(await valueOf(settlementOldestSeconds)).to.equal(0);
  });
});
