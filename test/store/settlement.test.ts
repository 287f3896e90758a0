import { expect } from "chai";
import pg from "pg";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { Store } from "../../src/store/store.ts";
import type { Due } from "../../src/store/settlement/queue.ts";
import { openSettlement } from "../../src/workers/settlement/open-settlement.ts";
import { assetType, merchant, publisher, testNetwork, wallet } from "../support/fixtures.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { paidPayment, prepareMadeUp } from "../workers/support/takings.ts";

const account = `${testNetwork}:0x00000000000000000000000000000000000000AA`;
const other = "eip155:1";

describe("the settlement store", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let store: Store;
  let type: AssetType;
  let walletId: string;

  beforeEach(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 20, statementTimeoutMs: 30_000 });
    type = await assetType(store, await publisher(database.url), {
      networks: [`${testNetwork}/erc20:0x01`, `${other}/erc20:0x02`],
    });
    walletId = (await wallet(store, type, 1_000_000n)).walletId;
  });
  afterEach(async () => {
    await store.close();
    await database.close();
  });

  const opened = async (merchantId: string, amount = 10n) => {
    await paidPayment(store, type, merchantId, walletId, amount);
    const settlement = await store.transact((tx) =>
      openSettlement(tx, { merchantId, assetTypeId: type.assetTypeId }),
    );
    if (!settlement) throw new Error("nothing was opened");
    return settlement;
  };
  /** The merchant's account on the network of the tests is another one, or none, at once. */
  const change = async (merchantId: string, to: string | null) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `insert into settlement_account_change (merchant_id, change_id, network, account, created_at, effective_at)
        values ($1, gen_random_uuid(), $2, $3, business_now(), business_now())`,
      [uuidOf("merchant", merchantId), testNetwork, to],
    );
    await client.end();
  };
  const prepare = () => prepareMadeUp(store, { network: testNetwork });
  const lease = (what: "unsubmitted" | "submitted", leaseMs = 60_000) =>
    store.transact((tx) => tx.settlementQueue.lease(what, 10, leaseMs));
  const pending = { status: "pending", confirmationCount: 0, failures: 0, nextAttemptMs: 0 } as const;
  const record = (due: Due, progress: object = {}) =>
    store.transact(async (tx) => {
      if (!(await tx.settlementQueue.holds(due))) return false;
      await tx.settlementQueue.record(due, { ...pending, ...progress });
      return true;
    });

  it("pays to the first network of the asset type on which the merchant has an account", async () => {
    const both = await merchant(store, [`${other}:0xBB`, account]);
    expect(await opened(both)).to.include({ network: testNetwork, account, networkAsset: type.networks[0] });
    const second = await merchant(store, [`${other}:0xBB`]);
    expect(await opened(second)).to.include({
      network: other,
      account: `${other}:0xBB`,
      networkAsset: type.networks[1],
    });
  });

  it("names the pairs that have something to settle and an account, page by page", async () => {
    const merchants: string[] = [];
    for (let i = 0; i < 7; i++) merchants.push(await merchant(store, i === 3 ? [] : [account]));
    for (const each of merchants)
      for (let i = 0; i < 3; i++) await paidPayment(store, type, each, walletId, 1n);
    const found: string[] = [];
    let after: { merchantId: string; assetTypeId: string } | undefined;
    do {
      const { payable, next } = await store.read.unsettled.pairs(after, 2);
      found.push(...payable.map(({ merchantId }) => merchantId));
      after = next;
    } while (after);
    expect(found).to.deep.equal(merchants.filter((_, i) => i !== 3).sort());
  });

  it("leaves a merchant without an account waiting, and settles when it has one", async () => {
    const merchantId = await merchant(store, []);
    const pair = { merchantId, assetTypeId: type.assetTypeId };
    await paidPayment(store, type, merchantId, walletId, 5n);
    expect(await store.transact((tx) => openSettlement(tx, pair))).to.equal(undefined);
    await change(merchantId, account);
    expect((await store.transact((tx) => openSettlement(tx, pair)))?.account).to.equal(account);
  });

  it("knows the former account of a merchant, and gives a settlement to what was paid there, also on another network", async () => {
    const merchantId = await merchant(store, [account, `${other}:0xBB`]);
    await opened(await merchant(store, [`${testNetwork}:0xCC`]));
    await change(merchantId, null);
    const { settlementId } = await opened(merchantId, 10n);
    const paid = account.toLowerCase();
    expect(await store.transact((tx) => tx.settlementProblems.isMerchantAccount(paid))).to.equal(true);
    expect(await store.transact((tx) => tx.settlementProblems.isMerchantAccount(`${paid}0`))).to.equal(false);
    const signer = { account: `${testNetwork}:0xEE`, nextSequence: 7n, epoch: 0 };
    await store.transact(async (tx) => {
      const found = await tx.settlementRecovery.lockUnfinished([paid]);
      expect(found).to.deep.equal([
        {
          settlementId,
          merchantId,
          network: other,
          networkAsset: type.networks[1],
          account: `${other}:0xBB`,
          amount: 10n,
          prepared: false,
          payeeAccounts: [account],
          payeeAssets: type.networks,
        },
      ]);
      const target = { network: testNetwork, networkAsset: type.networks[0] as string, account };
      const transfers = [{ reference: "0x77", sequence: 7n }];
      await tx.settlementRecovery.recover({ merchantId, settlementId }, target, signer, transfers);
    });
    const [recovered] = await store.transact((tx) => tx.settlementRecovery.lockUnfinished([paid]));
    expect(recovered).to.include({ settlementId, account, prepared: true });
    expect(await store.read.settlements.get({ kind: "all" }, settlementId)).to.include({
      network: testNetwork,
      networkAsset: type.networks[0],
      account,
      blockchainReference: "0x77",
    });
    expect((await lease("submitted")).map(({ network, sequence }) => [network, sequence])).to.deep.equal([
      [testNetwork, 7n],
    ]);
  });

  it("opens no further settlement of a pair while one waits to be prepared", async () => {
    const merchantId = await merchant(store, [account]);
    await opened(merchantId);
    await paidPayment(store, type, merchantId, walletId, 5n);
    const pair = { merchantId, assetTypeId: type.assetTypeId };
    expect(await store.transact((tx) => openSettlement(tx, pair))).to.equal(undefined);
    await prepare();
    expect((await store.transact((tx) => openSettlement(tx, pair)))?.amount).to.equal(5n);
  });

  it("marks an item once: a second settlement of it is refused as a whole", async () => {
    const merchantId = await merchant(store, [account]);
    const settlement = await opened(merchantId);
    const error = await store
      .transact((tx) =>
        tx.settlements.insert(
          { ...settlement, settlementId: newId("settlement"), transactionId: newId("transaction") },
          { paymentIds: settlement.paymentIds, refundIds: [] },
        ),
      )
      .then(
        () => undefined,
        (cause: Error) => cause,
      );
    expect(error?.message).to.match(/not there to be settled/);
    expect((await store.read.settlements.list({ kind: "all" }, {}, { size: 10 })).items).to.have.length(1);
  });

  it("gives a settlement to one worker at a time, and to the next one when the lease is over", async () => {
    await opened(await merchant(store, [account]));
    await prepare();
    const [first] = await lease("unsubmitted", 1);
    expect(first).to.include({
      network: testNetwork,
      status: "pending",
      ageMs: 0,
    });
    let second: Due | undefined;
    while (!second) [second] = await lease("unsubmitted");
    expect(await lease("unsubmitted")).to.deep.equal([]);
    expect(await record(first!), "the first has lost it").to.equal(false);
    expect(await record(second, { submitted: true })).to.equal(true);
    expect(await lease("unsubmitted")).to.deep.equal([]);
    expect(await lease("submitted")).to.have.length(1);
  });

  it("hands the items of a crowd out once", async () => {
    for (let i = 0; i < 12; i++) await opened(await merchant(store, [account]));
    while (await prepare());
    const leases = await Promise.all(Array.from({ length: 6 }, () => lease("unsubmitted")));
    const ids = leases.flat().map(({ settlementId }) => settlementId);
    expect(ids).to.have.length(12);
    expect(new Set(ids).size).to.equal(12);
  });

  it("lets one transaction at a time give out sequences, and tells busy from unknown", async () => {
    expect(await store.transact((tx) => tx.signers.lock(testNetwork))).to.equal(undefined);
    await store.transact((tx) => tx.signers.open(testNetwork, { account, nextSequence: 3n }));
    await store.transact((tx) =>
      tx.signers.open(testNetwork, { account: "eip155:1:0xCC", nextSequence: 9n }),
    );
    await store.transact(async (tx) => {
      expect(await tx.signers.lock(testNetwork)).to.deep.equal({ account, nextSequence: 3n, epoch: 0 });
      expect(await store.transact((rival) => rival.signers.lock(testNetwork))).to.equal("busy");
      await tx.signers.setNext(testNetwork, 4n);
    });
    expect(await store.transact((tx) => tx.signers.lock(testNetwork))).to.deep.equal({
      account,
      nextSequence: 4n,
      epoch: 0,
    });
  });

  it("keeps a failed transfer on record and makes room for another", async () => {
    const merchantId = await merchant(store, [account]);
    const { settlementId } = await opened(merchantId);
    await prepare();
    const [due] = await lease("unsubmitted");
    const { attempt } = due!.shown;
    const end = { reason: "failed", evidence: "5/0xabc", nextAttemptMs: 0 } as const;
    const setAside = () =>
      store.transact((tx) => tx.settlementTransfers.setAside({ merchantId, settlementId, attempt }, end));
    expect(await setAside()).to.equal(true);
    expect(await setAside(), "again").to.equal(false);
    expect((await store.read.settlements.get({ kind: "all" }, settlementId))?.blockchainReference).to.equal(
      undefined,
    );
    expect(await prepare()).to.equal(settlementId);
    const [again] = await lease("unsubmitted");
    expect(again?.shown.reference).to.not.equal(due?.shown.reference);
    expect(again?.transfers, "what has failed is followed no more").to.have.length(1);
  });

  it("keeps a replacement beside what it displaces, at the same place", async () => {
    await opened(await merchant(store, [account]));
    await prepare();
    const [due] = await lease("unsubmitted");
    const signed = { reference: "0xbump", sequence: due!.sequence, signedTransfer: Buffer.from("bumped") };
    await store.transact(async (tx) => {
      const shown = await tx.settlementTransfers.replaced(due!, due!.shown, signed);
      await tx.settlementQueue.record(due!, { ...pending, shown });
    });
    const [again] = await lease("unsubmitted");
    expect(again?.transfers.map(({ reference }) => reference)).to.deep.equal([
      due?.shown.reference,
      "0xbump",
    ]);
    expect(again?.shown.reference).to.equal("0xbump");
    expect(await record(due!), "who has leased the former").to.equal(false);
  });

  it("gives a sequence to one settlement only", async () => {
    for (let i = 0; i < 2; i++) await opened(await merchant(store, [account]));
    const transfer = { sequence: 7n, signedTransfer: Buffer.from("signed") };
    const give = (reference: string, epoch: number) =>
      store.transact(async (tx) => {
        const item = await tx.settlementQueue.lockUnprepared(testNetwork);
        await tx.settlementTransfers.prepared(
          testNetwork,
          item!,
          { account, epoch },
          { ...transfer, reference },
        );
      });
    await give("0x1", 0);
    const refused = await give("0x2", 0).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(refused).to.match(/settlement_transfer_sequence/);
    await give("0x1", 1);
  });
});
