// What a network may do to a transfer that was sent, on a real node: every depth of reorganisation before and after the point from
// which a settlement is final, and transfers that are dropped, replaced or sent twice. In each case the merchant is paid once.
import { expect } from "chai";
import { newAccount } from "../chain/support/evm.ts";
import { alarms, SettlementBench, until } from "./support/bench.ts";
import { finalAfterBlocks } from "./support/chain.ts";
import type { HandPolicies, HandWorker } from "./support/worker.ts";

const seed = Number(process.env.SEED ?? 7);
/** Numbers from 0 to 1 that the seed determines (mulberry32). */
function numbers(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Confirmations that the settlements here need: more than the network's own. */
const required = 6;
const deep: HandPolicies = { batches: { tiers: [{ confirmations: required }] } };

describe("what a network does to a transfer", function () {
  this.timeout(180_000);
  let bench: SettlementBench;
  beforeEach(async () => {
    bench = await SettlementBench.start();
    // Below them is the asset itself, which no reorganisation here takes back.
    await node().mine(required);
  });
  afterEach(() => bench.close());

  const node = () => bench.chain.node;
  const reorganise = (depth: number) => node().rpc("anvil_reorg", [depth, []]);

  /** A settlement whose transfer is in a block with so many confirmations, and known to be. */
  async function included(worker: HandWorker, amount: bigint, confirmations: number) {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, amount);
    await worker.open();
    while (await worker.prepare());
    await worker.submit();
    await node().mine(confirmations);
    const settlement = () => bench.only(merchantId);
    await until(async () => (await settlement()).confirmationCount === confirmations, worker.track);
    return { account, merchantId, settlement, reference: (await settlement()).blockchainReference as string };
  }

  /** Network and ledger agree: paid once, announced once. */
  async function expectPaidOnce(
    { account, merchantId }: { account: string; merchantId: string },
    amount: bigint,
  ): Promise<void> {
    await node().mine(3);
    expect(await bench.chain.balance(account)).to.equal(amount);
    expect(await bench.balances(merchantId)).to.deep.equal({ merchant: 0n, clearing: 0n, settled: amount });
    const { settlementId } = await bench.only(merchantId);
    expect((await bench.finalizedEvents()).filter((subject) => subject === settlementId)).to.have.length(1);
    expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
  }

  for (let confirmations = 1; confirmations < required; confirmations++)
    for (let depth = 1; depth <= confirmations + 1; depth++)
      it(`a reorganisation ${depth} deep at ${confirmations} of ${required} confirmations`, async () => {
        await using worker = bench.newWorker(deep);
        const subject = await included(worker, 4_000_000n, confirmations);
        const before = await bench.row((await subject.settlement()).settlementId);
        expect(before.status).to.equal("confirmed");
        expect((await bench.balances(subject.merchantId)).settled, "nothing is settled yet").to.equal(0n);

        await reorganise(depth);
        if (depth >= confirmations) {
          await until(async () => (await subject.settlement()).status === "reverted", worker.track);
          expect(await subject.settlement()).to.include({ confirmationCount: 0 });
          expect(await bench.chain.balance(subject.account)).to.equal(0n);
        } else {
          for (let turn = 0; turn < 3; turn++) await worker.track();
          expect(await subject.settlement()).to.include({
            status: "confirmed",
            confirmationCount: confirmations,
          });
        }
        expect(await bench.balances(subject.merchantId)).to.deep.equal({
          merchant: 0n,
          clearing: 4_000_000n,
          settled: 0n,
        });
        await bench.untilStatus(worker, subject.merchantId, "finalized", 1);
        const after = await subject.settlement();
        expect(after.blockchainReference, "the same bytes").to.equal(subject.reference);
        expect(after.confirmationCount).to.be.at.least(required);
        await expectPaidOnce(subject, 4_000_000n);
      });

  for (const depth of [1, 2, 3])
    it(`a reorganisation ${depth} deep above a settlement that is final`, async () => {
      await using worker = bench.newWorker(deep);
      const subject = await included(worker, 4_000_000n, required - 1);
      await bench.untilStatus(worker, subject.merchantId, "finalized", 1);
      await reorganise(depth);
      for (let turn = 0; turn < 3; turn++) await worker.all();
      expect((await subject.settlement()).status).to.equal("finalized");
      await expectPaidOnce(subject, 4_000_000n);
    });

  it("a reorganisation below what was final is alarmed, nothing is prepared on it, and nothing is paid twice", async () => {
    await using worker = bench.newWorker(deep);
    const subject = await included(worker, 4_000_000n, required - 1);
    await bench.untilStatus(worker, subject.merchantId, "finalized", 1);
    await reorganise(required + 1);
    expect(await bench.chain.balance(subject.account), "the network broke its word").to.equal(0n);
    const before = await alarms("NETWORK_BEHIND");
    const second = await bench.merchant(newAccount());
    await bench.pay(second, 1_000_000n);
    await worker.open();
    for (let turn = 0; turn < 3; turn++) await worker.prepare();
    expect(await alarms("NETWORK_BEHIND")).to.equal(before + 1);
    expect(await bench.row((await bench.only(second)).settlementId)).to.include({
      last_error: "NETWORK_BEHIND",
      reference: null,
    });
    expect((await subject.settlement()).status).to.equal("finalized");

    // The branch that had it comes back.
    const [signed] = await bench.signed((await subject.settlement()).settlementId);
    const raw = await bench.signedBytes((await subject.settlement()).settlementId, signed as string);
    await node().rpc("eth_sendRawTransaction", [`0x${raw.toString("hex")}`]);
    await node().mine(finalAfterBlocks);
    await bench.untilStatus(worker, second, "finalized", 1);
    await expectPaidOnce(subject, 4_000_000n);
  });

  it("is dropped by the node, again and again, and sent again each time", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker(deep);
    await worker.open();
    await worker.prepare();
    await worker.submit();
    const reference = (await bench.only(merchantId)).blockchainReference;
    const state = async () =>
      (await worker.context.adapter.getTransfer({ network: bench.chain.network, reference: reference! }))
        .state;
    for (let turn = 0; turn < 4; turn++) {
      await node().rpc("anvil_dropTransaction", [reference]);
      expect(await state()).to.equal("not_found");
      await until(async () => (await state()) === "pending", worker.track);
    }
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    await expectPaidOnce({ account, merchantId }, 4_000_000n);
    expect(await bench.signed((await bench.only(merchantId)).settlementId)).to.deep.equal([reference]);
  });

  it("is displaced by a foreign transaction, which a reorganisation takes back: then it is included after all", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker(deep);
    await worker.open();
    await worker.prepare();
    await bench.foreignTransaction();
    await node().mine(1);
    const { settlementId } = await bench.only(merchantId);
    await until(async () => (await bench.row(settlementId)).last_error === "SEQUENCE_REPLACED", worker.all);
    expect(await bench.signed(settlementId), "no second one is signed").to.have.length(1);

    await reorganise(1);
    await bench.lookAgain(settlementId);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    await expectPaidOnce({ account, merchantId }, 4_000_000n);
    expect(await bench.signed(settlementId)).to.have.length(1);
  });

  it("is sent by several workers at once, many times over", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 4_000_000n);
    const workers = Array.from({ length: 3 }, () => bench.newWorker(deep));
    await Promise.all(workers.map((worker) => worker.open()));
    await Promise.all(workers.map((worker) => worker.prepare()));
    const { settlementId, blockchainReference = "" } = await bench.only(merchantId);
    expect(await bench.signed(settlementId), "signed once").to.have.length(1);
    const signedTransaction = await bench.signedBytes(settlementId, blockchainReference);
    const send = (worker: HandWorker) =>
      worker.context.adapter.submitTransfer({ network: bench.chain.network, signedTransaction });
    await Promise.all([...workers, ...workers].map(send));
    await node().mine(2);
    await Promise.all(workers.map((worker) => worker.all()));
    await Promise.all(workers.map(send));
    await bench.untilStatus(workers[0] as HandWorker, merchantId, "finalized", 1);
    await Promise.all(workers.map(send));
    await expectPaidOnce({ account, merchantId }, 4_000_000n);
    for (const worker of workers) await worker.close();
  });

  it(`pays each of many merchants once through random reorganisations and drops, with two workers (SEED=${seed})`, async () => {
    const random = numbers(seed);
    const workers = [bench.newWorker(deep), bench.newWorker(deep)] as const;
    const merchants = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const account = newAccount();
        return { account, merchantId: await bench.merchant(account), owed: 0n };
      }),
    );
    for (let turn = 0; turn < 25; turn++) {
      const merchant = merchants[Math.floor(random() * merchants.length)]!;
      const amount = BigInt(1 + Math.floor(random() * 1000));
      await bench.pay(merchant.merchantId, amount);
      merchant.owed += amount;
      await Promise.all(workers.map((worker) => worker.all()));
      const event = random();
      if (event < 0.5) await node().mine(1 + Math.floor(random() * 3));
      // Never as deep as what can be final: that is another case, above.
      else if (event < 0.75) await reorganise(1 + Math.floor(random() * (required - 2)));
      else if (event < 0.9) await node().rpc("anvil_dropAllTransactions");
    }
    for (const { account, merchantId, owed } of merchants) {
      await until(
        async () =>
          (await bench.balances(merchantId)).merchant === 0n &&
          (await bench.settlements(merchantId)).every(({ status }) => status === "finalized"),
        async () => {
          await Promise.all(workers.map((worker) => worker.all()));
          await node().mine(1);
        },
      );
      expect(await bench.chain.balance(account)).to.equal(owed);
      expect(await bench.balances(merchantId)).to.deep.equal({ merchant: 0n, clearing: 0n, settled: owed });
    }
    const events = await bench.finalizedEvents();
    expect(new Set(events).size, "each is announced once").to.equal(events.length);
    for (const worker of workers) await worker.close();
  });
});
