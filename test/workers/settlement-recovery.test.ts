// Transfers that a restored database has lost: each is taken in as what it was, and whatever could be paid twice is refused.
import { expect } from "chai";
import { recordSigners } from "../../src/workers/settlement/signer.ts";
import { prepareAnew } from "../../src/workers/settlement/resolve/prepare-anew.ts";
import { recoverPayouts } from "../../src/workers/settlement/resolve/recover-payouts.ts";
import { skipForeign } from "../../src/workers/settlement/resolve/skip-foreign.ts";
import { network, newAccount } from "../chain/support/evm.ts";
import { SettlementBench, until } from "./support/bench.ts";
import { finalAfterBlocks } from "./support/chain.ts";
import { as, refusal, refusalWithAdvice } from "./support/operator.ts";
import type { HandWorker } from "./support/worker.ts";

describe("a payout that the database has lost", function () {
  this.timeout(120_000);
  let bench: SettlementBench;
  let account: string;
  let merchantId: string;
  beforeEach(async () => {
    bench = await SettlementBench.start();
    account = newAccount();
    merchantId = await bench.merchant(account);
  });
  afterEach(() => bench.close());

  const waiting = async (): Promise<string[]> =>
    (await bench.harness.store.read.settlementProblems.list(10)).map(({ reason }) => reason);
  const named = (...texts: string[]) =>
    texts.map((text) => {
      const [reference = "", decision] = text.split("=");
      return decision === undefined ? { reference } : { reference, decision };
    });
  const decisions = async () => bench.harness.store.read.settlementProblems.interventions(10);

  /** A first payout of 1 opens the signer; then the network pays these amounts without this database, which owes `owed`. */
  async function ahead(worker: HandWorker, amounts: readonly bigint[], owed: bigint): Promise<string[]> {
    await bench.pay(merchantId, 1_000_000n);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    await bench.pay(merchantId, owed);
    await worker.open();
    const lost: string[] = [];
    for (const amount of amounts) lost.push(await bench.foreignTransfer(account, amount));
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);
    return lost;
  }
  const openSettlement = async (): Promise<string> =>
    (await bench.harness.store.read.settlementProblems.list(10))[0]?.settlementId as string;

  for (const amounts of [[3_000_000n], [1_000_000n, 2_000_000n]])
    it(`is that of the settlement whose account got its amount, by ${amounts.length} transfer(s)`, async () => {
      await using worker = bench.newWorker();
      const lost = await ahead(worker, amounts, 3_000_000n);
      expect(await recoverPayouts(as(worker, false), network, named(...lost))).to.match(/has paid stl_/);
      await worker.all();
      expect(await waiting(), "only asked").to.include("SEQUENCE_AHEAD");
      await recoverPayouts(as(worker), network, named(...lost));
      await bench.untilStatus(worker, merchantId, "finalized", 1);
      expect(await bench.chain.balance(account)).to.equal(4_000_000n);
      expect((await decisions()).map(({ action }) => action)).to.deep.equal(["recover_payouts"]);
      expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
      // What is owed from now on is paid by new transfers.
      await bench.pay(merchantId, 5_000_000n);
      await worker.open();
      await bench.untilStatus(worker, merchantId, "finalized", 1);
      expect(await bench.chain.balance(account)).to.equal(9_000_000n);
    });

  it("is refused when its amount is another, until a person says what it has paid; less than the settlement never", async () => {
    await using worker = bench.newWorker();
    const [more = ""] = await ahead(worker, [4_000_000n], 3_000_000n);
    expect(await refusal(recoverPayouts(as(worker), network, []))).to.match(/not named: \d+$/);
    expect(await refusal(recoverPayouts(as(worker), network, named(more)))).to.match(/do not match exactly/);
    expect(await refusal(recoverPayouts(as(worker), network, named(`${more}=lost`)))).to.match(
      /could be the same money/,
    );
    const settlementId = await openSettlement();
    const other = settlementId.replace(/.$/, settlementId.endsWith("0") ? "1" : "0");
    expect(await refusal(recoverPayouts(as(worker), network, named(`${more}=${other}`)))).to.match(
      /is not a settlement/,
    );
    for (let turn = 0; turn < 3; turn++) await worker.all();
    expect(await bench.chain.balance(account)).to.equal(5_000_000n);
    await recoverPayouts(as(worker), network, named(`${more}=${settlementId}`));
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(5_000_000n);
    expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
  });

  for (const ahead of [0n, 3_600n])
    it(`is not lost money while takings from before are in no settlement, with the clock ${ahead} s ahead`, async () => {
      await using worker = bench.newWorker();
      await bench.pay(merchantId, 1_000_000n);
      await bench.untilStatus(worker, merchantId, "finalized", 1);
      if (ahead > 0n) await bench.harness.store.transact((tx) => tx.clock.advance(ahead));
      await bench.pay(merchantId, 3_000_000n);
      await worker.open();
      await bench.pay(merchantId, 1_020_000n);
      const paid = await bench.foreignTransfer(account, 3_000_000n);
      const lost = await bench.foreignTransfer(account, 7_050_000n);
      await bench.chain.node.mine(finalAfterBlocks + 1);
      await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);
      const said = named(`${paid}=${await openSettlement()}`, `${lost}=lost`);
      expect(await refusal(recoverPayouts(as(worker), network, said))).to.match(/could be the same money/);
      for (let turn = 0; turn < 3; turn++) await worker.all();
      expect(await bench.chain.balance(account)).to.equal(11_050_000n);
      expect(await decisions()).to.deep.equal([]);
    });

  describe("to an account that the merchant has changed since", () => {
    let present: string;
    beforeEach(() => {
      present = newAccount();
    });
    const balances = () => Promise.all([bench.chain.balance(account), bench.chain.balance(present)]);

    /** The former account got this amount without this database; by now the merchant has another account. */
    async function paidToFormer(worker: HandWorker, amount: bigint, owed: bigint): Promise<string> {
      await bench.pay(merchantId, owed);
      await bench.setAccount(merchantId, present, 0);
      await worker.open();
      const lost = await bench.foreignTransfer(account, amount);
      await bench.chain.node.mine(finalAfterBlocks + 1);
      await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);
      return lost;
    }
    /** Before the backup, either nothing was paid out at all, or the former account was. */
    async function begin(worker: HandWorker, paidBefore: bigint): Promise<void> {
      if (paidBefore === 0n) await recordSigners(worker.context)();
      if (paidBefore === 0n) return;
      await bench.pay(merchantId, paidBefore);
      await bench.untilStatus(worker, merchantId, "finalized", 1);
    }

    for (const before of [0n, 1_000_000n])
      it(`is that of the settlement that a person names, which was paid to the former account; ${before} were paid before`, async () => {
        await using worker = bench.newWorker();
        await begin(worker, before);
        const lost = await paidToFormer(worker, 3_000_000n, 3_000_000n);
        const settlementId = await openSettlement();
        const recover = (...texts: string[]) => recoverPayouts(as(worker), network, named(...texts));

        expect(await refusal(skipForeign(as(worker), network, [lost]))).to.match(/the account of a merchant/);
        expect(await refusal(recover(lost))).to.include(
          `to pay its merchant elsewhere: ${settlementId} (3000000)`,
        );
        expect(await refusal(recover(`${lost}=lost`))).to.match(
          /3000000 for stl_\w+, to .*could be the same money/,
        );
        for (let turn = 0; turn < 3; turn++) await worker.all();
        expect(await balances(), "nothing is paid meanwhile").to.deep.equal([before + 3_000_000n, 0n]);
        expect(await decisions()).to.deep.equal([]);

        expect(await recover(`${lost}=${settlementId}`)).to.include(
          `has paid ${settlementId}, which would go to ${present} otherwise`,
        );
        await bench.untilStatus(worker, merchantId, "finalized", 1);
        const settled = (await bench.settlements(merchantId)).find(
          (each) => each.settlementId === settlementId,
        );
        expect(settled).to.include({
          blockchainReference: lost,
          account,
          network,
          networkAsset: bench.chain.asset,
        });
        expect(await balances()).to.deep.equal([before + 3_000_000n, 0n]);
        expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
        // From now on the merchant is paid to the present account.
        await bench.pay(merchantId, 5_000_000n);
        await worker.open();
        await bench.untilStatus(worker, merchantId, "finalized", 1);
        expect(await balances()).to.deep.equal([before + 3_000_000n, 5_000_000n]);
      });

    it("is that of a settlement that waits to pay the former account, and had followed the merchant", async () => {
      await using worker = bench.newWorker();
      await begin(worker, 1_000_000n);
      await bench.pay(merchantId, 3_000_000n);
      await worker.open();
      await bench.setAccount(merchantId, present, 0);
      const lost = await bench.foreignTransfer(present, 3_000_000n);
      await bench.chain.node.mine(finalAfterBlocks + 1);
      await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);
      const settlementId = await openSettlement();
      expect(await refusal(recoverPayouts(as(worker), network, named(`${lost}=lost`)))).to.match(
        /could be the same money/,
      );
      await recoverPayouts(as(worker), network, named(`${lost}=${settlementId}`));
      await bench.untilStatus(worker, merchantId, "finalized", 1);
      expect(await balances()).to.deep.equal([1_000_000n, 3_000_000n]);
      expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
    });

    it("cannot have paid one settlement together with a transfer to the present account", async () => {
      await using worker = bench.newWorker();
      await begin(worker, 0n);
      const former = await bench.foreignTransfer(account, 3_000_000n);
      const other = await paidToFormer(worker, 3_000_000n, 3_000_000n);
      const latest = await bench.foreignTransfer(present, 3_000_000n);
      await bench.chain.node.mine(finalAfterBlocks + 1);
      const its = await openSettlement();
      const said = named(`${former}=${its}`, `${other}=lost`, `${latest}=${its}`);
      expect(await refusal(recoverPayouts(as(worker), network, said))).to.match(/different accounts/);
      expect(await decisions()).to.deep.equal([]);
      // Paid by one of them, it leaves nothing that the others could have paid, in whatever order they are named.
      const settled = named(`${former}=lost`, `${other}=lost`, `${latest}=${its}`);
      expect(await recoverPayouts(as(worker), network, settled)).to.match(
        /: 3000000 .* this database has lost\n.* this database has lost\n.* has paid stl_\w+\n/,
      );
      await bench.untilStatus(worker, merchantId, "finalized", 1);
      expect(await balances()).to.deep.equal([6_000_000n, 3_000_000n]);
    });
  });

  it("is not lost money while the transfer of a settlement that is known here may have failed", async () => {
    await using worker = bench.newWorker();
    await bench.pay(merchantId, 3_000_000n);
    await worker.open();
    await worker.prepare();
    const settlementId = await bench.only(merchantId).then((only) => only.settlementId);
    // After the backup, something else used the sequence of its transfer, and the next one paid the settlement.
    const foreign = await bench.foreignTransaction();
    const lost = await bench.foreignTransfer(account, 3_000_000n);
    await bench.chain.node.mine(finalAfterBlocks + 1);
    const recover = (decision: string) => recoverPayouts(as(worker), network, named(`${lost}=${decision}`));
    expect(await refusalWithAdvice(recover("lost"))).to.match(
      /would also pay it 3000000 for stl_\w+, if the transfer that is known here has not: .*\nlet the worker find out/,
    );
    await until(async () => (await waiting()).includes("SEQUENCE_REPLACED"), worker.all);
    await prepareAnew(as(worker), settlementId, foreign);
    await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);
    expect(await refusal(recover("lost"))).to.match(/could be the same money/);
    await recover(settlementId);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(3_000_000n);
    expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
  });

  it("of less than the settlement leaves it waiting", async () => {
    await using worker = bench.newWorker();
    const [less = ""] = await ahead(worker, [2_000_000n], 3_000_000n);
    const settlementId = await openSettlement();
    expect(await refusal(recoverPayouts(as(worker), network, named(`${less}=${settlementId}`)))).to.match(
      /has the amount 3000000, but these transfers paid only 2000000/,
    );
    for (let turn = 0; turn < 3; turn++) await worker.all();
    expect(await bench.chain.balance(account)).to.equal(3_000_000n);
    expect(await decisions()).to.deep.equal([]);
  });

  it("is that of a settlement whose fee was raised after the backup: it has the same sequence", async () => {
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    const raised = await bench.foreignTransfer(account, 4_000_000n);
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await until(async () => (await waiting()).includes("SEQUENCE_REPLACED"), worker.all);
    await recoverPayouts(as(worker), network, named(raised));
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect((await bench.only(merchantId)).blockchainReference).to.equal(raised);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
  });

  it("is matched by itself when another one to the same account is said to be lost", async () => {
    await using worker = bench.newWorker();
    const [known, lost] = await ahead(worker, [3_000_000n, 7_000_000n], 3_000_000n);
    const said = named(`${known}`, `${lost}=lost`);
    expect(await recoverPayouts(as(worker), network, said)).to.match(
      /: 3000000 .* has paid stl_\w+\n.*: 7000000 .* has paid what this database has lost\n/,
    );
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(
      (await bench.settlements(merchantId)).map(({ blockchainReference }) => blockchainReference),
    ).to.include(known);
    expect(await bench.chain.balance(account)).to.equal(11_000_000n);
    expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
  });

  it("is not matched by itself with a settlement that another one is said to have paid", async () => {
    await using worker = bench.newWorker();
    const [one, two] = await ahead(worker, [3_000_000n, 3_000_000n], 3_000_000n);
    const said = named(`${one}`, `${two}=${await openSettlement()}`);
    expect(await refusal(recoverPayouts(as(worker), network, said))).to.match(
      /settlements that wait to pay that account: none\. The amounts do not match exactly/,
    );
    expect(await decisions()).to.deep.equal([]);
  });

  it("is refused with many others in one line that a person can read", async () => {
    await using worker = bench.newWorker();
    const lost = await ahead(worker, Array<bigint>(12).fill(1_000_000n), 3_000_000n);
    expect(await refusal(recoverPayouts(as(worker), network, []))).to.match(
      /not named: \d+, \d+, \d+ and 9 more$/,
    );
    const line = await refusal(recoverPayouts(as(worker), network, named(...lost)));
    expect(line).to.match(
      /^(0x\w+ pays 1000000,? ?){3}and 9 more of \S+ to \S+, 12000000 in all .*stl_\w+ \(3000000\)\. The amounts do not match/,
    );
    expect(line).to.have.length.below(600);
  });

  it("is recorded with at most a hundred at once: later ones are refused, and recorded by the next command", async () => {
    await using worker = bench.newWorker();
    const amounts = [...Array<bigint>(100).fill(10_000n), 7_000n];
    const lost = await ahead(worker, amounts, 1_000_000n);
    const [first, last = ""] = [lost.slice(0, 100), lost[100]];
    const recover = (...texts: string[]) => recoverPayouts(as(worker), network, named(...texts));
    expect(await refusalWithAdvice(recover(...first, `${last}=lost`))).to.match(
      /at most 100 sequences, .* come later: 0x\w+\nname at most the first 100 /,
    );
    expect(await decisions()).to.deep.equal([]);
    expect(await recover(...first)).to.match(/\n1 further transactions must be named/);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await recover(`${last}=lost`)).to.match(/next transfer/);
    await bench.pay(merchantId, 5_000_000n);
    await worker.open();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(7_007_000n);
    expect(await bench.harness.store.read.ledger.violations()).to.deep.equal([]);
  });

  it("that still waits at the node keeps everything from being prepared", async () => {
    await using worker = bench.newWorker();
    await bench.pay(merchantId, 1_000_000n);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    await bench.pay(merchantId, 3_000_000n);
    const lost = await bench.foreignTransfer(account, 3_000_000n);
    await worker.open();
    await worker.prepare();
    expect(await waiting()).to.deep.equal(["SIGNER_BUSY"]);
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);
    await recoverPayouts(as(worker), network, named(lost));
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
  });

  it("is noticed also when the older state is from before the first payout", async () => {
    await using worker = bench.newWorker();
    // As every worker does when it starts, and then nothing is paid out before the backup.
    await recordSigners(worker.context)();
    const lost = await bench.foreignTransfer(account, 3_000_000n);
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await bench.pay(merchantId, 3_000_000n);
    await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);
    await recoverPayouts(as(worker), network, named(lost));
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(3_000_000n);
  });

  it("is not looked for again by workers that start later", async () => {
    await using worker = bench.newWorker();
    const signers = async () => bench.harness.store.read.settlementProblems.signers();
    await recordSigners(worker.context)();
    const before = await signers();
    expect(before.map((signer) => signer.network)).to.deep.equal([network]);
    await bench.foreignTransfer(account, 3_000_000n);
    await bench.chain.node.mine(1);
    await recordSigners(worker.context)();
    expect(await signers()).to.deep.equal(before);
  });
});
