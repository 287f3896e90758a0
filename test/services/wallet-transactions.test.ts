import { expect } from "chai";
import type { CreateRefundResponse } from "../../gen/ts/pda/payment/v1/refund_service.ts";
import { TransactionKind } from "../../gen/ts/pda/payment/v1/transaction.ts";
import { TransactionDirection, type WalletTransaction } from "../../gen/ts/pda/wallet/v1/transaction.ts";
import type { AuthorizePaymentResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { assetType, issue } from "../support/fixtures.ts";
import { Market, type Purse } from "./support/purse.ts";

const { TRANSACTION_KIND_ISSUE, TRANSACTION_KIND_PAYMENT, TRANSACTION_KIND_REFUND } = TransactionKind;
const { TRANSACTION_KIND_SETTLEMENT, TRANSACTION_KIND_TRANSFER } = TransactionKind;
const { TRANSACTION_DIRECTION_IN, TRANSACTION_DIRECTION_OUT } = TransactionDirection;
interface Page {
  items: WalletTransaction[];
  nextPageToken: string;
}

describe("the transactions of a wallet", function () {
  this.timeout(60_000);
  let market: Market;
  let ann: Purse;
  let ben: Purse;
  let refundId: string;
  let paymentId: string;

  before(async () => {
    market = await Market.start();
    [ann, ben] = [await market.purse(1000n), await market.purse(100n)];
    const eurx = await assetType(market.harness.store, market.publisherId, { code: "EURX", decimals: 2 });
    await market.wait(3600);
    const request = await market.payment(ann, "3");
    paymentId = request.paymentId;
    const { paymentRequest } = await market.call<AuthorizePaymentResponse>("AuthorizePayment", request);
    await market.wait(3600);
    const { refund } = await market.call<CreateRefundResponse>("CreateRefund", {
      originalTransaction: paymentRequest!.transactionId,
      refundAmount: "0.5",
      reason: "too cold",
    });
    refundId = refund!.refundId;
    await market.wait(3600);
    await market.give(ann, ben, "1");
    await market.give(ben, ann, "0.25");
    await issue(market.harness.store, eurx, ann.walletId, 70n);
  });
  after(() => market[Symbol.asyncDispose]());

  const list = async ({ walletId }: Purse, over: object = {}) =>
    (await market.call<Page>("ListWalletTransactions", { walletId, ...over })).items;

  it("are all that went in and out, newest first, each with who is concerned", async () => {
    const seen = await list(ann);
    expect(
      seen.map(({ kind, direction, amount, assetType: type }) => [kind, direction, amount, type]),
    ).to.deep.equal([
      [TRANSACTION_KIND_ISSUE, TRANSACTION_DIRECTION_IN, "0.7", "EURX"],
      [TRANSACTION_KIND_TRANSFER, TRANSACTION_DIRECTION_IN, "0.25", "USDX"],
      [TRANSACTION_KIND_TRANSFER, TRANSACTION_DIRECTION_OUT, "1", "USDX"],
      [TRANSACTION_KIND_REFUND, TRANSACTION_DIRECTION_IN, "0.5", "USDX"],
      [TRANSACTION_KIND_PAYMENT, TRANSACTION_DIRECTION_OUT, "3", "USDX"],
      [TRANSACTION_KIND_ISSUE, TRANSACTION_DIRECTION_IN, "10", "USDX"],
    ]);
    const { merchantId, publisherId } = market;
    const nobody = { merchantId: undefined, publisherId: undefined, otherWalletId: undefined };
    const concerned = seen.map((t) => ({
      merchantId: t.merchantId,
      publisherId: t.publisherId,
      otherWalletId: t.otherWalletId,
    }));
    expect(concerned).to.deep.equal([
      { ...nobody, publisherId },
      { ...nobody, otherWalletId: ben.walletId },
      { ...nobody, otherWalletId: ben.walletId },
      { ...nobody, merchantId },
      { ...nobody, merchantId },
      { ...nobody, publisherId },
    ]);
    expect([seen[3]?.refundId, seen[3]?.paymentId, seen[4]?.paymentId]).to.deep.equal([
      refundId,
      paymentId,
      paymentId,
    ]);
  });

  it("add up to the balance", async () => {
    for (const purse of [ann, ben]) {
      const cents = (await list(purse, { assetType: "USDX" })).map(
        ({ direction, amount }) =>
          Math.round(Number(amount) * 100) * (direction === TRANSACTION_DIRECTION_IN ? 1 : -1),
      );
      const sum = cents.reduce((a, b) => a + b, 0);
      expect(sum).to.equal(Math.round(Number(await market.balance(purse)) * 100));
    }
  });

  it("come in pages of any size without one twice or left out", async () => {
    const whole = (await list(ann)).map((t) => t.transactionId);
    for (const pageSize of [1, 2, 3, 5, 6]) {
      const seen: string[] = [];
      let pageToken = "";
      do {
        const page = await market.call<Page>("ListWalletTransactions", {
          walletId: ann.walletId,
          pageSize,
          pageToken,
        });
        expect(page.items.length).to.be.at.most(pageSize);
        seen.push(...page.items.map((t) => t.transactionId));
        pageToken = page.nextPageToken;
      } while (pageToken);
      expect(seen, `pages of ${pageSize}`).to.deep.equal(whole);
    }
  });

  it("of the same millisecond come in pages too", async () => {
    const purse = await market.purse();
    await market.harness.store.transact(async (tx) => {
      const createdAt = await tx.clock.now();
      const { assetTypeId, publisherId } = market.usdx;
      for (let turn = 0; turn < 7; turn++)
        await tx.ledger.post(
          {
            transactionId: newId("transaction"),
            kind: "issue",
            assetTypeId,
            amount: 1n,
            publisherId,
            walletId: purse.walletId,
            createdAt,
          },
          [
            {
              debit: { kind: "issuance", ownerId: publisherId, assetTypeId },
              credit: { kind: "wallet", ownerId: purse.walletId, assetTypeId },
              amount: 1n,
            },
          ],
        );
    });
    const seen = new Set<string>();
    let [pageToken, pages] = ["", 0];
    do {
      const page = await market.call<Page>("ListWalletTransactions", {
        walletId: purse.walletId,
        pageSize: 2,
        pageToken,
      });
      for (const t of page.items) seen.add(t.transactionId);
      pageToken = page.nextPageToken;
      pages++;
    } while (pageToken);
    expect([seen.size, pages]).to.deep.equal([7, 4]);
  });

  it("are found by kind, asset type and time", async () => {
    const kinds = async (kind: TransactionKind) => (await list(ann, { kind })).length;
    expect(await kinds(TRANSACTION_KIND_TRANSFER)).to.equal(2);
    expect(await kinds(TRANSACTION_KIND_REFUND)).to.equal(1);
    expect(await kinds(TRANSACTION_KIND_SETTLEMENT)).to.equal(0);
    expect(await list(ann, { assetType: "EURX" })).to.have.length(1);
    const [, , , refund, payment] = await list(ann);
    const times = { fromTime: payment!.createTime, toTime: refund!.createTime };
    // From the one moment on, up to the other without it.
    expect(await list(ann, times)).to.deep.equal([payment]);
    expect(await list(ann, { ...times, kind: TRANSACTION_KIND_REFUND })).to.deep.equal([]);
    expect(await list(ann, { toTime: timestamp(new Date(0)) })).to.deep.equal([]);
    expect(
      await market.refusal("ListWalletTransactions", { walletId: ann.walletId, assetType: "NONE" }),
    ).to.equal("UNKNOWN_REFERENCE UNKNOWN_ASSET_TYPE asset_type");
  });

  it("have page tokens that belong to their wallet and filter", async () => {
    const { nextPageToken: pageToken } = await market.call<Page>("ListWalletTransactions", {
      walletId: ann.walletId,
      pageSize: 1,
    });
    for (const over of [{ walletId: ben.walletId }, { assetType: "USDX" }, { kind: TRANSACTION_KIND_ISSUE }])
      expect(
        await market.refusal("ListWalletTransactions", {
          walletId: ann.walletId,
          pageSize: 1,
          pageToken,
          ...over,
        }),
      ).to.match(/^INVALID_PAGE_TOKEN/);
  });

  it("are found one by one by those who are a party, and are unknown to others", async () => {
    const [, , sent] = await list(ann);
    const { transactionId } = sent!;
    const get = async ({ walletId }: Purse) =>
      (
        await market.call<{ transaction: WalletTransaction }>("GetWalletTransaction", {
          walletId,
          transactionId,
        })
      ).transaction;
    expect(await get(ann)).to.deep.equal(sent);
    expect((await get(ben)).direction).to.equal(TRANSACTION_DIRECTION_IN);
    const stranger = await market.purse(5n);
    for (const walletId of [stranger.walletId, newId("wallet")])
      expect(await market.refusal("GetWalletTransaction", { walletId, transactionId })).to.equal(
        "NOT_FOUND NOT_FOUND",
      );
    expect(
      await market.refusal("GetWalletTransaction", {
        walletId: ann.walletId,
        transactionId: newId("transaction"),
      }),
    ).to.equal("NOT_FOUND NOT_FOUND");
    expect(await market.refusal("ListWalletTransactions", { walletId: newId("wallet") })).to.equal(
      "NOT_FOUND NOT_FOUND",
    );
  });

  it("stay after the key was replaced", async () => {
    const before = await list(ben);
    await market.rotate(ben);
    expect(await list(ben)).to.deep.equal(before);
  });
});
