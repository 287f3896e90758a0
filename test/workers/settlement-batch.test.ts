// What is settled together, when, and how many confirmations it takes.
import { expect } from "chai";
import type { ListSettlementItemsResponse } from "../../gen/ts/pda/payment/v1/settlement_service.ts";
import { namedPaymentsMax } from "../../src/domain/settlement/settlement.ts";
import { newAccount } from "../chain/support/evm.ts";
import { asMerchant } from "../support/service.ts";
import { SettlementBench, until } from "./support/bench.ts";
import { manyPaidPayments } from "./support/takings.ts";

describe("batches of settlement", function () {
  this.timeout(180_000);
  let bench: SettlementBench;
  beforeEach(async () => {
    bench = await SettlementBench.start();
  });
  afterEach(() => bench.close());

  const opened = async (merchantId: string) => (await bench.settlements(merchantId)).length;

  it("gather for as long as they are to, and are settled by one transfer", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await using worker = bench.newWorker({ batches: { waitMs: 3_600_000 } });
    for (let i = 0; i < 3; i++) await bench.pay(merchantId, 1_000_000n);
    await worker.open();
    expect(await opened(merchantId)).to.equal(0);
    await bench.harness.store.transact((tx) => tx.clock.advance(3599n));
    await worker.open();
    expect(await opened(merchantId), "one second early").to.equal(0);
    await bench.harness.store.transact((tx) => tx.clock.advance(2n));
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.only(merchantId)).to.include({ amount: 3_000_000n, paymentCount: 3 });
    expect(await bench.chain.balance(account)).to.equal(3_000_000n);
  });

  it("wait no longer when there are as many as one settlement may have", async () => {
    const merchantId = await bench.merchant(newAccount());
    await using worker = bench.newWorker({ batches: { waitMs: 3_600_000, itemsMax: 3 } });
    for (let i = 0; i < 2; i++) await bench.pay(merchantId, 1_000_000n);
    await worker.open();
    expect(await opened(merchantId)).to.equal(0);
    for (let i = 0; i < 2; i++) await bench.pay(merchantId, 1_000_000n);
    await worker.all();
    expect(await bench.only(merchantId)).to.include({ paymentCount: 3 });
    await worker.all();
    expect(await opened(merchantId), "the fourth gathers anew").to.equal(1);
  });

  it("pay out what is owed although a payment has more refunds than a settlement usually takes", async () => {
    const merchantId = await bench.merchant(newAccount());
    await using worker = bench.newWorker({ batches: { itemsMax: 1 } });
    const payment = await bench.pay(merchantId, 100_000_000n);
    for (const amount of ["30", "40", "5"]) await bench.refund(payment, amount);
    await worker.all();
    const [one] = await bench.settlements(merchantId);
    expect([one?.amount, one?.paymentCount, one?.refundCount]).to.deep.equal([25_000_000n, 1, 3]);
  });

  it("gather while the network has yet to include the last transfer, but not for a transfer that is stuck", async () => {
    const merchantId = await bench.merchant(newAccount());
    await using worker = bench.newWorker({ batches: { inclusionMs: 3_600_000 } });
    const due = async (): Promise<void> => {
      await bench.harness.store.transact((tx) => tx.clock.advance(1n));
      await worker.all();
    };
    await bench.pay(merchantId, 1_000_000n);
    await worker.all();
    await bench.pay(merchantId, 2_000_000n);
    await due();
    await bench.pay(merchantId, 3_000_000n);
    await due();
    expect(await opened(merchantId), "no block has the first transfer").to.equal(1);
    await bench.chain.node.mine(1);
    await until(
      async () => (await opened(merchantId)) === 2,
      () => worker.all(),
    );
    const amounts = async () => (await bench.settlements(merchantId)).map(({ amount }) => amount);
    expect(await amounts()).to.have.members([1_000_000n, 5_000_000n]);

    await bench.pay(merchantId, 4_000_000n);
    await due();
    expect(await opened(merchantId), "no block has the second one").to.equal(2);
    await bench.harness.store.transact((tx) => tx.clock.advance(3600n));
    await worker.open();
    expect(await opened(merchantId), "it has waited for an hour").to.equal(3);
  });

  it("wait until they are worth a transfer", async () => {
    const merchantId = await bench.merchant(newAccount());
    await using worker = bench.newWorker({ batches: { amountMin: "2.5" } });
    await bench.pay(merchantId, 2_499_999n);
    await worker.open();
    expect(await opened(merchantId)).to.equal(0);
    await bench.pay(merchantId, 1n);
    await worker.open();
    expect(await bench.only(merchantId)).to.include({ amount: 2_500_000n });
  });

  it("of 10,000 payments and refunds are one transfer, named in part and listed whole", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    const paid = await manyPaidPayments(bench.harness.url, bench.type, merchantId, bench.walletId, 10_000);
    for (const transactionId of paid.slice(0, 3))
      await bench.harness.call("CreateRefund", {
        originalTransaction: transactionId,
        refundAmount: "0.0001",
        reason: "returned",
      });
    await using worker = bench.newWorker();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    const settlement = await bench.only(merchantId);
    expect(settlement).to.include({ amount: 9_999_700n, paymentCount: 10_000, refundCount: 3 });
    expect(settlement.paymentIds).to.have.length(namedPaymentsMax);
    expect(await bench.chain.balance(account)).to.equal(9_999_700n);

    let sum = 0n;
    const seen = new Set<string>();
    let pageToken = "";
    do {
      const { settlementId } = settlement;
      const page = await bench.harness.call<ListSettlementItemsResponse>(
        "ListSettlementItems",
        { settlementId, pageSize: 200, pageToken },
        { as: asMerchant(merchantId) },
      );
      for (const { paymentId, refundId, amount } of page.items) {
        seen.add(refundId ?? paymentId);
        const minor = BigInt(amount.replace("0.", "").padEnd(6, "0"));
        sum += refundId ? -minor : minor;
      }
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(seen.size).to.equal(10_003);
    expect(sum, "payments less refunds").to.equal(settlement.amount);
  });

  it("need the confirmations of their amount, and show how many", async () => {
    await using worker = bench.newWorker({
      batches: {
        tiers: [
          { assetType: "USDX", upTo: "1000", confirmations: 4 },
          { assetType: "OTHER", confirmations: 50 },
          { confirmations: 9 },
        ],
      },
    });
    const small = await bench.merchant(newAccount());
    const large = await bench.merchant(newAccount());
    await bench.pay(small, 1_000_000_000n);
    await bench.pay(large, 1_000_000_001n);
    await worker.open();
    while (await worker.prepare());
    await worker.submit();
    expect(await bench.only(small)).to.include({ confirmationsRequired: 4 });
    expect(await bench.only(large)).to.include({ confirmationsRequired: 9 });

    const statuses = async () => [(await bench.only(small)).status, (await bench.only(large)).status];
    const at = async (count: number): Promise<void> => {
      await bench.chain.node.mine(1);
      await until(
        async () =>
          (await Promise.all([bench.only(small), bench.only(large)])).every(
            ({ status, confirmationCount }) => status === "finalized" || confirmationCount === count,
          ),
        worker.track,
      );
    };
    for (let count = 1; count <= 9; count++) {
      await at(count);
      expect(await statuses(), `${count} confirmations`).to.deep.equal([
        count < 4 ? "confirmed" : "finalized",
        count < 9 ? "confirmed" : "finalized",
      ]);
    }
  });

  it("need never fewer confirmations than the network asks for", async () => {
    await using worker = bench.newWorker({ batches: { tiers: [{ confirmations: 1 }] } });
    const merchantId = await bench.merchant(newAccount());
    await bench.pay(merchantId, 1_000_000n);
    await worker.open();
    await worker.prepare();
    expect((await bench.only(merchantId)).confirmationsRequired).to.equal(2);
  });
});
