// Random payments, refunds and settlements on a real database against a small model of what a merchant is owed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import type { CreateRefundResponse } from "../../gen/ts/pda/payment/v1/refund_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { promptBatches } from "../../src/domain/settlement/policy.ts";
import type { SettlementContext } from "../../src/workers/settlement/context.ts";
import { finish } from "../../src/workers/settlement/finish.ts";
import { openSettlement } from "../../src/workers/settlement/open-settlement.ts";
import { recordingLog } from "../chain/support/log.ts";
import { assetType, merchant, publisher, testNetwork, wallet } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";
import { balancesOf, paidPayment, prepareMadeUp } from "./support/takings.ts";

const account = `${testNetwork}:0x00000000000000000000000000000000000000AA`;

interface ModelPayment {
  readonly id: string;
  readonly transactionId: string;
  readonly amount: bigint;
  refunded: bigint;
  settled: boolean;
}

interface ModelRefund {
  readonly amount: bigint;
  readonly fromSettled: bigint;
  settled: boolean;
}

const sum = <T>(items: readonly T[], amount: (item: T) => bigint): bigint =>
  items.reduce((all, item) => all + amount(item), 0n);

/** What must hold for one merchant; it knows nothing of accounts or of how items are chosen. */
class Model {
  readonly payments: ModelPayment[] = [];
  readonly refunds: ModelRefund[] = [];
  /** Transfers of settlements that are not final, oldest first. */
  readonly inFlight: bigint[] = [];
  /** Transfers that are final: what the merchant has on its network. */
  onNetwork = 0n;

  get unsettledPayments(): ModelPayment[] {
    return this.payments.filter((each) => !each.settled);
  }
  get unsettledRefunds(): ModelRefund[] {
    return this.refunds.filter((each) => !each.settled);
  }
  get merchant(): bigint {
    return (
      sum(this.unsettledPayments, (p) => p.amount) -
      sum(this.unsettledRefunds, (r) => r.amount - r.fromSettled)
    );
  }
  get transferred(): bigint {
    return this.onNetwork + sum(this.inFlight, (transfer) => transfer);
  }
  /** What refunds took out of money that settlements had taken before, and no settlement has netted. */
  get debt(): bigint {
    return sum(this.unsettledRefunds, (r) => r.fromSettled);
  }
  get owed(): bigint {
    return sum(this.unsettledPayments, (p) => p.amount) - sum(this.unsettledRefunds, (r) => r.amount);
  }
}

type Step =
  | { readonly kind: "pay"; readonly amount: bigint }
  | { readonly kind: "refund"; readonly which: number; readonly amount: bigint }
  | { readonly kind: "settle"; readonly limit: number }
  | { readonly kind: "finish" };

const amount = fc.bigInt({ min: 1n, max: 100n });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("pay" as const), amount }),
    fc.record({ kind: fc.constant("refund" as const), which: fc.nat(), amount }),
    fc.record({ kind: fc.constant("settle" as const), limit: fc.constantFrom(1, 2, 500) }),
    fc.record({ kind: fc.constant("finish" as const) }),
  ),
  { minLength: 4, maxLength: 30 },
);

describe("settlement against a model", function () {
  this.timeout(300_000);
  let harness: ServiceHarness;
  let type: AssetType;
  let walletId: string;

  before(async () => {
    harness = await ServiceHarness.start(() =>
      paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
    );
    type = await assetType(harness.store, await publisher(harness.url));
    walletId = (await wallet(harness.store, type, 1_000_000_000n)).walletId;
  });
  after(() => harness[Symbol.asyncDispose]());

  async function refund(model: Model, which: number, minor: bigint): Promise<void> {
    const payment = model.payments[which % model.payments.length];
    if (!payment) return;
    const permitted =
      minor <= payment.amount - payment.refunded && minor <= model.merchant + model.transferred - model.debt;
    const request = {
      originalTransaction: payment.transactionId,
      refundAmount: `0.${minor.toString().padStart(6, "0")}`,
      reason: "returned",
    };
    if (!permitted) {
      expect((await harness.failure("CreateRefund", request)).reason).to.be.oneOf([
        "ALREADY_REFUNDED",
        "REFUND_EXCEEDS_PAID",
        "MERCHANT_BALANCE_SHORT",
      ]);
      return;
    }
    const before = model.merchant;
    await harness.call<CreateRefundResponse>("CreateRefund", request);
    payment.refunded += minor;
    model.refunds.push({ amount: minor, fromSettled: minor > before ? minor - before : 0n, settled: false });
  }

  async function settle(model: Model, merchantId: string, limit: number): Promise<void> {
    const { store } = harness;
    const { owed, unsettledPayments, unsettledRefunds } = model;
    const pair = { merchantId, assetTypeId: type.assetTypeId };
    const settlement = await store.transact((tx) =>
      openSettlement(tx, pair, { ...promptBatches, itemsMax: limit }),
    );
    if (!settlement) {
      const seesAll = unsettledPayments.length <= limit && unsettledRefunds.length <= limit;
      expect(owed <= 0n || !seesAll, "it waits only when nothing is owed").to.equal(true);
      return;
    }
    expect(settlement.amount > 0n && settlement.amount <= owed).to.equal(true);
    expect(settlement.paymentIds.length).to.be.within(1, limit);
    const paid = settlement.paymentIds.map((id) => unsettledPayments.find((each) => each.id === id));
    for (const payment of paid) (payment as ModelPayment).settled = true;
    const netted = sum(paid as ModelPayment[], (p) => p.amount) - settlement.amount;
    // Refunds are netted from the oldest on as far as they fit.
    let rest = netted;
    const stillUnsettled = await store.transact((tx) => tx.unsettled.refunds(pair, 1000));
    expect(unsettledRefunds.length - stillUnsettled.length).to.be.at.most(limit);
    const open = stillUnsettled.map((each) => `${each.amount}/${each.fromSettled}`);
    for (const each of unsettledRefunds.toReversed()) {
      const at = open.lastIndexOf(`${each.amount}/${each.fromSettled}`);
      if (at >= 0) open.splice(at, 1);
      else {
        each.settled = true;
        rest -= each.amount;
      }
    }
    expect(rest, "the transfer is payments less refunds").to.equal(0n);
    model.inFlight.push(settlement.amount);
    // Prepared, so that the next settlement of the pair may be opened.
    expect(await prepareMadeUp(store)).to.equal(settlement.settlementId);
  }

  /** The oldest settlement that is on its way becomes final. */
  async function finishOldest(model: Model, merchantId: string): Promise<void> {
    const transfer = model.inFlight.shift();
    if (transfer === undefined) return;
    const { store } = harness;
    const due = (await store.transact((tx) => tx.settlementQueue.lease("unsubmitted", 1000, 60_000)))
      .filter((each) => each.merchantId === merchantId)
      .sort((a, b) => (a.settlementId < b.settlementId ? -1 : 1));
    expect(due[0]?.amount).to.equal(transfer);
    const context = { store, log: recordingLog().log } as SettlementContext;
    await finish(context, due[0]!, { status: "finalized", confirmationCount: 3 });
    const pending = { status: "pending", confirmationCount: 0, failures: 0, nextAttemptMs: 0 } as const;
    for (const each of due.slice(1)) await store.transact((tx) => tx.settlementQueue.record(each, pending));
    model.onNetwork += transfer;
  }

  /** The accounts agree with the model, and without debt the settled balance is what the merchant has on its network. */
  async function expectReconciled(model: Model, merchantId: string): Promise<void> {
    const { merchant, clearing, settled } = await balancesOf(harness.store, type, merchantId);
    const { onNetwork, transferred, debt } = model;
    expect(merchant).to.equal(model.merchant);
    expect(clearing + settled).to.equal(transferred - debt);
    expect(clearing <= transferred - onNetwork, "clearing holds what is on its way at most").to.equal(true);
    expect(settled <= onNetwork, "nothing counts as settled before it is final").to.equal(true);
    if (debt === 0n) expect(settled).to.equal(onNetwork);
  }

  it("keeps all balances to the unit after every step, and settles everything that is owed", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const merchantId = await merchant(harness.store, [account]);
        const model = new Model();
        for (const step of [...sequence, { kind: "settle", limit: 500 } as const]) {
          if (step.kind === "pay") {
            const paid = await paidPayment(harness.store, type, merchantId, walletId, step.amount);
            const { paymentId: id, transactionId } = paid;
            model.payments.push({
              id,
              transactionId: transactionId as string,
              amount: step.amount,
              refunded: 0n,
              settled: false,
            });
          } else if (step.kind === "refund") await refund(model, step.which, step.amount);
          else if (step.kind === "settle") await settle(model, merchantId, step.limit);
          else await finishOldest(model, merchantId);
          await expectReconciled(model, merchantId);
        }
        if (model.owed > 0n) expect.fail("something is owed and was not settled");
        while (model.inFlight.length > 0) await finishOldest(model, merchantId);
        await expectReconciled(model, merchantId);
      }),
      { numRuns: 60 },
    );
    expect(await asDocumented(), "what docs/operations.md asks the database").to.deep.equal([]);
    expect(await harness.store.read.ledger.violations()).to.deep.equal([]);
  });

  /** The rows of the check of docs/operations.md, done word for word. */
  async function asDocumented(): Promise<unknown[]> {
    const page = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
    const [, sql] = /```sql\n(-- settled balance[^`]+)```/.exec(page) ?? [];
    const client = new pg.Client({ connectionString: harness.url });
    await client.connect();
    try {
      return (await client.query(sql as string)).rows;
    } finally {
      await client.end();
    }
  }

  it("settles each item once while refunds and several workers are at it", async () => {
    const { store } = harness;
    const merchantId = await merchant(store, [account]);
    const pair = { merchantId, assetTypeId: type.assetTypeId };
    const paid = await Promise.all(
      Array.from({ length: 30 }, () => paidPayment(store, type, merchantId, walletId, 10n)),
    );
    const refunds = paid.slice(0, 15).map((payment) =>
      harness.call("CreateRefund", {
        originalTransaction: payment.transactionId,
        refundAmount: "0.000004",
        reason: "returned",
      }),
    );
    let netted = 0;
    const open = async (itemsMax: number): Promise<bigint> => {
      let total = 0n;
      for (let turn = 0; turn < 20; turn++) {
        const settlement = await store.transact((tx) =>
          openSettlement(tx, pair, { ...promptBatches, itemsMax }),
        );
        total += settlement?.amount ?? 0n;
        netted += settlement?.refundCount ?? 0;
        await prepareMadeUp(store);
      }
      return total;
    };
    const totals = await Promise.all([open(3), open(3), open(3)]);
    await Promise.all(refunds);
    let transferred = sum(totals, (total) => total);
    // Refunds that came late may be more than a small batch can net; what is owed then waits for further payments, or for a batch of all.
    for (let last = await open(100); last > 0n; last = await open(100)) transferred += last;
    // A refund that comes after all payments were settled draws on what is in flight, and the next settlement owes it.
    const [paidOut, refunded] = [30n * 10n, 15n * 4n];
    expect(transferred).to.equal(paidOut - BigInt(netted) * 4n);
    expect(await balancesOf(store, type, merchantId)).to.deep.equal({
      merchant: 0n,
      clearing: paidOut - refunded,
      settled: 0n,
    });
    expect(await store.read.ledger.violations()).to.deep.equal([]);
  });
});
