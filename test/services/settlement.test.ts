import { expect } from "chai";
import type { Timestamp } from "../../gen/ts/google/protobuf/timestamp.ts";
import {
  type SettlementItem,
  SettlementItemKind,
  SettlementStatus,
} from "../../gen/ts/pda/payment/v1/settlement.ts";
import type {
  GetBlockchainReferenceResponse,
  GetConfirmationsResponse,
  GetSettlementResponse,
  ListSettlementItemsResponse,
  ListSettlementsResponse,
} from "../../gen/ts/pda/payment/v1/settlement_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { Settlement } from "../../src/domain/settlement/settlement.ts";
import { paymentServices, settlementService } from "../../src/services/payment/index.ts";
import { openSettlement } from "../../src/workers/settlement/open-settlement.ts";
import { assetType, merchant, publisher, testNetwork, wallet } from "../support/fixtures.ts";
import { asMerchant, operator, ServiceHarness } from "../support/service.ts";
import { paidPayment, prepareMadeUp } from "../workers/support/takings.ts";

const inMs = ({ seconds, nanos }: Timestamp): number => Number(seconds) * 1000 + nanos / 1e6;
const account = `${testNetwork}:0x00000000000000000000000000000000000000AA`;

describe("the Settlement API", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let usdx: AssetType;
  let walletId: string;
  let merchantId: string;

  before(async () => {
    const options = { publicUrl: "https://pay.example", paymentTtlSeconds: 900 };
    harness = await ServiceHarness.start(() => [...settlementService(), ...paymentServices(options)]);
    usdx = await assetType(harness.store, await publisher(harness.url));
    walletId = (await wallet(harness.store, usdx, 1_000_000_000n)).walletId;
  });
  beforeEach(async () => {
    merchantId = await merchant(harness.store, [account]);
  });
  after(() => harness[Symbol.asyncDispose]());

  const settle = async (
    amount: bigint,
    owner = merchantId,
  ): Promise<{ settlement: Settlement; paymentId: string }> => {
    const { paymentId } = await paidPayment(harness.store, usdx, owner, walletId, amount);
    const pair = { merchantId: owner, assetTypeId: usdx.assetTypeId };
    const settlement = await harness.store.transact((tx) => openSettlement(tx, pair));
    if (!settlement) throw new Error("nothing was opened");
    return { settlement, paymentId };
  };
  /** What the worker stores when it has prepared the transfer and seen it included. */
  const confirm = async (reference: string, confirmationCount: number): Promise<void> => {
    await prepareMadeUp(harness.store, { reference });
    await harness.store.transact(async (tx) => {
      const [due] = await tx.settlementQueue.lease("unsubmitted", 1, 1000);
      await tx.settlementQueue.record(due!, {
        status: "confirmed",
        submitted: true,
        confirmationCount,
        failures: 0,
        nextAttemptMs: 0,
      });
    });
  };

  it("shows status, blockchain reference and confirmation count, on one resource and each alone", async () => {
    const { settlement, paymentId } = await settle(12_500_000n);
    const { settlementId } = settlement;
    const fresh = (await harness.call<GetSettlementResponse>("GetSettlement", { settlementId })).settlement;
    expect(fresh).to.deep.include({
      settlementId,
      merchantId,
      settlementStatus: SettlementStatus.SETTLEMENT_STATUS_PENDING,
      blockchainReference: undefined,
      confirmationCount: 0,
      network: testNetwork,
      account,
      assetType: "USDX",
      amount: "12.5",
      paymentIds: [paymentId],
      paymentCount: 1,
      refundCount: 0,
      transactionId: settlement.transactionId,
      payoutTransactionId: undefined,
      confirmationsRequired: 1,
      finalizeTime: undefined,
    });
    const early = await harness.failure("GetBlockchainReference", { settlementId });
    expect([early.entry, early.reason]).to.deep.equal(["NOT_YET", "TRANSFER_NOT_PREPARED"]);

    await confirm("0xabc", 3);
    const { blockchainReference } = await harness.call<GetBlockchainReferenceResponse>(
      "GetBlockchainReference",
      { settlementId },
    );
    expect(blockchainReference).to.deep.equal({
      settlementId,
      network: testNetwork,
      blockchainReference: "0xabc",
    });
    const { confirmations } = await harness.call<GetConfirmationsResponse>("GetConfirmations", {
      settlementId,
    });
    expect(confirmations).to.deep.equal({
      settlementId,
      confirmationCount: 3,
      confirmationsRequired: 1,
      settlementStatus: SettlementStatus.SETTLEMENT_STATUS_CONFIRMED,
    });
    const whole = (await harness.call<GetSettlementResponse>("GetSettlement", { settlementId })).settlement;
    expect(whole).to.include({ blockchainReference: "0xabc", confirmationCount: 3 });
  });

  it("finds the settlement of a payment, and none before it is settled", async () => {
    const { paymentId: unsettled } = await paidPayment(
      harness.store,
      usdx,
      await merchant(harness.store),
      walletId,
      1n,
    );
    expect(
      (await harness.call<ListSettlementsResponse>("ListSettlements", { paymentId: unsettled })).items,
    ).to.deep.equal([]);
    const { settlement, paymentId } = await settle(1n);
    const { items } = await harness.call<ListSettlementsResponse>("ListSettlements", { paymentId });
    expect(items.map(({ settlementId }) => settlementId)).to.deep.equal([settlement.settlementId]);
    await confirm("0xdef", 1);
  });

  it("lists the payments and refunds of a settlement, whose difference is its amount, in pages bound to it", async () => {
    const { settlement: former, paymentId: refunded } = await settle(1_000_000n);
    await confirm("0xitems", 1);
    const paid = await harness.store.read.payments.get({ kind: "all" }, refunded);
    await harness.call("CreateRefund", {
      originalTransaction: paid?.transactionId,
      refundAmount: "0.25",
      reason: "returned",
    });
    const further = await Promise.all(
      [2n, 3n].map((n) => paidPayment(harness.store, usdx, merchantId, walletId, n * 1_000_000n)),
    );
    const { settlement } = await settle(4_000_000n);
    const { settlementId } = settlement;
    const as = asMerchant(merchantId);
    const items: SettlementItem[] = [];
    let pageToken = "";
    do {
      const page = await harness.call<ListSettlementItemsResponse>(
        "ListSettlementItems",
        { settlementId, pageSize: 2, pageToken },
        { as },
      );
      expect(page.items.length).to.be.at.most(2);
      items.push(...page.items);
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(items.map(({ kind }) => kind)).to.deep.equal([
      SettlementItemKind.SETTLEMENT_ITEM_KIND_PAYMENT,
      SettlementItemKind.SETTLEMENT_ITEM_KIND_PAYMENT,
      SettlementItemKind.SETTLEMENT_ITEM_KIND_PAYMENT,
      SettlementItemKind.SETTLEMENT_ITEM_KIND_REFUND,
    ]);
    const first = further.find(({ paymentId }) => paymentId === items[0]?.paymentId);
    expect(items[0]).to.include({ transactionId: first?.transactionId, refundId: undefined });
    expect(items[3]).to.include({ paymentId: refunded, amount: "0.25" });
    expect(items[3]?.refundId).to.match(/^rfd_/);
    expect(items.slice(0, 3).map(({ amount }) => amount)).to.have.members(["2", "3", "4"]);
    const whole = (await harness.call<GetSettlementResponse>("GetSettlement", { settlementId })).settlement;
    expect(whole).to.include({ amount: "8.75", paymentCount: 3, refundCount: 1 });

    const { nextPageToken } = await harness.call<ListSettlementItemsResponse>(
      "ListSettlementItems",
      { settlementId, pageSize: 1 },
      { as },
    );
    const other = { settlementId: former.settlementId, pageToken: nextPageToken };
    expect((await harness.failure("ListSettlementItems", other, { as })).entry).to.equal(
      "INVALID_PAGE_TOKEN",
    );
    const stranger = asMerchant(await merchant(harness.store));
    expect((await harness.failure("ListSettlementItems", { settlementId }, { as: stranger })).entry).to.equal(
      "NOT_FOUND",
    );
    await confirm("0xitems-2", 1);
  });

  it("lists newest first in pages that are bound to their filter", async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      made.unshift((await settle(1n)).settlement.settlementId);
      await confirm(`0x${newId("transaction")}`, 1);
    }
    const as = asMerchant(merchantId);
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await harness.call<ListSettlementsResponse>(
        "ListSettlements",
        { pageSize: 2, pageToken },
        { as },
      );
      seen.push(...page.items.map(({ settlementId }) => settlementId));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(seen).to.deep.equal(made);
    const list = async (request: object) =>
      (await harness.call<ListSettlementsResponse>("ListSettlements", request, { as })).items;
    const { SETTLEMENT_STATUS_CONFIRMED: confirmed, SETTLEMENT_STATUS_PENDING: pending } = SettlementStatus;
    const whole = await list({});
    expect(await list({ settlementStatus: confirmed })).to.deep.equal(whole);
    expect(await list({ settlementStatus: pending })).to.deep.equal([]);
    const { createTime } = whole[2]!;
    const later = whole.filter(({ createTime: time }) => inMs(time!) >= inMs(createTime!));
    expect(await list({ fromTime: createTime })).to.deep.equal(later);
    expect(await list({ toTime: createTime })).to.deep.equal(whole.slice(later.length));
    expect(await list({ settlementStatus: confirmed, fromTime: createTime })).to.deep.equal(later);
    expect(await list({ settlementStatus: pending, fromTime: createTime })).to.deep.equal([]);
    // An operator sees the settlements of all merchants, and asks for those of one.
    const ofOne = async (ofMerchant: string, caller: ReturnType<typeof asMerchant>) =>
      (
        await harness.call<ListSettlementsResponse>(
          "ListSettlements",
          { merchantId: ofMerchant },
          { as: caller },
        )
      ).items;
    const stranger = await merchant(harness.store);
    expect(await ofOne(merchantId, operator)).to.deep.equal(whole);
    expect(await ofOne(stranger, operator)).to.deep.equal([]);
    const refused = await harness.failure("ListSettlements", { merchantId }, { as: asMerchant(stranger) });
    expect(refused.reason).to.equal("OTHER_TENANT");
    const { nextPageToken } = await harness.call<ListSettlementsResponse>(
      "ListSettlements",
      { pageSize: 2 },
      { as },
    );
    const failure = await harness.failure(
      "ListSettlements",
      { paymentId: newId("payment"), pageToken: nextPageToken },
      { as },
    );
    expect(failure.entry).to.equal("INVALID_PAGE_TOKEN");
    for (const other of [
      { merchantId },
      { settlementStatus: pending },
      { fromTime: createTime },
      { toTime: createTime },
    ]) {
      const request = { ...other, pageToken: nextPageToken };
      expect((await harness.failure("ListSettlements", request, { as })).entry).to.equal(
        "INVALID_PAGE_TOKEN",
      );
    }
  });

  it("keeps merchants apart", async () => {
    const { settlement, paymentId } = await settle(1n);
    const as = asMerchant(await merchant(harness.store));
    for (const method of ["GetSettlement", "GetBlockchainReference", "GetConfirmations"])
      expect(
        (await harness.failure(method, { settlementId: settlement.settlementId }, { as })).entry,
      ).to.equal("NOT_FOUND");
    expect((await harness.call<ListSettlementsResponse>("ListSettlements", {}, { as })).items).to.deep.equal(
      [],
    );
    expect(
      (await harness.call<ListSettlementsResponse>("ListSettlements", { paymentId }, { as })).items,
    ).to.deep.equal([]);
    expect((await harness.failure("GetSettlement", { settlementId: newId("settlement") })).entry).to.equal(
      "NOT_FOUND",
    );
    await confirm("0x123", 1);
  });

  it("refuses what is no identifier of a settlement or payment", async () => {
    expect((await harness.failure("GetSettlement", { settlementId: "stl_1" })).violations[0]?.field).to.equal(
      "settlement_id",
    );
    expect((await harness.failure("ListSettlements", { paymentId: "x" })).violations[0]?.field).to.equal(
      "payment_id",
    );
  });
});
