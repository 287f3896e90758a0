// Where a merchant is paid to: changed with a delay, seen while it waits, and in force exactly at its time.
import { expect } from "chai";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import type { ListEventsResponse } from "../../gen/ts/pda/event/v1/event_service.ts";
import type { Merchant } from "../../gen/ts/pda/merchant/v1/merchant.ts";
import type { GetMerchantResponse } from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import {
  type SettlementAccountChange,
  SettlementAccountChangeStatus as Status,
} from "../../gen/ts/pda/merchant/v1/settlement_account.ts";
import type {
  CancelSettlementAccountChangeResponse,
  GetSettlementAccountChangeResponse,
  ListSettlementAccountChangesResponse,
} from "../../gen/ts/pda/merchant/v1/settlement_account_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { dateOf } from "../support/date-of.ts";
import { announceAccounts } from "../../src/workers/announce-accounts.ts";
import { sequenceEvents } from "../../src/workers/sequence-events.ts";
import { openSettlement } from "../../src/workers/settlement/open-settlement.ts";
import { assetType, publisher, testNetwork, wallet } from "../support/fixtures.ts";
import { asMerchant } from "../support/service.ts";
import { paidPayment, prepareMadeUp } from "../workers/support/takings.ts";
import {
  accountA,
  accountB,
  accountC,
  accountEvents,
  delaySeconds,
  Merchants,
  networks,
  otherNetwork,
} from "./support/merchants.ts";

const onOther = `${otherNetwork}:0x00000000000000000000000000000000000000aa`;

describe("settlement accounts", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  let usdx: AssetType;
  let walletId: string;
  let merchantId: string;

  before(async () => {
    merchants = await Merchants.start();
    const { store, url } = merchants.harness;
    usdx = await assetType(store, await publisher(url), {
      networks: [
        `${otherNetwork}/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3`,
        `${testNetwork}/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3`,
      ],
    });
    ({ walletId } = await wallet(store, usdx, 1_000_000_000n));
  });
  beforeEach(async () => {
    ({ merchantId } = await merchants.register({ settlementAccounts: [accountA] }));
  });
  after(() => merchants[Symbol.asyncDispose]());

  const merchant = async (): Promise<Merchant> =>
    (await merchants.harness.call<GetMerchantResponse>("GetMerchant", { merchantId })).merchant!;
  const read = async (changeId: string): Promise<SettlementAccountChange> =>
    (
      await merchants.harness.call<GetSettlementAccountChangeResponse>("GetSettlementAccountChange", {
        merchantId,
        changeId,
      })
    ).settlementAccountChange!;
  const cancel = async (changeId: string): Promise<SettlementAccountChange> =>
    (
      await merchants.harness.call<CancelSettlementAccountChangeResponse>("CancelSettlementAccountChange", {
        merchantId,
        changeId,
      })
    ).settlementAccountChange!;
  /** Where a settlement goes that is opened now; undefined when it waits. */
  const paidTo = async (): Promise<string | undefined> => {
    const { store } = merchants.harness;
    await paidPayment(store, usdx, merchantId, walletId, 1_000_000n);
    const settlement = await store.transact((tx) =>
      openSettlement(tx, { merchantId, assetTypeId: usdx.assetTypeId }),
    );
    // A settlement that waits to be prepared makes later ones wait.
    if (settlement) await prepareMadeUp(store, { network: settlement.network });
    return settlement?.account;
  };
  /** The merchant's events, after what is due was announced. */
  const events = async (): Promise<{ type: string; changeId: string; time: Date; status: Status }[]> => {
    const { store } = merchants.harness;
    while (await announceAccounts(store)()) await Promise.resolve();
    while (await sequenceEvents(store)()) await Promise.resolve();
    const { items } = await merchants.harness.call<ListEventsResponse>(
      "ListEvents",
      { pageSize: 200 },
      { as: asMerchant(merchantId) },
    );
    return items.map(({ type, subject, time, data }) => {
      const { subject: about } = EventData.decode(EventData.encode(data!).finish());
      if (about?.$case !== "settlementAccountChange") throw new Error("an event about something else");
      return { type, changeId: subject, time: dateOf(time!), status: about.value.status };
    });
  };

  it("change after the delay, exactly then: settlements of before go to the old one, later ones to the new", async () => {
    const change = await merchants.change(merchantId, accountB);
    expect(change).to.deep.include({
      merchantId,
      network: testNetwork,
      settlementAccount: accountB,
      status: Status.SETTLEMENT_ACCOUNT_CHANGE_STATUS_PENDING,
      requestedBy: "key_operator",
      cancelTime: undefined,
    });
    const waits = dateOf(change.effectiveTime!).getTime() - dateOf(change.createTime!).getTime();
    expect(waits).to.equal(delaySeconds * 1000);
    expect(await merchant()).to.deep.include({
      settlementAccounts: [accountA],
      pendingSettlementAccountChanges: [change],
    });
    expect(await paidTo()).to.equal(accountA);
    await merchants.advance(delaySeconds - 60);
    expect(await paidTo()).to.equal(accountA);
    expect((await merchant()).settlementAccounts).to.deep.equal([accountA]);
    await merchants.advance(60);
    // No worker has run.
    expect(await paidTo()).to.equal(accountB);
    expect(await merchant()).to.deep.include({
      settlementAccounts: [accountB],
      pendingSettlementAccountChanges: [],
    });
    expect((await read(change.changeId)).status).to.equal(Status.SETTLEMENT_ACCOUNT_CHANGE_STATUS_EFFECTIVE);
  });

  it("are said when a change is requested, cancelled and in force, once each, and only where that is turned on", async () => {
    const first = await merchants.change(merchantId, accountB);
    await cancel(first.changeId);
    await cancel(first.changeId);
    const second = await merchants.change(merchantId, accountC);
    expect((await events()).map(({ type }) => type)).to.deep.equal([
      accountEvents[0],
      accountEvents[1],
      accountEvents[0],
    ]);
    await merchants.advance(delaySeconds);
    await events();
    const all = await events();
    expect(all.map(({ type, changeId }) => [type, changeId])).to.deep.equal([
      [accountEvents[0], first.changeId],
      [accountEvents[1], first.changeId],
      [accountEvents[0], second.changeId],
      [accountEvents[2], second.changeId],
    ]);
    expect(all[3]).to.deep.include({
      time: dateOf(second.effectiveTime!),
      status: Status.SETTLEMENT_ACCOUNT_CHANGE_STATUS_EFFECTIVE,
    });
    expect(all[1]?.status).to.equal(Status.SETTLEMENT_ACCOUNT_CHANGE_STATUS_CANCELLED);
  });

  it("stay what they are when the change is cancelled in time; later is too late", async () => {
    const change = await merchants.change(merchantId, accountB);
    const cancelled = await cancel(change.changeId);
    expect(cancelled.status).to.equal(Status.SETTLEMENT_ACCOUNT_CHANGE_STATUS_CANCELLED);
    expect(await cancel(change.changeId)).to.deep.equal(cancelled);
    await merchants.advance(delaySeconds + 1);
    expect(await paidTo()).to.equal(accountA);
    expect((await read(change.changeId)).status).to.equal(Status.SETTLEMENT_ACCOUNT_CHANGE_STATUS_CANCELLED);

    const next = await merchants.change(merchantId, accountB);
    await merchants.advance(delaySeconds);
    expect(
      await merchants.harness.failure("CancelSettlementAccountChange", {
        merchantId,
        changeId: next.changeId,
      }),
    ).to.include({ entry: "STATE_FINAL", reason: "CHANGE_EFFECTIVE" });
    expect(await paidTo()).to.equal(accountB);
  });

  it("can be added on another network and taken away, with the same delay", async () => {
    const added = await merchants.change(merchantId, onOther, otherNetwork);
    const removed = await merchants.change(merchantId);
    expect(removed.settlementAccount).to.equal(undefined);
    expect(await paidTo()).to.equal(accountA);
    await merchants.advance(delaySeconds);
    expect((await merchant()).settlementAccounts).to.deep.equal([onOther]);
    expect(await paidTo()).to.equal(onOther);
    const last = await merchants.change(merchantId, undefined, otherNetwork);
    await merchants.advance(delaySeconds);
    expect((await merchant()).settlementAccounts).to.deep.equal([]);
    expect(await paidTo()).to.equal(undefined);
    expect(
      (
        await merchants.harness.call<ListSettlementAccountChangesResponse>("ListSettlementAccountChanges", {
          merchantId,
        })
      ).items
        .slice(0, 3)
        .map(({ changeId }) => changeId),
    ).to.deep.equal([last, removed, added].map(({ changeId }) => changeId));
    await merchants.change(merchantId, accountA);
    await merchants.advance(delaySeconds);
    expect(await paidTo()).to.equal(accountA);
  });

  it("have one pending change on a network, and a change has to change something", async () => {
    const pending = await merchants.change(merchantId, accountB);
    const request = (settlementAccount?: string, network = testNetwork) =>
      merchants.harness.failure("RequestSettlementAccountChange", { merchantId, network, settlementAccount });
    expect(await request(accountC)).to.include({ entry: "STATE_CONFLICT", reason: "CHANGE_PENDING" });
    await cancel(pending.changeId);
    const unchanged = { entry: "ALREADY_DONE", reason: "ACCOUNT_UNCHANGED" };
    expect(await request(accountA)).to.include(unchanged);
    expect(await request(undefined, otherNetwork)).to.include(unchanged);
  });

  it("have to be accounts that their network can pay to", async () => {
    const request = (settlementAccount: string, network = testNetwork) =>
      merchants.harness.failure("RequestSettlementAccountChange", { merchantId, network, settlementAccount });
    const unusable = await request(`${testNetwork}:0x00`);
    expect([unusable.entry, unusable.violations[0]?.field, unusable.violations[0]?.reason]).to.deep.equal([
      "UNKNOWN_REFERENCE",
      "settlement_account",
      "UNUSABLE_ACCOUNT",
    ]);
    const elsewhere = await request(onOther);
    expect([elsewhere.entry, elsewhere.violations[0]?.reason]).to.deep.equal([
      "INVALID_ARGUMENT",
      "OTHER_NETWORK",
    ]);
    expect((await request("0xabc")).entry).to.equal("INVALID_ARGUMENT");
    expect((await merchant()).pendingSettlementAccountChanges).to.deep.equal([]);
  });

  it("are asked of the network once, and not again for a repeat", async () => {
    const request = { merchantId, network: testNetwork, settlementAccount: accountB };
    const first = await merchants.harness.callWhole("RequestSettlementAccountChange", request, {
      key: "change",
    });
    const { asked } = networks;
    const again = await merchants.harness.callWhole("RequestSettlementAccountChange", request, {
      key: "change",
    });
    expect([again.replayed, again.response]).to.deep.equal([true, first.response]);
    expect(networks.asked).to.equal(asked);
  });

  it("are listed with those of the registration, newest first, in pages", async () => {
    const made = [await merchants.change(merchantId, onOther, otherNetwork)];
    await merchants.advance(delaySeconds);
    made.unshift(await merchants.change(merchantId, accountB));
    const list = (request: object) =>
      merchants.harness.call<ListSettlementAccountChangesResponse>("ListSettlementAccountChanges", {
        merchantId,
        ...request,
      });
    const first = await list({ pageSize: 2 });
    expect(first.items.map(({ changeId }) => changeId)).to.deep.equal(made.map(({ changeId }) => changeId));
    const { items } = await list({ pageSize: 2, pageToken: first.nextPageToken });
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({
      settlementAccount: accountA,
      status: Status.SETTLEMENT_ACCOUNT_CHANGE_STATUS_EFFECTIVE,
      requestedBy: undefined,
    });
    expect(items[0]?.effectiveTime).to.deep.equal((await merchant()).createTime);
    // Nobody has to be told of what a merchant was registered with.
    expect((await events()).filter(({ changeId }) => changeId === items[0]?.changeId)).to.deep.equal([]);
  });

  it("are their merchant's own affair", async () => {
    const { changeId } = await merchants.change(merchantId, accountB);
    const { merchantId: mine } = await merchants.register();
    const as = asMerchant(mine);
    for (const method of ["GetSettlementAccountChange", "CancelSettlementAccountChange"]) {
      expect((await merchants.harness.failure(method, { merchantId, changeId }, { as })).entry).to.equal(
        "PERMISSION_DENIED",
      );
      expect(
        (await merchants.harness.failure(method, { merchantId: mine, changeId }, { as })).entry,
      ).to.equal("NOT_FOUND");
    }
    for (const [method, request] of [
      ["ListSettlementAccountChanges", {}],
      ["RequestSettlementAccountChange", { network: testNetwork, settlementAccount: accountC }],
    ] as const)
      expect((await merchants.harness.failure(method, { merchantId, ...request }, { as })).entry).to.equal(
        "PERMISSION_DENIED",
      );
    expect((await read(changeId)).status).to.equal(Status.SETTLEMENT_ACCOUNT_CHANGE_STATUS_PENDING);
    const unknown = newId("merchant");
    expect(
      (
        await merchants.harness.failure("RequestSettlementAccountChange", {
          merchantId: unknown,
          network: testNetwork,
          settlementAccount: accountA,
        })
      ).entry,
    ).to.equal("NOT_FOUND");
  });
});
