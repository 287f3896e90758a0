// What a person can do about settlements that wait for one, and what is refused because it could pay twice.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { privateKeyToAccount } from "viem/accounts";
import { adoptSigner } from "../../src/workers/settlement/resolve/adopt-signer.ts";
import { prepareAnew } from "../../src/workers/settlement/resolve/prepare-anew.ts";
import { recoverPayouts } from "../../src/workers/settlement/resolve/recover-payouts.ts";
import { skipForeign } from "../../src/workers/settlement/resolve/skip-foreign.ts";
import { network, newAccount } from "../chain/support/evm.ts";
import { SettlementBench, until } from "./support/bench.ts";
import { finalAfterBlocks } from "./support/chain.ts";
import { as, refusal, refusalWithAdvice } from "./support/operator.ts";

/** Of the signer after the first one. */
const newKey = `0x${"7".repeat(64)}` as const;

describe("a settlement that waits for a person", function () {
  this.timeout(120_000);
  let bench: SettlementBench;
  beforeEach(async () => {
    bench = await SettlementBench.start();
  });
  afterEach(() => bench.close());

  const waiting = async (): Promise<string[]> =>
    (await bench.harness.store.read.settlementProblems.list(10)).map(({ reason }) => reason);
  const decisions = async () => bench.harness.store.read.settlementProblems.interventions(10);
  it("because a foreign transaction took its place is paid by a new transfer, once", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 4_000_000n);
    const confirmations = finalAfterBlocks + 3;
    await using worker = bench.newWorker({ batches: { tiers: [{ confirmations }] } });
    await worker.open();
    await worker.prepare();
    const before = await bench.only(merchantId);
    const { settlementId } = before;
    const foreign = await bench.foreignTransaction();
    await bench.chain.node.mine(1);
    await until(async () => (await waiting()).includes("SEQUENCE_REPLACED"), worker.all);

    expect(await refusal(prepareAnew(as(worker), settlementId, foreign))).to.match(/not final/);
    await bench.chain.node.mine(confirmations - 2);
    expect(await refusal(prepareAnew(as(worker), settlementId, foreign))).to.match(
      /has 5 confirmations, but the settlement requires 6/,
    );
    await bench.chain.node.mine(1);
    const own = before.blockchainReference as string;
    expect(await refusal(prepareAnew(as(worker), settlementId, own))).to.match(/does not know/);
    expect(await prepareAnew(as(worker, false), settlementId, foreign)).to.match(/paid by a new transfer/);
    expect((await bench.only(merchantId)).blockchainReference, "only asked").to.equal(own);

    await prepareAnew(as(worker), settlementId, foreign);
    expect(await refusal(prepareAnew(as(worker), settlementId, foreign)), "again").to.match(/no transfer/);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect((await bench.only(merchantId)).blockchainReference).to.not.equal(own);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    expect(await waiting()).to.deep.equal([]);
    const [decision] = await decisions();
    expect(decision).to.deep.include({ action: "prepare_anew", network, decidedBy: "operator" });
    expect(decision?.detail).to.deep.include({ foreign, transfers: [own] });
  });

  it("is not paid anew when what took its place pays the very account", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    const { settlementId } = await bench.only(merchantId);
    const foreign = await bench.foreignTransfer(account, 4_000_000n);
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await until(async () => (await waiting()).includes("SEQUENCE_REPLACED"), worker.all);
    expect(await refusal(prepareAnew(as(worker), settlementId, foreign))).to.match(/could pay it twice/);
    for (let turn = 0; turn < 3; turn++) await worker.all();
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    expect(await decisions()).to.deep.equal([]);
  });

  it("is not paid anew when what took its place pays its merchant's former account", async () => {
    const [former, present] = [newAccount(), newAccount()];
    const merchantId = await bench.merchant(former);
    await bench.setAccount(merchantId, present, 0);
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    const { settlementId } = await bench.only(merchantId);
    // A restored database gave the settlement the sequence of its lost transfer, which was still on its way.
    const lost = await bench.foreignTransfer(former, 4_000_000n);
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await until(async () => (await waiting()).includes("SEQUENCE_REPLACED"), worker.all);
    expect(await refusalWithAdvice(prepareAnew(as(worker, false), settlementId, lost))).to.match(
      new RegExp(`still owes money for ${settlementId}\\. .*has lost\n.*leave the settlement as it is`),
    );
    expect(await refusal(prepareAnew(as(worker), settlementId, lost))).to.match(/has lost/);
    for (let turn = 0; turn < 3; turn++) await worker.all();
    expect(await bench.chain.balance(present)).to.equal(0n);
    expect(await decisions()).to.deep.equal([]);
    // A person has found out that a thief of the key has sent it.
    await prepareAnew(as(worker), settlementId, lost, true);
    expect((await decisions())[0]?.detail).to.deep.include({ foreign: lost, decision: "unrelated" });
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(present)).to.equal(4_000_000n);
  });

  it("is not paid anew while what took its place may have paid another merchant what is still owed", async () => {
    const [account, other] = [newAccount(), newAccount()];
    const [merchantId, otherId] = [await bench.merchant(account), await bench.merchant(other)];
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    const { settlementId } = await bench.only(merchantId);
    await bench.pay(otherId, 3_000_000n);
    const foreign = await bench.foreignTransfer(other, 3_000_000n);
    await bench.chain.node.mine(finalAfterBlocks + 1);
    const anew = () => refusalWithAdvice(prepareAnew(as(worker), settlementId, foreign));
    expect(await anew()).to.match(
      /still owes money for earlier payments\. .*has lost\nstop the workers, .*=unrelated$/,
    );
    await worker.open();
    const waits = (await bench.only(otherId)).settlementId;
    expect(await anew()).to.match(new RegExp(`still owes money for ${waits}\\. `));
    expect(await decisions()).to.deep.equal([]);
    // Nothing is left that could be paid twice, so a payment to another merchant does not hold up the settlement for ever.
    await bench.untilStatus(worker, otherId, "finalized", 1);
    expect(await anew()).to.match(/^done: /);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
  });

  it("is left alone while its own transfer is in its place, or another settlement's transaction is named", async () => {
    const [one, two] = [await bench.merchant(newAccount()), await bench.merchant(newAccount())];
    await bench.pay(one, 1_000_000n);
    await using worker = bench.newWorker();
    await bench.untilStatus(worker, one, "finalized", 1);
    await bench.pay(two, 1_000_000n);
    await worker.open();
    await worker.prepare();
    const settled = (await bench.only(one)).blockchainReference as string;
    const { settlementId } = await bench.only(two);
    expect(await refusal(prepareAnew(as(worker), settlementId, settled))).to.match(/signed here/);
  });

  it("because the network is ahead of the database is prepared behind what is foreign, all of it named", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    const foreign = [await bench.foreignTransaction(), await bench.foreignTransaction()];
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await bench.pay(merchantId, 1_000_000n);
    await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);

    const one = foreign.slice(0, 1);
    const { promise: prepared, resolve: endPreparing } = Promise.withResolvers<void>();
    const { promise: locked, resolve: begin } = Promise.withResolvers<void>();
    const preparing = bench.harness.store.transact(async (tx) => {
      expect(await tx.signers.lock(network)).to.have.property("account");
      begin();
      await prepared;
    });
    await Promise.race([locked, preparing]);
    const asked = refusal(skipForeign(as(worker), network, []));
    expect(await Promise.race([asked, sleep(300, "waits")]), "while a worker has the signer").to.equal(
      "waits",
    );
    endPreparing();
    await preparing;
    expect(await asked).to.match(/not named: \d+, \d+/);
    expect(await refusal(skipForeign(as(worker), network, one))).to.match(/not named: \d+$/);
    expect(await skipForeign(as(worker, false), network, foreign)).to.match(/next transfer/);
    await skipForeign(as(worker), network, foreign);
    expect(await refusal(skipForeign(as(worker), network, foreign)), "again").to.match(/not ahead/);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(2_000_000n);
    expect((await decisions()).map(({ action }) => action)).to.deep.equal(["skip_foreign"]);
  });

  it("is not prepared behind what looks like a payout that a restored database has lost", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    // Paid before the backup was restored: this database knows nothing of it, and owes the money still.
    const lost = await bench.foreignTransfer(account, 3_000_000n);
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await bench.pay(merchantId, 3_000_000n);
    await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);
    expect(await refusal(skipForeign(as(worker), network, [lost]))).to.match(/has lost/);
    for (let turn = 0; turn < 3; turn++) await worker.all();
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
  });

  it("because the signer is another one goes on when all transfers of the former one are final", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.chain.endow(newKey);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    await worker.submit();
    expect(await refusal(adoptSigner(as(worker), network))).to.match(/as before/);

    await bench.chain.signWith(newKey);
    await bench.pay(merchantId, 2_000_000n);
    await until(async () => (await waiting()).includes("SIGNER_CHANGED"), worker.all);
    const adopt = () => refusal(adoptSigner(as(worker), network));
    expect(await adopt(), "while a transfer of the former signer is open").to.match(/not final/);
    await until(
      async () => (await bench.settlements(merchantId)).some(({ status }) => status === "finalized"),
      async () => {
        await bench.chain.node.mine(1);
        await worker.all();
      },
    );
    expect(await adopt()).to.match(/^done: /);
    expect(await adopt(), "again").to.match(/as before/);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(3_000_000n);
    expect(await waiting()).to.deep.equal([]);
  });

  it("because the signer is another one is not paid again when the former one has paid it and the database has lost that", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.chain.endow(newKey);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    // A restored database owes what the former signer has paid after the backup; then the key was changed.
    await bench.pay(merchantId, 3_000_000n);
    const lost = await bench.foreignTransfer(account, 3_000_000n);
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await bench.chain.signWith(newKey);
    await until(async () => (await waiting()).includes("SIGNER_CHANGED"), worker.all);
    const adopt = () => refusalWithAdvice(adoptSigner(as(worker), network));
    expect(await adopt()).to.match(
      /has transactions of .* that this database did not give out \(1\): .*\nafter a restore: pda settlement resolve --recover-payouts /,
    );
    for (let turn = 0; turn < 3; turn++) await worker.all();
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);

    await recoverPayouts(as(worker), network, [{ reference: lost }]);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await adopt()).to.match(/^done: /);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    await bench.pay(merchantId, 5_000_000n);
    await worker.open();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(9_000_000n);
    expect((await decisions()).map(({ action }) => action)).to.deep.equal([
      "adopt_signer",
      "recover_payouts",
    ]);
  });

  it("because the signer is another one is not paid again when the new one has paid it and the database has lost that", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.chain.endow(newKey);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    // After the backup the new key was adopted, and paid what the restored database owes.
    await bench.pay(merchantId, 3_000_000n);
    const lost = await bench.foreignTransfer(account, 3_000_000n, privateKeyToAccount(newKey));
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await bench.chain.signWith(newKey);
    await until(async () => (await waiting()).includes("SIGNER_CHANGED"), worker.all);
    expect(await adoptSigner(as(worker), network)).to.match(
      /, from sequence 0 on\nthis database did not give out 1 of its transactions\. .*--recover-payouts.*--skip-foreign/,
    );
    await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
    await recoverPayouts(as(worker), network, [{ reference: lost }]);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    await bench.pay(merchantId, 5_000_000n);
    await worker.open();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(9_000_000n);
  });

  it("because the signer is another one is paid by an account that has paid before, from its next sequence on", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.chain.endow(newKey);
    await using worker = bench.newWorker();
    const summaries: string[] = [];
    for (const [turn, key] of [undefined, newKey, undefined, newKey].entries()) {
      await bench.pay(merchantId, 1_000_000n);
      await worker.open();
      await bench.chain.signWith(key);
      if (turn > 0) summaries.push(await adoptSigner(as(worker), network));
      await bench.untilStatus(worker, merchantId, "finalized", 1);
    }
    expect(summaries.map((summary) => summary.split(", ").at(-1))).to.deep.equal([
      "from sequence 0 on",
      "from sequence 4 on",
      "from sequence 1 on",
    ]);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
  });

  it("because the key was stolen is paid once, with a new key, by the steps of docs/compromise.md", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.chain.endow(newKey);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await worker.open();
    await worker.prepare();
    const { settlementId } = await bench.only(merchantId);
    // The first one takes the sequence of the payout, as moving the money does.
    const foreign = [await bench.foreignTransaction(), await bench.foreignTransaction()] as const;
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await bench.chain.signWith(newKey);
    await until(async () => (await waiting()).includes("SEQUENCE_REPLACED"), worker.all);
    const adopt = () => refusal(adoptSigner(as(worker), network));
    expect(await adopt()).to.match(/not final/);

    await prepareAnew(as(worker), settlementId, foreign[0]);
    await until(async () => (await waiting()).includes("SIGNER_CHANGED"), worker.all);
    expect(await adopt()).to.match(/did not give out/);
    await skipForeign(as(worker), network, foreign.slice(1));
    expect(await adopt()).to.match(/^done: /);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(1_000_000n);
    expect(await waiting()).to.deep.equal([]);
  });

  it("because more is foreign than is named at once goes on in several steps, and pays nothing before the last", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 1_000_000n);
    await using worker = bench.newWorker();
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    const foreign: string[] = [];
    for (let i = 0; i < 102; i++) foreign.push(await bench.foreignTransaction());
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await bench.pay(merchantId, 1_000_000n);
    await until(async () => (await waiting()).includes("SEQUENCE_AHEAD"), worker.all);

    const named = await refusal(skipForeign(as(worker), network, []));
    expect(named).to.match(/not named: \d+, \d+, \d+ and 97 more$/);
    const first = await skipForeign(as(worker), network, foreign.slice(0, 100));
    expect(first).to.match(/^2 further transactions must be named/);
    for (let turn = 0; turn < 3; turn++) await worker.all();
    expect(await waiting()).to.deep.equal(["SEQUENCE_AHEAD"]);
    expect(await skipForeign(as(worker), network, foreign.slice(100))).to.match(/next transfer/);
    await bench.untilStatus(worker, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(2_000_000n);
  });

  it("is resolved once by two people at the same moment", async () => {
    const account = newAccount();
    const merchantId = await bench.merchant(account);
    await bench.pay(merchantId, 4_000_000n);
    await using worker = bench.newWorker();
    await using other = bench.newWorker();
    await worker.open();
    await worker.prepare();
    const { settlementId } = await bench.only(merchantId);
    const foreign = await bench.foreignTransaction();
    await bench.chain.node.mine(finalAfterBlocks + 1);
    await until(async () => (await waiting()).length > 0, worker.all);
    const outcomes = await Promise.all(
      [worker, other, worker].map((each) => refusal(prepareAnew(as(each), settlementId, foreign))),
    );
    expect(outcomes.filter((outcome) => outcome.startsWith("done"))).to.have.length(1);
    expect(await decisions()).to.have.length(1);
    await bench.untilStatus(other, merchantId, "finalized", 1);
    expect(await bench.chain.balance(account)).to.equal(4_000_000n);
  });
});
