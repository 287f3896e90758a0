// Completed refunds settle too: each is netted once, by the settlement that it names, and what is paid out is payments less refunds.
import { expect } from "chai";
import type { ListRefundsResponse } from "../../gen/ts/pda/payment/v1/refund_service.ts";
import { newAccount } from "../chain/support/evm.ts";
import { SettlementBench } from "./support/bench.ts";

describe("refunds in settlements", function () {
  this.timeout(120_000);
  let bench: SettlementBench;
  beforeEach(async () => {
    bench = await SettlementBench.start();
  });
  afterEach(() => bench.close());

  const refunds = async (filter: object) =>
    (await bench.harness.call<ListRefundsResponse>("ListRefunds", { pageSize: 200, ...filter })).items;
  const sum = (amounts: readonly string[]): bigint =>
    amounts.reduce((total, amount) => total + BigInt(Math.round(Number(amount) * 1e6)), 0n);

  it("are each netted by one settlement, before and after the money was paid out, to the unit on the network", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await using worker = bench.newWorker();

    const first = await bench.pay(merchantId, 5_000_000n);
    await bench.refund(first, "1");
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    const [one] = await bench.settlements(merchantId);
    expect(one?.amount).to.equal(4_000_000n);
    expect(
      (await refunds({ settlementId: one?.settlementId })).map((each) => each.refundAmount),
    ).to.deep.equal(["1"]);

    // Of money that was paid out; nothing is owed to the merchant until it has taken more than that.
    await bench.refund(first, "2.5");
    const second = await bench.pay(merchantId, 2_000_000n);
    await bench.refund(second, "0.25");
    for (let turn = 0; turn < 3; turn++) await worker.all();
    expect(await bench.settlements(merchantId)).to.have.length(1);
    expect((await refunds({ paymentId: first.paymentId })).map((each) => each.settlementId)).to.deep.equal([
      undefined,
      one?.settlementId,
    ]);

    await bench.pay(merchantId, 3_000_000n);
    await worker.all();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    const [two] = await bench.settlements(merchantId);
    expect(two?.amount).to.equal(2_250_000n);
    const netted = await refunds({ settlementId: two?.settlementId });
    expect(netted.map((each) => each.refundAmount).sort()).to.deep.equal(["0.25", "2.5"]);

    const all = await refunds({});
    expect(all.every((each) => each.settlementId !== undefined)).to.equal(true);
    const paid = 10_000_000n - sum(all.map((each) => each.refundAmount));
    expect(await bench.chain.balance(account)).to.equal(paid);
    expect(await bench.balances(merchantId)).to.deep.include({ merchant: 0n, settled: paid });
    expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
  });
});
