// A merchant's books: what is paid, refunded and settled, through the product's own handlers and writers.
import { setTimeout as sleep } from "node:timers/promises";
import type { AssetType } from "../../../src/domain/asset/asset-type.ts";
import pg from "pg";
import { newId, uuidOf } from "../../../src/domain/identifier/identifier.ts";
import type { Account } from "../../../src/domain/ledger/ledger.ts";
import type { Payment } from "../../../src/domain/payment/payment.ts";
import type { Settlement } from "../../../src/domain/settlement/settlement.ts";
import { ledgerService } from "../../../src/services/ledger/index.ts";
import { ledgerCheckService } from "../../../src/services/operator/index.ts";
import { paymentServices } from "../../../src/services/payment/index.ts";
import { openSettlement } from "../../../src/workers/settlement/open-settlement.ts";
import { asPublisher } from "./registry.ts";
import { assetType, merchant, publisher, testNetwork, wallet } from "../../support/fixtures.ts";
import { asMerchant, ServiceHarness } from "../../support/service.ts";
import { paidPayment } from "../../workers/support/takings.ts";

const publicUrl = "https://pay.example";
const account = `${testNetwork}:0x00000000000000000000000000000000000000AA`;

/** A publisher, an asset type, a rich wallet and a merchant on a database of their own. */
export class Books implements AsyncDisposable {
  readonly harness: ServiceHarness;
  readonly publisherId: string;
  readonly type: AssetType;
  readonly walletId: string;
  merchantId: string;

  private constructor(
    harness: ServiceHarness,
    rest: Pick<Books, "publisherId" | "type" | "walletId" | "merchantId">,
  ) {
    this.harness = harness;
    this.publisherId = rest.publisherId;
    this.type = rest.type;
    this.walletId = rest.walletId;
    this.merchantId = rest.merchantId;
  }

  static async open(over: Partial<AssetType> = {}): Promise<Books> {
    const harness = await ServiceHarness.start(() => [
      ...paymentServices({ publicUrl, paymentTtlSeconds: 900 }),
      ...ledgerService({ publicUrl }),
      ...ledgerCheckService(),
    ]);
    const publisherId = await publisher(harness.url);
    const type = await assetType(harness.store, publisherId, over);
    const { walletId } = await wallet(harness.store, type, 10n ** 30n);
    const merchantId = await merchant(harness.store, [account]);
    return new Books(harness, { publisherId, type, walletId, merchantId });
  }

  /** Turns to a merchant without a past. */
  async turnPage(): Promise<void> {
    this.merchantId = await merchant(this.harness.store, [account]);
  }

  get merchant() {
    return asMerchant(this.merchantId);
  }

  get publisher() {
    return asPublisher(this.publisherId);
  }

  /** A payment of so many minor units that was paid. */
  pay(minor: bigint): Promise<Payment> {
    return paidPayment(this.harness.store, this.type, this.merchantId, this.walletId, minor);
  }

  /** Gives a payment the references that it could have been created with. */
  async name({ paymentId }: Payment, reference: string, orderReference: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.harness.url });
    await client.connect();
    const text = "update payment set reference = $2, order_reference = $3 where payment_id = $1";
    await client.query(text, [uuidOf("payment", paymentId), reference, orderReference]);
    await client.end();
  }

  /** Gives back so much of it. @returns the refund */
  async refund(
    { transactionId }: Payment,
    refundAmount: string,
  ): Promise<{ refundId: string; transactionId: string }> {
    const request = { originalTransaction: transactionId, refundAmount, reason: "Returned" };
    const { refund } = await this.harness.call<{ refund: { refundId: string; transactionId: string } }>(
      "CreateRefund",
      request,
    );
    return refund;
  }

  /** Opens a settlement of what there is; undefined when there is nothing. */
  settle() {
    const pair = { merchantId: this.merchantId, assetTypeId: this.type.assetTypeId };
    return this.harness.store.transact((tx) => openSettlement(tx, pair));
  }

  /** What the worker does in the ledger when the network holds a settlement to be final. */
  async payOut({ settlementId, amount }: Pick<Settlement, "settlementId" | "amount">): Promise<void> {
    const transactionId = newId("transaction");
    const account = (kind: "clearing" | "settled"): Account => ({
      kind,
      ownerId: this.merchantId,
      assetTypeId: this.type.assetTypeId,
    });
    const { merchantId } = this;
    const { assetTypeId } = this.type;
    await this.harness.store.transact(async (tx) => {
      const createdAt = await tx.clock.now();
      await tx.ledger.post(
        { transactionId, kind: "payout", merchantId, assetTypeId, settlementId, amount, createdAt },
        [{ debit: account("clearing"), credit: account("settled"), amount }],
      );
    });
    const client = new pg.Client({ connectionString: this.harness.url });
    await client.connect();
    const text = `update settlement set status = 'finalized', finalized_at = business_now(), payout_transaction_id = $2
      where settlement_id = $1`;
    await client.query(text, [uuidOf("settlement", settlementId), uuidOf("transaction", transactionId)]);
    await client.end();
  }

  /** Business time after everything that has happened, once the ledger is closed up to there. */
  async closed(): Promise<Date> {
    const { clock, statements } = this.harness.store.read;
    const now = new Date((await clock.now()).getTime() + 1);
    while ((await statements.closedBefore()) < now) await sleep(50);
    return now;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.harness[Symbol.asyncDispose]();
  }
}
