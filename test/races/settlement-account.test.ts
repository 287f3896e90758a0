// Changes of settlement accounts that meet each other, their own time, and settlements.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { RequestSettlementAccountChangeResponse } from "../../gen/ts/pda/merchant/v1/settlement_account_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import type { Settlement } from "../../src/domain/settlement/settlement.ts";
import { dateOf } from "../support/date-of.ts";
import { announceAccounts } from "../../src/workers/announce-accounts.ts";
import { sequenceEvents } from "../../src/workers/sequence-events.ts";
import { openSettlement } from "../../src/workers/settlement/open-settlement.ts";
import { accountA, accountB, accountC, delaySeconds, Merchants } from "../services/support/merchants.ts";
import { assetType, publisher, testNetwork, wallet } from "../support/fixtures.ts";
import { asMerchant } from "../support/service.ts";
import { Bystander } from "../support/waiting.ts";
import { paidPayment } from "../workers/support/takings.ts";

describe("races of settlement accounts", function () {
  this.timeout(120_000);
  let merchants: Merchants;
  let usdx: AssetType;
  let walletId: string;

  before(async () => {
    merchants = await Merchants.start();
    const { store, url } = merchants.harness;
    usdx = await assetType(store, await publisher(url));
    ({ walletId } = await wallet(store, usdx, 1_000_000_000n));
  });
  after(() => merchants[Symbol.asyncDispose]());

  const shop = async (): Promise<string> =>
    (await merchants.register({ settlementAccounts: [accountA] })).merchantId;
  const settle = async (merchantId: string): Promise<Settlement | undefined> => {
    const { store } = merchants.harness;
    await paidPayment(store, usdx, merchantId, walletId, 1_000_000n);
    return store.transact((tx) => openSettlement(tx, { merchantId, assetTypeId: usdx.assetTypeId }));
  };
  const now = () => merchants.harness.store.read.clock.now();
  /** Puts business time to `seconds` before a change is in force; the rest passes by itself. */
  const almost = (seconds: number) => merchants.advance(delaySeconds - seconds);

  it("of a hundred requests for one network one is pending", async () => {
    const merchantId = await shop();
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        merchants.harness.call<RequestSettlementAccountChangeResponse>("RequestSettlementAccountChange", {
          merchantId,
          network: testNetwork,
          settlementAccount: index % 2 ? accountB : accountC,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    expect(
      new Set(
        answers.flatMap((answer) =>
          answer.status === "rejected" ? [(answer.reason as { reason: string }).reason] : [],
        ),
      ),
    ).to.deep.equal(new Set(["CHANGE_PENDING"]));
  });

  it("settlements that are opened around the moment go by their own time", async () => {
    const shops = await Promise.all(Array.from({ length: 40 }, shop));
    const changes = new Map(
      await Promise.all(shops.map(async (each) => [each, await merchants.change(each, accountB)] as const)),
    );
    const opened = [await settle(shops.pop() as string)];
    const last = shops.pop() as string;
    await almost(2);
    // A few at a time, so that some are before and some after; each is judged by when it says that it was opened.
    while (shops.length > 0) {
      opened.push(...(await Promise.all(shops.splice(0, 2).map(settle))));
      await sleep(150);
    }
    const isOver = async () => (await now()) >= dateOf(changes.get(last)!.effectiveTime!);
    while (!(await isOver())) await sleep(50);
    opened.push(await settle(last));
    const sides = new Set<string>();
    for (const settlement of opened) {
      const { merchantId, account, createdAt } = settlement as Settlement;
      const effective = dateOf(changes.get(merchantId)!.effectiveTime!);
      expect(account).to.equal(createdAt >= effective ? accountB : accountA);
      sides.add(account);
    }
    expect(sides.size).to.equal(2);
  });

  it("a settlement waits for a cancellation that came first, and goes to the old account", async () => {
    const merchantId = await shop();
    const { changeId } = await merchants.change(merchantId, accountB);
    await almost(1);
    const { store } = merchants.harness;
    let late: Promise<Settlement | undefined> | undefined;
    await store.transact(async (tx) => {
      const change = await tx.settlementAccounts.lock(merchantId, changeId);
      const at = await tx.clock.moment();
      expect(at < change!.effectiveAt).to.equal(true);
      await tx.settlementAccounts.saveCancelled({ ...change!, cancelledAt: at });
      // Not committed when its time comes: whoever settles then cannot know yet.
      await sleep(1200);
      await using bystander = await Bystander.connect(merchants.harness.url);
      late = settle(merchantId);
      await bystander.untilWaiting(1);
    });
    const settlement = (await late) ?? (await settle(merchantId));
    expect(settlement?.account).to.equal(accountA);
  });

  it("a cancellation that comes after a settlement has gone by the change is refused", async () => {
    const merchantId = await shop();
    const { changeId } = await merchants.change(merchantId, accountB);
    await almost(0);
    const { store } = merchants.harness;
    await paidPayment(store, usdx, merchantId, walletId, 1_000_000n);
    await using bystander = await Bystander.connect(merchants.harness.url);
    let cancellation: Promise<{ entry: string; reason: string }> | undefined;
    const settlement = await store.transact(async (tx) => {
      const opened = await openSettlement(tx, { merchantId, assetTypeId: usdx.assetTypeId });
      cancellation = merchants.harness.failure("CancelSettlementAccountChange", { merchantId, changeId });
      await bystander.untilWaiting(1);
      return opened;
    });
    expect(settlement?.account).to.equal(accountB);
    expect(await cancellation).to.include({ entry: "STATE_FINAL", reason: "CHANGE_EFFECTIVE" });
  });

  it("a cancellation that waits until the change is in force is refused", async () => {
    const merchantId = await shop();
    const { changeId } = await merchants.change(merchantId, accountB);
    await almost(1);
    await using bystander = await Bystander.connect(merchants.harness.url);
    await bystander.hold("select 1 from settlement_account_change where change_id = $1 for share", [
      uuidOf("settlementAccountChange", changeId),
    ]);
    const cancellation = merchants.harness.failure("CancelSettlementAccountChange", { merchantId, changeId });
    await bystander.untilWaiting(1);
    await sleep(1200);
    await bystander.letGo();
    expect(await cancellation).to.include({ entry: "STATE_FINAL", reason: "CHANGE_EFFECTIVE" });
  });

  it("a change is announced once, however many workers look", async () => {
    const shops = await Promise.all(Array.from({ length: 50 }, shop));
    for (const merchantId of shops) await merchants.change(merchantId, accountC);
    await almost(0);
    const { store } = merchants.harness;
    await Promise.all(Array.from({ length: 10 }, () => announceAccounts(store)()));
    while (await sequenceEvents(store)()) await Promise.resolve();
    for (const merchantId of shops) {
      const type = "merchant.settlement_account_changed";
      const { items } = await merchants.harness.call<{ items: object[] }>(
        "ListEvents",
        { type },
        { as: asMerchant(merchantId) },
      );
      expect(items).to.have.length(1);
    }
  });
});
